#pragma once

#include "core/base/schema.h"
#include "core/task/network_parts.h"
#include "core/task/question_answering/question_reader.h"
#include "core/task/text_python.h"

#include <ATen/core/Tensor.h>

#include <vector>

namespace core {

inline constexpr const char* kQuestionAnsweringTask = "question_answering";

/// The options of this task in a spec.
struct AnswerOptions {
    int64_t longestAnswer = 30; ///< Words.
    int64_t questionWords = 0; ///< Size of the vector of a token's TokenPart; 0: none.
};

const Schema<AnswerOptions>& answerSchema();

/// A network that predicts the span of a passage that answers a question.
struct AnswererParts : TextParts {
    QuestionReader reader;
    AnswerOptions options;
};

/// The loss of each question [items] float32, differentiable: the mean of the cross-entropies of
/// start and end over the tokens of the passage. 0 where the answer is not read.
/// @param scores  [tokens, 2] of all items, one after another. @param lengths  of the items.
/// @param targets  [items, 3] int64: tokens of start and end, and where the passage begins; a start
/// of -1: the answer is not read.
at::Tensor spanLosses(const at::Tensor& scores, const at::Tensor& targets,
                      const std::vector<int64_t>& lengths);

/// The task's part of the exported Python.
TextPython answererPython(const QuestionReader& reader, const AnswerOptions& options);

} // namespace core
