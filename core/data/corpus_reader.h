#pragma once

#include "core/base/monitor.h"
#include "core/data/formats/format.h"
#include "core/data/source/byte_stream.h"
#include "core/data/source/path_scan.h"
#include "core/data/source/split_name.h"
#include "core/experiment/spec.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A row with the values that a task needs. Valid during the call only.
struct TextRow {
    std::string_view text; ///< The text columns joined by a space; valid UTF-8, not blank unless it
                           ///< is running text.
    /// The answer (TaskColumns), one that can be used; empty when no column is it. Without white
    /// space at its ends, but of a pair as it stands in the file.
    std::string_view label;
    const std::string& file; ///< As the user would name it.
    const Record& record;
    std::span<const std::string_view> features = {}; ///< A cell for each of TaskColumns::features.
};

/// Receives the rows of a corpus.
class RowConsumer {
public:
    virtual ~RowConsumer() = default;
    virtual void add(Split split, const TextRow& row) = 0;
    virtual void reject(Split split, const std::string& file, int64_t line, Message reason) = 0;
    /// A whole file cannot be used.
    virtual void refuseFile(Message problem, Message advice) = 0;
    /// A note on a file whose rows are read nevertheless.
    virtual void note(Message message) = 0;
};

/// The files of one split.
struct SplitFiles {
    Split split = Split::Train;
    std::vector<std::string> paths;
    std::vector<std::string> targets{}; ///< For parallel files, one for each of `paths`.
};
using SplitPaths = std::vector<SplitFiles>;

/// The files of a corpus, after a first look: format and encoding are known.
class CorpusReader {
public:
    /// Looks at all paths and recognises what `spec` leaves open from those of the first split.
    /// Pairs are parallel lines when any split has targets.
    /// @throws as visitFiles(), and Error{BadSetting} for wrong format options.
    CorpusReader(DataSpec spec, SplitPaths paths, TaskColumns columns, const Monitor& monitor);

    const Format& format() const { return *m_format; }
    /// The encodings of the files as a spec holds them: "latin-1, utf-8".
    std::string encodings() const;
    /// Notes on the recognised settings and on files that were left out.
    std::vector<Message> notes() const;
    /// The reasons why the files cannot be read as asked.
    std::vector<Message> problems() const;
    /// @throws Error{BadData} with the first of problems(), if there is one, and the second as the
    /// advice.
    void throwProblem() const;

    /// Reads all splits in order. @throws as visitFiles().
    void read(RowConsumer& consumer) const;
    /// Reads one of them. @throws as visitFiles().
    void read(Split split, RowConsumer& consumer) const;

private:
    using TextVisitor = std::function<void(const SourceFile&, ByteStream& text)>;

    void scan();
    void readFiles(const SplitPaths& some, RowConsumer& consumer) const;
    FormatSample sample(const SplitFiles& files) const;
    void chooseFormats();
    const Format& formatOf(Split split) const;
    void noteLeftOut(const PathScan& scan, std::vector<Message>& notes) const;
    void addMissingSides(std::vector<Message>& problems) const;
    void addMissingFeatures(std::vector<Message>& problems) const;
    void addOtherLanguages(std::vector<Message>& problems) const;
    void visitTexts(Split split, const PathScan& scan, ReadProgress& progress,
                    const TextVisitor& visit) const;
    void readPath(Split split, const PathScan& scan, ReadProgress& progress,
                  RowConsumer& consumer) const;
    void readSides(Split split, const PathScan& source, const PathScan& target,
                   ReadProgress& progress, RowConsumer& consumer) const;

    DataSpec m_spec;
    SplitPaths m_paths;
    TaskColumns m_columns;
    bool m_parallel = false; ///< Sources and targets have files of their own.
    const Monitor& m_monitor;
    std::map<std::string, PathScan> m_scans; ///< By path.
    std::shared_ptr<const Format> m_format; ///< For the first split that has files,
    std::map<Split, std::shared_ptr<const Format>> m_adapted; ///< and for those that differ.
};

/// Reports a bad row that must not be skipped. @throws Error{FileMalformed}.
[[noreturn]] void failAtRow(const std::string& file, int64_t line, const Message& reason);

/// The files that a spec names, split by split; of pairs with those of the targets.
SplitPaths splitPaths(const DataSpec& spec, const TaskColumns& columns);

/// @throws Error{BadSetting} when `spec` names both a sample and files: one of them would be
/// ignored silently.
void checkOneSource(const DataSpec& spec);

class RowConsumer;

/// One of two parallel files.
struct TextSide {
    const std::string& file; ///< As the user would name it.
    ByteStream& text; ///< UTF-8, but for damaged lines.
};

/// Gives `consumer` line N of `source` with line N of `target` as one row, and refuses the files
/// when one has more lines: the sentence says by how much and from which line on the lengths of
/// the two sides no longer go together (driftLine()). Lines that are blank in both files are passed
/// over, and so are blank lines at the end of the longer one; a line that is blank in one file only
/// is a bad row of that file.
///
/// Memory: eight bytes a line.
/// @throws as ByteStream::next().
void readParallel(Split split, const TextSide& source, const TextSide& target,
                  RowConsumer& consumer);

} // namespace core
