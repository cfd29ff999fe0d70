#pragma once

#include "core/base/monitor.h"
#include "core/data/formats/format.h"
#include "core/data/source/path_scan.h"
#include "core/experiment/spec.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// A row with its text and its label taken out. Valid during the call only.
struct TextRow {
    std::string_view text; ///< The text columns joined by a space; valid UTF-8, not blank.
    std::string_view label; ///< Without white space at its ends; empty when no column is the label.
    const std::string& file; ///< As the user would name it.
    const Record& record;
};

/// Takes the rows of a corpus.
class RowConsumer {
public:
    virtual ~RowConsumer() = default;
    virtual void add(Split split, const TextRow& row) = 0;
    virtual void reject(Split split, const std::string& file, int64_t line, Message reason) = 0;
    /// A whole file cannot be used.
    virtual void refuseFile(Message problem, Message advice) = 0;
};

using SplitPaths = std::vector<std::pair<Split, std::vector<std::string>>>;

/// The files of a corpus, after a first look: format and encoding are known.
class CorpusReader {
public:
    /// Looks at all paths and recognises what `spec` leaves open from those of the first split.
    /// @throws as visitFiles(), and Error{BadSetting} for wrong format options.
    CorpusReader(DataSpec spec, SplitPaths paths, const Monitor& monitor);

    const Format& format() const { return *m_format; }
    /// The encoding as a spec holds it; "auto" when the files differ.
    std::string encoding() const;
    /// What was recognised and what was left out.
    std::vector<Message> notes() const;
    /// Why there is nothing to read, or not as asked.
    std::vector<Message> problems() const;

    /// Reads all splits in order. @throws as visitFiles().
    void read(RowConsumer& consumer) const;

private:
    void scan();
    FormatSample sample() const;
    void readPath(Split split, const PathScan& scan, ReadProgress& progress,
                  RowConsumer& consumer) const;

    DataSpec m_spec;
    SplitPaths m_paths;
    const Monitor& m_monitor;
    std::map<std::string, PathScan> m_scans; ///< By path.
    std::shared_ptr<const Format> m_format;
};

/// The files that a spec names, split by split.
SplitPaths splitPaths(const DataSpec& spec);

} // namespace core
