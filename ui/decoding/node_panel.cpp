#include "ui/decoding/node_panel.h"

#include "ui/decoding/distribution_plot.h"
#include "ui/decoding/fate_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

namespace {

QVBoxLayout* makeNodeColumn(QWidget& owner)
{
    return makeColumn(&owner, {}, 4, {kGrid, 4, 0, 0});
}

} // namespace

NodePanel::NodePanel(QWidget* parent)
    : QWidget(parent)
    , m_search(std::make_shared<DecodingSteps>())
    , m_tabs(named(new QTabWidget, "nodeTabs"))
    , m_fold(named(new QToolButton, "foldDrawerButton"))
    , m_about(named(makeLabel({}, LabelRole::Plain), "nodeSentence"))
    , m_doubt(makeLabel({}, LabelRole::Muted))
    , m_noBars(makeLabel({}, LabelRole::Muted))
    , m_noAttention(makeLabel({}, LabelRole::Muted))
    , m_formula(new FormulaLabel)
    , m_numbers(makeLabel({}, LabelRole::Plain))
{
    m_about->setContentsMargins(kGrid, 0, 0, 0);
    auto* column = makeColumn(this, {m_about}, 4);
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAccessibleName(tr("Details of the selected node"));
    m_tabs->addTab(buildDistribution(), tr("Next token"));
    m_tabs->addTab(buildAttention(), tr("Attention"));
    m_tabs->addTab(buildScore(), tr("Score"));
    m_tabs->setUsesScrollButtons(true);
    m_tabs->tabBar()->installEventFilter(this);
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_tabs->setCornerWidget(m_fold);
    connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(!m_folded); });
    // Its tabs have another height in larger type.
    connect(&Theme::instance(), &Theme::changed, this, [this] { setFolded(m_folded); });
    column->addWidget(m_tabs, 1);
    setFolded(true);
}

QWidget* NodePanel::buildDistribution()
{
    auto* page = new QWidget;
    QVBoxLayout* column = makeNodeColumn(*page);
    m_doubt->setObjectName(QStringLiteral("entropyLabel"));
    m_noBars->setObjectName(QStringLiteral("noDistributionLabel"));
    m_plot = new DistributionPlot;
    connect(m_plot, &DistributionPlot::tokenActivated, this, &NodePanel::tokenForced);
    column->addWidget(m_doubt);
    column->addWidget(m_noBars);
    column->addWidget(m_plot, 1);
    column->addStretch(0);
    return page;
}

QWidget* NodePanel::buildAttention()
{
    m_attention = new QWidget;
    QVBoxLayout* column = makeNodeColumn(*m_attention);
    m_noAttention->setObjectName(QStringLiteral("noAttentionLabel"));
    m_source = named(new TokenLine, "sourceTokens");
    m_sourceArea = new TokenArea(m_source);
    m_pointed = makeLabel({}, LabelRole::Plain);
    connect(m_source, &TokenLine::tokenPointed, this,
            [this](int index) { m_pointed->setText(m_source->describe(index)); });
    m_scale = new ColourScale;
    column->addWidget(m_noAttention);
    column->addWidget(m_sourceArea, 1);
    column->addWidget(m_pointed);
    column->addWidget(m_scale);
    column->addStretch(0);
    return m_attention;
}

QWidget* NodePanel::buildScore()
{
    auto* page = new QWidget;
    QVBoxLayout* column = makeNodeColumn(*page);
    m_formula->setObjectName(QStringLiteral("scoreFormula"));
    m_formula->setFormula({"score = total / lp + cp,  total = Σ_t log p(y_t | y_{<t}, x)",
                           R"tex(\text{score} = \frac{\text{total}}{\mathrm{lp}} + \mathrm{cp},
\quad \text{total} = \sum_t \log p(y_t \mid y_{<t}, x))tex"});
    m_numbers->setObjectName(QStringLiteral("scoreNumbers"));
    m_numbers->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_formula);
    column->addWidget(m_numbers);
    column->addWidget(makeLabel(
        tr("Every further token contributes a factor below 1, so the total of a long text is "
           "always lower than that of its beginning. The length penalty makes hypotheses of "
           "different length comparable. The score decides which hypotheses are kept."),
        LabelRole::Muted));
    column->addWidget(makeLabel(
        tr("log p: natural logarithm of a token's probability, given the source and all tokens "
           "before it. Total: the sum of log p over the hypothesis. lp: length penalty, a divisor; "
           "1 means none. cp: coverage penalty, a summand; 0 means none, and it decreases when "
           "source tokens receive no attention. Score: candidates are ranked by it."),
        LabelRole::Muted));
    column->addStretch(1);
    auto* area = new QScrollArea;
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

void NodePanel::addPage(QWidget* page, const QString& title)
{
    m_tabs->addTab(page, title);
}

void NodePanel::insertPage(int index, QWidget* page, const QString& title)
{
    m_tabs->insertTab(index, page, title);
    m_tabs->setCurrentIndex(0);
}

void NodePanel::hideAttention()
{
    m_tabs->setTabVisible(m_tabs->indexOf(m_attention), false);
}

void NodePanel::showPage(QWidget* page)
{
    m_tabs->setCurrentWidget(page);
    setFolded(false);
}

void NodePanel::setFolded(bool folded)
{
    m_folded = folded;
    m_about->setVisible(!folded);
    const int tabs = m_tabs->tabBar()->sizeHint().height() + 2;
    m_tabs->setMaximumHeight(folded ? tabs : QWIDGETSIZE_MAX);
    setMinimumHeight(folded ? tabs : 0);
    setMaximumHeight(folded ? tabs : QWIDGETSIZE_MAX);
    setIcon(*m_fold, folded ? QStringLiteral("up") : QStringLiteral("down"));
    setHelp(*m_fold,
            folded ? tr("Open the details of the selected node")
                   : tr("Hide the details to give the tree more room"));
    m_fold->setAccessibleName(m_fold->toolTip());
    Q_EMIT foldedChanged();
}

/// A press on a tab opens the drawer, one on the tab in front folds it.
bool NodePanel::eventFilter(QObject* watched, QEvent* event)
{
    QTabBar* bar = m_tabs->tabBar();
    int pressed = -1;
    if (watched == bar && event->type() == QEvent::MouseButtonPress)
        pressed = bar->tabAt(static_cast<QMouseEvent*>(event)->pos());
    else if (watched == bar && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)
            pressed = bar->currentIndex();
    }
    if (pressed >= 0)
        setFolded(!m_folded && pressed == bar->currentIndex());
    return QWidget::eventFilter(watched, event);
}

void NodePanel::show(ShownSearch search, int32_t node, int step)
{
    m_search = std::move(search);
    m_node = m_search->has(node) ? node : -1;
    m_step = step;
    m_about->setText(m_node < 0 ? tr("Choose a node of the tree or a row of the table.")
                                : nodeSentence(*m_search, m_node, m_step));
    showDistribution();
    showAttention();
    showScore();
}

/// Why the network was not asked what comes behind the node.
QString NodePanel::whyNothingFollows() const
{
    if (m_node < 0)
        return {};
    const bool over = m_search->isEnd(m_node);
    if (over && m_search->survived(m_node))
        return tr("The hypothesis has ended: nothing follows.");
    if (!m_search->survived(m_node) && m_node > 0)
        return tr("This candidate was dropped, so no distribution was computed after it. Force its "
                  "prefix (Return) to compute one.");
    return tr("The search ended here, so no distribution was computed after this node.");
}

void NodePanel::showDistribution()
{
    m_plot->show(m_search, m_node, m_step);
    const bool any = !m_plot->bars().empty();
    m_plot->setVisible(any);
    m_doubt->setVisible(any);
    m_noBars->setVisible(!any);
    m_noBars->setText(whyNothingFollows());
    if (!any)
        return;
    const DistributionFacts facts = distributionFacts(m_search->node(m_node).nextLogProbabilities);
    constexpr qsizetype kLongest = 32; // letters: its end is what follows from
    QString text = m_search->text(m_node);
    if (text.size() > kLongest)
        text = QStringLiteral("\u2026") + text.right(kLongest);
    m_doubt->setText(
        tr("After \"%1\": entropy %2 nats (%3 bits), perplexity %4, the number of equally likely "
           "tokens with the same entropy.")
            .arg(text.isEmpty() ? m_search->tokenText(m_search->node(m_node).token) : text,
                 value(facts.entropyNats), value(facts.entropyNats / std::numbers::ln2),
                 value(facts.perplexity)));
}

void NodePanel::showAttention()
{
    const bool any = m_node >= 0 && !m_search->node(m_node).attention.empty();
    for (QWidget* part : {static_cast<QWidget*>(m_sourceArea), static_cast<QWidget*>(m_pointed),
                          static_cast<QWidget*>(m_scale)})
        part->setVisible(any);
    m_noAttention->setVisible(!any);
    if (!any) {
        const auto& nodes = m_search->nodes();
        const bool attends = std::any_of(nodes.begin(), nodes.end(),
                                         [](const auto& one) { return !one.attention.empty(); });
        m_noAttention->setText(attends || m_search->empty()
                                   ? whyNothingFollows()
                                   : tr("This network has no attention over the source."));
        return;
    }
    const auto& weights = m_search->node(m_node).attention;
    const auto& words = m_search->decoding().sourceTokens;
    std::vector<ShownToken> tokens;
    for (size_t i = 0; i < weights.size(); ++i)
        tokens.push_back({i < words.size() ? readableToken(words[i]) : QStringLiteral("?"),
                          qint64(i + 1), false, double(weights[i])});
    const double high = double(*std::max_element(weights.begin(), weights.end()));
    m_source->setTokens(std::move(tokens), high);
    m_sourceArea->updateGeometry();
    m_source->setAccessibleName(tr("Attention over the source when the next token was chosen"));
    m_pointed->setText(tr("Attention of the decoder over the source when it scores the next token; "
                          "the weights sum to 1."));
    m_scale->setScale(high, tr("weight"));
}

void NodePanel::showScore()
{
    if (m_node <= 0) {
        m_numbers->setText(m_node < 0 ? QString() : tr("The start token has no score."));
        return;
    }
    const core::TraceNode& node = m_search->node(m_node);
    QStringList parts;
    const std::vector<int32_t> path = m_search->path(m_node);
    for (const int32_t at : path)
        parts << scoreText(m_search->node(at).logProbability);
    constexpr int kMostTerms = 12;
    QString sum = parts.mid(0, kMostTerms).join(QStringLiteral(" + "));
    if (parts.size() > kMostTerms)
        sum += QStringLiteral(" + \u2026");
    sum.replace(QStringLiteral("+ \u2212"), QStringLiteral("\u2212 "));
    QString score = tr("score = %1 / %2").arg(scoreText(node.total), value(node.lengthPenalty));
    if (node.coveragePenalty != 0.0)
        score += tr(" + (%1)").arg(scoreText(node.coveragePenalty));
    m_numbers->setText(
        tr("\"%1\"\ntotal = %2 = %3\n%4 = %5")
            .arg(m_search->text(m_node), sum, scoreText(node.total), score, scoreText(node.score)));
}

} // namespace ui
