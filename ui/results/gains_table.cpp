#include "ui/results/gains_table.h"

#include "ui/text/score_text.h"
#include "ui/text/sentences.h"

#include <QLocale>

namespace ui {

namespace {

QString scoreDifference(double number)
{
    return QLocale().toString(number, 'f', 2);
}

} // namespace

GainsTable::GainsTable(QWidget* parent)
    : RowTable(
        QStringLiteral("gainsTable"),
        tr("Sentences on which the search beats greedy; Return opens one in Decoding"),
        [](int shown, int all) {
            return shown == all
                ? filled(tr("%1 {sentence. Click it|sentences. Click one} to open it in Decoding."),
                         {count(all)})
                : filled(tr("%1 of %2 {sentence|sentences} shown."), {count(shown), count(all)});
        },
        parent)
{
    view().setColumns(columns());
    connect(&view(), &RowView::rowActivated, this,
            [this](int row) { Q_EMIT decodeActivated(QString::fromStdString(at(row).source)); });
}

std::vector<RowColumn> GainsTable::columns() const
{
    using Row = core::SearchGain;
    const auto text = [this](std::string Row::*part) {
        return [this, part](int row) { return std::string_view(at(row).*part); };
    };
    const auto number
        = [this](double Row::*part) { return [this, part](int row) { return at(row).*part; }; };
    RowColumn greedy = textColumn("greedy", tr("Greedy"),
                                  tr("Underlined: words that the search's translation does not "
                                     "have"),
                                  text(&Row::greedy));
    greedy.other = text(&Row::searched);
    RowColumn searched = textColumn("searched", tr("Search"),
                                    tr("Underlined: words that greedy's translation does not have"),
                                    text(&Row::searched));
    searched.other = text(&Row::greedy);
    return {
        textColumn("source", tr("Source"), {}, text(&Row::source)),
        writtenColumn("reference", text(&Row::reference)),
        greedy,
        searched,
        numberColumn(
            "first_difference", tr("Part at"), tr("The first token at which the two differ"),
            [this](int row) { return int64_t{at(row).firstDifference} + 1; }, {},
            QStringLiteral("100")),
        numberColumn(
            {}, tr("Gain"), tr("By how much the log probability is higher than greedy's, in nats"),
            [this](int row) {
                return at(row).searchedLogProbability - at(row).greedyLogProbability;
            },
            scoreDifference, QStringLiteral("100.00")),
        writtenColumn("greedy_log_probability", number(&Row::greedyLogProbability)),
        writtenColumn("searched_log_probability", number(&Row::searchedLogProbability)),
        numberColumn("greedy_bleu", tr("BLEU greedy"), tr("Sentence BLEU of greedy's translation"),
                     number(&Row::greedyBleu), pointsText, QStringLiteral("100.0")),
        numberColumn("searched_bleu", tr("BLEU search"),
                     tr("Sentence BLEU of the search's translation; more probable is not "
                        "always better"),
                     number(&Row::searchedBleu), pointsText, QStringLiteral("100.0"))};
}

void GainsTable::setGains(std::vector<core::SearchGain> gains)
{
    reset(int(gains.size()), [&] { m_gains = std::move(gains); });
}

} // namespace ui
