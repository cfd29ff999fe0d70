#pragma once

#include "core/data/corpus.h"
#include "core/nn/batch/text_condition.h"
#include "core/task/number_scale.h"

#include <string>
#include <vector>

namespace core {

/// A column of numbers that texts are generated for, in the training part.
struct ConditionColumn {
    std::string name;
    NumberScale scale{};
    double least = 0.0, most = 0.0;
};

/// The columns of numbers behind the text, with these names. @pre rows.size() > 0.
std::vector<ConditionColumn> learntColumns(const CorpusPart& rows,
                                           const std::vector<std::string>& names);
Json toJson(const std::vector<ConditionColumn>& columns);
/// @throws Error{FileMalformed} that names `file`.
std::vector<ConditionColumn> columnsFromJson(const Json& json, const std::string& file);

/// The standardised numbers of all rows: [rows, columns].
std::vector<float> standardised(const CorpusPart& rows,
                                const std::vector<ConditionColumn>& columns);

/// Numbers as a user writes them: "stars 4; pages 120".
std::string writtenNumbers(const std::vector<ConditionColumn>& columns,
                           const std::vector<double>& numbers);
/// Those of a row.
std::string writtenNumbers(const std::vector<ConditionColumn>& columns, const CorpusPart& rows,
                           size_t row);
/// The least, the mean and the greatest of each column, written like that.
std::vector<std::string> suggestedNumbers(const std::vector<ConditionColumn>& columns);

/// Reads what writtenNumbers() writes. Names may be left out: the numbers are then those of the
/// columns in their order. A column that is not mentioned has its mean.
/// @throws Error{BadSetting} for anything else.
TextCondition numbersFrom(const std::string& written, const std::vector<ConditionColumn>& columns);

} // namespace core
