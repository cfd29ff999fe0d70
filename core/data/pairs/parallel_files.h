#pragma once

#include "core/data/pairs/side_name.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// A file that may be a side of a translation.
struct SideFile {
    std::string path; ///< As a spec holds it.
    std::string name; ///< Without packing; inside its folder or archive, or of the file itself.
};

/// Two files that translate each other line by line.
struct FilePair {
    SideFile source, target;
    SideWord sourceSide, targetSide;
};

/// How to pair files whose names leave it open.
struct PairingRules {
    std::string sourceLanguage, targetLanguage; ///< The languages of the loaded data; may be empty.
    /// Whether translations are expected. Then names that are just a language ("German.txt") are
    /// sides, and the first two of three or more languages are paired even if the names do not end
    /// in them ("train.de").
    bool expected = false;
};

/// Pairs files whose names differ in one word, a language or a side, in the order of the first of
/// each pair. Which is the source: see recogniseData().
std::vector<FilePair> pairedByName(const std::vector<SideFile>& files, const PairingRules& rules);

/// Pairs two files that the user has chosen as sides: the source is the one whose name ends like
/// that of a source, else the first. Nothing when both end in the same language or side.
std::optional<FilePair> pairedByChoice(const SideFile& first, const SideFile& second,
                                       const PairingRules& rules);

/// The words by which two paths say that they are the sides of one text, in their order.
std::optional<std::pair<SideWord, SideWord>> sidesOfNames(const std::string& source,
                                                          const std::string& target);

/// How the languages of two texts with both sides differ.
enum class OtherLanguages { No, Exchanged, Foreign };
OtherLanguages otherLanguages(const std::pair<SideWord, SideWord>& own,
                              const std::pair<SideWord, SideWord>& other);

/// The file's name without folders and packing: "train.de" of "/a/train.de.gz".
std::string unpackedName(const std::string& path);

} // namespace core
