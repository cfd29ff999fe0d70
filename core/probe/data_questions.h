#pragma once

#include "core/data/corpus.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Questions about rows of a run's data, and those that every task answers. Plain values.

namespace core {

/// A question about all rows of a set.
struct RowsQuestion {
    static constexpr bool kLong = true;
    std::string split = "valid"; ///< "train", "valid" or "test" of the run's data.
    std::shared_ptr<const CorpusPart> rows = {}; ///< Rows to use instead; null: read the split.
    friend bool operator==(const RowsQuestion&, const RowsQuestion&) = default;
};

/// The scores of a network on a set of rows.
template <class Scores, class Row> struct ScoredRows {
    Scores scores;
    std::vector<Row> rows; ///< The prediction for each, in the order of the set.
    int64_t epoch = 0; ///< The training epoch of the network.
};

/// A prediction in a few words, of any task: a class, a number, a translation.
struct BriefAnswer {
    std::string text;
    double probability = -1.0; ///< Probability of the prediction; negative for a number.
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
};

struct AskBriefly {
    static constexpr const char* kName = "brief";
    using Answer = BriefAnswer;
    static QuestionKind<AskBriefly> kind();
    std::string text;
    std::string className = {}; ///< Class to generate for; empty: the first, if there are any.
    friend bool operator==(const AskBriefly&, const AskBriefly&) = default;
};

/// A text of the run's data that is worth inspecting.
struct DataExample {
    enum class Kind {
        Short,
        Long,
        Wrong ///< The prediction is wrong, or has the largest error.
    };
    Kind kind = Kind::Short;
    std::string text;
    std::string truth; ///< The reference: a class, a number, a translation.
    friend bool operator==(const DataExample&, const DataExample&) = default;
};

/// A short and a long text of "valid", and of its first rows the wrong prediction with the highest
/// confidence. A kind may be missing.
struct AskExamples {
    static constexpr const char* kName = "examples";
    static constexpr bool kLong = true;
    using Answer = std::vector<DataExample>;
    static QuestionKind<AskExamples> kind();
    std::string split = "valid";
    std::shared_ptr<const CorpusPart> rows = {}; ///< Null: to be read.
    friend bool operator==(const AskExamples&, const AskExamples&) = default;
};

/// A short text of "valid", else of the training data; empty: there is none. Needs no network.
struct AskExample {
    static constexpr const char* kName = "example";
    using Answer = std::string;
    static QuestionKind<AskExample> kind();
    friend bool operator==(const AskExample&, const AskExample&) = default;
};

} // namespace core
