#pragma once

#include "core/data/corpus_reader.h"
#include "core/data/pairs/parallel_files.h"

#include <string>
#include <utility>
#include <vector>

namespace core {

// Each reads files without reports and throws Error{Cancelled} when `monitor` is cancelled.

/// The dropped files, judged by their names alone.
struct Dropped {
    std::vector<SideFile> files; ///< Those that may be a side of a translation.
    std::vector<std::string> others; ///< Names of the files that may not.
    bool lone = true; ///< No folder and no archive.
    bool tables = false;
    LeftOut leftOut; ///< Files that were not opened.
};

/// Paths that cannot be read are passed over: the preview gives the reason.
Dropped lookAtNames(const std::vector<std::string>& paths, const Monitor& monitor);

/// Lines of a text file; 0 where it cannot be read.
int64_t lineCount(const std::string& path, const Monitor& monitor);

/// Findings from the beginnings of the training files.
struct Content {
    bool complete = false; ///< All columns that are needed were found.
    double fit = 0.0;
    std::string format; ///< "parallel" for lines without pairs.
    bool namedSides = false; ///< Columns are called as sides or languages.
    bool namedAnswer = false; ///< Its column is called as answers are.
    bool manyNumbers = false; ///< Classes were sought, but their column holds measured values.
    /// Index and name of the columns that are read: the answer's, then those of the text.
    std::vector<std::pair<int64_t, std::string>> read{};
};

/// @param columns  what the files are taken to hold.
Content lookAt(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor);
Content lookAt(const std::vector<std::string>& paths, const TaskColumns& columns,
               const Monitor& monitor);
/// At a few files alone: for folders of many texts.
Content lookAtFirst(const std::vector<std::string>& paths, const TaskColumns& columns,
                    const Monitor& monitor);

/// Dropped files that hold the text of `pair` in another language, with that language.
std::vector<std::pair<SideFile, SideWord>> otherSides(const Dropped& dropped, const FilePair& pair);

struct ChosenPairs {
    std::vector<FilePair> pairs;
    std::vector<Message> notes; ///< Notes on the other dropped files.
};

/// Those of `pairs` that are of the languages `own`, by their names.
ChosenPairs pairsOfLanguages(const Dropped& dropped, const std::vector<FilePair>& pairs,
                             const std::pair<SideWord, SideWord>& own);

} // namespace core
