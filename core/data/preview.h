#pragma once

#include "core/base/monitor.h"
#include "core/data/cells/column.h"
#include "core/experiment/spec.h"
#include "core/metric/tagging.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// A row that cannot be used, and why.
struct BadRow {
    std::string file; ///< As the user would name it: "reviews.zip: train.csv".
    int64_t line = 0; ///< 1-based line in that file where the row begins.
    Message reason;
};

struct ClassCount {
    std::string name;
    int64_t train = 0;
    int64_t valid = 0;
    int64_t test = 0;
};

/// How many texts have how many tokens (separated at white space, before any cleaning).
struct LengthHistogram {
    std::vector<int64_t> upperBounds; ///< Inclusive upper bound of each bin, ascending.
    std::vector<int64_t> counts; ///< As many; all splits together.
    int64_t median = 0;
    int64_t percentile95 = 0;
    int64_t longest = 0;
};

/// How often target and source words stand in which ratio.
struct RatioHistogram {
    std::vector<double> upperBounds; ///< Inclusive upper bound of each bin, ascending.
    std::vector<int64_t> counts; ///< As many.
    double median = 0.0;
};

/// Statistics of a column of numbers.
struct NumberSummary {
    double least = 0.0, mean = 0.0, median = 0.0, greatest = 0.0;
    std::vector<double> upperBounds; ///< Inclusive upper bound of each bin, ascending.
    std::vector<int64_t> counts; ///< As many; all splits together.
};

/// A text whose words are tagged.
struct TaggedRow {
    std::vector<std::string> tokens, tags; ///< As many of both.
    std::vector<TagSpan> spans; ///< That the tags mark; empty where they mark none.
};

/// A setting that the data decided. The whole decision is two sentences: `what` and `why`.
struct DataDecision {
    std::string path; ///< "text.tokeniser": the setting that changes it.
    std::string value; ///< As withValue() takes it: a number, or the kind of a selection.
    Message what; ///< "The texts are read as characters."
    Message why; ///< "95 % of the texts have at most 1 word, ..."

    friend bool operator==(const DataDecision&, const DataDecision&) = default;
};

/// A summary of dropped files, shown before anything is trained.
struct DataPreview {
    TaskColumns read; ///< The task for which the files were read.
    /// The requested settings with the recognised format instead of "auto". The encoding stays,
    /// because other files, such as a test set, may have another.
    DataSpec spec;
    std::string formatTitle; ///< "Comma-separated values"
    std::string encoding; ///< "utf-8"; of files that differ "latin-1, utf-8"; empty for a sample.
    std::vector<std::string> columns; ///< Names of the raw columns; "column 1" without a header.
    std::vector<std::vector<std::string>> rows; ///< The first rows as read, one cell a column.
    std::vector<int64_t> textColumns; ///< Indices into `columns`; joined by a space in order.
    int64_t labelColumn = -1; ///< That of the answer.
    std::vector<SheetSummary> sheets{}; ///< Sheets of the first workbook, if any;
    std::string sheet{}; ///< the name of the one that is read.
    /// Sorted by name. Where the answer is a class texts, after the split; where it is tags tokens,
    /// as the files divide them.
    std::vector<ClassCount> classes;
    std::string tagScheme; ///< "BIO", "BIOES": tags mark spans by it; empty: they mark none.
    NumberSummary numbers; ///< Only where the answer is a number.
    std::vector<TaggedRow> taggedRows; ///< Some of train, only where the answer is tags.
    LengthHistogram lengths;
    LengthHistogram targetLengths; ///< For pairs; `lengths` are those of the source.
    RatioHistogram lengthRatios; ///< For pairs: target words / source words.
    int64_t trainRows = 0, validRows = 0, testRows = 0;
    int64_t duplicateRows = 0; ///< Texts (pairs) of train that occur before in train.
    int64_t overlapRows = 0; ///< Those of test (and valid, if given apart) that occur in train.
    int64_t badRowCount = 0;
    std::vector<BadRow> badRows; ///< The first 1,000 of them.
    int64_t textBytes = 0;
    std::vector<std::string> sampleTexts; ///< At most 1,000 raw texts, spread over train.
    std::vector<std::string> sampleLabels; ///< As many answers: labels, targets.
    std::vector<Message> notes; ///< Such as "Latin-1 was recognised".
    std::vector<Message> problems; ///< Faults to correct before training; empty: ready.
    /// The settings that dataDefaults() chose for these data; empty unless it was called.
    std::vector<DataDecision> decisions;
};

/// The task and the settings that suit dropped paths.
struct RecognisedData {
    std::string task;
    DataSpec spec;
    /// Files that were left out and alternative readings, which a preview does not contain.
    std::vector<Message> notes;
};

/// Recognises what was dropped: parallel files (train.de and train.en; corpus.src, corpus.tgt), a
/// folder or an archive of them, or files of pairs are for a task of pairs; everything else is
/// sorted by dataSpecFromPaths. A single parallel file joins the one that `base` has already.
/// Ambiguous files are read for `task`: a task of pairs gives way only to unambiguous labels, and
/// two files dropped together for it are its sides whatever their names. Files that lack the
/// columns of `task` are read for another of `all` if they certainly contain the columns of that
/// one.
///
/// Parallel files are recognised by their names, which differ in one word: a language or a side.
/// The source is the side that is named so, else the one in the source language of `base`, else the
/// first in alphabetical order. A file in an archive becomes the path of that member:
/// "/a/b.zip/train.de". Among pairs of several languages, those of the chosen languages are used.
/// Two files named just "de.txt" and "en.txt" are classes when one has many more lines. A single
/// file with a language in its name is a side only for a task of pairs, or when a text of the same
/// name in another language is loaded.
/// @param all  the tasks to choose from; with `task` alone nothing else is guessed.
/// @throws Error{Cancelled}.
RecognisedData recogniseData(const std::vector<std::string>& paths, const std::string& task,
                             const std::vector<TaskColumns>& all, const DataSpec& base,
                             const Monitor& monitor = {});

/// Recognises what was dropped on a set-up, so that the same paths give the same data whatever was
/// set up before. Only two set-ups have a say: files that the dropped ones belong to (a test set,
/// the other side of a translation), and a task that was chosen for data of one's own (`base` has
/// neither files nor a sample), which stays if it reads the same answer. A text without an answer
/// that is called as a side of a translation, or two such texts, are sides if `task` is of pairs.
/// @param task  the task of the set-up, whose data are `base`.
/// @throws Error{Cancelled}.
RecognisedData recogniseDropped(const std::vector<std::string>& paths, const std::string& task,
                                const std::vector<TaskColumns>& all, const DataSpec& base,
                                const Monitor& monitor = {});

/// Whether `data` names files to train on.
bool hasFiles(const DataSpec& data);
/// Whether `after` has training files of `before`: what was dropped belongs to them.
bool keepsFiles(const DataSpec& before, const DataSpec& after);

/// `data` translated the other way round: files, languages and the columns of pairs exchanged.
/// @pre the columns are known, as in the spec of a preview. Samples stay as they are.
DataSpec exchangedSides(const DataSpec& data);

/// Sorts dropped paths into train, valid and test by their names and what is in them (a folder or
/// an archive with train/ and test/ goes to both) and returns a spec to preview.
/// `base` gives the other settings; paths are added to an already loaded train set when their
/// names say test or valid. @throws Error{Cancelled}.
DataSpec dataSpecFromPaths(const std::vector<std::string>& paths, const DataSpec& base,
                           const Monitor& monitor = {});

/// Reads everything once and summarises it. Bad content that can be shown (bad rows, a single
/// class) does not throw but is listed in `badRows` and `problems`.
/// @throws Error for missing or unreadable files, and Error{Cancelled}.
/// @param columns  the columns of the task. For pairs, `textColumns` is the source column and
/// `labelColumn` the target column (a table may have others beside them), and there are no classes.
/// For a source file whose other side is missing, the format is "parallel", there is no target
/// column, and a problem asks for that side.
DataPreview previewData(const TaskColumns& columns, const DataSpec& spec, const Monitor& monitor);

/// Whether rows that cannot be used are all that prevents a training, and so few, one in 1,000,
/// that they may be skipped without being asked for.
bool hasOnlyFewBadRows(const DataPreview& preview);

} // namespace core
