#include "core/probe/attention/attention_answers.h"

#include "core/probe/job_progress.h"

#include <algorithm>

namespace core {

namespace {

/// Sum over columns of rows of equal length.
std::vector<double> overRows(const std::vector<double>& values, size_t columns)
{
    std::vector<double> sums(values.empty() ? 0 : columns, 0.0);
    for (size_t i = 0; i < values.size(); ++i)
        sums[i % columns] += values[i];
    return sums;
}

void addCorrelations(AttentionTest& test)
{
    const size_t columns = test.tokens.size();
    const std::vector<double> gradient = overRows(test.gradient, columns);
    const std::vector<double> moved = overRows(test.leaveOneOut, columns);
    for (AttentionHeadFacts& facts : test.heads) {
        const bool cross = facts.map.group == "cross";
        if (facts.map.group == "decoder") // It does not attend to the source.
            continue;
        facts.tauGradient = correlation(facts.map, cross ? test.gradient : gradient);
        facts.tauLeaveOneOut = correlation(facts.map, cross ? test.leaveOneOut : moved);
    }
}

/// Those of `edited` whose weights differ.
std::vector<AttentionMap> changedOf(std::vector<AttentionMap> edited,
                                    const std::vector<AttentionMap>& plain)
{
    std::vector<AttentionMap> changed;
    for (AttentionMap& map : edited) {
        const auto as = std::find_if(plain.begin(), plain.end(), [&](const AttentionMap& other) {
            return other.group == map.group && other.layer == map.layer && other.head == map.head;
        });
        if (as != plain.end() && as->weights != map.weights)
            changed.push_back(std::move(map));
    }
    return changed;
}

} // namespace

AttentionTest testedAttention(AttentionReading& reading, const AskAttentionTest& question)
{
    AttentionTest test;
    test.text = question.example.text;
    reading.describe(test);
    test.heads = reading.heads();
    if (test.heads.empty())
        return test;
    std::vector<AttentionMap> maps;
    for (const AttentionHeadFacts& facts : test.heads)
        maps.push_back(facts.map);
    test.outcomes = reading.outcomes(allChanges(sitesOf(maps), question.seed));
    if (!question.edits.empty()) {
        const PlannedChange hand = byHand(question.edits);
        test.byHand = reading.outcomes({hand}).front();
        test.edited = changedOf(reading.changedMaps(hand), maps);
    }
    test.gradient = reading.gradientTimesInput();
    test.leaveOneOut = reading.leaveOneOut();
    addCorrelations(test);
    return test;
}

AttentionScores scoredAttention(AttentionRows& rows, const AskAttentionScores& question,
                                const Monitor& monitor)
{
    AttentionScores scores;
    scores.texts = static_cast<int64_t>(rows.count());
    if (scores.texts == 0)
        return scores;
    std::vector<PlannedChange> planned{{}};
    for (PlannedChange& each : fewChanges(rows.sites(), question.seed, question.eachHead))
        planned.push_back(std::move(each));
    JobProgress progress({"Replacing attention weights", {}}, monitor);
    for (size_t first = 0; first < rows.count();) {
        const size_t end = rows.end(first);
        for (size_t i = 0; i < planned.size(); ++i) {
            rows.add(first, end, i, planned[i]);
            progress.at(static_cast<double>(first)
                            + static_cast<double>(end - first) * static_cast<double>(i + 1)
                                / static_cast<double>(planned.size()),
                        static_cast<double>(rows.count()));
        }
        first = end;
    }
    scores.measure = rows.measure();
    for (size_t i = 0; i < planned.size(); ++i)
        scores.rows.push_back(rows.scores(i, planned[i]));
    return scores;
}

} // namespace core
