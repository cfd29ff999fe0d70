#pragma once

#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/base/registry.h"
#include "core/data/cells/column.h"
#include "core/data/source/line_reader.h"
#include "core/data/source/source_files.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Bytes of a cell of a sample, by which a format is recognised: more of it is not read.
inline constexpr size_t kLongestSampleCell = 4096;

/// One file of what a format is recognised from.
struct SampleFile {
    SourceFile file;
    std::string head; ///< Its first lines, whole, as UTF-8; empty beyond the first dozens of files.
    bool headKnown = false;
    bool whole = false; ///< `head` is all there is.
};

/// The evidence for recognising a format: all training files, the first ones with their heads.
struct FormatSample {
    std::vector<SampleFile> files;
    TaskColumns columns; ///< The columns of the task.
    bool parallel = false; ///< For pairs: the targets stand in files of their own, line by line.
    Monitor monitor{}; ///< Checked between two formats and between two heads.
};

/// The columns and their roles.
struct Layout {
    std::vector<std::string> columns;
    std::vector<int64_t> textColumns; ///< Indices into `columns`; joined by a space in order.
    int64_t labelColumn = -1; ///< The column of the answer (TaskColumns); -1: none was found.
    bool namedLabel = false; ///< It is called as answers are: label, target, score ...
    bool manyNumbers = false; ///< Classes were sought, but it holds measured values.
    std::vector<SheetSummary> sheets{}; ///< All sheets of the first workbook, if any;
    std::string sheet{}; ///< the name of the one that is read.
    bool running = false; ///< Running text: blank rows are part of it.

    bool isUsed(int64_t column) const;
    /// The column that a task reads as a feature, by its name in any case or its number from 1;
    /// nothing where there is none, or where it holds the words or the tags.
    std::optional<int64_t> featureColumn(const std::string& reference) const;
};

/// One row as it stands in the file.
struct Record {
    int64_t line = 0; ///< 1-based, where it begins.
    std::vector<std::string_view> cells; ///< As many as the layout's columns.
    /// The line of each word and the tags as the file has them; empty unless each word stands on a
    /// line of its own.
    std::span<const int64_t> lines = {};
    std::string_view tags = {};
};

/// Receives the rows that a format reads.
class RecordSink {
public:
    virtual ~RecordSink() = default;
    virtual void add(const Record& record) = 0;
    virtual void reject(int64_t line, Message reason) = 0;
    /// The file as a whole cannot be used (a column is missing ...); the format stops reading it.
    virtual void refuseFile(Message problem, Message advice) = 0;
    /// A note on the file, which is read nevertheless.
    virtual void note(Message message) = 0;
};

class Format;
using FormatRegistry = Registry<std::shared_ptr<const Format>, const FormatSample&>;

/// A way in which rows stand in files, with all its settings known.
class Format {
public:
    virtual ~Format() = default;

    /// An entry that makes a `Made` from its options, if there are any, and the sample; its title
    /// is that of the kind unless it has its own.
    template <class Made, class Options = NoOptions>
    static FormatRegistry::Entry entry(KindDescription description,
                                       const Schema<Options>& schema = {});

    /// How well it fits the sample, 0 to 1: what "auto" compares.
    double fit() const { return m_fit; }
    /// The English name for users: "Comma-separated values".
    const std::string& title() const { return m_title; }
    /// Its kind with every option as recognised: reading with it gives the same rows again.
    const Selection& selection() const { return m_selection; }
    const Layout& layout() const { return m_layout; }
    /// Notes on the recognised settings.
    const std::vector<Message>& notes() const { return m_notes; }
    /// Faults that prevent the use of the files as they are.
    const std::vector<Message>& problems() const { return m_problems; }

    /// Whether `file` holds rows; others in the same folder or archive are passed over.
    virtual bool reads(const SourceFile& file) const;
    /// Reads one file. @param text  UTF-8, but for damaged rows.
    virtual void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const = 0;

    /// How other files of the same corpus are read: the same columns between the delimiters that
    /// those files have. Null: as these.
    virtual std::shared_ptr<const Format> adaptedTo(const FormatSample& sample) const;

protected:
    double m_fit = 0.0;
    std::string m_title;
    Selection m_selection;
    Layout m_layout;
    std::vector<Message> m_notes;
    std::vector<Message> m_problems;
    bool m_tablesOnly = false; ///< Only files named as tables are read in folders and archives.
};

template <class Made, class Options>
FormatRegistry::Entry Format::entry(KindDescription description, const Schema<Options>& schema)
{
    return FormatRegistry::entry<Options>(
        description, schema,
        [title = description.title](const Options& options, const FormatSample& sample) {
            std::shared_ptr<Made> made;
            if constexpr (std::same_as<Options, NoOptions>)
                made = std::make_shared<Made>(sample);
            else
                made = std::make_shared<Made>(options, sample);
            if (made->m_title.empty())
                made->m_title = title;
            return std::shared_ptr<const Format>(std::move(made));
        });
}

const FormatRegistry& formatRegistry();

/// Family "format": how files are read; "auto" first.
/// @param tasks  all that there are: each kind lists those for which it can be read.
std::vector<KindDescription> formatKinds(const std::vector<TaskColumns>& tasks);

/// The formats whose rows can hold what a task asks for, "auto" among them.
std::vector<std::string> formatsThatFill(const TaskColumns& columns);

/// The format that `selection` names, with what it leaves open recognised from `sample`. For a
/// workbook, a table is the sheet with the same choices.
/// @throws Error{BadSetting} when an option does not fit.
std::shared_ptr<const Format> makeFormat(const Selection& selection, const FormatSample& sample);

/// Whether a file's name ends as a table's does: .csv, .tsv, .jsonl ...
bool namesTable(const std::string& name);

/// Whether the sample comes from a folder or an archive and has tables: a README beside them is
/// no data.
bool holdsTables(const FormatSample& sample);
/// Whether the sample is a workbook: the text of its sheets is read by their format alone.
bool holdsSheets(const FormatSample& sample);
/// The sample without what is no table.
FormatSample tablesOf(const FormatSample& sample);

/// A fit from here on means that the rows are what was looked for: pairs that are sentences.
inline constexpr double kSureFit = 0.7;

/// The layout of formats whose columns are fixed: "label", "text".
Layout labelAndTextLayout();

/// Whether the lines are sentences, as those of a book or a play are, by the look of the sample.
bool isRunningText(const FormatSample& sample);

/// The sample's first file, as the user would name it; empty when there is none.
std::string nameOf(const FormatSample& sample);

struct ColumnGuess;
/// The name of the option that chooses the answer.
enum class AnswerOption { Column, Field };
/// A note for the case that several columns may be the answer; else empty.
Message candidatesNote(const ColumnGuess& guess, const TaskColumns& wanted,
                       const std::vector<std::string>& columns, AnswerOption option);

/// The fault of a line or a record beyond the limit.
Message tooLongReason();

/// Calls `row` with each line of `text`; lines beyond the limit are rejected.
template <class Row> void readLines(ByteStream& text, RecordSink& sink, Row row)
{
    LineReader lines(text);
    Line line;
    while (lines.next(line)) {
        if (line.tooLong)
            sink.reject(line.number, tooLongReason());
        else
            row(line);
    }
}

} // namespace core
