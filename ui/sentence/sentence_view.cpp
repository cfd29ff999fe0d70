#include "ui/sentence/sentence_view.h"

#include "core/probe/question_kind.h"
#include "core/text/text_pipeline.h"
#include "ui/sentence/attention_panel.h"
#include "ui/sentence/inspection_view.h"
#include "ui/sentence/sentence_text.h"
#include "ui/sentence/token_panel.h"
#include "ui/view/picked_head.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kWidestClassBars = 90; ///< Letters.
constexpr int kLeastPicture = 400; ///< Width.
constexpr double kLargeBars = 1.6;
constexpr double kLargeTokens = 4.6, kTokensAboveMaps = 1.8;

} // namespace

SentenceView::SentenceView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("sentence"), tr("Sentence"),
         tr("Text to inspect; earlier texts are in the list"),
         tr("Then type a sentence above: its tokens, the probability of every class "
            "and what the network attends to appear here, also while training runs.")},
        parent)
{
    m_attention = new AttentionPanel;
    connect(m_attention, &AttentionPanel::mapChosen, this, &SentenceView::showWords);
    connect(m_attention, &AttentionPanel::byHandWanted, this,
            [this](const core::AttentionSite& site, int query, int key) {
                this->context().pickHead(
                    {AskedNetwork(shown()),
                     shown().name,
                     {.example = example(), .site = site, .query = query, .key = key}});
            });
    auto* pin = new PinButton;
    connect(pin, &QToolButton::clicked, this, [this] {
        input().remember();
        this->context().pin(text());
    });
    frame().setParts(makeInputLine(pin), buildUpper(), m_attention,
                     [this](int whole) { return shares(whole); });
    showNoNetwork();
}

/// Tokens and probabilities.
QWidget* SentenceView::buildUpper()
{
    auto* upper = new QWidget;
    m_besideTokens = makeRow(upper, {}, 2 * kGrid);
    m_bars = named(new ProbabilityBars, "probabilityBars");
    m_bars->setScale(kLargeBars);
    fitBars();
    connect(&Theme::instance(), &Theme::changed, this, &SentenceView::fitBars);
    m_tokens
        = new TokenPanel(QStringLiteral("token"), TokenLine::Size::Large, TokenPanel::Said::Below);
    m_tokens->insertBelow(m_bars);
    m_tokens->line().setLargest(kLargeTokens);
    connect(m_tokens, &TokenPanel::heightChanged, &frame(), &InspectionFrame::shareSoon);
    m_besideTokens->addWidget(m_tokens, 1);
    return upper;
}

void SentenceView::showOtherTruth()
{
    if (frame().hasContent())
        showState();
}

void SentenceView::askShown()
{
    asker().follow(shown(), core::AskInspection{example()},
                   [this](const core::Inspection& answer) { setInspection(answer); });
}

void SentenceView::setInspection(const core::Inspection& inspection)
{
    if (text().isEmpty()) // asked for elsewhere, such as by pinning
        input().setText(QString::fromStdString(inspection.text));
    m_inspection = inspection;
    showState();
    showTokens();
    QStringList classes;
    for (const std::string& name : inspection.classes)
        classes << QString::fromStdString(name);
    if (inspection.number)
        m_bars->setNumber(tr("predicted number"), *inspection.number);
    else
        m_bars->setProbabilities(classes, inspection.probabilities, int(inspection.predicted));
    m_attention->setVisible(!inspection.attention.empty());
    if (!inspection.attention.empty())
        m_attention->setContent(attentionContent(inspection));
    placeBars();
    showWords();
}

/// State of the network and, if the data have it, the true answer.
void SentenceView::showState()
{
    QStringList parts{inspectionState(m_inspection)};
    const bool isAsked = told().toStdString() == m_inspection.text;
    if (!truth().isEmpty() && isAsked && m_inspection.number)
        parts << tr("true number: %1").arg(truth());
    else if (!truth().isEmpty() && isAsked && !m_inspection.classes.empty()) {
        const bool right
            = truth().toStdString() == m_inspection.classes[size_t(m_inspection.predicted)];
        parts << (right ? tr("true class: %1 \u2713").arg(truth())
                        : tr("true class: %1 \u2717 predicted wrongly").arg(truth()));
    }
    showContent(parts.join(QStringLiteral(" \u00b7 ")));
}

/// Heat maps need the height: probabilities stand beside the words then, else beneath and large.
void SentenceView::placeBars()
{
    const bool beside = !m_inspection.attention.empty();
    if (beside == (m_besideTokens->indexOf(m_bars) >= 0))
        return;
    if (beside) {
        m_tokens->removeBelow(m_bars);
        m_besideTokens->addWidget(m_bars, 0, Qt::AlignTop);
    } else {
        m_besideTokens->removeWidget(m_bars);
        m_tokens->insertBelow(m_bars);
    }
    m_bars->setScale(beside ? 1.0 : kLargeBars);
    m_tokens->line().setLargest(beside ? kTokensAboveMaps : kLargeTokens);
    fitBars();
    frame().shareSoon();
}

/// Longer bars are no easier to compare, but in a presentation they fill the screen.
void SentenceView::fitBars()
{
    const Theme& theme = Theme::instance();
    const bool fill = theme.presentation() && m_inspection.attention.empty();
    m_bars->setMaximumWidth(fill ? QWIDGETSIZE_MAX
                                 : kWidestClassBars
                                    * QFontMetrics(theme.textFont()).averageCharWidth());
}

/// Words and probabilities take what they need, the attention maps the rest.
QList<int> SentenceView::shares(int whole) const
{
    if (m_attention->isHidden()) {
        const int upper = frame().showsWords() ? whole / 2 : whole;
        return {upper, 0, whole - upper};
    }
    const int words = m_tokens->wishedHeight() + 2 * kGrid;
    const int upper = std::min(std::max(m_bars->sizeHint().height(), words), whole * 2 / 5);
    return {upper, whole - upper, whole - upper};
}

void SentenceView::showTokens()
{
    std::vector<ShownToken> tokens;
    const std::vector<float>& weights = m_inspection.tokenWeights;
    for (size_t i = 0; i < m_inspection.tokens.size(); ++i) {
        const int64_t id = i < m_inspection.ids.size() ? m_inspection.ids[i] : core::kUnknownId;
        tokens.push_back({readableToken(m_inspection.tokens[i]), id, id == core::kUnknownId,
                          i < weights.size() ? double(weights[i]) : -1.0});
    }
    m_scaleEnd = steadyScaleEnd(
        weights.empty() ? 1.0 : double(*std::max_element(weights.begin(), weights.end())),
        m_scaleEnd);
    m_tokens->showWeights(!weights.empty());
    m_tokens->setTokens(std::move(tokens), m_scaleEnd);
    m_tokens->setEmbeddings(m_inspection.embeddings, m_inspection.vocabularySize);
}

void SentenceView::showWords()
{
    m_tokens->line().setAccessibleDescription(words());
    InspectionView::showWords();
}

int SentenceView::shownMap() const
{
    return m_inspection.attention.empty() ? -1 : m_attention->currentMap();
}

QString SentenceView::words() const
{
    return frame().hasContent() ? inspectionText(m_inspection, shownMap()) : QString();
}

std::vector<Figure> SentenceView::contentFigures() const
{
    return {{.title = text(),
             .name = QStringLiteral("sentence"),
             .size = pictureSize(),
             .paint = [this](QCPPainter& painter) { draw(painter); },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskInspection>(m_inspection); }}};
}

QSize SentenceView::pictureSize() const
{
    const int space = 2 * kGrid;
    const int width = std::max(this->width() - 2 * space, kLeastPicture);
    QSize size(width, m_tokens->line().wishedHeight(width) + m_bars->sizeHint().height());
    if (!m_inspection.tokenWeights.empty())
        size.rheight() += m_tokens->scale().sizeHint().height() + space;
    if (shownMap() >= 0)
        size = {std::max(width, m_attention->wholeSize().width()),
                size.height() + m_attention->wholeSize().height()};
    return size + QSize(2 * space, 4 * space);
}

void SentenceView::draw(QCPPainter& painter) const
{
    const int space = 2 * kGrid;
    const int width = std::max(this->width() - 2 * space, kLeastPicture);
    painter.translate(space, space);
    const int words = m_tokens->line().wishedHeight(width);
    m_tokens->line().draw(painter, QRect(0, 0, width, words));
    painter.translate(0, words + space);
    if (!m_inspection.tokenWeights.empty()) {
        const QSize scale = m_tokens->scale().sizeHint();
        m_tokens->scale().draw(painter, QRect(QPoint(0, 0), scale));
        painter.translate(0, scale.height() + space);
    }
    const int bars = m_bars->sizeHint().height();
    m_bars->draw(painter, QRect(0, 0, kLeastPicture, bars));
    painter.translate(0, bars + space);
    if (shownMap() >= 0)
        m_attention->drawWhole(painter);
}

} // namespace ui
