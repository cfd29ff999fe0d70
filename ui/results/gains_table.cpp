#include "ui/results/gains_table.h"

#include "core/base/message.h"
#include "ui/results/difference_delegate.h"
#include "ui/results/row_filter.h"
#include "ui/results/row_model.h"
#include "ui/text/sentences.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

#include <QLocale>
#include <QTableView>

#include <cmath>

namespace ui {

namespace {

QString score(double number)
{
    return std::isnan(number) ? value(number) : QLocale().toString(number, 'f', 1);
}

QString place(double number)
{
    return count(qint64(number));
}

QString difference(double number)
{
    return QLocale().toString(number, 'f', 2);
}

std::string known(double number)
{
    return std::isnan(number) ? std::string() : core::numberText(number);
}

} // namespace

GainsTable::GainsTable(QWidget* parent)
    : RowTable(parent), m_model(new RowModel(this)), m_filter(new RowFilter(*m_model, this))
{
    describeColumns();
    build(*m_filter, QStringLiteral("gainsTable"),
          tr("Sentences on which the search beats greedy; Return opens one in Decoding"), Source);
    for (const Column column : {Greedy, Searched})
        table().setItemDelegateForColumn(column, new DifferenceDelegate(this));
    fitColumns();
    showCount();
}

void GainsTable::describeColumns()
{
    using Row = core::SearchGain;
    const auto text = [this](std::string Row::*part) {
        return [this, part](int row) -> std::string_view { return at(row).*part; };
    };
    const auto number
        = [this](double Row::*part) { return [this, part](int row) { return at(row).*part; }; };
    m_model->setColumns(
        {{tr("Source"), {}, text(&Row::source), {}},
         {tr("Greedy"),
          tr("Underlined: words that the search's translation does not have"),
          text(&Row::greedy),
          {},
          {},
          text(&Row::searched)},
         {tr("Search"),
          tr("Underlined: words that greedy's translation does not have"),
          text(&Row::searched),
          {},
          {},
          text(&Row::greedy)},
         {tr("Part at"),
          tr("The first token at which the two differ"),
          {},
          [this](int row) { return double(at(row).firstDifference) + 1.0; },
          place},
         {tr("Gain"),
          tr("By how much the log probability is higher than greedy's, in nats"),
          {},
          [this](int row) { return at(row).searchedLogProbability - at(row).greedyLogProbability; },
          difference},
         {tr("BLEU greedy"),
          tr("Sentence BLEU of greedy's translation"),
          {},
          number(&Row::greedyBleu),
          score},
         {tr("BLEU search"),
          tr("Sentence BLEU of the search's translation; more probable is not always better"),
          {},
          number(&Row::searchedBleu),
          score}});
}

void GainsTable::setGains(std::vector<core::SearchGain> gains)
{
    const int rows = int(gains.size());
    m_model->reset(rows, [&] { m_gains = std::move(gains); });
    restyle();
    showCount();
}

void GainsTable::activate(int row)
{
    Q_EMIT decodeActivated(QString::fromStdString(at(m_filter->sourceRow(row)).source));
}

QString GainsTable::countText(int shown, int all) const
{
    return shown == all ? tr("%1 sentences. Click one to open it in Decoding.").arg(count(all))
                        : tr("%1 of %2 sentences shown.").arg(count(shown), count(all));
}

void GainsTable::fitColumns()
{
    const QFontMetrics words(Theme::instance().textFont());
    constexpr int margin = 28; // with the sort arrow
    int taken = 0;
    for (const Column column : {Part, Gain, GreedyBleu, SearchedBleu}) {
        table().setColumnWidth(column,
                               words.horizontalAdvance(m_model->column(column).title) + margin);
        taken += table().columnWidth(column);
    }
    const int text = std::max((table().viewport()->width() - taken) / 3, 80);
    for (const Column column : {Greedy, Searched})
        table().setColumnWidth(column, text);
}

std::string GainsTable::csv() const
{
    std::string csv = "source,reference,greedy,searched,first_difference,greedy_log_probability,"
                      "searched_log_probability,greedy_bleu,searched_bleu\n";
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const core::SearchGain& one = at(m_filter->sourceRow(row));
        csv += csvField(one.source) + ',' + csvField(one.reference) + ',' + csvField(one.greedy)
            + ',' + csvField(one.searched) + ',' + std::to_string(one.firstDifference + 1) + ','
            + core::numberText(one.greedyLogProbability) + ','
            + core::numberText(one.searchedLogProbability) + ',' + known(one.greedyBleu) + ','
            + known(one.searchedBleu) + '\n';
    }
    return csv;
}

} // namespace ui
