#include "core/base/python_piece.h"
#include "core/model/parts/network_options.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/tensors.h"
#include "core/task/entries.h"
#include "core/task/masked_language_model/masked_parts.h"
#include "core/task/masked_language_model/masked_places.h"
#include "core/task/masked_language_model/token_masks.h"
#include "core/task/text_task.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace core {

namespace {

MaskedOptions maskedOptions(const ExperimentSpec& spec)
{
    return maskedSchema().fromJson(spec.task.options);
}

TextPython maskedPython(int64_t maskId)
{
    return {.what = "masked language model",
            .facts = "It predicts masked tokens of a text.",
            .answers = "the mean of -ln p of the tokens, each masked in turn, and text",
            .example = R"([{"nats": [2.1, 0.3]}]; fill_in("a text", [1]))",
            .constants = pythonRegion("tasks/masked_language_model", "CONSTANTS",
                                      {{"MASK_TOKEN", maskId}, {"FIRST_TOKEN", kSpecialTokens}}),
            .predicting = pythonPiece("tasks/masked_language_model")};
}

void completeContext(NetworkContext& context, const MaskedOptions& options)
{
    context.tied = options.tied;
    context.transform = options.tokenTransform();
}

/// Tokens that are hidden in a text.
class MaskedTask : public TextTask {
public:
    explicit MaskedTask(const ExperimentSpec& spec) : TextTask(spec) { }

    BatchLoss loss(std::span<const int32_t> items, const TrainingMoment& moment) override
    {
        PaddedIds inputs = trainingBatch(items);
        MaskedTokens hidden = masks().hide(inputs, items, moment.epoch);
        const Fit fit = fitOf(std::move(inputs), hidden, spec().training.labelSmoothing);
        const double factor = unitsPerToken(moment.batch.empty() ? items : moment.batch, moment);
        return {fit.of.crossEntropy * factor,
                {{"masked_accuracy", fit.of.correct * factor}},
                {fit.of.ofRows, std::move(hidden.offsets)}};
    }

    SplitScores evaluate(Split split, const Monitor& monitor) override
    {
        const torch::NoGradGuard noGradient;
        network().eval();
        double nats = 0.0, correct = 0.0;
        int64_t tokens = 0;
        const TokenMasks all = masksOf(split);
        forEachBatch(split, monitor, [&](PaddedIds inputs, std::span<const int32_t> items) {
            const MaskedTokens hidden = all.hide(inputs, items, 0);
            const Fit fit = fitOf(std::move(inputs), hidden, 0.0);
            nats += fit.of.crossEntropy.item<double>();
            correct += fit.of.correct.item<double>();
            tokens += fit.tokens;
        });
        share().totalEach(nats, correct, tokens);
        const double pseudo = pseudoNats(split, monitor);
        network().train();
        const auto count = static_cast<double>(tokens);
        return {nats / count,
                {{"masked_accuracy", correct / count}, {"pseudo_perplexity", std::exp(pseudo)}}};
    }

    std::any parts() const override { return MaskedParts{textParts(), maskedOptions(spec())}; }

protected:
    TextPipeline learnPipeline(TextList texts, const Monitor& monitor) const override
    {
        return learntPipeline(spec(), texts, monitor, /*mask=*/true);
    }
    /// Texts without a known token, such as empty lines, have nothing to predict: they are left
    /// out.
    EncodedTexts encode(const CorpusPart& rows, Split split, const Monitor& monitor) override
    {
        EncodedTexts all = TextTask::encode(rows, split, monitor);
        std::vector<int32_t> kept = leaveOutUnknown(all);
        if (split == Split::Train)
            m_rows = std::move(kept);
        return all;
    }
    void complete(NetworkContext& context) const override
    {
        completeContext(context, maskedOptions(spec()));
    }
    void learnAnswers(const Corpus&) override
    {
        if (pipeline()->maskId() < 0)
            throw Error(ErrorCode::BadSetting,
                        {"The vocabulary of %1 has no mask token, so no token can be hidden.",
                         {shown(spec().model.start.from)}},
                        {"Start from a masked language model, or start anew.", {}});
    }
    void takeRows(Split split, CorpusPart&) override
    {
        if (split != Split::Train)
            return;
        m_masks.emplace(masksOf(split));
        m_units.clear();
        for (int64_t text = 0; text < texts(split).count(); ++text)
            m_units.push_back(static_cast<int32_t>(masks().count(texts(split).row(text))));
    }
    std::vector<StartFact> facts() const override
    {
        const auto tokens = static_cast<int64_t>(texts(Split::Train).ids.size());
        return {{"train_tokens", tokens, {"%1 training tokens", {std::to_string(tokens)}}}};
    }
    void describeItems(TrainingItems& items) const override
    {
        items.unit = TrainingItems::Unit::Token;
        items.ownUnits = m_units;
        items.rowOf = [this](int32_t item) { return m_rows[static_cast<size_t>(item)]; };
    }
    int64_t outputs() const override { return pipeline()->vocabularySize(); }
    TextPython python() const override { return maskedPython(pipeline()->maskId()); }
    std::map<std::string, std::string> metadata() const override { return {}; }
    std::vector<std::string> graphNotes() const override
    {
        std::vector<std::string> notes = TextTask::graphNotes();
        notes.push_back("A token to be predicted is replaced by `<mask>`, whose id is "
                        + std::to_string(pipeline()->maskId()) + ".");
        return notes;
    }

private:
    struct Fit {
        LabelFit of;
        int64_t tokens = 0;
    };

    const TokenMasks& masks() const { return *m_masks; }
    /// With whole words a few more or fewer tokens are hidden than are counted as units: the update
    /// is that of the mean over all tokens hidden in the batch.
    double unitsPerToken(std::span<const int32_t> batch, const TrainingMoment& moment) const
    {
        if (!maskedOptions(spec()).wholeWords)
            return 1.0;
        int64_t units = 0, tokens = 0;
        for (const int32_t item : batch) {
            units += m_units[static_cast<size_t>(item)];
            tokens += masks().count(texts(Split::Train).row(item), item, moment.epoch);
        }
        return static_cast<double>(units) / static_cast<double>(tokens);
    }
    /// Those of other splits do not repeat those of the training.
    TokenMasks masksOf(Split split) const
    {
        return {maskedOptions(spec()), *pipeline(),
                spec().training.seed + 1000003 * static_cast<int64_t>(split)};
    }

    Fit fitOf(PaddedIds inputs, const MaskedTokens& hidden, double smoothing) const
    {
        const torch::Tensor places
            = sentTo(device(), tensorOf(std::vector<int64_t>(hidden.places)));
        const torch::Tensor labels
            = sentTo(device(), tensorOf(std::vector<int64_t>(hidden.labels)));
        std::vector<int64_t> marks;
        for (const int64_t place : hidden.places)
            marks.push_back(tokenMark(place / inputs.longest, place % inputs.longest));
        const torch::Tensor states = network()
                                         .encoder()
                                         .forward(sequenceBatch(std::move(inputs), device()))
                                         .tokens.states.flatten(0, 1)
                                         .index_select(0, places); // [masked, features]
        const torch::Tensor scores = static_cast<MaskedTokenHead&>(network().head())
                                         .scores(states, tensorOf(std::move(marks)));
        return {labelFit(scores, labels, smoothing, Logits::GivenUp), std::ssize(hidden.labels)};
    }

    /// Mean of -ln p over tokens that are masked by themselves.
    double pseudoNats(Split split, const Monitor& monitor) const
    {
        const EncodedTexts& all = texts(split);
        std::vector<std::pair<int32_t, int32_t>> known; // Text and place.
        for (int64_t text = 0; text < all.count(); ++text) {
            const IdRow row = all.row(text);
            for (size_t place = 0; place < row.size(); ++place)
                if (row[place] >= kSpecialTokens)
                    known.emplace_back(static_cast<int32_t>(text), static_cast<int32_t>(place));
        }
        const auto count = static_cast<int64_t>(known.size());
        const int64_t wanted = maskedOptions(spec()).pseudoTokens;
        const int64_t taken = wanted > 0 ? std::min(wanted, count) : count;
        std::vector<MaskedPlace> places;
        for (int64_t i = 0; i < taken; ++i) {
            if (!share().has(i))
                continue;
            const auto [text, place]
                = known[static_cast<size_t>((2 * i + 1) * count / (2 * taken))];
            places.push_back({all.row(text), {place}, place});
        }
        const std::vector<double> nats = natsOf(network(), pipeline()->maskId(), places, device(),
                                                {"Masking each token in turn", {}}, monitor);
        double sum = std::accumulate(nats.begin(), nats.end(), 0.0);
        share().totalEach(sum);
        return sum / static_cast<double>(taken);
    }

    std::optional<TokenMasks> m_masks; ///< Those of the training texts.
    std::vector<int32_t> m_rows; ///< The row of the data that each training text is.
    std::vector<int32_t> m_units; ///< Predicted tokens of each training text.
};

void checkMasked(const ExperimentSpec& spec, std::vector<Problem>& problems)
{
    const MaskedOptions options = maskedOptions(spec);
    if (options.maskShare + options.randomShare > 1.0)
        problems.push_back({"task.random_share",
                            {"task.mask_share and task.random_share are %1 and %2; together they "
                             "may be 1 at most.",
                             {numberText(options.maskShare), numberText(options.randomShare)}}});
    if (!spec.model.network.options.value(kBidirectional, true))
        problems.push_back(
            {"model.network.bidirectional",
             {"model.network.bidirectional is off, but a masked token is predicted from the tokens "
              "on both sides; turn it on.",
              {}}});
}

NetworkPlan plannedMaskedModel(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    // A vocabulary that is counted from the texts gets the mask.
    const int64_t vocabulary = spec.model.start.from.empty()
        ? std::min(sizes.vocabularySize + 1, spec.text.vocabularySize)
        : sizes.vocabularySize;
    NetworkContext context = textContext(spec, vocabulary, vocabulary);
    completeContext(context, maskedOptions(spec));
    return {findHead("masked_token"), std::move(context)};
}

} // namespace

TaskEntry maskedLanguageModelTask()
{
    return {
        .description
        = {.kind = {.id = kMaskedLanguageModelTask,
                    .title = "Masked language model",
                    .summary = "Predicts tokens that are hidden in a text from those on both "
                               "sides. Its network is a start for other tasks with few labels.",
                    .formula = {"L = − Σ_{t hidden} ln p(x_t | x with the hidden tokens masked)",
                                R"tex(L = -\sum_{t \in M} \ln p(x_t \mid x_{\setminus M}))tex"},
                    .options = maskedSchema().options()},
           .columns = {ColumnKind::Text},
           .loss = crossEntropyLoss(),
           .scores = {"masked_accuracy", "pseudo_perplexity"},
           .files = {},
           .check = checkMasked,
           .head = "masked_token",
           .monitored = {},
           .changeable = {"pseudo_tokens"}},
        .make = [](const ExperimentSpec& spec) { return std::make_unique<MaskedTask>(spec); },
        .network = plannedMaskedModel};
}

} // namespace core
