#include "app/cli/opened_model.h"

#include "app/cli/output.h"
#include "core/base/error.h"
#include "core/catalogue/spec_json.h"
#include "core/probe/decoding/decoding_questions.h"
#include "core/task/language_model/language_options.h"
#include "core/train/ask_run.h"
#include "core/train/open_run.h"
#include "core/train/run_folder.h"

namespace app {

void addModelArguments(CLI::App& command, ModelArguments& arguments)
{
    command.add_option("run", arguments.run, "Run folder")->required();
    command.add_option("--checkpoint", arguments.checkpoint, "best (the default), last or epoch-N");
    command.add_flag("--json", arguments.json, "Print JSON, one object per line");
}

std::string checkpointOf(const std::string& run, const std::string& wanted)
{
    return wanted.empty() ? core::standardCheckpoint(core::readRunSummary(run)) : wanted;
}

std::unique_ptr<core::LiveModel> openModel(const ModelArguments& arguments)
{
    auto model = core::openRun(arguments.run, checkpointOf(arguments.run, arguments.checkpoint));
    for (const core::Message& note : model->notes())
        printError("Note: " + note.plain());
    return model;
}

bool isAsked(const SearchArguments& arguments)
{
    return !arguments.kind.empty() || arguments.beam || arguments.lengthPenalty
        || !arguments.settings.empty();
}

void addSearchArguments(CLI::App& command, SearchArguments& arguments)
{
    std::vector<std::string> kinds;
    for (const core::KindDescription& kind : core::catalogue().at("search"))
        kinds.push_back(kind.id);
    command.add_option("--search", arguments.kind, "How texts or translations are searched for")
        ->check(CLI::IsMember(kinds));
    command.add_option("--beam", arguments.beam, "Beam search of this width; 1 is greedy");
    command.add_option("--length-penalty", arguments.lengthPenalty,
                       "Divide scores by the length to this power: 0 favours short texts, 1 "
                       "takes the mean");
    command
        .add_option("--search-set", arguments.settings,
                    "Option of the search, such as block_ngrams=3; repeatable")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
}

namespace {

/// A spec of a generating task in which a search is chosen, under the names of that task.
class SearchSetting {
public:
    SearchSetting(const std::string& task, const core::DecodingSpec& decoding)
        : m_translates(task == core::kTranslationTask)
    {
        if (m_translates) {
            m_spec.model.network = {"seq2seq", core::Json::object()};
            core::TranslationOptions options;
            options.decoding = decoding;
            core::setTranslationOptions(m_spec, options);
        } else {
            core::Json search = {{"kind", decoding.search.kind}};
            search.update(decoding.search.options);
            m_spec.model.network = {"lstm", core::Json::object()};
            m_spec.task = {task, core::Json{{"writing", core::Json{{"search", search}}}}};
        }
    }

    /// @param name  of an option; empty: of the search itself.
    void set(const std::string& name, const std::string& value)
    {
        const std::string path = m_translates ? "task.decoding.search" : "task.writing.search";
        m_spec = core::withValue(m_spec, path + (name.empty() ? "" : "." + name), value);
    }
    core::Selection search() const
    {
        return m_translates ? core::translationOptions(m_spec).decoding.search
                            : core::languageOptions(m_spec).writing.search;
    }

private:
    bool m_translates;
    core::ExperimentSpec m_spec;
};

} // namespace

core::DecodingSpec decodingFrom(core::LiveModel& model, const SearchArguments& arguments)
{
    core::DecodingSpec decoding = model.ask(core::AskDecodingSettings());
    SearchSetting setting(model.task(), decoding);
    const auto set
        = [&](const std::string& name, const std::string& value) { setting.set(name, value); };
    const std::string& kind = decoding.search.kind;
    const bool beam = arguments.beam || arguments.lengthPenalty;
    if (!arguments.kind.empty() && arguments.kind != kind)
        set("", arguments.kind);
    else if (arguments.kind.empty() && beam && kind != "beam")
        set("", "beam");
    if (arguments.beam)
        set("width", std::to_string(*arguments.beam));
    if (arguments.lengthPenalty) {
        set("normalisation", "length_power");
        set("length_penalty", core::numberText(*arguments.lengthPenalty));
    }
    for (const auto& [name, value] : core::settingsIn(arguments.settings))
        set(name, value);
    decoding.search = setting.search();
    return decoding;
}

} // namespace app
