#include "ui/language/reading_page.h"

#include "ui/figure/figure.h"
#include "ui/language/rank_level.h"
#include "ui/language/small_bars.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QSpinBox>

#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr int64_t kCandidates = 8; ///< With the true one at most nine bars.
constexpr int64_t kRows = 20;

QVBoxLayout* makePageColumn(QWidget& owner)
{
    return makeColumn(&owner, {}, kGrid, {0, kGrid, 0, 0});
}

/// Named by their last rank, which is at most the size of the vocabulary.
std::vector<SmallBars::Bar> rankBars(const core::ReadText& text)
{
    const int64_t all = std::max<int64_t>(text.vocabularySize, 2);
    std::vector<SmallBars::Bar> bars;
    int64_t first = 1;
    for (int64_t last : {int64_t{1}, int64_t{5}, int64_t{10}, int64_t{100}, int64_t{1000}, all}) {
        last = std::min(last, all);
        if (last < first)
            break;
        const QString said = last == first
            ? ReadingPage::tr("rank %1").arg(first)
            : ReadingPage::tr("rank %1 to %2").arg(count(first), count(last));
        SmallBars::Bar bar{compact(double(last)), 0, rankLevel(first), said};
        for (const core::ReadToken& token : text.tokens)
            bar.count += token.rank >= first && token.rank <= last ? 1 : 0;
        bars.push_back(std::move(bar));
        first = last + 1;
    }
    return bars;
}

/// Bins of one `width` from 0 on; what lies beyond the last is counted there.
std::vector<SmallBars::Bar> binned(const core::ReadText& text, int bins, double width,
                                   double (*of)(const core::ReadToken&))
{
    std::vector<SmallBars::Bar> bars;
    for (int bin = 0; bin < bins; ++bin)
        bars.push_back(
            {value(bin * width), 0, -1,
             ReadingPage::tr("%1 to %2").arg(value(bin * width), value((bin + 1) * width))});
    for (const core::ReadToken& token : text.tokens) {
        if (token.rank > 0)
            ++bars[size_t(std::clamp(int(of(token) / width), 0, bins - 1))].count;
    }
    return bars;
}

double nameLoss(const core::ReadText& text)
{
    return sumOf(text).perToken();
}

} // namespace

QLabel* makeStateLabel()
{
    QLabel* label = named(makeLabel({}, LabelRole::Muted), "stateLabel");
    hideInPresentation(*label);
    return label;
}

ReadingPage::ReadingPage(ViewContext& context, Asker::Failed failed, QWidget* parent)
    : GlassPage(parent)
    , m_asker(context, std::move(failed))
    , m_state(makeStateLabel())
    , m_part(new ContentOrEmpty)
    , m_panel(new ReadingPanel(tr("The text, token by token; the arrow keys move"),
                               QStringLiteral("glass"), TextGlass::Colours::Ranks))
{
    QVBoxLayout* column = makePageColumn(*this);
    column->addWidget(m_state);
    column->addWidget(m_part, 1);
    m_part->setContent(m_panel);
    m_part->showContent();
    m_panel->addBesideCandidates(buildHistograms());
}

QWidget* ReadingPage::buildHistograms()
{
    auto* group = new QWidget;
    auto* row = makeRow(group, {}, kGrid);
    m_ranks = new SmallBars(tr("Rank, up to"));
    m_probabilities = new SmallBars(tr("Probability, from"));
    m_entropies = new SmallBars(tr("Entropy, nats, from"));
    m_ranks->setObjectName(QStringLiteral("rankBars"));
    m_probabilities->setObjectName(QStringLiteral("probabilityBars"));
    m_entropies->setObjectName(QStringLiteral("entropyBars"));
    setHelp(*m_ranks, tr("Tokens by the rank of the true token"));
    setHelp(*m_probabilities,
            tr("Tokens by the probability of the true token. If most are at 0, the training texts "
               "were too different; train longer, or on texts like this one."));
    setHelp(*m_entropies,
            tr("Tokens by the entropy of the prediction. Low entropy with low probability is a "
               "confident error, a sign of overfitting: increase dropout or stop earlier."));
    for (SmallBars* bars : {m_ranks, m_probabilities, m_entropies})
        row->addWidget(bars, 1);
    return group;
}

void ReadingPage::follow(const Shown& shown)
{
    m_shown = shown;
    if (shown.text.trimmed().isEmpty()) {
        withdraw();
        m_part->showNoText();
        return;
    }
    m_part->showContent();
    if (!shown.askable)
        return;
    m_asker.follow(shown,
                   core::AskReading{shown.text.toStdString(), m_class.toStdString(), kCandidates},
                   [this](const core::ReadText& text) { setReading(text); });
}

void ReadingPage::withdraw()
{
    m_asker.withdraw();
    m_state->clear();
    m_panel->setTexts({});
}

void ReadingPage::setClass(const QString& name)
{
    if (name == m_class)
        return;
    m_class = name;
    if (isVisible())
        follow(m_shown);
}

void ReadingPage::setReading(const core::ReadText& text)
{
    m_state->setText(QStringLiteral("%1 \u00b7 %2")
                         .arg(m_shown.name, stateOf(text.step, text.epoch, text.milliseconds)));
    m_panel->setTexts({{text, {}}});
    showHistograms(text);
}

void ReadingPage::showHistograms(const core::ReadText& text)
{
    m_ranks->setBars(rankBars(text));
    m_probabilities->setBars(
        binned(text, 10, 0.1, [](const core::ReadToken& token) { return std::exp(-token.nats); }));
    const double most = std::log(double(std::max<int64_t>(text.vocabularySize, 2)));
    const double width = most > 2.0 ? 1.0 : 0.25;
    m_entropies->setBars(binned(text, int(std::ceil(most / width)), width,
                                [](const core::ReadToken& token) { return token.entropy; }));
}

std::vector<Figure> ReadingPage::figures() const
{
    if (m_panel->glass().tokens() == 0)
        return {};
    const std::vector<const SmallBars*> charts{m_ranks, m_probabilities, m_entropies};
    constexpr int kChart = 260, kTall = 180;
    const int space = 2 * kGrid;
    return {m_panel->figure(m_shown.text.left(60), QStringLiteral("glass")),
            {.title = tr("Ranks, probabilities and entropies"),
             .name = QStringLiteral("glass-histograms"),
             .size = {3 * kChart + 4 * space, kTall + 2 * space},
             .paint =
                 [charts, space](QCPPainter& painter) {
                     int left = space;
                     for (const SmallBars* chart : charts) {
                         chart->draw(painter, QRect(left, space, kChart, kTall));
                         left += kChart + space;
                     }
                 },
             .table =
                 [charts](TableText& table) {
                     table.row("histogram", "bin", "tokens");
                     for (const SmallBars* chart : charts)
                         for (const SmallBars::Bar& bar : chart->bars())
                             table.row(chart->title(), bar.said, bar.count);
                 },
             .words =
                 [charts] {
                     QStringList lines;
                     for (const SmallBars* chart : charts)
                         lines << chart->words();
                     return lines.join(u'\n');
                 }}};
}

RowsPage::RowsPage(ViewContext& context, Asker::Failed failed, QWidget* parent)
    : GlassPage(parent)
    , m_asker(context, std::move(failed))
    , m_state(makeStateLabel())
    , m_panel(new ReadingPanel(tr("Rows of the data, token by token; the arrow keys move"),
                               QStringLiteral("glassRows"), TextGlass::Colours::Losses))
{
    QVBoxLayout* column = makePageColumn(*this);
    column->addWidget(buildChoice());
    column->addWidget(m_panel, 1);
}

QWidget* RowsPage::buildChoice()
{
    auto* line = new QWidget;
    auto* row = makeRow(line);
    m_split = named(new QComboBox, "rowsSplitBox", tr("Set of texts"));
    m_split->addItem(tr("training text"), QStringLiteral("train"));
    m_split->addItem(tr("validation text"), QStringLiteral("valid"));
    m_first = named(new QSpinBox, "rowsFirstBox", tr("First row that is shown"));
    m_first->setRange(1, 1000000000);
    m_first->setSingleStep(int(kRows));
    m_first->setKeyboardTracking(false);
    connect(m_split, &QComboBox::currentIndexChanged, this, &RowsPage::ask);
    connect(m_first, &QSpinBox::valueChanged, this, &RowsPage::ask);
    row->addWidget(m_split);
    row->addWidget(makeNameLabel(tr("fro&m row"), *m_first));
    row->addWidget(m_first);
    row->addWidget(m_state, 1);
    hideInPresentation(*line);
    return line;
}

void RowsPage::follow(const Shown& shown)
{
    m_shown = shown;
    ask();
}

void RowsPage::ask()
{
    if (!m_shown.askable)
        return;
    m_asker.follow(m_shown,
                   core::AskRowReadings{m_split->currentData().toString().toStdString(),
                                        m_first->value() - 1, kRows, kCandidates},
                   [this](const std::vector<core::ReadText>& texts) { setReadings(texts); });
}

void RowsPage::withdraw()
{
    m_asker.withdraw();
    m_state->clear();
    m_panel->setTexts({});
}

void RowsPage::setReadings(const std::vector<core::ReadText>& texts)
{
    std::vector<GlassText> shown;
    for (size_t i = 0; i < texts.size(); ++i) {
        shown.push_back(
            {texts[i], tr("%1  %2").arg(m_first->value() + int(i)).arg(value(nameLoss(texts[i])))});
    }
    m_state->setText(texts.empty() ? tr("There are no more rows.")
                                   : tr("%1 \u00b7 %2. Row, and its nats per token, at the left.")
                                         .arg(m_shown.name,
                                              stateOf(texts.front().step, texts.front().epoch,
                                                      texts.front().milliseconds)));
    m_panel->setTexts(std::move(shown));
}

std::vector<Figure> RowsPage::figures() const
{
    if (m_panel->glass().tokens() == 0)
        return {};
    return {m_panel->figure(tr("Rows of the %1").arg(m_split->currentText()),
                            QStringLiteral("glass-rows"))};
}

} // namespace ui
