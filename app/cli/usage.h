#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace app {

/// The message about a command line that CLI11 refuses, with the nearest command or option.
std::string usageSentence(const CLI::App& cli, const CLI::ParseError& error);

/// @throws UsageError when the first word is no command.
void refuseUnknownCommand(const CLI::App& cli, int argc, const char* const* argv);

/// "; did you mean NEAREST?" or nothing when none of `candidates` is near.
std::string didYouMean(const std::string& word, const std::vector<std::string>& candidates);

} // namespace app
