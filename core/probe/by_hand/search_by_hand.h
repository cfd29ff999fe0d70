#pragma once

#include "core/probe/by_hand/typed_tree.h"

namespace core {

/// A tree with the search that walked over it and all its texts.
struct SearchedTree {
    Decoding decoding;
    std::vector<TypedText> texts; ///< Likeliest first.
};

/// A search over typed probabilities; needs no run.
struct AskSearchByHand {
    static constexpr const char* kName = "search_by_hand";
    using Answer = SearchedTree;
    static QuestionKind<AskSearchByHand> kind();

    std::vector<std::string> tree = lectureTree(); ///< See typedTree().
    bool normalise = false;
    Selection search{"greedy", Json::object()}; ///< Family "search".
    std::string prefix; ///< Words that the text must begin with.
    int64_t best = 10;
    friend bool operator==(const AskSearchByHand&, const AskSearchByHand&) = default;

    /// The shape of Jurafsky and Martin's figure 10.11 (lecture 002), with numbers for which greedy
    /// search finds "yes yes" and the likeliest text is "ok ok".
    static std::vector<std::string> lectureTree();
};

/// @throws Error{BadSetting} when the tree cannot be read or searched.
SearchedTree answerByHand(const AskSearchByHand& question);

} // namespace core
