#include "ui/attention_test/entropy_page.h"

#include "ui/attention_test/entropy_plot.h"
#include "ui/attention_test/shown_test.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

} // namespace

EntropyPage::EntropyPage(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_answers(
          context, [this](int) { took(); }, [this] { return isVisible(); })
    , m_plot(new EntropyPlot)
    , m_state(makeLabel({}, LabelRole::Muted))
{
    m_state->setObjectName(QStringLiteral("entropyState"));
    constexpr int kLiveMs = 1000;
    m_answers.setIntervalMs(kLiveMs);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_plot, 1);
    column->addWidget(m_state);
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
        return tr("Asking the network of each epoch \u2026");
    if (const core::Failure* why = failure())
        return tr("Not every epoch could be computed. %1").arg(sentence(*why));
    const QString texts = filled(tr("Mean over %1 {text|texts}. "), {count(m_texts.size())});
    return m_shown.epochs.empty() ? texts
            + tr("Only the latest weights are stored. Keep checkpoints of epochs in step 4 to "
                 "compare epochs.")
                                  : texts
            + tr("1: uniform attention; 0: attention to a single token. A line that falls: a head "
                 "that attends to fewer tokens. Lines of a layer have its colour.");
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
            lines << tr("Epoch %1, %2: entropy %3 of ln n")
                         .arg(count(answer->epoch), siteText(head.site),
                              value(head.relativeEntropy));
    return lines.join(u'\n');
}

} // namespace ui
