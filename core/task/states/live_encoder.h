#pragma once

#include "core/model/text_network.h"
#include "core/task/answers.h"
#include "core/task/states/state_questions.h"

#include <string>
#include <utility>
#include <vector>

namespace core {

/// What looking into the recurrent layers of a network for texts needs to know of its task. Who is
/// one answers the questions of state_questions.h by addStateAnswers().
class LiveEncoder {
public:
    /// A text as the network is given it.
    struct Text {
        std::vector<std::string> tokens; ///< One an id.
        PaddedIds ids; ///< One row.
        std::vector<int64_t> classes{}; ///< That it is written for: one or none.
        std::vector<int64_t> next{}; ///< Of each token the one that follows; empty: not predicted.
    };
    /// Which tokens a loss is taken of, where each has one.
    enum class LossOf { AllTokens, LastToken };
    struct Loss {
        torch::Tensor value; ///< [], differentiable; in nats, of several tokens their mean.
        std::string of; ///< As TextVerdict::lossOf.
        bool ofTruth = false;
    };

    virtual ~LiveEncoder() = default;

    virtual TextNetwork& textNetwork() const = 0;
    virtual torch::Device textDevice() const = 0;
    virtual std::pair<int64_t, int64_t> stepAndEpoch() const = 0; ///< Of the network.
    virtual Text readText(const std::string& text) const = 0;
    /// @param outputs  the head's scores of the text.
    virtual TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const = 0;
    /// @param reference  the true answer; one that is none counts as unknown.
    virtual Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
                      LossOf of) const = 0;
};

/// @throws Error{BadSetting} for an edit of a quantity that there is not.
States readStates(const LiveEncoder& model, const AskStates& question);
/// @pre the question has its rows. @throws Error{BadSetting} as above, Error{Cancelled}.
FoundPattern findPattern(const LiveEncoder& model, const AskStatePattern& question,
                         const Monitor& monitor);
GradientFlow gradientFlow(const LiveEncoder& model, const AskGradientFlow& question);

/// Completes a question about the first texts of the run's data.
void readPatternRows(AskStatePattern& question, const ExperimentSpec& spec, const Monitor& monitor);

/// One line for every task whose networks have an encoder of texts.
template <class Live> void addStateAnswers(AnswersOf<Live>& answers)
{
    answers.template add<AskStates>([](Live& model, const AskStates& question, const Monitor&) {
        return readStates(model, question);
    });
    answers.template add<AskStatePattern>(
        &readPatternRows, [](Live& model, const AskStatePattern& question, const Monitor& monitor) {
            return findPattern(model, question, monitor);
        });
    answers.template add<AskGradientFlow>(
        [](Live& model, const AskGradientFlow& question, const Monitor&) {
            return gradientFlow(model, question);
        });
}

} // namespace core
