#pragma once

#include "core/data/corpus.h"
#include "core/data/preview.h"

#include <array>
#include <string>
#include <vector>

/// What some tasks ask of data, as the tests of the readers hand it in, and corpora as plain
/// values.
namespace tasks {

inline const core::TaskColumns kLabelled{"classification",
                                         {core::ColumnKind::Text, core::ColumnKind::Class}};
inline const core::TaskColumns kPairs{"translation",
                                      {core::ColumnKind::Text, core::ColumnKind::Text}};
inline const core::TaskColumns kNumbers{"regression",
                                        {core::ColumnKind::Text, core::ColumnKind::Number}};
inline const core::TaskColumns kTexts{"language_model", {core::ColumnKind::Text}};
inline const core::TaskColumns kTagged{"tagging",
                                       {core::ColumnKind::Tokens, core::ColumnKind::Tags}};
/// The two that the program has had from the beginning.
inline const std::vector<core::TaskColumns> kBoth{kLabelled, kPairs};

inline const core::TaskColumns& named(const std::string& task)
{
    return task == kPairs.task ? kPairs : kLabelled;
}

inline core::RecognisedData recognised(const std::vector<std::string>& paths,
                                       const std::string& task, const core::DataSpec& base)
{
    return core::recogniseData(paths, task, kBoth, base);
}

struct Rows {
    std::vector<std::string> texts; ///< Of pairs the sources: `source` holds them as well.
    std::vector<int32_t> labels;
    std::vector<double> numbers;
    std::vector<std::string> source, target;

    size_t size() const { return texts.size(); }
};

inline Rows plainRows(const core::CorpusPart& part)
{
    Rows rows;
    rows.texts = rows.source = part.texts().strings();
    if (part.columns.size() > 1) {
        rows.labels = part.classes();
        rows.numbers = part.numbers();
        rows.target = part.texts(1).strings();
    }
    return rows;
}

struct Loaded {
    std::vector<std::string> classes;
    Rows train, valid, test;
    int64_t skippedRows = 0;
    std::vector<core::Message> notes;
};

inline Loaded load(const core::DataSpec& spec, const core::TaskColumns& columns,
                   const core::Monitor& monitor = {})
{
    const core::Corpus data = core::loadCorpus(spec, columns, monitor);
    return {data.classes,         plainRows(data.train), plainRows(data.valid),
            plainRows(data.test), data.skippedRows,      data.notes};
}
inline Loaded loadData(const core::DataSpec& spec, const core::Monitor& monitor)
{
    return load(spec, kLabelled, monitor);
}
inline Loaded loadPairs(const core::DataSpec& spec, const core::Monitor& monitor)
{
    return load(spec, kPairs, monitor);
}
inline Rows loadTexts(const core::DataSpec& spec, const std::vector<std::string>& paths,
                      const std::vector<std::string>& classes, const core::Monitor& monitor)
{
    return plainRows(core::loadScoredRows(spec, {paths}, kLabelled, classes, monitor));
}
inline Rows readPairs(const core::DataSpec& spec, const std::vector<std::string>& sources,
                      const std::vector<std::string>& targets, const core::Monitor& monitor)
{
    return plainRows(core::loadScoredRows(spec, {sources, targets}, kPairs, {}, monitor));
}

} // namespace tasks
