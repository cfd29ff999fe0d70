#pragma once

#include "app/cli/output.h"

#include "core/task/classification/classification_questions.h"
#include "core/task/language_model/language_questions.h"
#include "core/task/translation/translation_questions.h"

#include <string>
#include <vector>

namespace app {

/// What commands print about a model, as a JSON object or for people.

/// "unknown tokens 22.70 %, perplexity of known tokens 392.10"
std::string unknownText(double unknownShare, double knownPerplexity);

core::Json toJson(const core::AttentionMap& map);

core::Json toJson(const core::ClassificationScores& scores);
void print(const core::ClassificationScores& scores);
core::Json toJson(const core::Prediction& prediction, const std::vector<std::string>& classes);
void print(const core::Prediction& prediction, const std::vector<std::string>& classes);
core::Json toJson(const core::Inspection& inspection);
void print(const core::Inspection& inspection);

core::Json toJson(const core::TranslationScores& scores);
void print(const core::TranslationScores& scores);
core::Json toJson(int64_t line, const std::string& source, const core::TranslatedSource& found);
core::Json toJson(const core::TranslationInspection& inspection);
void print(const core::TranslationInspection& inspection);
core::Json toJson(const core::Decoding& decoding);
void print(const core::Decoding& decoding);

core::Json toJson(const core::LanguageScores& scores);
void print(const core::LanguageScores& scores);
core::Json toJson(const core::ReadText& read);
void print(const core::ReadText& read);

} // namespace app
