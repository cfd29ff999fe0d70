#pragma once

#include "core/catalogue/spec_json.h"
#include "core/model/encoder/encoder.h"
#include "tests/support/test_case.h"

/// Experiments that take every kind of every registry once, found in the descriptions of options
/// from which the forms and the command line are made, too.
namespace every_kind {

using core::Json;

/// A family and one of its kinds: {"network", "cnn"}.
using Kind = std::pair<std::string, std::string>;

/// Values of options with these names, wherever they occur, so that all is quick.
inline const Json& smallSizes()
{
    static const Json sizes
        = {{"hidden_size", 4},    {"decoder_size", 8},   {"feed_forward_size", 10},
           {"filters", 6},        {"heads", 2},          {"buckets", 500},
           {"encoder_layers", 2}, {"decoder_layers", 1}, {"texts", 48},
           {"pairs", 48},         {"longest", 4},        {"largest", 5}};
    return sizes;
}

inline bool isConditional(const std::string& task)
{
    return task == "class_to_text" || task == "numbers_to_text";
}

/// Language models, and those that write texts for a class or for numbers.
inline bool writesTexts(const std::string& task)
{
    return task == "language_model" || isConditional(task);
}

/// An experiment of a few updates on a bundled sample, as JSON; all that it leaves out is as usual.
inline Json smallExperiment(const std::string& task)
{
    const bool pairs = task == "translation";
    // Answers are to be within what is read.
    const int longest = task == "question_answering" ? 300 : 12;
    const Json text
        = {{"minimum_frequency", 1}, {"maximum_length", longest}, {"vocabulary_size", 100}};
    const auto& samples = core::catalogue().at("sample");
    const auto own = std::find_if(samples.begin() + 1, samples.end(), [&](const auto& kind) {
        return core::servesTask(kind.tasks, task);
    });
    // Of spans, so that all that taggers measure can be watched.
    const std::string single = task == "tagging" ? "entities" : own->id;
    const Json sample
        = pairs ? Json{{"kind", "grammar"}, {"pairs", 48}} : Json{{"kind", single}, {"texts", 48}};
    Json network = pairs ? Json{{"kind", "seq2seq"}, {"hidden_size", 4}, {"decoder_size", 8}}
                         : Json{{"kind", "rnn"}, {"hidden_size", 4}};
    if (writesTexts(task)) // It must not see what it predicts.
        network["bidirectional"] = false;
    if (task == "bidirectional_language_model")
        network["kind"] = "directions_apart";
    const bool words = task == "word_vectors";
    if (words)
        network = {{"kind", "skip_gram"}, {"buckets", 500}};
    Json taskOptions = {{"kind", task}};
    if (pairs)
        taskOptions.update({{"target_text", text},
                            {"decoding",
                             {{"search", {{"kind", "beam"}, {"width", 2}}},
                              {"length_factor", 1.0},
                              {"length_margin", 2},
                              {"validation_sentences", 4}}}});
    return {{"name", "small"},
            {"task", taskOptions},
            {"data", {{"sample", sample}}},
            {"text", text},
            {"model", {{"embedding", {{"dimension", 8}}}, {"network", network}}},
            {"training",
             {{"epochs", words ? 6 : 2}, // Few texts are few blocks of counted pairs.
              {"batch_size", words ? 1 : 12},
              {"optimiser", {{"kind", words ? "sgd" : "adam"}, {"learning_rate", 0.05}}},
              {"threads", 1},
              {"checkpoint_seconds", 0.0}}}};
}

/// Whether a class can be the initial state of the texts that a network writes.
inline bool beginsWithState(const std::string& network)
{
    const auto& entries = core::encoderEntries();
    return std::any_of(entries.begin(), entries.end(), [&](const core::EncoderEntry& each) {
        return each.beginsWithState && each.entry.description.id == network;
    });
}

/// Finds the experiments of one task.
class Experiments {
public:
    /// @param seen  kinds with each choice already tried; those found here are added.
    Experiments(std::string task, std::set<Kind>& seen) : m_task(std::move(task)), m_seen(seen) { }

    /// By names such as "model.network=lstm pooling=attention".
    std::map<std::string, Json> all()
    {
        addAll(core::specOptions(), Json::json_pointer(), "");
        return std::move(m_found);
    }

private:
    using Variants = std::vector<std::pair<std::string, Json>>;

    void addAll(const std::vector<core::OptionDescription>& options,
                const Json::json_pointer& place, const std::string& path)
    {
        for (const core::OptionDescription& option : options) {
            if (!core::servesTask(option.tasks, m_task))
                continue;
            const Json::json_pointer here = place / option.name;
            if (option.family == "task") // Each has experiments of its own.
                addAll(core::findKind(core::catalogue(), "task", m_task)->options, here,
                       path + option.name + ".");
            else if (option.type == core::OptionType::Section)
                addAll(option.children, here, path + option.name + ".");
            else if (!option.family.empty())
                for (const auto& [name, value] : kindsOf(option))
                    add(path + option.name + "=" + name, here, option, value);
            else if (option.name == "condition" || option.name == "transform"
                     || option.name == "hidden_activation")
                for (const core::Choice& choice : option.choices)
                    add(path + option.name + "=" + choice.value, here, option,
                        {{"kind", choice.value}});
            else if (option.name == "single_output")
                add(path + option.name, here, option, true);
        }
    }

    void add(const std::string& name, const Json::json_pointer& place,
             const core::OptionDescription& option, const Json& value)
    {
        // Formats and the sample "none" need files: everyFormatTrains() has them.
        const std::string kind = value.is_object() ? value.value("kind", "") : std::string();
        if (option.family == "format" || kind == "none")
            return;
        Json spec = smallExperiment(m_task);
        spec[place] = value;
        if (option.type == core::OptionType::SelectionList)
            spec[place] = Json::array({value});
        else if (option.type == core::OptionType::Choice)
            spec[place] = kind;
        if (option.name == "hidden_activation")
            spec["task"]["hidden_layers"] = {5, 3};
        if (kind == "senses") // So short that six updates need more of them.
            spec[place]["texts"] = 200;
        if (option.family == "search" && writesTexts(m_task)) {
            spec["task"]["writing"]["length"] = 2;
        } else if (option.family == "search") {
            // exhaustive search counts words to the power of tokens
            spec["data"]["sample"] = {{"kind", "reverse"}, {"pairs", 48}, {"longest", 3}};
            spec["task"]["decoding"]["length_factor"] = 0.0;
            spec["task"]["decoding"]["length_margin"] = 3;
        }
        if (value.is_object()
            && value.value("byte_fallback",
                           false)) { // 256 of the vocabulary's places are for bytes
            spec["text"]["vocabulary_size"] = 340;
            if (spec["task"].contains("target_text"))
                spec["task"]["target_text"]["vocabulary_size"] = 340;
        }
        if (spec["task"].value("transform", "") == "relu") // One without the embedding's rows.
            spec["task"]["tied"] = false;
        // By default the condition is an input: here it is the state that texts begin with.
        if (isConditional(m_task) && !spec["task"].contains("condition")
            && beginsWithState(spec["model"]["network"]["kind"]))
            spec["task"]["condition"] = "initial_state";
        m_found[m_task + ": " + name] = withCompanions(std::move(spec));
    }

    /// Each kind of the option's family; at its first place also with each choice of each of its
    /// options.
    Variants kindsOf(const core::OptionDescription& option)
    {
        Variants found;
        for (const core::KindDescription& kind : core::catalogue().at(option.family)) {
            if (!core::servesTask(kind.tasks, m_task))
                continue;
            Json standard = smallKind(kind);
            if (writesTexts(m_task) && has(kind, "bidirectional"))
                standard["bidirectional"] = false;
            found.emplace_back(kind.id, standard);
            if (!m_seen.insert({option.family, kind.id}).second)
                continue;
            for (const core::OptionDescription& each : kind.options)
                for (const auto& [name, value] : valuesOf(each)) {
                    // One code for all cells: of torch, and given by equations.
                    const bool shared = each.name == "connections" || each.name == "fusion";
                    if (shared && kind.id != "lstm" && kind.id != "gru_nested")
                        continue;
                    Json changed = standard;
                    changed[each.name] = value;
                    if (each.name == "connections")
                        changed["layers"] = 3;
                    found.emplace_back(kind.id + " " + each.name + "=" + name, changed);
                }
        }
        return found;
    }

    static bool has(const core::KindDescription& kind, const std::string& option)
    {
        return std::any_of(kind.options.begin(), kind.options.end(),
                           [&](const auto& each) { return each.name == option; });
    }

    static Json smallKind(const core::KindDescription& kind)
    {
        Json value = {{"kind", kind.id}};
        for (const core::OptionDescription& option : kind.options)
            if (smallSizes().contains(option.name))
                value[option.name] = smallSizes().at(option.name);
        return value;
    }

    /// The values of an option, one after another.
    Variants valuesOf(const core::OptionDescription& option)
    {
        Variants values;
        for (const core::Choice& choice : option.choices)
            values.emplace_back(choice.value, choice.value);
        if (option.type == core::OptionType::Boolean)
            values = {{"true", true}, {"false", false}};
        if (option.type == core::OptionType::Selection)
            values = kindsOf(option);
        if (option.name == "layers")
            values.emplace_back("2", 2);
        if (option.name == "projection_size")
            values.emplace_back("3", 3);
        if (option.name == "segments")
            values.emplace_back("2", 2);
        if (option.name == "norm_epsilon")
            values.emplace_back("0.01", 0.01);
        return values;
    }

    /// With what a setting cannot do without: one vocabulary for both sides.
    static Json withCompanions(Json spec)
    {
        std::vector<core::Problem> problems;
        core::specFromJson(spec, problems);
        if (!problems.empty())
            spec["task"]["target_text"]["joint"] = true;
        return spec;
    }

    std::string m_task;
    std::set<Kind>& m_seen;
    std::map<std::string, Json> m_found;
};

/// Every experiment of every task.
inline std::map<std::string, Json> experiments()
{
    std::map<std::string, Json> all;
    std::set<Kind> seen;
    for (const core::KindDescription& task : core::catalogue().at("task"))
        all.merge(Experiments(task.id, seen).all());
    return all;
}

/// The kinds that a spec takes, in whatever depth, as far as they mean something to its task.
inline void addKinds(const Json& json, const std::vector<core::OptionDescription>& options,
                     const std::string& task, std::set<Kind>& kinds)
{
    const auto addSelection = [&](const Json& value, const std::string& family) {
        const std::string id = value.at("kind");
        kinds.insert({family, id});
        addKinds(value, core::findKind(core::catalogue(), family, id)->options, task, kinds);
    };
    for (const core::OptionDescription& option : options) {
        if (!core::servesTask(option.tasks, task) || !json.contains(option.name))
            continue;
        const Json& value = json.at(option.name);
        if (option.type == core::OptionType::Section)
            addKinds(value, option.children, task, kinds);
        else if (option.type == core::OptionType::Selection)
            addSelection(value, option.family);
        else if (option.type == core::OptionType::Choice && !option.family.empty())
            kinds.insert({option.family, value.get<std::string>()});
        else if (option.type == core::OptionType::SelectionList)
            for (const Json& each : value)
                addSelection(each, option.family);
    }
}

inline std::set<Kind> kindsOf(const core::ExperimentSpec& spec)
{
    std::set<Kind> kinds;
    addKinds(core::specToJson(core::completedSpec(spec)), core::specOptions(), spec.task.kind,
             kinds);
    return kinds;
}

} // namespace every_kind
