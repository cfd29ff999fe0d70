#pragma once

#include "core/probe/translation/translation_questions.h"
#include "core/task/translation/translation_scoring.h"

#include <span>
#include <string>
#include <vector>

namespace core {

// Translation of several texts, and checks of the texts.

/// Translates each source separately: one that cannot be translated does not prevent the others.
/// @param before  sources that came before these in other calls.
/// @throws Error{BadSetting} for a job that fits no source at all; Error{Cancelled}.
std::vector<TranslatedSource> translateSources(const ScoredNetwork& scored,
                                               std::span<const std::string> sources,
                                               TranslationJob job, int64_t before,
                                               const Monitor& monitor);

/// @throws Error{BadSetting} when `job` cannot be done for one of `sources`, naming its number.
void refuseImpossible(const ScoredNetwork& scored, const TranslationJob& job,
                      std::span<const IdRow> sources);

/// Whether the first pairs fit the translator clearly better the other way round: where both
/// languages have a vocabulary of their own, by how well those spell the texts; where they share
/// one, by what the references cost.
bool sidesAreExchanged(const ScoredNetwork& scored, const SentencePairs& pairs,
                       const Monitor& monitor);

} // namespace core
