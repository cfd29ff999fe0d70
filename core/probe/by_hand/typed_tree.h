#pragma once

#include "core/decode/trace.h"
#include "core/probe/decoding/decoding_questions.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace core {

/// Probabilities of the next word after each beginning of a text, small enough to be typed: the
/// tree that a search walks over. Texts end at the latest after `depth` words.
struct TypedTree {
    static constexpr int64_t kMostWords = 6, kMostDepth = 6, kMostContexts = 64;
    static constexpr const char* kBegin = "<s>"; ///< Stands for the empty beginning.
    static constexpr const char* kEnd = "</s>"; ///< The end mark.

    std::vector<std::string> words; ///< Distinct, without the end mark.
    int64_t depth = 0;
    /// Row-major [contexts(), columns()]: shorter beginnings first, then in the order of the words;
    /// the last column is the end mark. After a beginning with zeros only the text ends.
    std::vector<double> probabilities;

    int64_t contexts() const; ///< Beginnings of fewer than `depth` words.
    int64_t columns() const { return static_cast<int64_t>(words.size()) + 1; }
    std::span<const double> row(int64_t context) const;
    std::vector<int64_t> beginning(int64_t context) const; ///< Indices of its words.
    /// -1: a beginning of `depth` words or more, after which the text ends.
    int64_t contextOf(std::span<const int64_t> beginning) const;
    std::string name(int64_t context) const; ///< "yes ok"; the empty one: "<s>".
    friend bool operator==(const TypedTree&, const TypedTree&) = default;
};

/// The number of beginnings of fewer than `depth` words.
int64_t contextCount(int64_t words, int64_t depth);

/// Reads a tree from a line for each beginning: "yes: yes=0.4 ok=0.3 </s>=0.3". Beginnings and
/// words without a line or a number have the probability 0.
/// @throws Error{BadSetting} with the line and its fault.
TypedTree typedTree(const std::vector<std::string>& lines);
/// The lines of all beginnings that do not hold zeros only.
std::vector<std::string> linesOf(const TypedTree& tree);

/// A beginning whose probabilities do not sum to 1, and not to 0.
struct WrongSum {
    int64_t context = 0;
    double sum = 0.0;
};
std::vector<WrongSum> wrongSums(const TypedTree& tree);
/// Each such row divided by its sum.
TypedTree normalised(TypedTree tree);

/// A whole text of a tree.
struct TypedText {
    std::string text;
    int64_t words = 0;
    double probability = 0.0; ///< Product over its words and the end mark.
    double logProbability = 0.0; ///< Nats.
};
/// All texts with a probability above 0, likeliest first.
std::vector<TypedText> textsOf(const TypedTree& tree);

/// The text of that name as the tree has it, which no penalty of a search has changed; null: it is
/// no whole text of the tree, as where a stop sequence has cut it.
const TypedText* findText(const std::vector<TypedText>& texts, const std::string& text);

/// The ids of a prefix for searchTree(). @throws Error{BadSetting} for a word that is not its own.
std::vector<int32_t> tokensOf(const TypedTree& tree, const std::string& text);

/// Walks over the tree by `request.search`. Ids of tokens: 2 begin, 3 end mark, 4 ... the words.
/// @param request  its source, prefix as text and maximum length are ignored.
/// @throws Error{BadSetting}: a row does not sum to 1, or as checkSearch().
Decoding searchTree(const TypedTree& tree, const DecodingRequest& request);

} // namespace core
