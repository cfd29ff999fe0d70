#include "core/base/python_piece.h"
#include "core/task/bidirectional_language_model/bidirectional_parts.h"
#include "core/task/bidirectional_language_model/both_sides_fit.h"
#include "core/task/entries.h"
#include "core/task/text_task.h"

namespace core {

namespace {

struct BidirectionalOptions {
    bool tied = false; ///< The output's weights are the embedding's rows.
};

const Schema<BidirectionalOptions>& bidirectionalSchema()
{
    static const Schema<BidirectionalOptions> schema = Schema<BidirectionalOptions>().add(
        &BidirectionalOptions::tied,
        {.name = "tied",
         .label = "Tied weights",
         .help = "The output uses the rows of the embedding as its weights, so their dimension "
                 "must be the size of the network's states in one direction. If the model "
                 "overfits or memory is short, turn it on. Press and Wolf (2017)."});
    return schema;
}

constexpr const char* kNeighbourHead = "neighbour_token";

TextPython bidirectionalPython()
{
    return {.what = "bidirectional language model",
            .facts = "It predicts each token of a text from those before it, and from those "
                     "behind it.",
            .answers = "the means of -ln p of the tokens, from the left and from the right, and "
                       "text",
            .example = R"([{"left": [2.1, 0.3], "right": [1.9, 0.5]}])",
            .constants = {},
            .predicting = pythonPiece("tasks/bidirectional_language_model")};
}

void completeBidirectional(NetworkContext& context, const ExperimentSpec& spec)
{
    context.tied = bidirectionalSchema().fromJson(spec.task.options).tied;
}

/// Each token of a text from either side. Loss and scores are means over both predictions of all
/// tokens.
class BidirectionalTask : public TextTask {
public:
    explicit BidirectionalTask(const ExperimentSpec& spec) : TextTask(spec) { }

    BatchLoss loss(std::span<const int32_t> items, const TrainingMoment&) override
    {
        const BothSidesFit fit = bothSidesFit(network(), trainingBatch(items), device(),
                                              spec().training.labelSmoothing);
        std::vector<int64_t> offsets{0};
        for (const int32_t item : items)
            offsets.push_back(offsets.back()
                              + 2 * int64_t{texts(Split::Train).lengths[size_t(item)]});
        // A unit is a token, which has two predictions.
        return {fit.of.crossEntropy * 0.5,
                {{"accuracy", fit.of.correct * 0.5}},
                {fit.of.ofRows * 0.5, std::move(offsets)}};
    }

    SplitScores evaluate(Split split, const Monitor& monitor) override
    {
        const torch::NoGradGuard noGradient;
        network().eval();
        BothSidesSums sums;
        forEachBatch(split, monitor, [&](PaddedIds inputs, std::span<const int32_t>) {
            sums.add(bothSidesFit(network(), std::move(inputs), device(), 0.0));
        });
        network().train();
        sums.join(share());
        return sums.scores();
    }

    std::any parts() const override { return BidirectionalParts{textParts()}; }

protected:
    /// Blank lines would be texts of one <unk>, which is easily predicted.
    EncodedTexts encode(const CorpusPart& rows, Split split, const Monitor& monitor) override
    {
        EncodedTexts all = TextTask::encode(rows, split, monitor);
        leaveOutUnknown(all);
        return all;
    }
    void complete(NetworkContext& context) const override
    {
        completeBidirectional(context, spec());
    }
    void takeRows(Split, CorpusPart&) override { }
    std::vector<StartFact> facts() const override
    {
        const auto tokens = static_cast<int64_t>(texts(Split::Train).ids.size());
        return {{"train_tokens", tokens, {"%1 training tokens", {std::to_string(tokens)}}}};
    }
    void describeItems(TrainingItems& items) const override
    {
        items.unit = TrainingItems::Unit::Token;
    }
    int64_t outputs() const override { return pipeline()->vocabularySize(); }
    TextPython python() const override { return bidirectionalPython(); }
    std::map<std::string, std::string> metadata() const override { return {}; }
    std::vector<std::string> graphNotes() const override
    {
        std::vector<std::string> notes = TextTask::graphNotes();
        notes.emplace_back("The scores of a token are two rows: the first predicts it from the "
                           "tokens before it, the second from those behind it.");
        return notes;
    }
};

NetworkPlan plannedBidirectional(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    NetworkContext context = textContext(spec, sizes.vocabularySize, sizes.vocabularySize);
    completeBidirectional(context, spec);
    return {findHead(kNeighbourHead), std::move(context)};
}

} // namespace

TaskEntry bidirectionalLanguageModelTask()
{
    return {
        .description
        = {.kind = {.id = kBidirectionalLanguageModelTask,
                    .title = "Bidirectional language model",
                    .summary = "Predicts each token of a text from those before it, and once more "
                               "from those behind it. Its network is a start for other tasks with "
                               "few labels, as ELMo.",
                    .formula = {"L = −½ Σ_t (ln p(x_t | x_1 … x_{t−1}) + ln p(x_t | x_{t+1} … "
                                "x_n))",
                                R"tex(L = -\tfrac12 \sum_t \left(\ln p(x_t \mid x_{<t})
+ \ln p(x_t \mid x_{>t})\right))tex"},
                    .options = bidirectionalSchema().options()},
           .columns = {ColumnKind::Text},
           .loss = crossEntropyLoss(),
           .scores = {"accuracy", "perplexity", "forward_perplexity", "backward_perplexity",
                      "unknown_share", "known_perplexity"},
           .files = {},
           .check = {},
           .head = kNeighbourHead},
        .make
        = [](const ExperimentSpec& spec) { return std::make_unique<BidirectionalTask>(spec); },
        .network = plannedBidirectional};
}

} // namespace core
