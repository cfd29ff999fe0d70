#pragma once

#include "core/data/samples/grammar.h"

#include <string>
#include <vector>

namespace core {

/// What a review can be about; the prefix of the lists that belong to it.
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
