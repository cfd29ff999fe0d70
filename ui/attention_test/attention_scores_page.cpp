#include "ui/attention_test/attention_scores_page.h"

#include "ui/attention_test/shown_test.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

AttentionScoresPage::AttentionScoresPage(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_asker(
          context,
          [this](const core::Failure& failure) {
              end(failure.code == core::ErrorCode::Cancelled ? tr("Cancelled.")
                                                             : sentence(failure));
          },
          [this](const core::Progress& progress) { showBusy(progress); })
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(buildControls());
    m_state = makeLabel({}, LabelRole::Muted);
    m_state->setObjectName(QStringLiteral("attentionScoresState"));
    m_busy = new BusyLine(tr("How far it is"));
    m_busy->cancelButton()->setText(tr("&Cancel"));
    connect(m_busy, &BusyLine::cancelRequested, this, [this] { m_asker.cancel(); });
    column->addWidget(m_state);
    column->addWidget(m_busy);
    m_table = new RowView(QStringLiteral("attentionScoresTable"),
                          tr("What replacing attention weights costs over the data"));
    column->addWidget(m_table, 1);
    m_table->setColumns(
        {textColumn("site", tr("Attention"), tr("Whose weights are replaced"),
                    [this](int i) {
                        return Cell(row(i).site.group.empty()
                                        ? tr("the network as it is").toStdString()
                                        : siteText(row(i).site).toStdString());
                    }),
         replacementColumn([this](int i) { return row(i).change; }),
         numberColumn(
             "measure", tr("Score"), tr("Of the set with these weights"),
             [this](int i) { return Cell(row(i).measure); },
             [](double number) { return QLocale().toString(number, 'f', 3); },
             QStringLiteral("000.000")),
         numberColumn(
             "measure_change", tr("Change"), tr("From the network as it is"),
             [this](int i) { return Cell(row(i).measure - row(0).measure); },
             [](double number) { return changeNumber(number); }, QStringLiteral("\u22120.00012")),
         numberColumn(
             "loss", tr("Loss"), tr("Mean, nats"), [this](int i) { return Cell(row(i).loss); },
             [](double number) { return value(number); }, QStringLiteral("00.0000")),
         [this] {
             RowColumn turned = numberColumn(
                 "turned", tr("Other answers"),
                 tr("Share of the texts of which it says something else"),
                 [this](int i) { return Cell(row(i).turned); },
                 [](double number) { return percent(number); }, QStringLiteral("100.0 %"));
             turned.share = 0.5;
             turned.alignment = Qt::AlignLeft;
             turned.bar = [this](int i) { return row(i).turned; };
             return turned;
         }()});
    m_table->setSortable();
    end({});
}

QWidget* AttentionScoresPage::buildControls()
{
    auto* controls = new QWidget;
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::instance().spacing());
    m_split = new QuietComboBox;
    m_split->setObjectName(QStringLiteral("attentionSplitBox"));
    m_split->setAccessibleName(tr("Which part of the data"));
    m_split->addItem(tr("validation"), QStringLiteral("valid"));
    m_split->addItem(tr("test"), QStringLiteral("test"));
    m_texts = new QuietComboBox;
    m_texts->setObjectName(QStringLiteral("attentionTextsBox"));
    m_texts->setAccessibleName(tr("How many of its texts"));
    for (const int texts : {100, 1000})
        m_texts->addItem(tr("first %1").arg(count(texts)), texts);
    m_texts->addItem(tr("all"), 0);
    m_texts->setCurrentIndex(1);
    setHelp(*m_texts,
            tr("It takes too long: take the first 100. Differences are small: take all."));
    m_heads = new QCheckBox(tr("eac&h head off"));
    m_heads->setObjectName(QStringLiteral("eachHeadBox"));
    setHelp(*m_heads,
            tr("Also every head by itself switched off, as in Michel et al. (2019): which heads "
               "could be left out."));
    m_start = new QPushButton(tr("&Replace over the data"));
    m_start->setObjectName(QStringLiteral("scoreAttentionButton"));
    row->addWidget(makeNameLabel(tr("&Data"), *m_split));
    row->addWidget(m_split, 1);
    row->addWidget(m_texts, 1);
    row->addWidget(m_heads);
    row->addWidget(m_start);
    connect(m_start, &QPushButton::clicked, this, &AttentionScoresPage::start);
    hideInPresentation(*controls);
    return controls;
}

void AttentionScoresPage::follow(const Shown& shown)
{
    const bool other = shown.choice != m_shown.choice;
    m_shown = shown;
    m_start->setEnabled(shown.hasRun() && shown.askable && !m_asker.waits());
    if (!other)
        return;
    m_asker.withdraw();
    m_table->reset(0, [this] { m_scores = {}; });
    end({});
}

void AttentionScoresPage::start()
{
    showBusy({{"Reading the data", {}}, -1.0, -1.0});
    core::AskAttentionScores question;
    question.split = m_split->currentData().toString().toStdString();
    question.texts = m_texts->currentData().toInt();
    question.eachHead = m_heads->isChecked();
    m_asker.ask(m_shown, question,
                [this](const core::AttentionScores& scores) { setScores(scores); });
}

void AttentionScoresPage::showBusy(const core::Progress& progress)
{
    m_start->setEnabled(false);
    m_state->hide();
    m_busy->setProgress(progress);
}

void AttentionScoresPage::end(const QString& said)
{
    m_busy->end();
    m_state->show();
    m_start->setEnabled(m_shown.hasRun() && m_shown.askable);
    m_state->setText(
        !said.isEmpty()
            ? said
            : tr("Every text is read once with each replacement: does the score fall when the "
                 "weights are uniform, permuted, off, or those of one word? A training under way "
                 "waits as long as that takes."));
}

void AttentionScoresPage::setScores(const core::AttentionScores& scores)
{
    m_table->reset(int(scores.rows.size()), [&] { m_scores = scores; });
    end(filled(tr("Score: %1 over %2 {text|texts}, epoch %3."),
               {measureText(scores.measure), count(scores.texts), count(scores.epoch)}));
}

void AttentionScoresPage::write(TableText& table) const
{
    table.row("site", "change", m_scores.measure.empty() ? "score" : m_scores.measure, "loss",
              "turned");
    for (const core::ScoredAttention& each : m_scores.rows)
        table.row(each.site.group.empty() ? QString() : siteText(each.site),
                  changeText(each.change), each.measure, each.loss, each.turned);
}

QString AttentionScoresPage::words() const
{
    QStringList lines;
    for (const core::ScoredAttention& each : m_scores.rows)
        lines << tr("%1, %2: %3 %4, loss %5, other answers %6")
                     .arg(each.site.group.empty() ? tr("the network") : siteText(each.site),
                          changeText(each.change), measureText(m_scores.measure),
                          value(each.measure), value(each.loss), percent(each.turned));
    return lines.join(u'\n');
}

} // namespace ui
