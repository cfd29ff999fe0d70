#include "core/nn/tensors.h"
#include "core/probe/both_sides/both_sides_question.h"
#include "core/probe/counterfactuals/counterfactual_answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/fill_in/live_token_predictor.h"
#include "core/probe/job_progress.h"
#include "core/probe/network_scope.h"
#include "core/task/bidirectional_language_model/bidirectional_parts.h"
#include "core/task/bidirectional_language_model/both_sides_fit.h"

#include <cmath>
#include <tuple>
#include <utility>

namespace core {

namespace {

/// A bidirectional language model that can be inspected.
class LiveBidirectionalModel : public LiveTokenPredictor {
public:
    using Parts = BidirectionalParts;
    LiveBidirectionalModel(const BidirectionalParts& parts, NetworkMoment moment)
        : LiveTokenPredictor(parts, std::move(moment)), m_pipeline(parts.pipeline)
    {
    }

    BothSidesScores evaluate(const CorpusPart& rows, const Monitor& monitor) const
    {
        constexpr BatchLimits kLimits{.texts = 64, .tokens = 4096};
        EncodedTexts all = encoded(rows.texts(), *m_pipeline, monitor);
        leaveOutUnknown(all);
        const BatchPlan plan = planSorted(all.lengths, kLimits);
        JobProgress progress({"Reading texts", {}}, monitor);
        const InspectionScope scope(network(), torchDevice());
        BothSidesSums sums;
        for (int64_t i = 0; i < plan.batchCount(); ++i) {
            monitor.throwIfStopped();
            sums.add(bothSidesFit(network(), all.padded(plan.batch(i)), torchDevice(), 0.0));
            progress.at(plan.shareDone(i + 1), 1.0);
        }
        SplitScores scores = sums.scores();
        return {all.count(), sums.both.tokens / 2, scores.loss, std::move(scores.scores)};
    }

    BothSides bothSides(const AskBothSides& question) const
    {
        GivenText given = this->given({.text = question.text});
        BothSides found;
        found.text = question.text;
        found.tokens = std::move(given.seen.tokens);
        found.cutTokens = given.seen.cutTokens;
        const InspectionScope scope(network(), torchDevice());
        const SequenceBatch batch = sequenceBatch(std::move(given.ids), torchDevice());
        const torch::Tensor logs = sides(network().forward(batch)).to(torch::kCPU).log_softmax(2);
        for (int64_t token = 0; token < logs.size(0); ++token) {
            const int64_t id = given.seen.ids[static_cast<size_t>(token)];
            for (const auto& [places, side] :
                 {std::pair(&found.left, 0), std::pair(&found.right, 1)}) {
                FilledPlace& place = places->emplace_back();
                place.token = token;
                rank(place, logs[token][side], id, question.count);
            }
        }
        const torch::Tensor likeliest = logs.sum(1).argmax(1); // [tokens]
        for (int64_t token = 0; token < likeliest.size(0); ++token)
            found.likeliest.push_back(inputName(likeliest[token].item<int64_t>()));
        std::tie(found.step, found.epoch) = stepAndEpoch();
        return found;
    }

private:
    std::shared_ptr<const TextPipeline> m_pipeline;
};

/// Wrong is the text whose tokens it finds least likely.
std::vector<DataExample> examplesOfBothSides(LiveBidirectionalModel& model,
                                             const AskExamples& question, const Monitor& monitor)
{
    constexpr size_t kTried = 200;
    return dataExamples(
        *question.rows, [](size_t) { return std::string(); },
        [&](std::span<const std::string> texts) {
            std::vector<double> nats;
            for (const std::string& text : texts) {
                monitor.throwIfStopped();
                const BothSides found = model.bothSides({text, 1});
                nats.push_back(meanKnownNats(found.left) + meanKnownNats(found.right));
            }
            return nats;
        },
        kTried);
}

/// Each token with -ln p from either side.
Outcome outcomeOfBothSides(LiveBidirectionalModel& model, const AskBriefly& question,
                           const Monitor&)
{
    BothSides found = model.bothSides({question.text, 1});
    Outcome outcome{{{}, -1.0, found.step, found.epoch}};
    for (const std::string& token : found.likeliest)
        outcome.text += (outcome.text.empty() ? "" : " ") + token;
    outcome.tokens = std::move(found.tokens);
    outcome.predicted = std::move(found.likeliest);
    const auto nats = [](const std::vector<FilledPlace>& places) {
        std::vector<double> values;
        for (const FilledPlace& place : places)
            values.push_back(place.knownNats().value_or(std::nan("")));
        return values;
    };
    constexpr auto kNats = OutcomeSeries::Unit::Nats;
    outcome.series = {{"left", "\u2212ln p from the left", kNats, nats(found.left)},
                      {"right", "\u2212ln p from the right", kNats, nats(found.right)}};
    outcome.divideByTokens();
    return outcome;
}

} // namespace

const TaskAnswers& bidirectionalLanguageModelAnswers()
{
    static const TaskAnswers answers = [] {
        using Live = LiveBidirectionalModel;
        AnswersOf<Live> all(kBidirectionalLanguageModelTask);
        addEncoderAnswers(all);
        all.add<AskBothSides>([](Live& model, const AskBothSides& question, const Monitor&) {
            return model.bothSides(question);
        });
        addScores<AskBothSidesScores>(all, "texts");
        addCounterfactuals(all, &outcomeOfBothSides);
        all.addOfData<AskExample>(&exampleSentence);
        all.add<AskExamples>(rowsReader<AskExamples>("texts"), &examplesOfBothSides);
        return TaskAnswers(all);
    }();
    return answers;
}

} // namespace core
