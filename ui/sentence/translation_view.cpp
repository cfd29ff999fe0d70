#include "ui/sentence/translation_view.h"

#include "core/probe/question_kind.h"
#include "core/probe/translation/translation_questions.h"
#include "ui/sentence/attention_panel.h"
#include "ui/sentence/comparison_page.h"
#include "ui/sentence/inspection_view.h"
#include "ui/sentence/token_panel.h"
#include "ui/sentence/translation_text.h"
#include "ui/view/picked_head.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>

namespace ui {

TranslationInput::TranslationInput(QToolButton* asText, QWidget* parent)
    : QWidget(parent)
    , m_source(new SentenceInput(tr("Type a sentence to translate")))
    , m_reference(new SentenceInput(tr("Compare with a reference (optional)")))
{
    named(m_source, "textBox", tr("Source sentence; earlier ones are in the list"));
    named(m_reference, "referenceBox", tr("Reference translation to compare with; may be empty"));
    setHelp(*m_reference,
            tr("Reference translation: the network then predicts each of its tokens given the "
               "reference (teacher forcing), beside its own translation"));
    for (const SentenceInput* input : {m_source, m_reference})
        connect(input, &SentenceInput::asked, this, &TranslationInput::ask);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kGrid);
    grid->setColumnStretch(0, 1);
    grid->addWidget(m_source, 0, 0);
    grid->addWidget(m_reference, 1, 0);
    QToolButton *pin = makePin(), *decode = makeDecode();
    for (QToolButton* button : {pin, decode, asText})
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    grid->addWidget(pin, 0, 1);
    grid->addWidget(decode, 0, 2);
    grid->addWidget(asText, 1, 1, 1, 2);
}

QToolButton* TranslationInput::makePin()
{
    auto* pin = new PinButton;
    connect(pin, &QToolButton::clicked, this, [this] {
        m_source->remember();
        Q_EMIT pinRequested(source());
    });
    return pin;
}

QToolButton* TranslationInput::makeDecode()
{
    auto* decode = named(new QToolButton, "decodeButton", {},
                         tr("Open this sentence in Decoding: every step of the search"));
    decode->setText(tr("Decode"));
    decode->setFocusPolicy(Qt::StrongFocus);
    connect(decode, &QToolButton::clicked, this, [this] {
        if (!source().trimmed().isEmpty())
            Q_EMIT decodeRequested(source());
    });
    return decode;
}

QString TranslationInput::source() const
{
    return m_source->text();
}

QString TranslationInput::reference() const
{
    return m_reference->text();
}

void TranslationInput::setTexts(const QString& source, const QString& reference)
{
    m_source->setText(source);
    m_reference->setText(reference);
}

void TranslationInput::ask()
{
    m_source->stopWaiting();
    m_reference->stopWaiting();
    Q_EMIT asked(source(), reference()); // An emptied field empties the view.
}

namespace {

enum Tab { Attention, Comparison };

} // namespace

TranslationView::TranslationView(ViewContext& context, QWidget* parent)
    : InspectionView(context, QStringLiteral("translation"),
                     tr("Then type a sentence above: its translation and the attention of each of "
                        "its words appear here, also during training."),
                     parent)
{
    m_tokens = new PairTokens;
    connect(m_tokens, &PairTokens::sideChosen, this, &TranslationView::showSide);
    connect(m_tokens, &PairTokens::heightChanged, &frame(), &InspectionFrame::shareSoon);
    frame().setParts(buildInput(), m_tokens, buildTabs(),
                     [this](int whole) { return shares(whole); });
    connect(&Theme::instance(), &Theme::changed, this, &TranslationView::arrange);
    showNoNetwork();
}

/// In a presentation the tokens stand along the map, and nowhere else.
void TranslationView::arrange()
{
    m_tokens->setVisible(!Theme::instance().presentation() || !m_attentionPage->hasContent());
    frame().shareSoon();
}

QWidget* TranslationView::buildInput()
{
    m_input = new TranslationInput(frame().asTextButton());
    connect(m_input, &TranslationInput::asked, &context(), &ViewContext::look);
    connect(m_input, &TranslationInput::pinRequested, &context(), &ViewContext::pin);
    connect(m_input, &TranslationInput::decodeRequested, this, [this] {
        m_input->ask();
        context().showView(QStringLiteral("decoding"));
    });
    return m_input;
}

bool TranslationView::showTexts(const Shown& shown)
{
    if (shown.text != m_source || shown.reference != m_reference) {
        m_source = shown.text;
        m_reference = shown.reference;
        if (m_source != text() || m_reference != reference())
            m_input->setTexts(m_source, m_reference);
    }
    return !m_source.trimmed().isEmpty();
}

void TranslationView::ask(const Shown& shown)
{
    const std::string source = m_source.toStdString();
    m_network = AskedNetwork(shown);
    m_runName = shown.name;
    if (m_reference.trimmed().isEmpty())
        asker().follow(shown, core::AskTranslation{source},
                       [this](const auto& inspection) { setInspection(inspection); });
    else
        asker().follow(shown, core::AskComparison{source, m_reference.toStdString()},
                       [this](const auto& comparison) { setComparison(comparison); });
}

void TranslationView::setTexts(const QString& source, const QString& reference)
{
    m_input->setTexts(source, reference);
    m_input->ask();
}

QString TranslationView::text() const
{
    return m_input->source();
}

QString TranslationView::reference() const
{
    return m_input->reference();
}

QWidget* TranslationView::buildTabs()
{
    m_tabs = named(new QTabWidget, "pages");
    m_tabs->setDocumentMode(true);
    m_compared = new ComparisonPage;
    hideInPresentation(*m_tabs->tabBar());
    m_tabs->addTab(buildAttention(), tr("&Attention"));
    m_tabs->addTab(m_compared, tr("Against the &reference"));
    return m_tabs;
}

QWidget* TranslationView::buildAttention()
{
    m_attentionPage = new ContentOrEmpty;
    m_attention = new AttentionPanel;
    m_attention->layout()->setContentsMargins(0, kGrid, 0, 0);
    connect(m_attention, &AttentionPanel::mapChosen, this, &TranslationView::showWords);
    connect(m_attention, &AttentionPanel::byHandWanted, this,
            [this](const core::AttentionSite& site, int query, int key) {
                // The tokens of the shown target, be it written or given.
                context().pickHead(
                    {m_network,
                     m_runName,
                     {.example = {.text = m_source.toStdString(), .reference = m_inspection.target},
                      .site = site,
                      .query = query,
                      .key = key}});
            });
    m_attentionPage->setContent(m_attention);
    m_attentionPage->showContent();
    m_attentionPage->empty().setTexts(
        tr("This network has no attention"),
        tr("The decoder receives the source only through its initial states. Choose an attention "
           "in the Model step and train again to see attention weights."));
    return m_attentionPage;
}

void TranslationView::showNoNetwork()
{
    m_comparison.reset();
    InspectionView::showNoNetwork();
}

void TranslationView::setInspection(const core::TranslationInspection& inspection)
{
    if (text().isEmpty()) // asked for elsewhere, such as by pinning
        m_input->setTexts(QString::fromStdString(inspection.source), reference());
    m_comparison.reset();
    m_tokens->setComparing(false);
    m_tabs->setTabText(Comparison, tr("Against the &reference"));
    m_compared->clear();
    showInspection(inspection);
}

void TranslationView::setComparison(const core::TeacherComparison& comparison)
{
    if (text().isEmpty())
        m_input->setTexts(QString::fromStdString(comparison.forced.source), reference());
    m_comparison = comparison;
    m_tokens->setComparing(true);
    m_tabs->setTabText(Comparison,
                       comparison.firstDivergence < 0
                           ? tr("Against the &reference (the same)")
                           : tr("Against the &reference (they differ at token %1)")
                                 .arg(comparison.firstDivergence + 1));
    m_compared->setComparison(comparison);
    showSide();
}

void TranslationView::showSide()
{
    if (m_comparison)
        showInspection(m_tokens->side() == PairTokens::Side::Forced ? m_comparison->forced
                                                                    : m_comparison->freeRunning);
}

void TranslationView::showInspection(const core::TranslationInspection& inspection)
{
    m_inspection = inspection;
    showContent(translationState(inspection));
    m_tokens->setInspection(inspection);
    const bool attends = !inspection.attention.empty();
    attends ? m_attentionPage->showContent() : m_attentionPage->showEmpty();
    m_attention->setContent(attentionContent(inspection));
    arrange();
    showWords();
}

QString TranslationView::words() const
{
    const int map = m_inspection.attention.empty() ? -1 : m_attention->currentMap();
    QString words = frame().hasContent() ? translationText(m_inspection, map) : QString();
    if (m_comparison)
        words += QLatin1Char('\n') + comparisonText(*m_comparison);
    return words;
}

/// Words take what they need, up to a third (with the way to a vector half), maps the rest.
QList<int> TranslationView::shares(int whole) const
{
    if (m_tokens->isHidden())
        return {0, whole, whole};
    const int upper = std::min(m_tokens->wishedHeight(), whole / (m_tokens->showsVector() ? 2 : 3));
    return {upper, whole - upper, whole - upper};
}

std::vector<Figure> TranslationView::contentFigures() const
{
    Figure map{.title = text(), .name = QStringLiteral("attention")};
    map.words = [this] { return words(); };
    map.answer = [this] { return core::readoutOf<core::AskTranslation>(m_inspection); };
    if (!m_inspection.attention.empty()) {
        const int space = 2 * kGrid;
        map.size = m_attention->wholeSize() + QSize(2 * space, 2 * space);
        map.paint = [this, space](QCPPainter& painter) {
            painter.translate(space, space);
            m_attention->drawWhole(painter);
        };
    }
    if (!m_comparison)
        return {map};
    return {map,
            {.title = tr("Against the reference"),
             .name = QStringLiteral("comparison"),
             .words = [this] { return comparisonText(*m_comparison); },
             .answer = [this] { return core::readoutOf<core::AskComparison>(*m_comparison); }}};
}

} // namespace ui
