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

constexpr int kNow = -1;

} // namespace

EntropyPage::EntropyPage(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_asker(context,
              [this](const core::Failure&) {
                  m_failed = true;
                  m_state->setText(stateText());
              })
    , m_plot(new EntropyPlot)
    , m_state(makeLabel({}, LabelRole::Muted))
{
    m_state->setObjectName(QStringLiteral("entropyState"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_plot, 1);
    column->addWidget(m_state);
}

void EntropyPage::follow(const Shown& shown, const QStringList& texts, const std::string& className)
{
    const bool other
        = shown.choice.run != m_shown.choice.run || texts != m_texts || className != m_className;
    if (other || shown.epochs != m_shown.epochs || shown.live != m_shown.live)
        m_failed = false;
    m_shown = shown;
    m_texts = texts;
    m_className = className;
    if (other) {
        m_asker.withdraw();
        m_answers.clear();
        showLines();
    } else if (shown.live) {
        m_answers.erase(kNow);
    }
    m_state->setText(stateText());
    askNext();
}

std::optional<int> EntropyPage::missing() const
{
    if (!m_answers.contains(kNow) && (m_shown.live || m_shown.epochs.empty()))
        return kNow;
    for (auto epoch = m_shown.epochs.rbegin(); epoch != m_shown.epochs.rend(); ++epoch)
        if (!m_answers.contains(*epoch))
            return *epoch;
    return {};
}

void EntropyPage::askNext()
{
    const auto epoch = missing();
    if (!epoch || !isVisible() || !m_shown.hasRun() || !m_shown.askable || m_texts.isEmpty()
        || m_failed || m_asker.waits())
        return;
    Shown asked = m_shown;
    asked.choice.epoch = *epoch;
    core::AskAttentionEntropy question;
    question.className = m_className;
    for (const QString& text : m_texts)
        question.texts.push_back(text.toStdString());
    m_asker.ask(asked, question, [this, epoch = *epoch](const core::AttentionEntropies& answer) {
        took(epoch, answer);
    });
}

void EntropyPage::took(int epoch, const core::AttentionEntropies& answer)
{
    m_answers[epoch] = answer;
    showLines();
    m_state->setText(stateText());
    // After this answer has been dealt with: the asker is still at it.
    QMetaObject::invokeMethod(this, &EntropyPage::askNext, Qt::QueuedConnection);
}

void EntropyPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    askNext();
}

void EntropyPage::showLines()
{
    std::vector<EntropyPlot::Line> lines;
    std::vector<core::AttentionSite> sites, layers;
    std::vector<const core::AttentionEntropies*> byEpoch;
    for (const auto& [epoch, answer] : m_answers)
        byEpoch.push_back(&answer);
    std::sort(byEpoch.begin(), byEpoch.end(),
              [](const auto* a, const auto* b) { return a->epoch < b->epoch; });
    for (const core::AttentionEntropies* answer : byEpoch)
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
    if (m_failed)
        return tr("The networks of this run cannot be asked.");
    if (missing() && !m_texts.isEmpty())
        return tr("Asking the network of each epoch \u2026");
    const QString texts = filled(tr("Mean over %1 {text|texts}. "), {count(m_texts.size())});
    return m_shown.epochs.empty() ? texts
            + tr("Only the network of now was kept: to see the way, keep checkpoints of epochs "
                 "(Training, keep epochs).")
                                  : texts
            + tr("1: all words alike; 0: one word. Lines that fall: heads that have made up their "
                 "mind. Lines of a layer have its colour.");
}

void EntropyPage::write(TableText& table) const
{
    table.row("epoch", "site", "entropy", "relative_entropy");
    for (const auto& [epoch, answer] : m_answers)
        for (const core::AttentionEntropy& head : answer.heads)
            table.row(answer.epoch, siteText(head.site), head.entropy, head.relativeEntropy);
}

QString EntropyPage::words() const
{
    QStringList lines;
    for (const auto& [epoch, answer] : m_answers)
        for (const core::AttentionEntropy& head : answer.heads)
            lines << tr("Epoch %1, %2: entropy %3 of ln n")
                         .arg(count(answer.epoch), siteText(head.site),
                              value(head.relativeEntropy));
    return lines.join(u'\n');
}

} // namespace ui
