#pragma once

#include "core/probe/live_model.h"
#include "core/task/translation/translation_options.h"
#include "core/train/run_folder.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// Which network a command asks, and how it answers.
struct ModelArguments {
    std::string run;
    std::string checkpoint;
    bool json = false;
};
void addModelArguments(CLI::App& command, ModelArguments& arguments);

/// The checkpoint that was asked for; otherwise the best, or the last where there is no best.
std::string checkpointOf(const std::string& run, const std::string& wanted);
std::unique_ptr<core::LiveModel> openModel(const ModelArguments& arguments);

/// Search settings of a generator; they replace those of its run.
struct SearchArguments {
    std::string kind; ///< Family "search"; empty: the run's, or beam when a width is given.
    std::optional<int64_t> beam;
    std::optional<double> lengthPenalty;
    std::vector<std::string> settings; ///< "top_k=10": options of the search.
};
/// Whether anything of it was given.
bool isAsked(const SearchArguments& arguments);
/// --search, --beam, --length-penalty, --search-set.
void addSearchArguments(CLI::App& command, SearchArguments& arguments);
/// The way to decode of `model` with what was given on the command line.
/// @throws core::Error{BadSetting} that lists what is wrong, under the names of the task's
/// settings.
core::DecodingSpec decodingFrom(core::LiveModel& model, const SearchArguments& arguments);

} // namespace app
