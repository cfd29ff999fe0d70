#pragma once

#include "core/data/formats/column_guess.h"
#include "core/data/formats/delimited_options.h"
#include "core/data/formats/dialect_guess.h"
#include "core/data/formats/format.h"

#include <set>

namespace core {

/// Formats whose rows are cells in columns: which row names the columns and which columns hold what
/// the task asks for. A format adds where the rows come from.
class TableFormat : public Format {
public:
    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override;

protected:
    /// @param trial  the sample's rows, read as `read` will read them.
    TableFormat(const TableChoice& choice, const FormatSample& sample, DialectTrial trial);

    /// `choice` with what was recognised. Keeps the user's choices as they were written, right or
    /// wrong.
    TableChoice resolved(TableChoice choice) const;

    Dialect m_dialect;

private:
    /// How the columns of one file stand to those of the layout.
    struct FileColumns {
        std::vector<size_t>
            places{}; ///< Places of the layout's columns in this file; empty: the same.
        std::vector<std::string> names{}; ///< Empty without a row of names.
        size_t width = 0;
        size_t widest = 0; ///< Cells that a row may have.
    };
    enum class FirstRow { Names, Data, Refused };

    struct Row {
        Record record{};
        std::vector<std::string> joined{}; ///< Texts that were lists of words.
    };

    void takeColumns(DialectTrial& trial);
    void chooseColumns(const TableChoice& choice, const DialectTrial& trial);
    void noteColumns();
    void guess(const DialectTrial& trial);
    std::string columnName(int64_t column) const;
    std::string textColumnNames() const;
    int64_t chosen(const std::string& reference);
    void explainMissing(const TableChoice& choice);
    std::string reference(int64_t column) const;
    FirstRow readFirst(const SourceFile& file, const DelimitedRecord& record, FileColumns& columns,
                       RecordSink& sink) const;
    bool findColumns(const SourceFile& file, FileColumns& columns, RecordSink& sink) const;
    bool holdsKnownLabel(const DelimitedRecord& record) const;
    void rememberLabels(const DialectTrial& trial);
    void findWordLists(const DialectTrial& trial);
    static bool isNames(const DelimitedRecord& record, const FileColumns& columns);
    static bool hasWidth(const DelimitedRecord& record, size_t width, size_t widest);
    void readRow(const DelimitedRecord& record, const FileColumns& columns, Row& row,
                 RecordSink& sink) const;
    void deliver(const DelimitedRecord& record, const std::vector<size_t>& places, Row& row,
                 RecordSink& sink) const;

    bool m_header = false;
    TaskColumns m_wanted;
    ColumnGuess m_guess;
    bool m_wordLists = false; ///< The texts are lists of words.
    std::set<std::string> m_labels; ///< Those of the sample.
};

} // namespace core
