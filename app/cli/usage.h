#pragma once

#include "core/base/error.h"

#include <CLI/CLI.hpp>

#include <string>

namespace app {

/// The message about a command line that CLI11 refuses, with the nearest command or option.
std::string usageSentence(const CLI::App& cli, const CLI::ParseError& error);

/// @throws UsageError when the first word is no command.
void refuseUnknownCommand(const CLI::App& cli, int argc, const char* const* argv);

/// "; did you mean NEAREST?" or nothing when none of `candidates` is near.
std::string didYouMean(const std::string& word, const std::vector<std::string>& candidates);

/// core's sentences speak of settings by their labels in the forms ("the maximum length"). How to
/// say the same here: " (--set text.maximum_length=VALUE)"; empty when `message` names none.
std::string settingHint(const core::Message& message);

/// A failure as one line; with hints where the command takes settings.
enum class Hints { None, Settings };
std::string sentenceOf(const core::Failure& failure, Hints hints);

} // namespace app
