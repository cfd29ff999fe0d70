#include "ui/sentence/translation_view.h"

#include "core/task/translation/translation_questions.h"
#include "ui/sentence/attention_panel.h"
#include "ui/sentence/comparison_page.h"
#include "ui/sentence/inspection_frame.h"
#include "ui/sentence/pair_tokens.h"
#include "ui/sentence/translation_input.h"
#include "ui/sentence/translation_text.h"
#include "ui/view/asker.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

#include <QStackedLayout>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace ui {

namespace {

enum AttentionPage { Maps, NoAttention };
enum Tab { Attention, Comparison };

} // namespace

class TranslationView::State : public QObject {
public:
    State(TranslationView& owner, ViewContext& context);
    void follow(const Shown& shown);
    void show(const core::TranslationInspection& inspection);
    void show(const core::TeacherComparison& comparison);
    void showEmpty(const QString& title, const QString& how);
    std::vector<Figure> figures() const;

    InspectionFrame* frame = nullptr;
    TranslationInput* input = nullptr;
    Asker asker;

private:
    QWidget* buildInput();
    QWidget* buildTabs();
    QWidget* buildAttention();
    void ask(const Shown& shown);
    void showInspection(const core::TranslationInspection& inspection);
    void showSide();
    void showText();
    QList<int> shares(int whole) const;
    QString words() const;

    TranslationView& m_view;
    ViewContext& m_context;
    QString m_source, m_reference; ///< Which texts the view was last told to show.
    core::TranslationInspection m_inspection; ///< The one that is shown.
    std::optional<core::TeacherComparison> m_comparison;
    QStackedLayout* m_attentionStack = nullptr;
    PairTokens* m_tokens = nullptr;
    QTabWidget* m_tabs = nullptr;
    AttentionPanel* m_attention = nullptr;
    ComparisonPage* m_compared = nullptr;
};

TranslationView::State::State(TranslationView& owner, ViewContext& context)
    : frame(new InspectionFrame(QStringLiteral("translation")))
    , asker(context, [this](const core::Failure& failure) { frame->showFailure(failure); })
    , m_view(owner)
    , m_context(context)
{
    auto* column = new QVBoxLayout(&m_view);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(frame);
    m_tokens = new PairTokens;
    connect(m_tokens, &PairTokens::sideChosen, this, &State::showSide);
    connect(m_tokens, &PairTokens::heightChanged, frame, &InspectionFrame::shareSoon);
    connect(frame, &InspectionFrame::wordsToggled, this, &State::showText);
    frame->setParts(buildInput(), m_tokens, buildTabs(),
                    [this](int whole) { return shares(whole); });
}

QWidget* TranslationView::State::buildInput()
{
    input = new TranslationInput(frame->asTextButton());
    connect(input, &TranslationInput::asked, &m_context, &ViewContext::look);
    connect(input, &TranslationInput::pinRequested, &m_context, &ViewContext::pin);
    connect(input, &TranslationInput::decodeRequested, this, [this] {
        input->ask();
        m_context.showView(QStringLiteral("decoding"));
    });
    return input;
}

void TranslationView::State::follow(const Shown& shown)
{
    if (shown.text != m_source || shown.reference != m_reference) {
        m_source = shown.text;
        m_reference = shown.reference;
        if (m_source != input->source() || m_reference != input->reference())
            input->setTexts(m_source, m_reference);
    }
    if (!shown.hasRun()) {
        asker.withdraw();
        m_view.setNoModel();
    } else if (m_view.isSeen() && shown.askable && !m_source.trimmed().isEmpty()) {
        ask(shown);
    }
}

void TranslationView::State::ask(const Shown& shown)
{
    const std::string source = m_source.toStdString();
    if (m_reference.trimmed().isEmpty())
        asker.follow(shown, core::AskTranslation{source},
                     [this](const auto& inspection) { m_view.setInspection(inspection); });
    else
        asker.follow(shown, core::AskComparison{source, m_reference.toStdString()},
                     [this](const auto& comparison) { m_view.setComparison(comparison); });
}

QWidget* TranslationView::State::buildTabs()
{
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("pages"));
    m_tabs->setDocumentMode(true);
    m_compared = new ComparisonPage;
    m_tabs->addTab(buildAttention(), tr("&Attention"));
    m_tabs->addTab(m_compared, tr("Against the &reference"));
    return m_tabs;
}

QWidget* TranslationView::State::buildAttention()
{
    auto* page = new QWidget;
    m_attentionStack = new QStackedLayout(page);
    m_attention = new AttentionPanel;
    m_attention->layout()->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
    connect(m_attention, &AttentionPanel::mapChosen, this, &State::showText);
    m_attentionStack->addWidget(m_attention);
    m_attentionStack->addWidget(new EmptyState(
        QStringLiteral("info"), tr("This network has no attention"),
        tr("Its decoder knows the source only through the states it was started with. Choose an "
           "attention in the Model step and train again to see where it looks.")));
    return page;
}

void TranslationView::State::showEmpty(const QString& title, const QString& how)
{
    m_comparison.reset();
    frame->showEmpty(title, how);
}

void TranslationView::State::show(const core::TranslationInspection& inspection)
{
    m_comparison.reset();
    m_tokens->setComparing(false);
    m_tabs->setTabText(Comparison, tr("Against the &reference"));
    m_compared->clear();
    showInspection(inspection);
}

void TranslationView::State::show(const core::TeacherComparison& comparison)
{
    m_comparison = comparison;
    m_tokens->setComparing(true);
    m_tabs->setTabText(Comparison,
                       comparison.firstDivergence < 0
                           ? tr("Against the &reference (the same)")
                           : tr("Against the &reference (they part at token %1)")
                                 .arg(comparison.firstDivergence + 1));
    m_compared->setComparison(comparison);
    showSide();
}

void TranslationView::State::showSide()
{
    if (m_comparison)
        showInspection(m_tokens->side() == PairTokens::Side::Forced ? m_comparison->forced
                                                                    : m_comparison->freeRunning);
}

void TranslationView::State::showInspection(const core::TranslationInspection& inspection)
{
    m_inspection = inspection;
    frame->showContent(translationState(inspection));
    m_tokens->setInspection(inspection);
    const bool attends = !inspection.attention.empty();
    m_attentionStack->setCurrentIndex(attends ? Maps : NoAttention);
    m_attention->setContent(attentionContent(inspection));
    showText();
}

void TranslationView::State::showText()
{
    if (frame->showsWords())
        frame->setWords(words());
}

QString TranslationView::State::words() const
{
    const int map = m_inspection.attention.empty() ? -1 : m_attention->currentMap();
    QString words = frame->hasContent() ? translationText(m_inspection, map) : QString();
    if (m_comparison)
        words += QLatin1Char('\n') + comparisonText(*m_comparison);
    return words;
}

/// Words take what they need, up to a third (with the way to a vector half), maps the rest.
QList<int> TranslationView::State::shares(int whole) const
{
    const int upper = std::min(m_tokens->wishedHeight(), whole / (m_tokens->showsVector() ? 2 : 3));
    return {upper, whole - upper, whole - upper};
}

std::vector<Figure> TranslationView::State::figures() const
{
    if (!frame->hasContent())
        return {};
    Figure map{.title = m_view.text(), .name = QStringLiteral("attention")};
    map.words = [this] { return words(); };
    if (!m_inspection.attention.empty()) {
        const int space = 2 * Theme::instance().spacing();
        map.size = m_attention->wholeSize() + QSize(2 * space, 2 * space);
        map.paint = [this, space](QCPPainter& painter) {
            painter.translate(space, space);
            m_attention->drawWhole(painter);
        };
        map.table = [this](TableText& table) { writeMap(table, m_attention->shown()); };
    }
    if (!m_comparison)
        return {map};
    return {map,
            {.title = tr("Against the reference"),
             .name = QStringLiteral("comparison"),
             .table = [this](TableText& table) { m_compared->write(table); },
             .words = [this] { return comparisonText(*m_comparison); }}};
}

TranslationView::TranslationView(ViewContext& context, QWidget* parent)
    : View(parent), m_state(std::make_unique<State>(*this, context))
{
    setAccessibleName(tr("Sentence"));
    setNoModel();
}

TranslationView::~TranslationView() = default;

void TranslationView::follow(const Shown& shown)
{
    m_state->follow(shown);
}

void TranslationView::trained()
{
    m_state->asker.repeat();
}

void TranslationView::setTexts(const QString& source, const QString& reference)
{
    m_state->input->setTexts(source, reference);
    m_state->input->ask();
}

QString TranslationView::text() const
{
    return m_state->input->source();
}

QString TranslationView::reference() const
{
    return m_state->input->reference();
}

void TranslationView::setInspection(const core::TranslationInspection& inspection)
{
    if (text().isEmpty()) // asked for elsewhere, such as by pinning
        m_state->input->setTexts(QString::fromStdString(inspection.source), reference());
    m_state->show(inspection);
}

void TranslationView::setComparison(const core::TeacherComparison& comparison)
{
    if (text().isEmpty())
        m_state->input->setTexts(QString::fromStdString(comparison.forced.source), reference());
    m_state->show(comparison);
}

void TranslationView::setFailure(const core::Failure& failure)
{
    m_state->frame->showFailure(failure);
}

void TranslationView::setNoModel()
{
    m_state->showEmpty(tr("No network yet"),
                       tr("Press Start to train one, or choose a run on the right. Then type a "
                          "sentence above: its translation and where the network looks for each "
                          "word of it appear here, also while training runs."));
}

std::vector<Figure> TranslationView::figures() const
{
    return m_state->figures();
}

} // namespace ui
