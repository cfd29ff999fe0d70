#pragma once

#include "core/catalogue/pretrained_vectors.h"
#include "core/data/preview.h"
#include "core/experiment/spec.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace app {

/// Exit codes; frozen, because scripts rely on them.
enum class ExitCode { Done = 0, Failed = 1, Usage = 2, Interrupted = 130 };

/// Wrong arguments that CLI11 cannot see ("this preset needs --data").
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Each adds its commands to `cli`. A command's callback stores its exit code in `exitCode` and
/// throws core::Error or UsageError when it cannot do its work.
void addSpecCommands(CLI::App& cli, ExitCode& exitCode); ///< presets, spec, preview
void addKindsCommand(CLI::App& cli); ///< kinds
void addTrainingCommands(CLI::App& cli, ExitCode& exitCode); ///< train, resume
void addModelCommands(CLI::App& cli); ///< evaluate, predict, inspect, export
void addAskCommand(CLI::App& cli); ///< ask
void addImportCommand(CLI::App& cli); ///< import
void addReportCommand(CLI::App& cli); ///< report
void addLessonCommand(CLI::App& cli, ExitCode& exitCode); ///< lesson
void addTagCommand(CLI::App& cli); ///< tag
void addTranslationCommands(CLI::App& cli, ExitCode& exitCode); ///< translate, decode
void addLanguageCommands(CLI::App& cli); ///< generate
void addBenchCommand(CLI::App& cli); ///< bench
/// help, with the topics of help_topics.h, and the manual page of all commands. @pre comes last.
void addHelpCommand(CLI::App& cli);

/// The spec of a preset's name or of a `.unroll` file. `needsData` is set for presets without a
/// bundled sample.
core::ExperimentSpec specNamed(const std::string& name, bool& needsData);

/// --set, repeatable, of what `which` says.
void addSettings(CLI::App& command, std::vector<std::string>& items, const std::string& which);
inline constexpr const char* kAnySetting
    = "A setting by its path as `spec` prints it, such as training.epochs=3";
/// An option that takes several paths at once and may be repeated; its help says so.
CLI::Option* addPaths(CLI::App& command, const std::string& name, std::vector<std::string>& paths,
                      const std::string& help);

/// Recognises the files at `paths` for a task that the user has named, with a note if their form
/// suggests another one. Files are paired by their names only where `base` leaves
/// the format open.
core::RecognisedData recognisedFor(const std::string& task, const std::vector<std::string>& paths,
                                   const core::DataSpec& base);

/// `paths` without the files of word vectors, which a network may start from.
/// @throws core::Error when there is nothing else.
core::SortedPaths textsAndVectors(const std::vector<std::string>& paths);

/// Applies "--set PATH=VALUE" items. @throws UsageError without "=", core::WrongSetting,
/// core::Error for bad values.
core::ExperimentSpec withSettings(core::ExperimentSpec spec, const std::vector<std::string>& items);

} // namespace app
