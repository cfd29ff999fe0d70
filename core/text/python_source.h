#pragma once

#include "core/experiment/spec.h"

#include <string>

namespace core {

/// Python source that prepares texts as the pipeline of `spec` does, for generated modules: the
/// constants VOCABULARY (token -> id) and UNKNOWN_ID and the functions clean(text) -> str and
/// token_ids(cleaned) -> list of int, all of them, not cut. Reads what TextPipeline::save() wrote
/// to the folder FOLDER. Also detokenise(ids) -> str, which does what TextPipeline::text() does.
/// Uses the modules html.entities, math, os, re and unicodedata, which are imported, and for
/// subword models others of the standard library, which it imports.
///
/// The registries' entries bring their part: a cleaning step `def clean_<id>(text, options)` with
/// its options as a dict, a tokeniser `def joined(tokens)` -> str and `def tokens(text)` -> list of
/// str, or `def token_ids(text)` where ids are not looked up in the vocabulary. They may use the
/// functions character(code), is_word_character(c), replace_matches(text, first, match,
/// replacement) and signed_word(sign), and FOLDER and VOCABULARY. They must also work inside a
/// function: no `global`.
///
/// Agrees to the letter where Python knows the same version of Unicode as we do.
std::string pythonPreprocessing(const TextSpec& spec);

/// The same for both sides of a translation: source_clean, source_token_ids, source_detokenise and
/// target_clean, target_token_ids, target_detokenise. Reads what PairPipelines::save() wrote to the
/// folder FOLDER.
/// @param source, target  the specs of the learnt pipelines: with a joint vocabulary, the target's
/// tokeniser is the source's.
std::string pythonPairPreprocessing(const TextSpec& source, const TextSpec& target);

} // namespace core
