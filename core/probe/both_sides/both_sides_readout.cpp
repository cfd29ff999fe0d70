#include "core/probe/both_sides/both_sides_question.h"
#include "core/probe/question_kind.h"

#include <cmath>
#include <optional>

namespace core {

namespace {

struct SidesRow {
    std::string token, leftBest, rightBest;
    std::optional<double> left, right; ///< Probabilities of the token.
    std::optional<int64_t> leftRank, rightRank;
    int64_t place = 0;
    bool unknown = false;
};

struct SideRow {
    int64_t place = 0;
    std::string side, token;
    double probability = 0.0;
};

void describeBothSides(const BothSides& found, Readout& readout)
{
    using Name = ReadoutName;
    std::vector<SidesRow> rows;
    std::vector<SideRow> predictions;
    for (size_t i = 0; i < found.tokens.size(); ++i) {
        const auto place = static_cast<int64_t>(i);
        const FilledPlace &left = found.left[i], &right = found.right[i];
        rows.push_back({found.tokens[i], left.best.front().token, right.best.front().token,
                        left.knownProbability(), right.knownProbability(), left.knownRank(),
                        right.knownRank(), place, left.unknown});
        for (const FilledToken& each : left.best)
            predictions.push_back({place, "left", each.token, each.probability});
        for (const FilledToken& each : right.best)
            predictions.push_back({place, "right", each.token, each.probability});
    }
    readout
        .table({"tokens", "Tokens"}, rows, std::pair{Name{"place", "Place"}, &SidesRow::place},
               std::pair{Name{"token", "Token"}, &SidesRow::token},
               std::pair{Name{"unknown", "Not in the vocabulary"}, &SidesRow::unknown},
               std::pair{Name{"left", "Its probability from the left"}, &SidesRow::left},
               std::pair{Name{"left_rank", "Its rank from the left"}, &SidesRow::leftRank},
               std::pair{Name{"left_best", "Likeliest from the left"}, &SidesRow::leftBest},
               std::pair{Name{"right", "Its probability from the right"}, &SidesRow::right},
               std::pair{Name{"right_rank", "Its rank from the right"}, &SidesRow::rightRank},
               std::pair{Name{"right_best", "Likeliest from the right"}, &SidesRow::rightBest})
        .table({"predictions", "Predictions"}, predictions,
               std::pair{Name{"place", "Place"}, &SideRow::place},
               std::pair{Name{"side", "From the side"}, &SideRow::side},
               std::pair{Name{"token", "Prediction"}, &SideRow::token},
               std::pair{Name{"probability", "Probability"}, &SideRow::probability})
        .value({"forward_perplexity", "Forward perplexity"}, std::exp(meanKnownNats(found.left)))
        .value({"backward_perplexity", "Backward perplexity"}, std::exp(meanKnownNats(found.right)))
        .value({"left_out", "Unknown tokens that the perplexities leave out"},
               std::ssize(found.left) - knownPlaces(found.left))
        .value({"cut_tokens", "Tokens beyond the maximum length"}, found.cutTokens);
    describeMoment(found, readout);
}

void describeBothSidesScores(const BothSidesScores& found, Readout& readout)
{
    readout.value({"texts", "Texts"}, found.texts)
        .value({"tokens", "Tokens"}, found.tokens)
        .value({"loss", "Loss per prediction", "nats"}, found.loss);
    for (const Score& score : found.scores) {
        const ScoreDescription description = scoreDescription(score.name);
        readout.value({score.name, description.title}, score.value);
    }
}

} // namespace

QuestionKind<AskBothSidesScores> AskBothSidesScores::kind()
{
    return {"Scores of a bidirectional language model",
            "Perplexity over the data, forwards, backwards and of both.",
            splitOptions<AskBothSidesScores>(), &describeBothSidesScores};
}

QuestionKind<AskBothSides> AskBothSides::kind()
{
    return {"Predictions from both sides",
            "Each token of a text, predicted by a bidirectional language model from the tokens "
            "before it and, independently, from the tokens behind it.",
            Schema<AskBothSides>()
                .add(&AskBothSides::text, textOption())
                .add(&AskBothSides::count,
                     {.name = "count",
                      .label = "Predictions",
                      .help = "Number of predictions for each token and side.",
                      .minimum = 1,
                      .maximum = double(AskFillIn::kMaximum)}),
            &describeBothSides};
}

} // namespace core
