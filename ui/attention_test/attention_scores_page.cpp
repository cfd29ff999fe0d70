#include "ui/attention_test/attention_scores_page.h"

#include "ui/attention_test/shown_test.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

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
    auto* column = makeColumn(this, {buildControls()}, 4, {0, 4, 0, 0});
    m_state = named(makeLabel({}, LabelRole::Muted), "attentionScoresState");
    m_busy = new BusyLine(tr("Progress"));
    m_busy->cancelButton()->setText(tr("&Cancel"));
    connect(m_busy, &BusyLine::cancelRequested, this, [this] { m_asker.cancel(); });
    column->addWidget(m_state);
    column->addWidget(m_busy);
    m_table = new RowView(QStringLiteral("attentionScoresTable"),
                          tr("Scores over the data with replaced attention weights"));
    column->addWidget(m_table, 1);
    m_table->setColumns(
        {textColumn("site", tr("Attention"), tr("Attention layer or head with replaced weights"),
                    [this](int i) {
                        return Cell(row(i).site.group.empty()
                                        ? tr("unchanged network").toStdString()
                                        : siteText(row(i).site).toStdString());
                    }),
         replacementColumn([this](int i) { return row(i).change; }),
         numberColumn(
             "measure", tr("Score"), tr("Results on the whole data set with these weights"),
             [this](int i) { return Cell(row(i).measure); },
             [](double number) { return QLocale().toString(number, 'f', 3); },
             QStringLiteral("000.000")),
         numberColumn(
             "measure_change", tr("Change"), tr("Difference from the unchanged network"),
             [this](int i) { return Cell(row(i).measure - row(0).measure); },
             [](double number) { return changeNumber(number); }, QStringLiteral("\u22120.00012")),
         numberColumn(
             "loss", tr("Loss"), tr("Mean, nats"), [this](int i) { return Cell(row(i).loss); },
             [](double number) { return value(number); }, QStringLiteral("00.0000")),
         [this] {
             RowColumn turned = numberColumn(
                 "turned", tr("Changed"), tr("Share of texts whose prediction changes"),
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
    auto* row = makeRow(controls, {}, kGrid);
    m_split = named(new QuietComboBox, "attentionSplitBox", tr("Part of the data"));
    m_split->addItem(tr("validation"), QStringLiteral("valid"));
    m_split->addItem(tr("test"), QStringLiteral("test"));
    m_texts = named(new QuietComboBox, "attentionTextsBox", tr("Number of texts"));
    for (const int texts : {100, 1000})
        m_texts->addItem(tr("first %1").arg(count(texts)), texts);
    m_texts->addItem(tr("all"), 0);
    m_texts->setCurrentIndex(1);
    setHelp(*m_texts,
            tr("If it takes too long, evaluate only the first 100 texts. If the differences are "
               "small, evaluate all."));
    m_heads = named(new QCheckBox(tr("eac&h head off")), "eachHeadBox", {},
                    tr("Also switch off every head by itself, as in Michel et al. (2019), to find "
                       "heads that can be pruned."));
    m_start = named(new QPushButton(tr("&Replace over the data")), "scoreAttentionButton");
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
    m_state->setText(!said.isEmpty()
                         ? said
                         : tr("Every text is evaluated once with each replacement: uniform "
                              "weights, permuted weights, no attention, or attention to one word. "
                              "A running training pauses meanwhile."));
}

void AttentionScoresPage::setScores(const core::AttentionScores& scores)
{
    m_table->reset(int(scores.rows.size()), [&] { m_scores = scores; });
    end(filled(tr("Score: %1 over %2 {text|texts}, %3."),
               {measureText(scores.measure), count(scores.texts), epochText(scores.epoch)}));
}

QString AttentionScoresPage::words() const
{
    QStringList lines;
    for (const core::ScoredAttention& each : m_scores.rows)
        lines << tr("%1, %2: %3 %4, loss %5, changed predictions %6")
                     .arg(each.site.group.empty() ? tr("the network") : siteText(each.site),
                          changeText(each.change), measureText(m_scores.measure),
                          value(each.measure), value(each.loss), percent(each.turned));
    return lines.join(u'\n');
}

} // namespace ui
