#include "core/probe/by_hand/hand_questions.h"

#include "core/probe/by_hand/bleu_by_hand.h"
#include "core/probe/by_hand/gradient_laboratory.h"
#include "core/probe/by_hand/search_by_hand.h"
#include "core/probe/by_hand/state_plane.h"
#include "core/probe/question_kind.h"

#include <algorithm>

namespace core {

namespace {

/// @pre there is a function answerByHand() for it.
template <class Question> HandQuestion handQuestion()
{
    const QuestionKind<Question> kind = Question::kind();
    HandQuestion question;
    question.kind.id = Question::kName;
    question.kind.title = kind.title;
    question.kind.summary = kind.summary;
    question.kind.options = kind.options.options();
    question.answer = [kind](const Json& options) {
        Readout readout;
        kind.describe(answerByHand(kind.options.fromJson(options)), readout);
        return readout;
    };
    return question;
}

} // namespace

const std::vector<HandQuestion>& handQuestions()
{
    static const std::vector<HandQuestion> all{
        handQuestion<AskBleuByHand>(), handQuestion<AskGradientLaboratory>(),
        handQuestion<AskSearchByHand>(), handQuestion<AskStatePlane>()};
    return all;
}

const HandQuestion* findHandQuestion(const std::string& name)
{
    const auto& all = handQuestions();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const HandQuestion& each) { return each.kind.id == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace core
