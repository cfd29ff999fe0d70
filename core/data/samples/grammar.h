#pragma once

#include "core/base/json.h"
#include "core/data/samples/draws.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Whether `c` is an ASCII letter.
inline bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Phrases by the name of a slot.
using PhraseLists = std::map<std::string, std::vector<std::string>, std::less<>>;

/// The data of a sample: resources/samples/<name>.json.
Json sampleData(const std::string& name);

/// An object of lists of phrases; what its member "note" says is for readers.
PhraseLists phraseLists(const Json& lists);

/// `lists` with the phrases of `more` behind those of the same list.
PhraseLists joinedLists(PhraseLists lists, const PhraseLists& more);

/// Values of slots within one text, which precede the lists; they may contain slots.
using SlotBindings = std::map<std::string, std::string, std::less<>>;

/// A grammar without recursion: a phrase whose {slots} are filled by draws from lists of phrases.
class Grammar {
public:
    explicit Grammar(PhraseLists lists) : m_lists(std::move(lists)) { }

    const std::vector<std::string>& list(std::string_view name) const;

    /// Fills every slot, and those of what it is filled with.
    /// @throws Error{Internal} for a slot that nothing fills.
    std::string expand(std::string_view phrase, const SlotBindings& bindings, Draws& draws) const;

private:
    PhraseLists m_lists;
};

/// Puts sentences right: a capital at each beginning, "an" before a vowel.
std::string asSentences(std::string_view text);

/// The lists of all groups of a sample's data as one grammar.
Grammar groupedGrammar(const std::string& name);

/// The subjects of reviews, which are the prefixes of their lists.
const std::vector<std::string>& reviewSubjects();

/// All phrases of the reviews: resources/samples/reviews.json.
///
/// Slots that reviews.cpp binds: {pro} an adjective that agrees with the review's verdict, {con}
/// one that speaks against it, {proverb} and {converb} verbs likewise; {part} and {other} two
/// different parts of the subject; {thing}, {things}, {counted} (a part that takes an article),
/// {unit}, {kind} and {met} of the subject.
/// Lists "both.*" hold sentences that fit either verdict by those slots; "positive.*" and
/// "negative.*" hold pairs of nearly the same words whose order or scope decides.
const Grammar& reviewGrammar();

} // namespace core
