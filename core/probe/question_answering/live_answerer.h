#pragma once

#include "core/probe/question_answering/answer_questions.h"
#include "core/probe/texts/live_text_model.h"
#include "core/task/question_answering/answerer_parts.h"
#include "core/task/question_answering/span_search.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// @param line  of the file that has the text, from 1; 0: it is asked alone.
/// @throws Error{BadData} when the passage behind the question is blank.
void requirePassage(const std::string& text, size_t line = 0);

/// A network that answers questions by spans of passages and can be inspected.
class LiveAnswerer : public LiveTextModel {
public:
    using Parts = AnswererParts;
    LiveAnswerer(const AnswererParts& parts, NetworkMoment moment)
        : LiveTextModel(parts, std::move(moment)), m_parts(parts)
    {
    }

    ReadPassage answer(const AskAnswer& question);
    std::vector<AnsweredText> answers(std::span<const std::string> texts, const Monitor& monitor);
    ScoredAnswers evaluate(const CorpusPart& rows, const Monitor& monitor);
    BriefAnswer brief(const std::string& text);

    TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const override;
    /// A reference is a cell of ColumnKind::Spans; without the start of an answer its first place
    /// in the passage counts.
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const override;
    void requireReference(const std::string& reference, const std::string& text) const override;
    /// None: start and end are distributions over the tokens of the passage.
    torch::Tensor predictionScores(const torch::Tensor&) const override { return {}; }
    std::string outputName(int64_t output) const override { return output == 0 ? "start" : "end"; }
    Example example(const CorpusPart& rows, size_t row) const override
    {
        return {.text = std::string(rows.texts()[row]),
                .reference = std::string(rows.texts(1)[row]),
                .division = Division::OfData};
    }

protected:
    GivenText given(const Example& example) const override;
    void interpret(const torch::Tensor&, Inspection&) const override { } ///< AskAnswer has it.

private:
    using TakeScores = std::function<void(size_t text, const ReadQuestion& question,
                                          const torch::Tensor& scores)>;
    /// @param take  gets the scores [tokens, 2] (float32, CPU) of each text, in any order.
    void forEachScores(TextList texts, const Message& stage, const Monitor& monitor,
                       const TakeScores& take) const;
    FoundSpan likeliest(const torch::Tensor& scores, const ReadQuestion& question) const;
    /// The question without the words that `tokens` do not reach.
    ReadQuestion readUpTo(const std::string& text, int64_t tokens) const;

    AnswererParts m_parts;
};

} // namespace core
