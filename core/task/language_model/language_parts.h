#pragma once

#include "core/base/json.h"
#include "core/task/language_model/condition_columns.h"
#include "core/task/language_model/language_options.h"
#include "core/task/network_parts.h"
#include "core/task/text_python.h"
#include "core/text/text_pipeline.h"

#include <string>
#include <vector>

namespace core {

/// Learnt from the training data beside the vocabulary; a file of the run folder.
struct LanguageFacts {
    std::vector<std::string> classes; ///< That it writes for; may be none.
    std::vector<int64_t> counts; ///< How often an epoch predicted each token.
    std::vector<ConditionColumn> columns{}; ///< Columns of numbers that it writes for; may be none.

    /// -log of the share that a token has among those of the training, each seen once more.
    double unigramNats(int32_t id) const;
};
Json toJson(const LanguageFacts& facts);
/// @param file  for what is said when it is damaged. @throws Error{FileMalformed}.
LanguageFacts languageFactsFromJson(const Json& json, const std::string& file);

/// A language model.
struct LanguageParts : TextParts {
    LanguageOptions options;
    LanguageFacts facts;
    int64_t batchSize = 1; ///< Rows in which a stream is validated.

    /// The condition that a user writes: the name of a class, by default the first, or numbers as
    /// numbersFrom() reads them; none for a model without conditions.
    /// @throws Error{BadSetting} when there is no such class, or for other numbers.
    TextCondition condition(const std::string& written) const;
    /// The condition as it is shown, with what condition() takes where none is written.
    std::string completed(const std::string& written) const;
    /// The condition of a row of data, written like that.
    std::string conditionOf(const CorpusPart& rows, size_t row) const;
    /// A token as people read it.
    std::string shownToken(int64_t id) const;
    int64_t beginId() const { return options.isStream() ? kEndId : kBeginId; }
};

/// The task's part of the exported Python.
TextPython languagePython(const LanguageParts& model);

} // namespace core
