#include "core/base/readout_text.h"
#include "core/report/reported_run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

namespace core {

namespace {

/// A prediction by the names of its values.
using ReportedRow = std::vector<std::pair<ReadoutName, ReadoutCell>>;

/// The values of a part; of a list its words.
ReportedRow rowOf(const Readout& part)
{
    ReportedRow row;
    for (const Readout::Item& item : part.items())
        if (const auto* const cell = std::get_if<ReadoutCell>(&item.content)) {
            row.emplace_back(item.name, *cell);
        } else if (const auto* const list = std::get_if<Readout::List>(&item.content)) {
            std::string text;
            for (const ReadoutCell& each : *list)
                text += (text.empty() ? "" : " ") + cellText(each, 6);
            row.emplace_back(item.name, text);
        }
    return row;
}

/// The predictions for all rows, which are a table or parts of one kind.
std::vector<ReportedRow> rowsOf(const Evaluation& evaluation)
{
    Readout scores;
    evaluation.describe(scores);
    std::vector<ReportedRow> rows;
    for (const Readout::Item& item : scores.items()) {
        if (item.name.name != "rows")
            continue;
        if (const auto* const parts = std::get_if<std::vector<Readout>>(&item.content))
            std::transform(parts->begin(), parts->end(), std::back_inserter(rows), rowOf);
        if (const auto* const table = std::get_if<ReadoutTable>(&item.content)) {
            rows.resize(table->rows);
            for (const ReadoutTable::Column& column : table->columns)
                for (size_t row = 0; row < table->rows; ++row)
                    rows[row].emplace_back(column.name, column.cells[row]);
        }
    }
    return rows;
}

/// A number of a row; NaN where it has none of that name.
double numberOf(const ReportedRow& row, const std::string& name)
{
    for (const auto& [each, cell] : row)
        if (const auto* const value = std::get_if<double>(&cell); each.name == name && value)
            return *value;
    return std::numeric_limits<double>::quiet_NaN();
}

/// It begins with a text without a sign.
bool isBlank(const ReportedRow& row)
{
    const auto* const text = row.empty() ? nullptr : std::get_if<std::string>(&row.front().second);
    return text != nullptr && text->find_first_not_of(" \t\r\n") == std::string::npos;
}

/// A prediction and how good it is.
struct RankedRow {
    const ReportedRow* row = nullptr;
    double score = 0.0; ///< The larger, the better.
    double probability = 0.0;
};

/// The predictions with their scores: that of the row itself, where it has one (a BLEU of one pair
/// is smoothed), else that of the set if the row were all of it.
std::vector<RankedRow> rankedRows(const Outcomes& outcomes, const std::vector<ReportedRow>& rows)
{
    const double sign = scoreDescription(outcomes.score).higherIsBetter ? 1.0 : -1.0;
    std::vector<RankedRow> ranked;
    for (size_t row = 0; row < rows.size(); ++row) {
        double score = numberOf(rows[row], outcomes.score);
        if (std::isnan(score))
            score = outcomes.scoreOf(
                std::span(outcomes.values).subspan(row * outcomes.width(), outcomes.width()));
        const double probability = numberOf(rows[row], "probability");
        if (!std::isnan(score) && !isBlank(rows[row]))
            ranked.push_back(
                {&rows[row], sign * score, std::isnan(probability) ? 0.0 : probability});
    }
    return ranked;
}

bool areAlike(const ReportedRow& row, const ReportedRow& other)
{
    return std::equal(row.begin(), row.end(), other.begin(), other.end(),
                      [](const auto& a, const auto& b) { return a.second == b.second; });
}

/// Leaves the first `count`, each text once however often it is among the rows.
void keepFirst(size_t count, std::vector<RankedRow>& rows)
{
    std::vector<RankedRow> kept;
    for (const RankedRow& each : rows) {
        if (kept.size() == count)
            break;
        if (std::none_of(kept.begin(), kept.end(), [&](const RankedRow& other) {
                return other.score == each.score && areAlike(*other.row, *each.row);
            }))
            kept.push_back(each);
    }
    rows = std::move(kept);
}

/// The best first, or the worst; among equal ones the surest.
/// @param score  a column to add, where the rows do not have it themselves.
void describeFirst(const ReadoutName& name, std::vector<RankedRow> rows, bool bestFirst,
                   size_t count, const std::optional<ScoreDescription>& score, Readout& readout)
{
    constexpr size_t kLongestText = 300;
    std::stable_sort(rows.begin(), rows.end(), [&](const RankedRow& a, const RankedRow& b) {
        return a.score != b.score ? (a.score > b.score) == bestFirst
                                  : a.probability > b.probability;
    });
    keepFirst(count, rows);
    readout.parts(name, rows, [&](const RankedRow& ranked, Readout& part) {
        for (const auto& [each, cell] : *ranked.row) {
            const auto* const text = std::get_if<std::string>(&cell);
            part.value(each, text != nullptr ? ReadoutCell(shown(*text, kLongestText)) : cell);
        }
        if (score)
            part.value({score->name, capitalised(score->title)},
                       score->higherIsBetter ? ranked.score : -ranked.score);
    });
}

/// The score by which the rows are ranked, where they do not have it and more than right and wrong
/// is to be told.
std::optional<ScoreDescription> missingScore(const std::vector<RankedRow>& ranked,
                                             const std::string& name)
{
    std::set<double> values;
    for (const RankedRow& each : ranked)
        values.insert(each.score);
    if (values.size() <= 2 || !std::isnan(numberOf(*ranked.front().row, name)))
        return std::nullopt;
    return scoreDescription(name);
}

std::string scoreText(double value)
{
    constexpr int kScoreDigits = 4;
    return cellText(value, kScoreDigits);
}

} // namespace

std::string intervalText(double low, double high)
{
    return scoreText(low) + " to " + scoreText(high);
}

std::string probabilityText(const PairedComparison& comparison)
{
    const double least = 1.0 / static_cast<double>(BootstrapSettings().resamples);
    if (comparison.probability < least)
        return "< " + numberText(least);
    return comparison.probability > 1.0 - least ? "> " + numberText(1.0 - least)
                                                : cellText(comparison.probability, 3);
}

ReportSection scoresOf(const ReportedRun& run)
{
    const Evaluation& evaluation = *run.evaluation;
    const std::string split = evaluation.split == "valid" ? "validation"
        : evaluation.split == "train"                     ? "training"
                                                          : evaluation.split;
    ReportSection section{.title = "Scores on the " + split + " data"};
    section.paragraphs.push_back(filledText(
        "The checkpoint \"%1\" (epoch %2): %3 %4, 95 % interval %5 to %6, from %7 bootstrap "
        "samples of the rows. The interval tells how far the score would vary on other data of the "
        "same kind.",
        {run.checkpoint, std::to_string(evaluation.epoch),
         scoreDescription(evaluation.outcomes.score).title, scoreText(evaluation.interval.value),
         scoreText(evaluation.interval.low), scoreText(evaluation.interval.high),
         std::to_string(evaluation.bootstrap.resamples)}));
    const auto rows = static_cast<double>(evaluation.outcomes.rows());
    if (evaluation.interval.low == evaluation.interval.high) // Resamples are all alike.
        section.paragraphs.push_back(
            filledText("All rows have the same score, so that a bootstrap cannot tell how far it "
                       "would vary. Where each row is right or wrong, up to %1 % of other rows may "
                       "differ (3 / %2, the rule of three, with a confidence of 95 %).",
                       {scoreText(300.0 / rows), std::to_string(evaluation.outcomes.rows())}));
    Readout scores;
    evaluation.describe(scores);
    section.content = std::move(scores).without("rows");
    return section;
}

ReportSection baselinesOf(const BaselineReport& report)
{
    ReportSection section{.title = "Baselines"};
    section.paragraphs.emplace_back("Simple methods were evaluated on the same rows, and a paired "
                                    "bootstrap compares the network with each of them.");
    section.paragraphs.push_back(report.verdict.plain());
    if (!report.advice.empty())
        section.paragraphs.push_back(report.advice.plain());
    for (const Message& note : report.baselines.notes)
        section.paragraphs.push_back(note.plain());
    std::vector<std::pair<const Baseline*, const PairedComparison*>> compared;
    for (const BaselineTest& test : report.tests)
        for (const Baseline& each : report.baselines.all)
            if (each.id == test.baseline)
                compared.emplace_back(&each, &test.comparison);
    if (compared.empty())
        return section;
    const std::string score = scoreDescription(report.baselines.all.front().outcomes.score).title;
    section.content.table(
        {"baselines", "Baselines: " + score}, compared,
        column({"baseline", "Baseline"}, [](const auto& each) { return each.first->title; }),
        column({"value", "Baseline's score"}, [](const auto& each) { return each.second->other; }),
        column({"network", "Network's score"}, [](const auto& each) { return each.second->run; }),
        column({"difference", "Difference"},
               [](const auto& each) { return each.second->difference; }),
        column({"interval", "95 % interval"},
               [](const auto& each) { return intervalText(each.second->low, each.second->high); }),
        column({"probability", "Probability that the network is better"},
               [](const auto& each) { return probabilityText(*each.second); }));
    return section;
}

ReportSection trainingScoresOf(const ReportedRun& run)
{
    ReportSection section{.title = "Scores of the training"};
    const RunHistory& history = run.history;
    const auto best
        = std::find_if(history.epochs.begin(), history.epochs.end(), [&](const EpochReport& each) {
              return each.epoch == run.summary.bestEpoch;
          });
    const auto add = [&](double loss, const std::vector<Score>& scores) {
        section.content.value({"loss", "Loss"}, loss);
        for (const Score& score : scores)
            section.content.value({score.name, scoreDescription(score.name).title}, score.value);
    };
    if (history.ended && history.end.tested) {
        section.paragraphs.emplace_back("On the test data, without intervals:");
        add(history.end.testLoss, history.end.testScores);
    } else if (best != history.epochs.end()) {
        section.paragraphs.push_back(
            filledText("On the validation data after epoch %1, the best one, without intervals:",
                       {std::to_string(best->epoch)}));
        add(best->validLoss, best->validScores);
    } else {
        section.paragraphs.emplace_back("There are none.");
    }
    return section;
}

ReportSection examplesOf(const ReportedRun& run, size_t count)
{
    ReportSection section{.title = "Predictions"};
    const Outcomes& outcomes = run.evaluation->outcomes;
    const std::vector<ReportedRow> rows = rowsOf(*run.evaluation);
    if (rows.empty() || rows.size() != outcomes.rows())
        return section;
    const std::vector<RankedRow> ranked = rankedRows(outcomes, rows);
    if (ranked.empty()) // All of them are blank or have no score.
        return section;
    section.paragraphs.push_back(
        filledText("The predictions with the best and with the worst %1, among equal ones those "
                   "with the highest probability if there is one.",
                   {scoreDescription(outcomes.score).title}));
    const auto [worst, best] = std::minmax_element(
        ranked.begin(), ranked.end(),
        [](const RankedRow& a, const RankedRow& b) { return a.score < b.score; });
    const std::optional<ScoreDescription> score = missingScore(ranked, outcomes.score);
    if (worst->score == best->score) {
        section.paragraphs.emplace_back("All predictions are equally good.");
        describeFirst({"best", "Predictions"}, ranked, true, count, score, section.content);
        return section;
    }
    // Where predictions are right or wrong, neither list has those of the other.
    const auto without = [&](double left) {
        std::vector<RankedRow> others = ranked;
        std::erase_if(others, [&](const RankedRow& each) { return each.score == left; });
        return others;
    };
    describeFirst({"best", "Best predictions"}, without(worst->score), true, count, score,
                  section.content);
    describeFirst({"worst", "Worst predictions"}, without(best->score), false, count, score,
                  section.content);
    return section;
}

} // namespace core
