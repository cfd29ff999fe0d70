#include "ui/attention_test/attention_test_view.h"

#include "core/probe/question_kind.h"
#include "ui/attention_test/attention_scores_page.h"
#include "ui/attention_test/attention_tables.h"
#include "ui/attention_test/entropy_page.h"
#include "ui/attention_test/weights_page.h"
#include "ui/text/sentences.h"
#include "ui/view/picked_head.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QTabWidget>

#include <algorithm>
#include <cmath>

namespace ui {

AttentionTestView::AttentionTestView(ViewContext& context, QWidget* parent)
    : TextInspectionView(context,
                         {QStringLiteral("attentionTest"), tr("Attention tested"),
                          tr("Text whose attention is tested; earlier texts are in the list"),
                          tr("Then type a sentence above: its prediction with replaced attention "
                             "weights appears here.")},
                         parent)
    , m_test(std::make_shared<core::AttentionTest>())
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [this](int whole) {
        constexpr int kLinesOfARow = 10; // A map of one row, and what stands above it.
        constexpr int kLinesBesideRows = 6; // Above the rows of other maps.
        const bool row = shownHead() != nullptr && shownHead()->map.rows == 1;
        const int line = fontMetrics().lineSpacing();
        int upper = row ? std::min(2 * whole / 5, kLinesOfARow * line) : whole / 2;
        if (shownHead() != nullptr && !row && Theme::instance().presentation())
            upper = std::clamp((int(shownHead()->map.rows) + kLinesBesideRows) * line, upper,
                               7 * whole / 10);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    showNoNetwork();
}

bool AttentionTestView::fits(const core::ExperimentSpec& spec)
{
    const core::Json& options = spec.model.network.options;
    const auto kindOf = [&](const char* option) {
        const bool there = options.contains(option) && options.at(option).is_object()
            && options.at(option).contains("kind");
        return there ? options.at(option).at("kind").get<std::string>() : std::string("none");
    };
    const std::string pooling = kindOf("pooling");
    return options.contains("heads") || kindOf("attention") != "none"
        || pooling.find("attention") != std::string::npos || pooling == "straight_through";
}

QWidget* AttentionTestView::buildUpper()
{
    auto* upper = new QWidget;
    auto* head = makeRow(nullptr, {}, kGrid);
    m_heads = named(new QuietComboBox, "testedHeadBox", tr("Attention layer and head to show"),
                    tr("If there are many heads, sort the tables below by a click on a header and "
                       "select a row to show its head here."));
    m_scale = new ColourScale;
    head->addWidget(makeNameLabel(tr("&Attention"), *m_heads));
    head->addWidget(m_heads, 1);
    head->addWidget(m_scale);
    m_facts = named(makeLabel({}, LabelRole::Plain), "headFactsLabel");
    m_map = named(new HeatMap, "testedMap", tr("Attention weights"));
    m_map->setMinimumSize(120, 60);
    m_map->setDescriber([this](int row, int place) { return describe(row, place); });
    makeColumn(upper, {head, m_facts, {m_map, 1}}, 4);
    connect(m_heads, &QComboBox::activated, this, &AttentionTestView::showOtherHead);
    const auto point = [this](int row, int place) {
        if (row < 0 || shownHead() == nullptr)
            return;
        m_weights->setPlace(siteOf(shownHead()->map), {place, row});
    };
    connect(m_map, &HeatMap::cellActivated, this, [this, point](int row, int place) {
        point(row, place);
        m_tabs->setCurrentWidget(m_weights);
    });
    return upper;
}

QWidget* AttentionTestView::buildLower()
{
    m_tabs = named(new QTabWidget, "attentionTestTabs");
    m_tabs->setDocumentMode(true);
    m_replaced = new ReplacedPage;
    m_agreement = new AgreementPage;
    m_weights = new WeightsPage;
    m_entropy = new EntropyPage(context());
    m_scores = new AttentionScoresPage(context());
    m_tabs->addTab(m_replaced, tr("Re&placed"));
    m_tabs->addTab(m_weights, tr("By ha&nd"));
    m_tabs->addTab(m_agreement, tr("A&greement"));
    m_tabs->addTab(m_entropy, tr("&Over epochs"));
    m_tabs->addTab(m_scores, tr("O&ver the data"));
    const auto chosen = [this](const core::AttentionSite& site) {
        choose(site);
        showOtherHead();
    };
    connect(m_replaced, &ReplacedPage::siteChosen, this, chosen);
    connect(m_agreement, &AgreementPage::siteChosen, this, chosen);
    connect(m_weights, &WeightsPage::edited, this, &AttentionTestView::askAgain);
    connect(m_weights, &WeightsPage::byHandWanted, this, [this] {
        context().pickHead({AskedNetwork(shown()),
                            shown().name,
                            {.example = example(),
                             .site = siteOf(shownMap()),
                             .query = m_weights->cell().y(),
                             .key = m_weights->cell().x()}});
    });
    return m_tabs;
}

void AttentionTestView::showOtherRun()
{
    m_chosen = false;
    m_weights->clear();
}

void AttentionTestView::showOtherText()
{
    m_scaleEnd = 0.0;
    m_weights->clear();
}

void AttentionTestView::askShown()
{
    core::AskAttentionTest question;
    question.example = example();
    question.edits = m_weights->edits();
    asker().follow(shown(), question, [this](const core::AttentionTest& test) { setTest(test); });
    followPages();
}

void AttentionTestView::followPages()
{
    m_scores->follow(shown());
    QStringList texts = shown().pinned;
    if (!texts.contains(told()))
        texts.prepend(told());
    m_entropy->follow(shown(), texts, example().className);
}

void AttentionTestView::setTest(const core::AttentionTest& test)
{
    if (test.heads.empty()) {
        frame().showEmpty(tr("This network has no attention"),
                          tr("Train a Transformer, a translator with attention or a network with "
                             "attention pooling, or choose a run of one."));
        return;
    }
    m_test = std::make_shared<core::AttentionTest>(test);
    fillHeads();
    frame().shareSoon();
    m_replaced->setTest(m_test);
    m_agreement->setTest(m_test);
    m_weights->setTest(m_test);
    showMap();
    showContent(stateText());
    showWords();
}

void AttentionTestView::fillHeads()
{
    const int before = m_heads->currentIndex();
    const bool alike = m_heads->count() == int(m_test->heads.size());
    const QSignalBlocker quiet(m_heads);
    QuietComboBox::Choices heads;
    for (const core::AttentionHeadFacts& facts : m_test->heads)
        heads.emplace_back(siteText(siteOf(facts.map)), QVariant());
    m_heads->setChoices(heads);
    // To begin with the last: nearest to the answer.
    m_heads->setCurrentIndex(alike && m_chosen ? before : m_heads->count() - 1);
    m_heads->setEnabled(m_heads->count() > 1);
}

/// A head of the site, unless the one that is shown is.
void AttentionTestView::choose(const core::AttentionSite& site)
{
    const auto fit = [&](const core::AttentionMap& map) {
        return map.group == site.group && (site.layer < 0 || map.layer == site.layer)
            && (site.head < 0 || map.head == site.head);
    };
    if (shownHead() != nullptr && fit(shownHead()->map))
        return;
    for (size_t i = 0; i < m_test->heads.size(); ++i)
        if (fit(m_test->heads[i].map)) {
            m_heads->setCurrentIndex(int(i));
            return;
        }
}

void AttentionTestView::showOtherHead()
{
    m_chosen = true;
    m_weights->setPlace({}, {-1, -1}); // A cell of this one has to be clicked.
    m_scaleEnd = 0.0;
    frame().shareSoon();
    showMap();
}

const core::AttentionHeadFacts* AttentionTestView::shownHead() const
{
    const int index = m_heads->currentIndex();
    return index >= 0 && size_t(index) < m_test->heads.size() ? &m_test->heads[size_t(index)]
                                                              : nullptr;
}

const core::AttentionMap& AttentionTestView::shownMap() const
{
    for (const core::AttentionMap& map : m_test->edited)
        if (siteOf(map) == siteOf(shownHead()->map))
            return map;
    return shownHead()->map;
}

void AttentionTestView::showMap()
{
    if (shownHead() == nullptr)
        return;
    const core::AttentionMap& map = shownMap();
    HeatMapContent content;
    content.rows = int(map.rows);
    content.columns = int(map.columns);
    content.values = map.weights;
    const float largest
        = map.weights.empty() ? 1.0F : *std::max_element(map.weights.begin(), map.weights.end());
    m_scaleEnd = steadyScaleEnd(double(largest), m_scaleEnd);
    content.high = m_scaleEnd;
    content.rowLabels = rowLabels(*m_test, map);
    content.columnLabels = columnLabels(*m_test, map);
    content.outlined.assign(map.weights.size(), 0);
    if (m_test->byHand)
        for (const core::AttentionEdit& edit : m_weights->edits())
            for (int64_t row = 0; row < map.rows; ++row)
                if (edit.site == siteOf(map) && (edit.query < 0 || edit.query == row)
                    && edit.key < map.columns)
                    content.outlined[size_t(row * map.columns + edit.key)] = 1;
    if (map.rows == 1)
        for (const float weight : map.weights)
            content.cellTexts << QLocale().toString(double(weight), 'f', 2);
    m_scale->setScale(content.high, tr("weight"));
    m_map->setContent(std::move(content));
    m_facts->setText(factsText());
}

QString AttentionTestView::describe(int row, int column) const
{
    if (shownHead() == nullptr)
        return {};
    const core::AttentionMap& map = shownMap();
    return tr("\u201c%1\u201d attends to \u201c%2\u201d with weight %3")
        .arg(rowLabels(*m_test, map).value(row), columnLabels(*m_test, map).value(column),
             value(double(map.weights[size_t(row * int(map.columns) + column)])));
}

QString AttentionTestView::factsText() const
{
    const core::AttentionHeadFacts& facts = *shownHead();
    QStringList parts;
    if (std::isfinite(facts.entropy))
        parts << tr("entropy %1 nats, %2 of uniform")
                     .arg(value(facts.entropy), percent(facts.relativeEntropy));
    const auto tau
        = [](const std::optional<double>& number) { return QLocale().toString(*number, 'f', 2); };
    if (facts.tauGradient)
        parts << tr("\u03c4 with gradient \u00d7 input %1").arg(tau(facts.tauGradient));
    if (facts.tauLeaveOneOut)
        parts << tr("\u03c4 with leaving out %1").arg(tau(facts.tauLeaveOneOut));
    if (m_test->byHand)
        parts << tr("framed: set by hand");
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString AttentionTestView::stateText() const
{
    QStringList parts{updateText(m_test->step, m_test->epoch),
                      sayingText(m_test->classes, m_test->plain)};
    if (m_test->lossOfTruth && m_test->targetTokens.empty() && !m_test->lossOf.empty())
        parts << tr("true: %1").arg(QString::fromStdString(m_test->lossOf));
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString AttentionTestView::words() const
{
    QStringList parts{stateText(), m_replaced->words(), m_agreement->words()};
    if (m_test->byHand)
        parts << tr("By hand: %1").arg(sayingText(m_test->classes, m_test->byHand->saying));
    parts << m_entropy->words() << m_scores->words();
    parts.removeAll(QString());
    return parts.join(u'\n');
}

std::vector<Figure> AttentionTestView::contentFigures() const
{
    Figure entropy = figureOf(m_entropy->plot(), tr("Entropy over epochs"),
                              QStringLiteral("attention_entropy"));
    entropy.table = [this](TableText& table) { m_entropy->write(table); };
    entropy.words = [this] { return m_entropy->words(); };
    return {{.title = told(),
             .name = QStringLiteral("attention_replaced"),
             .size = m_map->wholeSize(),
             .paint = [this](QCPPainter& painter) { m_map->drawWhole(painter); },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskAttentionTest>(*m_test); }},
            {.title = tr("Agreement with other measures"),
             .name = QStringLiteral("attention_agreement"),
             .words = [this] { return m_agreement->words(); }},
            std::move(entropy),
            {.title = tr("Attention replaced over the data"),
             .name = QStringLiteral("attention_scores"),
             .words = [this] { return m_scores->words(); },
             .answer
             = [this] { return core::readoutOf<core::AskAttentionScores>(m_scores->scores()); }}};
}

} // namespace ui
