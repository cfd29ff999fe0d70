#include "ui/attention_test/entropy_page.h"

#include "ui/attention_test/shown_test.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QSharedPointer>

#include <algorithm>

namespace ui {

EntropyPlot::EntropyPlot(QWidget* parent) : Plot(parent)
{
    setObjectName(QStringLiteral("entropyPlot"));
    setMinimumSize(200, 100);
    putLegendAbove();
    yAxis->setRange(0.0, 1.05);
    QSharedPointer<QCPAxisTickerFixed> whole(new QCPAxisTickerFixed);
    whole->setTickStep(1.0);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    constexpr int kTicks = 12;
    whole->setTickCount(kTicks);
    xAxis->setTicker(whole);
}

void EntropyPlot::setLines(std::vector<Line> lines)
{
    clearGraphs();
    m_lines = std::move(lines);
    double first = 1e9, last = 0.0;
    QStringList said;
    for (const Line& line : m_lines) {
        QCPGraph* graph = addGraph();
        graph->setName(line.legend);
        if (line.legend.isEmpty())
            graph->removeFromLegend();
        for (size_t i = 0; i < line.values.size(); ++i) {
            graph->addData(line.epochs[i], line.values[i]);
            first = std::min(first, line.epochs[i]);
            last = std::max(last, line.epochs[i]);
        }
        if (!line.values.empty())
            said << tr("%1 from %2 to %3")
                        .arg(line.name, value(line.values.front()), value(line.values.back()));
    }
    xAxis->setRange(first > last ? 0.0 : first - 0.2, first > last ? 1.0 : last + 0.2);
    setAxisTitles(tr("epoch"), tr("entropy, share of ln n"));
    setAccessibleTexts(tr("Entropy of each head over the epochs"), said.join(QStringLiteral("; ")));
    legend->setVisible(!m_lines.empty());
    style();
    replot(rpQueuedReplot);
}

void EntropyPlot::applyTheme()
{
    Plot::applyTheme();
    style();
}

void EntropyPlot::style()
{
    const Theme& theme = Theme::instance();
    for (int i = 0; i < graphCount(); ++i) {
        QPen pen = theme.seriesPen(m_lines[size_t(i)].colour);
        pen.setWidthF(1.5 * theme.lineWidth());
        graph(i)->setPen(pen);
        graph(i)->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 5));
    }
}

EntropyPage::EntropyPage(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_answers(
          context, [this](int) { took(); }, [this] { return isVisible(); })
    , m_plot(new EntropyPlot)
    , m_state(named(makeLabel({}, LabelRole::Muted), "entropyState"))
{
    constexpr int kLiveMs = 1000;
    m_answers.setIntervalMs(kLiveMs);
    makeColumn(this, {{m_plot, 1}, m_state}, 4, {0, 4, 0, 0});
}

void EntropyPage::follow(const Shown& shown, const QStringList& texts, const std::string& className)
{
    if (shown.choice.run != m_shown.choice.run || texts != m_texts || className != m_className)
        m_answers.withdraw();
    m_shown = shown;
    m_texts = texts;
    m_className = className;
    m_epochs.assign(shown.epochs.rbegin(), shown.epochs.rend());
    if (shown.live || shown.epochs.empty())
        m_epochs.insert(m_epochs.begin(), ModelChoice::kLatest);
    if (!shown.hasRun() || !shown.askable || texts.isEmpty())
        m_epochs.clear();
    core::AskAttentionEntropy question;
    question.className = className;
    for (const QString& text : texts)
        question.texts.push_back(text.toStdString());
    std::vector<decltype(m_answers)::Wish> wishes;
    for (const int epoch : m_epochs)
        wishes.push_back({epoch,
                          {{shown.choice.run, epoch},
                           shown.live && epoch == ModelChoice::kLatest,
                           shown.updates},
                          question});
    m_answers.follow(std::move(wishes));
    took();
}

void EntropyPage::took()
{
    showLines();
    m_state->setText(stateText());
}

std::vector<EntropyPage::Entropies> EntropyPage::answers() const
{
    std::vector<Entropies> all;
    for (const int epoch : m_epochs)
        if (Entropies answer = m_answers.find(epoch); answer != nullptr)
            all.push_back(std::move(answer));
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a->epoch < b->epoch; });
    return all;
}

const core::Failure* EntropyPage::failure() const
{
    for (const int epoch : m_epochs)
        if (const core::Failure* failure = m_answers.failure(epoch))
            return failure;
    return nullptr;
}

void EntropyPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_answers.resume();
}

void EntropyPage::showLines()
{
    std::vector<EntropyPlot::Line> lines;
    std::vector<core::AttentionSite> sites, layers;
    for (const Entropies& answer : answers())
        for (const core::AttentionEntropy& head : answer->heads) {
            auto found = std::find(sites.begin(), sites.end(), head.site);
            if (found == sites.end()) {
                const core::AttentionSite layer{head.site.group, head.site.layer, -1};
                const auto known = std::find(layers.begin(), layers.end(), layer);
                const bool first = known == layers.end();
                lines.push_back({siteText(head.site),
                                 int(known - layers.begin()),
                                 first ? siteText(layer) : QString(),
                                 {},
                                 {}});
                if (first)
                    layers.push_back(layer);
                found = sites.insert(sites.end(), head.site);
            }
            EntropyPlot::Line& line = lines[size_t(found - sites.begin())];
            line.epochs.push_back(double(answer->epoch));
            line.values.push_back(head.relativeEntropy);
        }
    m_plot->setLines(std::move(lines));
}

QString EntropyPage::stateText() const
{
    if (!m_answers.isComplete())
        return tr("Evaluating the network of each epoch \u2026");
    if (const core::Failure* why = failure())
        return tr("Not every epoch could be computed. %1").arg(sentence(*why));
    const QString texts = filled(tr("Mean over %1 {text|texts}. "), {count(m_texts.size())});
    return m_shown.epochs.empty() ? texts
            + tr("Only the latest weights are stored. Keep checkpoints of epochs in step 4 to "
                 "compare epochs.")
                                  : texts
            + tr("1: uniform attention; 0: attention to a single token. If a line falls, its head "
                 "attends to fewer tokens. The lines of a layer have the same colour.");
}

void EntropyPage::write(TableText& table) const
{
    table.row("epoch", "site", "entropy", "relative_entropy");
    for (const Entropies& answer : answers())
        for (const core::AttentionEntropy& head : answer->heads)
            table.row(answer->epoch, siteText(head.site), head.entropy, head.relativeEntropy);
}

QString EntropyPage::words() const
{
    QStringList lines;
    for (const Entropies& answer : answers())
        for (const core::AttentionEntropy& head : answer->heads)
            lines << tr("Epoch %1, %2: entropy %3 of its maximum ln n")
                         .arg(count(answer->epoch), siteText(head.site),
                              value(head.relativeEntropy));
    return lines.join(u'\n');
}

} // namespace ui
