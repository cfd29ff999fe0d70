#pragma once

#include "core/data/formats/format.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// The first lines of the sample's heads, empty ones among them, without white space at their ends.
std::vector<std::string> sampleLines(const FormatSample& sample);

/// The cells between tabs, without white space at their ends.
std::vector<std::string_view> cellsBetweenTabs(std::string_view line);

/// The cells between tabs if the line has any, else between blanks.
std::vector<std::string_view> columnsOfLine(std::string_view line);

/// The line that stands before each document in CoNLL's files.
bool isDocumentStart(std::string_view line);

/// The columns of CoNLL-U.
inline constexpr std::array<const char*, 10> kConlluColumns{
    "ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"};
inline constexpr int64_t kConlluForm = 1, kConlluUpos = 3;
/// Whether a row of CoNLL-U has no tag by its ID: "3-4" is written as one word but is two, which
/// follow; "8.1" is not written at all.
bool isNoWord(std::string_view id);

/// Ten columns between tabs, numbered words, remarks behind "#".
bool isConllU(const std::vector<std::string>& lines);

/// One word and its tags a line, sentences between empty lines: as many columns in each but for
/// remarks behind "#", none with a space, and the last one with few values.
bool isConll(const std::vector<std::string>& lines);

/// The files of a sample that are tagged text (isTaggedText()).
struct TaggedFiles {
    std::vector<std::string> lines; ///< Their first lines.
    std::set<std::string> others; ///< Names of files that begin with something else.
};
/// Nothing unless four of five files are: lists of contents and the like stand beside them.
TaggedFiles taggedFiles(const FormatSample& sample, std::string_view marks = "/_");

/// "word/TAG word/TAG", a sentence a line. @param marks  that may stand between both.
bool isTaggedText(const std::vector<std::string>& lines, std::string_view marks = "/_");

} // namespace core
