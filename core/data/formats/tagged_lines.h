#pragma once

#include "core/data/formats/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// The first lines of the sample's heads, empty ones among them, without white space at their ends.
std::vector<std::string> sampleLines(const FormatSample& sample);

/// What stands between tabs, without white space at its ends.
std::vector<std::string_view> cellsBetweenTabs(std::string_view line);

/// The line that stands before each document in CoNLL's files.
bool isDocumentStart(std::string_view line);

/// Ten columns between tabs, numbered words, remarks behind "#".
bool isConllU(const std::vector<std::string>& lines);

/// One word and its tags a line, sentences between empty lines: as many columns in each, none with
/// a space, and the last one with few values.
bool isConll(const std::vector<std::string>& lines);

/// "word/TAG word/TAG", a sentence a line. @param marks  that may stand between both.
bool isTaggedText(const std::vector<std::string>& lines, std::string_view marks = "/_");

} // namespace core
