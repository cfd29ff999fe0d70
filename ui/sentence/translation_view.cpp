#include "ui/sentence/translation_view.h"

#include "ui/sentence/attention_panel.h"
#include "ui/sentence/comparison_page.h"
#include "ui/sentence/export_button.h"
#include "ui/sentence/pair_tokens.h"
#include "ui/sentence/sentence_buttons.h"
#include "ui/sentence/translation_input.h"
#include "ui/sentence/translation_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace ui {

namespace {

enum Page { Empty, Content };
enum AttentionPage { Maps, NoAttention };
enum Tab { Attention, Comparison };

} // namespace

class TranslationView::State : public QObject {
public:
    explicit State(TranslationView& owner);
    void show(const core::TranslationInspection& inspection);
    void show(const core::TeacherComparison& comparison);
    void showEmpty(const QString& title, const QString& how);

    TranslationInput* input = nullptr;
    MessageBar* message = nullptr;
    ExportButton* exporting = nullptr;

private:
    QWidget* buildInput();
    QWidget* buildContent();
    QWidget* buildSplitter();
    QWidget* buildAttention();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void answered();
    void showInspection(const core::TranslationInspection& inspection);
    void showSide();
    void showText();
    void fit();
    void savePictureAs(PictureFormat format, const QString& path);

    TranslationView& m_view;
    core::TranslationInspection m_inspection; ///< The one that is shown.
    std::optional<core::TeacherComparison> m_comparison;
    bool m_any = false; ///< There is an inspection.
    QStackedLayout *m_stack = nullptr, *m_attentionStack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_state = nullptr;
    PairTokens* m_tokens = nullptr;
    QSplitter* m_splitter = nullptr;
    QTimer m_fit; ///< Sizes are known after the layout only.
    bool m_sized = false; ///< The user has moved the border.
    QTabWidget* m_tabs = nullptr;
    AttentionPanel* m_attention = nullptr;
    ComparisonPage* m_compared = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QToolButton* m_asText = nullptr;
};

TranslationView::State::State(TranslationView& owner) : m_view(owner)
{
    auto* column = new QVBoxLayout(&m_view);
    const int space = Theme::instance().spacing();
    column->setContentsMargins(space, space, space, space);
    column->setSpacing(space);
    message = new MessageBar;
    message->hide();
    column->addWidget(buildInput());
    column->addWidget(message);
    auto* pages = new QWidget;
    m_stack = new QStackedLayout(pages);
    m_empty = new EmptyState(QStringLiteral("info"), {}, {});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(buildContent());
    column->addWidget(pages, 1);
}

QWidget* TranslationView::State::buildInput()
{
    m_asText = new AsTextButton;
    connect(m_asText, &QToolButton::toggled, this, &State::showText);
    exporting = new ExportButton(
        tr("Export the attention map"), QStringLiteral("attention"), *message,
        {[this](PictureFormat format, const QString& path) { savePictureAs(format, path); },
         [this] { return mapCsv(m_attention->shown()); }});
    input = new TranslationInput(m_asText, exporting);
    connect(input, &TranslationInput::inspectRequested, &m_view,
            &TranslationView::inspectRequested);
    connect(input, &TranslationInput::compareRequested, &m_view,
            &TranslationView::compareRequested);
    connect(input, &TranslationInput::pinRequested, &m_view, &TranslationView::pinRequested);
    connect(input, &TranslationInput::decodeRequested, &m_view, &TranslationView::decodeRequested);
    return input;
}

QWidget* TranslationView::State::buildContent()
{
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::instance().spacing());
    m_state = makeLabel({}, LabelRole::Muted);
    m_state->setObjectName(QStringLiteral("stateLabel"));
    column->addWidget(m_state);
    column->addWidget(buildSplitter(), 1);
    return content;
}

QWidget* TranslationView::State::buildSplitter()
{
    m_tokens = new PairTokens;
    connect(m_tokens, &PairTokens::sideChosen, this, &State::showSide);
    connect(m_tokens, &PairTokens::heightChanged, this, [this] { m_fit.start(0); });
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("pages"));
    m_tabs->setDocumentMode(true);
    m_compared = new ComparisonPage;
    m_tabs->addTab(buildAttention(), tr("&Attention"));
    m_tabs->addTab(m_compared, tr("Against the &reference"));
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("wordsEdit"));
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("What is shown, in words"));
    m_text->hide();
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_tokens);
    m_splitter->addWidget(m_tabs);
    m_splitter->addWidget(m_text);
    for (int part = 0; part < m_splitter->count(); ++part)
        m_splitter->setStretchFactor(part, part == 0 ? 0 : 1);
    m_splitter->installEventFilter(this);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_sized = true; });
    m_fit.setSingleShot(true);
    connect(&m_fit, &QTimer::timeout, this, &State::fit);
    return m_splitter;
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
    m_any = false;
    m_comparison.reset();
    m_empty->setTexts(title, how);
    m_stack->setCurrentIndex(Empty);
    exporting->setEnabled(false);
}

/// A failure is answered by what came after it; a notice stays.
void TranslationView::State::answered()
{
    if (message->kind() == MessageBar::Kind::Failure)
        message->hide();
}

void TranslationView::State::show(const core::TranslationInspection& inspection)
{
    answered();
    m_comparison.reset();
    m_tokens->setComparing(false);
    m_tabs->setTabText(Comparison, tr("Against the &reference"));
    m_compared->clear();
    showInspection(inspection);
}

void TranslationView::State::show(const core::TeacherComparison& comparison)
{
    answered();
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
    m_any = true;
    m_state->setText(translationState(inspection));
    m_tokens->setInspection(inspection);
    const bool attends = !inspection.attention.empty();
    m_attentionStack->setCurrentIndex(attends ? Maps : NoAttention);
    m_attention->setContent(attentionContent(inspection));
    exporting->setEnabled(attends);
    showText();
    m_stack->setCurrentIndex(Content);
}

void TranslationView::State::showText()
{
    if (m_text->isHidden() == m_asText->isChecked())
        m_fit.start(0);
    m_text->setVisible(m_asText->isChecked());
    if (!m_text->isVisibleTo(&m_view))
        return;
    const int map = m_inspection.attention.empty() ? -1 : m_attention->currentMap();
    QString words = m_any ? translationText(m_inspection, map) : QString();
    if (m_any && m_comparison)
        words += QLatin1Char('\n') + comparisonText(*m_comparison);
    if (words != m_text->toPlainText())
        m_text->setPlainText(words);
}

bool TranslationView::State::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        m_fit.start(0);
    return QObject::eventFilter(watched, event);
}

/// Words take what they need, up to a third (with the way to a vector half), maps the rest; until
/// the user decides otherwise.
void TranslationView::State::fit()
{
    if (m_sized)
        return;
    const int whole = m_splitter->height();
    const int upper = std::min(m_tokens->wishedHeight(), whole / (m_tokens->showsVector() ? 2 : 3));
    m_splitter->setSizes({upper, whole - upper, whole - upper});
}

void TranslationView::State::savePictureAs(PictureFormat format, const QString& path)
{
    const int space = 2 * Theme::instance().spacing();
    const QSize map = m_attention->wholeSize();
    const QSize size = map + QSize(2 * space, 2 * space);
    savePicture(
        format, size, m_view.text(),
        [&](QCPPainter& painter) {
            painter.translate(space, space);
            m_attention->drawWhole(painter);
        },
        path);
}

TranslationView::TranslationView(QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(*this))
{
    setAccessibleName(tr("Sentence"));
    setNoModel();
}

TranslationView::~TranslationView() = default;

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
    if (failure.code != core::ErrorCode::Cancelled)
        m_state->message->showMessage(sentence(failure), MessageBar::Kind::Failure);
}

void TranslationView::setNoModel()
{
    m_state->showEmpty(tr("No network yet"),
                       tr("Press Start to train one, or choose a run on the right. Then type a "
                          "sentence above: its translation and where the network looks for each "
                          "word of it appear here, also while training runs."));
}

void TranslationView::setSaveChooser(SaveChooser chooser)
{
    m_state->exporting->setChooser(std::move(chooser));
}

} // namespace ui
