#pragma once

#include "core/base/schema.h"
#include "core/probe/translation/live_translator.h"
#include "tests/support/failure.h"
#include "tests/support/near.h"
#include "tests/support/scripted_translator.h"
#include "tests/support/stored_translator_files.h"
#include "tests/support/test_case.h"

/// Small translators as the window looks at them.
namespace probed {

using support::failureOf;
using support::near;

inline const core::Json kRecurrent
    = {{"kind", "seq2seq"}, {"cell", "lstm"}, {"layers", 2},
       {"hidden_size", 5},  {"dropout", 0.4}, {"attention", "additive"}};
inline const core::Json kTransformer = {{"kind", "transformer_seq2seq"}, {"encoder_layers", 2},
                                        {"decoder_layers", 3},           {"heads", 4},
                                        {"feed_forward_size", 6},        {"positions", "learned"}};

inline core::TranslatorParts translatorParts(
    std::shared_ptr<core::Translator> network, const core::PairPipelines& pipelines,
    const core::DecodingSpec& decoding, const core::Selection& sample,
    std::function<core::ModelSummary()> summarise = [] { return core::ModelSummary{}; })
{
    core::TranslatorParts parts;
    parts.network = std::move(network);
    parts.pipelines = pipelines;
    parts.decoding = decoding;
    parts.sample = sample;
    parts.summarise = std::move(summarise);
    return parts;
}

inline std::unique_ptr<core::LiveTranslator> liveTranslator(const core::TranslatorParts& parts,
                                                            core::NetworkMoment moment)
{
    return std::unique_ptr<core::LiveTranslator>(static_cast<core::LiveTranslator*>(
        core::translationAnswers().open(parts, std::move(moment)).release()));
}

/// A small translator, prepared for two languages, with its view.
struct Viewed {
    explicit Viewed(const core::Json& networkJson, bool joint = false)
        : Viewed(support::smallTranslationSpec(networkJson, joint))
    {
    }
    explicit Viewed(const core::ExperimentSpec& wanted)
        : spec(wanted)
        , options(core::translationOptions(spec))
        , pipelines(core::PairPipelines::learn(spec.text, options.targetText, support::kSources,
                                               support::kTargets, core::Monitor()))
        , network(support::scatteredTranslator(spec, pipelines))
        , view(
              liveTranslator(translatorParts(network, pipelines, options.decoding, spec.data.sample,
                                             [] {
                                                 torch::randn(3); // a summary that draws
                                                 return core::ModelSummary{};
                                             }),
                             [this] { return std::pair(step, int64_t{1}); }))
    {
    }
    Viewed(const Viewed&) = delete;

    core::ExperimentSpec spec;
    core::TranslationOptions options; ///< Of the spec.
    core::PairPipelines pipelines;
    std::shared_ptr<core::Translator> network;
    int64_t step = 0;
    std::unique_ptr<core::LiveTranslator> view;

    core::DecodingSpec searching(const core::Json& search) const
    {
        core::DecodingSpec decoding = options.decoding;
        decoding.search = core::selectionFromJson(search);
        return decoding;
    }
    std::string greedy(const std::string& source)
    {
        return view
            ->translate(std::vector{source}, searching({{"kind", "greedy"}}), 1, core::Monitor())
            .front()
            .best.front()
            .text;
    }
};

/// The sample "reverse" by a scripted network whose cross attention is told.
struct Reversing {
    explicit Reversing(support::ScriptedAttention attention,
                       const std::string& tokeniser = "white_space")
        : network(std::make_shared<support::ScriptedTranslator>(
            [this](const std::vector<int64_t>& source, const std::vector<int64_t>& written) {
                std::vector<float> logits(size_t(pipelines.target->vocabularySize()), 0.0F);
                const size_t next = written.size() - 1;
                const int64_t wanted = next < source.size() ? source[source.size() - 1 - next]
                                                            : int64_t{core::kEndId};
                logits[size_t(wanted)] = 8.0F;
                return logits;
            }))
    {
        core::TextSpec text;
        text.tokeniser = {tokeniser, core::Json::object()};
        text.minimumFrequency = 1;
        text.maximumLength = 12;
        // Sources and targets number their words alike.
        const Strings words{"0 1 2 3 4 5 6 7 8 9 10 11"};
        pipelines = core::PairPipelines::learn(text, text, words, words, core::Monitor());
        network->attention = std::move(attention);
        core::DecodingSpec decoding;
        decoding.search = {"greedy", core::Json::object()};
        view = liveTranslator(translatorParts(network, pipelines, decoding, sample),
                              [] { return std::pair(int64_t{1}, int64_t{1}); });
    }
    Reversing(const Reversing&) = delete;

    core::Selection sample{"reverse",
                           {{"pairs", 100}, {"seed", 1}, {"longest", 25}, {"largest", 49}}};
    core::PairPipelines pipelines;
    std::shared_ptr<support::ScriptedTranslator> network;
    std::unique_ptr<core::LiveTranslator> view;
};

/// The attention of a perfect reversal.
inline float otherDiagonal(int64_t row, int64_t column, int64_t, int64_t columns)
{
    return column == columns - 1 - row ? 1.0F : 0.0F;
}

inline bool says(const core::Failure& failure, const std::string& part)
{
    return failure.sentence().find(part) != std::string::npos;
}

/// A row for each network, as JSON.
inline void addNetworks()
{
    addColumn<QString>("json");
    newRow("recurrent", QString::fromStdString(kRecurrent.dump()));
    newRow("transformer", QString::fromStdString(kTransformer.dump()));
}

inline core::Json fetched(const QString& json)
{
    return core::Json::parse(json.toStdString());
}

} // namespace probed
