#include "core/base/error.h"
#include "core/nn/tensors.h"
#include "core/probe/answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/live_model.h"
#include "core/probe/map/vector_map.h"
#include "core/probe/network_scope.h"
#include "core/probe/texts/word_space.h"
#include "core/probe/word_vectors/word_vector_questions.h"
#include "core/task/word_vectors/word_vector_parts.h"

#include <tuple>

namespace core {

namespace {

/// Word vectors that can be inspected.
class LiveWordVectors : public LiveModel {
public:
    using Parts = WordVectorParts;
    LiveWordVectors(WordVectorParts parts, NetworkMoment moment)
        : LiveModel(parts, std::move(moment)), m_parts(std::move(parts))
    {
    }

    torch::nn::Module& module() const override { return *m_parts.network; }

    WordSpace space() const
    {
        return {m_parts.network->vectors(), *m_parts.pipeline,
                [network = m_parts.network](std::string_view word) {
                    return network->unseenVector(word);
                }};
    }

    Neighbours neighbours(const AskNeighbours& question) const
    {
        Neighbours result;
        result.text = question.text;
        result.tokens = m_parts.pipeline->tokens(m_parts.pipeline->clean(question.text));
        for (const std::string& token : result.tokens)
            result.ids.push_back(m_parts.pipeline->id(token));
        space().addNeighbours(result, question.count);
        std::tie(result.step, result.epoch) = stepAndEpoch();
        return result;
    }

    WordSum sum(const AskWordSum& question) const
    {
        WordSum result = space().sum(question);
        std::tie(result.step, result.epoch) = stepAndEpoch();
        return result;
    }

    WordScores scores(const AskWordScores& question, const Monitor& monitor) const
    {
        const auto& paths = question.files.empty() ? m_parts.questions : question.files;
        if (paths.empty())
            throw Error(ErrorCode::BadSetting, {"No file of questions about words is named.", {}},
                        {"Name files with pairs of words and their similarity, with analogies, or "
                         "with other vectors.",
                         {}});
        const WordTable table = m_parts.table();
        WordScores result;
        for (const std::string& path : paths)
            result.files.push_back(
                scoreWordQuestions(readWordQuestions(path, monitor), table, monitor));
        std::tie(result.step, result.epoch) = stepAndEpoch();
        return result;
    }

    EmbeddedVocabulary vocabulary() const
    {
        return {"source", m_parts.network->vectors(),
                [pipeline = m_parts.pipeline](int64_t id) { return pipeline->token(id); }};
    }

private:
    WordVectorParts m_parts;
};

} // namespace

bool holdsWordQuestions(const std::string& path)
{
    try {
        const WordQuestions questions = readWordQuestions(path, Monitor());
        return !questions.pairs.empty() || !questions.analogies.empty();
    } catch (const Error&) {
        return false;
    }
}

const TaskAnswers& wordVectorAnswers()
{
    static const TaskAnswers answers = [] {
        using Live = LiveWordVectors;
        AnswersOf<Live> all(kWordVectorsTask);
        all.add<AskNeighbours>([](Live& model, const AskNeighbours& question, const Monitor&) {
            return model.neighbours(question);
        });
        all.add<AskWordSum>([](Live& model, const AskWordSum& question, const Monitor&) {
            return model.sum(question);
        });
        all.add<AskWordScores>(
            [](Live& model, const AskWordScores& question, const Monitor& monitor) {
                return model.scores(question, monitor);
            });
        addVocabularyMap(all, [](Live& model) { return model.vocabulary(); });
        all.addOfData<AskExample>(&exampleSentence);
        return TaskAnswers(all);
    }();
    return answers;
}

} // namespace core
