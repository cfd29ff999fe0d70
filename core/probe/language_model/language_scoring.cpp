#include "core/probe/language_model/language_reading.h"

#include "core/metric/score.h"
#include "core/probe/network_scope.h"
#include "core/task/batch_plan.h"
#include "core/task/language_model/language_texts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <tuple>

namespace core {

namespace {

/// Sums over what was read.
struct ScoredSums {
    LanguageScores scores; ///< Its means are sums still.
    TokenLoss loss;
    double spellingNats = 0.0;

    void add(const ReadText& read)
    {
        constexpr std::array<int64_t, 3> kRanks{10, 100, 1000};
        for (const ReadToken& token : read.tokens) {
            const auto group = std::find_if(kRanks.begin(), kRanks.end(),
                                            [&](int64_t most) { return token.rank <= most; });
            ++scores.ranks[static_cast<size_t>(group - kRanks.begin())];
            scores.accuracy += token.rank == 1 ? 1.0 : 0.0;
            if (token.id == kUnknownId) {
                ++loss.unknown;
                loss.unknownNats += token.nats;
            }
        }
        ++scores.lines;
        scores.cutLines += read.cutTokens > 0 ? 1 : 0;
        loss.tokens += static_cast<int64_t>(read.tokens.size());
        loss.nats += read.nats;
        scores.characters += read.characters;
        scores.unigramPerplexity += read.unigramNats;
        spellingNats += read.spellingNats;
    }
};

/// Rows with their tokens; of those that are read by themselves blank ones are left out.
std::vector<ReadText> dividedRows(const ViewedLanguageModel& model, const CorpusPart& rows)
{
    const bool stream = model.options.isStream();
    std::vector<ReadText> all;
    for (size_t row = 0; row < rows.size(); ++row) {
        ReadText read
            = dividedText(model, std::string(rows.texts()[row]), model.conditionOf(rows, row),
                          longestLine(*model.pipeline, model.options));
        if (!stream && read.tokens.size() == 1)
            continue;
        if (stream) // Each line ends.
            addLineEnd(model, read.text.size(), static_cast<int64_t>(read.wordNats.size()) - 1,
                       read);
        all.push_back(std::move(read));
    }
    return all;
}

/// Nothing but the end of its line.
bool isBlank(const ReadText& read)
{
    return std::all_of(read.tokens.begin(), read.tokens.end(),
                       [](const ReadToken& token) { return token.id == kEndId; });
}

/// Each row by itself, or a stream cut into the rows of batches, as it is validated.
std::vector<ScoredSequence> sequencesOf(const ViewedLanguageModel& model,
                                        const std::vector<ReadText>& rows)
{
    const auto mark = static_cast<int32_t>(model.beginId());
    std::vector<ScoredSequence> sequences;
    std::vector<int32_t> stream;
    for (const ReadText& row : rows) {
        std::vector<int32_t> ids;
        for (const ReadToken& token : row.tokens)
            ids.push_back(token.id);
        if (model.options.isStream())
            stream.insert(stream.end(), ids.begin(), ids.end());
        else
            sequences.push_back({std::move(ids), mark, model.condition(row.className)});
    }
    if (stream.empty())
        return sequences;
    const int64_t window = model.options.window;
    const std::vector<int32_t> lengths = windowLengths(static_cast<int64_t>(stream.size()), window);
    const BatchPlan plan = planStream(lengths, model.batchSize);
    const std::span<const int32_t> first = plan.batch(0);
    for (size_t row = 0; row < first.size(); ++row) {
        const int64_t begin = first[row] * window;
        const auto end
            = row + 1 < first.size() ? stream.begin() + first[row + 1] * window : stream.end();
        sequences.push_back({std::vector<int32_t>(stream.begin() + begin, end),
                             begin > 0 ? stream[static_cast<size_t>(begin - 1)] : mark});
    }
    return sequences;
}

/// Sums become means, and what follows from them.
LanguageScores meansOf(const ViewedLanguageModel& model, ScoredSums sums)
{
    LanguageScores all = std::move(sums.scores);
    const auto tokens = static_cast<double>(std::max<int64_t>(sums.loss.tokens, 1));
    all.unit = tokenUnit(model.pipeline->spec());
    all.vocabularySize = model.pipeline->vocabularySize();
    all.tokens = sums.loss.tokens;
    all.loss = sums.loss.nats / tokens;
    all.perplexity = std::exp(all.loss);
    all.unknownShare = sums.loss.unknownShare();
    all.knownPerplexity = sums.loss.knownPerplexity();
    all.bitsPerCharacter = (sums.loss.nats + sums.spellingNats) / std::numbers::ln2
        / static_cast<double>(all.characters);
    all.accuracy /= tokens;
    all.uniformPerplexity = static_cast<double>(all.vocabularySize);
    all.unigramPerplexity = std::exp(all.unigramPerplexity / tokens);
    return all;
}

} // namespace

ScoredReadings scoreRows(const ViewedLanguageModel& model, const CorpusPart& rows,
                         const Monitor& monitor)
{
    ScoredReadings result;
    result.rows = dividedRows(model, rows);
    if (std::all_of(result.rows.begin(), result.rows.end(), &isBlank))
        throw Error(ErrorCode::BadData, {"The texts have no token: all their lines are blank.", {}},
                    {"Choose a file with text in it.", {}});
    const std::vector<ScoredSequence> sequences = sequencesOf(model, result.rows);
    const InspectionScope scope(*model.network, torch::Device(model.device));
    std::vector<TokenScore> scores; // The tokens of all rows, one row after another.
    for (auto& sequence : scoreSequences(model, sequences, 0, {"Evaluating", {}}, monitor))
        std::move(sequence.begin(), sequence.end(), std::back_inserter(scores));
    ScoredSums sums;
    sums.scores.ranks.resize(4);
    size_t first = 0;
    for (ReadText& read : result.rows) {
        addScores(model, std::span(scores).subspan(first, read.tokens.size()), read);
        first += read.tokens.size();
        std::tie(read.step, read.epoch) = model.stepAndEpoch();
        sums.add(read);
    }
    result.scores = meansOf(model, std::move(sums));
    result.epoch = model.stepAndEpoch().second;
    return result;
}

} // namespace core
