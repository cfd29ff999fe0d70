#pragma once

#include "core/data/corpus.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Questions about rows of a run's data, and those that every task answers. Plain values.

namespace core {

/// What questions have in common that are about the rows of a set, all of which are read.
struct RowsQuestion {
    static constexpr bool kLong = true;
    std::string split = "valid"; ///< Of the run's own data: "train", "valid" or "test".
    std::shared_ptr<const CorpusPart> rows = {}; ///< These instead; null: to be read.
    friend bool operator==(const RowsQuestion&, const RowsQuestion&) = default;
};

/// How a network does on a set of rows.
template <class Scores, class Row> struct ScoredRows {
    Scores scores;
    std::vector<Row> rows; ///< What it says of each, in the order of the set.
    int64_t epoch = 0; ///< Of the network.
};

/// What a network says of a text in a few words, whatever its task: a class, a number, a
/// translation.
struct BriefAnswer {
    std::string text;
    double probability = -1.0; ///< That the network gives it; negative: a number has none.
    int64_t step = 0, epoch = 0; ///< Of the network.
};

struct AskBriefly {
    static constexpr const char* kName = "brief";
    using Answer = BriefAnswer;
    static QuestionKind<AskBriefly> kind();
    std::string text;
    std::string className = {}; ///< That a text is written for; empty: the first, if there are any.
    friend bool operator==(const AskBriefly&, const AskBriefly&) = default;
};

/// A text of the run's own data that is worth looking at.
struct DataExample {
    enum class Kind {
        Short,
        Long,
        Wrong ///< The network's answer is another, or further from the truth than all others.
    };
    Kind kind = Kind::Short;
    std::string text;
    std::string truth; ///< What the data say: a class, a number, a translation.
    friend bool operator==(const DataExample&, const DataExample&) = default;
};

/// A short and a long text of "valid", and among its first rows one that the network gets wrong:
/// the one of which it is most certain. None of a kind that there is not.
struct AskExamples {
    static constexpr const char* kName = "examples";
    static constexpr bool kLong = true;
    using Answer = std::vector<DataExample>;
    static QuestionKind<AskExamples> kind();
    std::string split = "valid";
    std::shared_ptr<const CorpusPart> rows = {}; ///< Null: to be read.
    friend bool operator==(const AskExamples&, const AskExamples&) = default;
};

/// A sentence of the run's own data to look at: a short one of "valid", else of training; empty:
/// there is none. Asked of the data; no network is needed.
struct AskExample {
    static constexpr const char* kName = "example";
    using Answer = std::string;
    static QuestionKind<AskExample> kind();
    friend bool operator==(const AskExample&, const AskExample&) = default;
};

} // namespace core
