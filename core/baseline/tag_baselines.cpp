#include "core/baseline/task_baselines.h"
#include "core/metric/tagging.h"

#include <algorithm>
#include <unordered_map>

namespace core {

namespace {

/// Equal counts: the first.
int32_t mostFrequent(const std::vector<int64_t>& counts)
{
    return static_cast<int32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

/// The most frequent tag of each word of the training data.
class TagLexicon {
public:
    TagLexicon(const TagData& train, size_t tags)
    {
        std::vector<int64_t> all(tags);
        std::unordered_map<std::string, std::vector<int64_t>> counts;
        for (size_t text = 0; text < train.words.size(); ++text)
            for (size_t word = 0; word < train.words[text].size(); ++word) {
                std::vector<int64_t>& own = counts[train.words[text][word]];
                own.resize(tags);
                const auto tag = size_t(train.tags[text][word]);
                ++own[tag];
                ++all[tag];
            }
        for (const auto& [word, own] : counts)
            m_tags[word] = mostFrequent(own);
        m_overall = mostFrequent(all);
    }
    int32_t overall() const { return m_overall; }
    int32_t tag(const std::string& word) const
    {
        const auto found = m_tags.find(word);
        return found == m_tags.end() ? m_overall : found->second;
    }

private:
    std::unordered_map<std::string, int32_t> m_tags;
    int32_t m_overall = 0;
};

void scoreTags(Baseline& baseline, const TagData& rows, const std::vector<std::string>& tags,
               const std::function<int32_t(const std::string& word)>& tagOf)
{
    std::vector<std::vector<int32_t>> predicted;
    TaggingCounter counter(tags);
    for (size_t text = 0; text < rows.words.size(); ++text) {
        std::vector<int32_t>& own = predicted.emplace_back();
        for (const std::string& word : rows.words[text])
            own.push_back(tagOf(word));
        counter.add(rows.tags[text], own);
    }
    const TaggingScores scores = counter.scores(0.0);
    baseline.scores = {{"token_accuracy", scores.accuracy}};
    if (scores.hasSpans)
        for (const auto& [name, value] : {std::pair("span_f1", scores.spans.f1),
                                          {"span_precision", scores.spans.precision},
                                          {"span_recall", scores.spans.recall}})
            baseline.scores.push_back({name, value});
    baseline.outcomes = tagOutcomes(tags, rows.tags, predicted);
}

} // namespace

Outcomes tagOutcomes(const std::vector<std::string>& tags,
                     const std::vector<std::vector<int32_t>>& truth,
                     const std::vector<std::vector<int32_t>>& predicted)
{
    const bool hasSpans = TaggingCounter(tags).scores(0.0).hasSpans;
    Outcomes outcomes{hasSpans ? "span_f1" : "token_accuracy",
                      hasSpans ? Outcomes::Form::Ratio : Outcomes::Form::Share};
    for (size_t text = 0; text < truth.size(); ++text) {
        TaggingCounter counter(tags);
        counter.add(truth[text], predicted[text]);
        const TaggingScores own = counter.scores(0.0);
        if (hasSpans)
            outcomes.add(2.0 * static_cast<double>(own.spans.correct),
                         static_cast<double>(own.spans.gold + own.spans.predicted));
        else
            outcomes.add(own.accuracy * static_cast<double>(own.tokens),
                         static_cast<double>(own.tokens));
    }
    return outcomes;
}

Baselines tagBaselines(const TagData& train, const TagData& rows,
                       const std::vector<std::string>& tags)
{
    const TagLexicon lexicon(train, tags.size());
    Baselines result;
    result.all.push_back({"majority", "Most frequent tag",
                          "Predicts the most frequent tag of the training data for every word."});
    scoreTags(result.all.back(), rows, tags, [&](const std::string&) { return lexicon.overall(); });
    result.all.push_back({"word_majority", "Most frequent tag of each word",
                          "Predicts the tag that a word has most often in the training data; for "
                          "unknown words, the most frequent tag of all."});
    scoreTags(result.all.back(), rows, tags,
              [&](const std::string& word) { return lexicon.tag(word); });
    return result;
}

} // namespace core
