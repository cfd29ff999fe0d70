#include "core/train/ask_run.h"

#include "core/catalogue/spec_json.h"
#include "core/data/cells/spans.h"
#include "core/probe/data_questions.h"
#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/language_model/language_questions.h"
#include "core/probe/updates/layer_series.h"
#include "core/task/translation/translation_options.h"
#include "core/train/update_place.h"

#include <algorithm>
#include <array>
#include <map>

namespace core {

namespace {

const OptionDescription* findOption(const KindDescription& kind, const std::string& name)
{
    const auto found = std::find_if(kind.options.begin(), kind.options.end(),
                                    [&](const auto& option) { return option.name == name; });
    return found == kind.options.end() ? nullptr : &*found;
}

/// Fills in the decoding settings of the run where a question has none.
Json ownDecoding(LiveModel& model, const KindDescription& kind)
{
    Json options = Json::object();
    if (!model.answers().has(AskDecodingSettings::kName))
        return options;
    const Json decoding = decodingSchema().toJson(model.ask(AskDecodingSettings()));
    for (const OptionDescription& option : kind.options) {
        if (option.family == "search")
            options[option.name] = decoding.at("search");
        else if (option.name == "decoding")
            options[option.name] = decoding;
    }
    return options;
}

std::string exampleOf(LiveModel& model, const ExperimentSpec& spec, const std::string& question,
                      const Monitor& monitor)
{
    const Message remedy{"Set the text: text=...", {}};
    try {
        const AnyAnswer answer = model.answers().read(AnyQuestion(AskExample()), spec, monitor);
        if (!answer.to<AskExample>().empty())
            return answer.to<AskExample>();
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            throw;
        throw Error(ErrorCode::BadData,
                    {"The question \"%1\" needs a text, and the data of the run cannot be read.",
                     {question}},
                    remedy, error.failure().sentence());
    }
    throw Error(
        ErrorCode::BadData,
        {"The question \"%1\" needs a text, and the data of the run have none.", {question}},
        remedy);
}

/// Puts an example where the question has a text that was not set.
std::string fillText(LiveModel& model, const ExperimentSpec& spec, const KindDescription& kind,
                     const std::vector<SettingValue>& settings, Json& options,
                     const Monitor& monitor)
{
    // A prompt may be empty; any other text without words is as good as none.
    constexpr std::array kPrompted{AskSuggestions::kName, AskReading::kName, AskDecoding::kName,
                                   AskWrittenClasses::kName};
    const bool mayBeEmpty
        = std::find(kPrompted.begin(), kPrompted.end(), kind.id) != kPrompted.end();
    const auto isSet = [&](const std::string& name) {
        return std::any_of(settings.begin(), settings.end(), [&](const SettingValue& each) {
            const bool isBlank
                = each.path == name && each.value.find_first_not_of(" \t\r\n") == std::string::npos;
            return each.path.starts_with(name) && (mayBeEmpty || !isBlank);
        });
    };
    for (const char* name : {"text", "texts"}) {
        const OptionDescription* option = findOption(kind, name);
        const bool isText = option != nullptr
            && (option->type == OptionType::Text || option->type == OptionType::TextList);
        if (!isText)
            continue;
        if (isSet(name) || isSet("passage")) // A passage replaces the text.
            continue;
        std::string example = exampleOf(model, spec, kind.id, monitor);
        const size_t blank = example.rfind(' '); // Behind it the next word is open.
        if (kind.id == AskSuggestions::kName && blank != std::string::npos)
            example.resize(blank + 1);
        options[name] = option->type == OptionType::Text ? Json(example) : Json::array({example});
        return example;
    }
    return {};
}

/// The text of a question; a question with its passage may be set apart.
std::string textOf(const Json& options)
{
    const auto part = [&](const char* name) { return options.value(name, std::string()); };
    return part("passage").empty() ? part("text")
                                   : joinedQuestion(part("question"), part("passage"));
}

/// The place of an update; step 0: of the last.
UpdatePlace placeIn(const std::filesystem::path& run, const ExperimentSpec& spec, int64_t step)
{
    const RunHistory history = readRunHistory(run);
    if (step == 0 && !history.updates.empty())
        step = history.updates.back().step;
    if (const std::optional<UpdatePlace> place = placeOfUpdate(history, spec, step))
        return *place;
    if (history.updates.empty())
        throw Error(ErrorCode::BadSetting,
                    {"The question is about an update, and this run has made none, as all runs "
                     "whose network was imported.",
                     {}},
                    {"Start a training from this network (--set model.start.from=RUN) and ask that "
                     "run.",
                     {}});
    throw Error(ErrorCode::BadSetting,
                {"The run has no update %1; it has made %2 {update|updates}.",
                 {std::to_string(step), std::to_string(history.updates.size())}},
                {"Set \"update\" to one of these.", {}});
}

std::shared_ptr<const LayerSeries> layerSeries(const RunHistory& history, int64_t columns)
{
    auto series = std::make_shared<LayerSeries>(history.layers, static_cast<size_t>(columns));
    for (const UpdateReport& update : history.updates)
        series->append(update.measures());
    return series;
}

} // namespace

std::vector<SettingValue> settingsIn(const std::vector<std::string>& items)
{
    std::vector<SettingValue> values;
    for (const std::string& item : items) {
        const size_t equals = item.find('=');
        if (equals == std::string::npos)
            throw WrongSetting(ErrorCode::BadSetting,
                               {"\"%1\" does not have the form NAME=VALUE.", {shown(item)}},
                               {"Write, for example, block_ngrams=3.", {}});
        values.push_back({item.substr(0, equals), item.substr(equals + 1)});
    }
    return values;
}

NamedQuestion namedQuestion(LiveModel& model, const std::filesystem::path& run,
                            const std::string& name, const std::vector<SettingValue>& settings,
                            const Monitor& monitor)
{
    const TaskAnswers& answers = model.answers();
    const KindDescription& kind = answers.kind(name);
    const ExperimentSpec spec = readSpec(run / "spec.json", Links::Refuse);
    std::vector<Problem> problems;
    Json options = ownDecoding(model, kind);
    for (const SettingValue& each : settings)
        setOption(options, kind.options, model.task(), each.path, each.value);
    options = completed(options, kind.options, catalogue(), "", problems);
    throwWrong(problems);
    std::string example = fillText(model, spec, kind, settings, options, monitor);
    if (findOption(kind, "reference") != nullptr
        && !options.at("reference").get<std::string>().empty())
        model.requireReference(options.at("reference"), textOf(options));
    AnyQuestion question = answers.question(name, options);
    answers.locate(question, run.string(),
                   {[&](int64_t step) { return placeIn(run, spec, step); },
                    [&](int64_t columns) { return layerSeries(readRunHistory(run), columns); }});
    return {std::move(question), std::move(example)};
}

Readout answerByHand(const HandQuestion& question, const std::vector<SettingValue>& settings)
{
    std::vector<Problem> problems;
    Json options = Json::object();
    for (const SettingValue& each : settings)
        setOption(options, question.kind.options, {}, each.path, each.value);
    options = completed(options, question.kind.options, catalogue(), "", problems);
    throwWrong(problems);
    return question.answer(options);
}

AnyAnswer answerOf(LiveModel& model, const std::filesystem::path& run, const AnyQuestion& question,
                   const Monitor& monitor)
{
    const TaskAnswers& answers = model.answers();
    if (answers.needs(question) != TaskAnswers::Needs::Network) {
        AnyAnswer answer
            = answers.read(question, readSpec(run / "spec.json", Links::Refuse), monitor);
        if (answers.needs(question) == TaskAnswers::Needs::Data)
            return answer;
    }
    return answers.answer(model, question, monitor);
}

} // namespace core
