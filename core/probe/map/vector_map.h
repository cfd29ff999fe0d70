#pragma once

#include "core/probe/data_answers.h"
#include "core/probe/map/map_question.h"
#include "core/probe/map/similar_texts.h"
#include "core/probe/states/live_cells.h"
#include "core/text/tokens/vocabulary.h"

#include <torch/types.h>

#include <functional>
#include <string>
#include <vector>

namespace core {

/// A vocabulary with one vector for each token.
struct EmbeddedVocabulary {
    std::string what; ///< As AskMap's.
    torch::Tensor vectors; ///< [vocabulary, features], most frequent tokens first.
    std::function<std::string(int64_t id)> token;
};

/// The tables of a network: those of its embeddings, and of its output where that is untied.
std::vector<EmbeddedVocabulary> vocabulariesOf(const LiveCells& model);

/// The map of a vocabulary. @throws Error{BadSetting} when there is none of that name.
VectorMap mapOfVocabulary(const std::vector<EmbeddedVocabulary>& vocabularies,
                          const AskMap& question);
/// Only states of tokens are those of a chosen layer. @throws Error{BadSetting}.
void checkLayer(const AskMap& question);
/// The vectors of texts or of their tokens. @pre the question has its rows or sentences.
VectorMap mapOfTexts(const LiveCells& model, const AskMap& question, const Monitor& monitor);
/// @pre the question has its rows or sentences.
SimilarTexts similarTexts(const LiveCells& model, const AskSimilarTexts& question,
                          const Monitor& monitor);
/// Adds principal components, t-SNE where it is asked for, and the moment of the network.
void completeMap(VectorMap& map, const LiveModel& model, const AskMap& question,
                 const Monitor& monitor);

/// One line for a task whose networks are a vocabulary and read no texts.
/// @param vocabulary  EmbeddedVocabulary(Live&)
template <class Live, class Vocabulary>
void addVocabularyMap(AnswersOf<Live>& answers, Vocabulary vocabulary)
{
    answers.template add<AskMap>(
        [vocabulary](Live& model, const AskMap& question, const Monitor& monitor) {
            VectorMap map = mapOfVocabulary({vocabulary(model)}, question);
            map.kinds = {map.what};
            completeMap(map, model, question, monitor);
            return map;
        });
}

/// Maps and similar texts, for every task whose networks read texts. @param what  the name of rows:
/// "texts".
template <class Live> void addMapAnswers(AnswersOf<Live>& answers, const char* what = "texts")
{
    answers.template add<AskMap>(
        [what](AskMap& question, const ExperimentSpec& spec, const Monitor& monitor) {
            question.sample = spec.data.sample;
            if (question.isOfData())
                rowsReader<AskMap>(what)(question, spec, monitor);
            else if (!question.sentences.empty())
                throw Error(ErrorCode::BadSetting,
                            {"The vectors \"%1\" are not of sentences.", {question.what}},
                            {"Set what=texts or what=tokens.", {}});
        },
        [](Live& model, const AskMap& question, const Monitor& monitor) {
            const auto vocabularies = vocabulariesOf(model);
            VectorMap map = question.isOfData() ? mapOfTexts(model, question, monitor)
                                                : mapOfVocabulary(vocabularies, question);
            for (const EmbeddedVocabulary& each : vocabularies)
                map.kinds.push_back(each.what);
            map.kinds.insert(map.kinds.end(), {"texts", "tokens"});
            completeMap(map, model, question, monitor);
            return map;
        });
    answers.template add<AskSimilarTexts>(
        rowsReader<AskSimilarTexts>(what),
        [](Live& model, const AskSimilarTexts& question, const Monitor& monitor) {
            return similarTexts(model, question, monitor);
        });
}

} // namespace core
