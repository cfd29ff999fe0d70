#pragma once

#include "core/base/readout.h"
#include "core/base/schema.h"
#include "core/task/question.h"

#include <functional>
#include <string>

namespace core {

/// A question and its answer, described once: from this follow what can be asked from the command
/// line (`ask`, `kinds questions`), and JSON, tables and text of the answer.
template <class Question> struct QuestionKind {
    std::string title; ///< "Path of a CRF".
    std::string summary; ///< One or two sentences: what the answer tells.
    Schema<Question> options{};
    void (*describe)(const typename Question::Answer& answer, Readout& readout) = nullptr;
};

} // namespace core
