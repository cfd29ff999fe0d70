#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// One number that a task measures beside the loss.
struct Score {
    std::string name; ///< "bleu": frozen, because files hold it.
    double value = 0.0;

    friend bool operator==(const Score&, const Score&) = default;
};

/// The description of a score, for curves, tables and help. Texts are English and translated where shown.
struct ScoreDescription {
    std::string name; ///< "accuracy"
    std::string title; ///< "accuracy"
    std::string abbreviation; ///< Where there is little room: "acc".
    std::string help; ///< Its definition in one or two sentences.
    bool higherIsBetter = true;
    bool share = false; ///< 0 to 1; shown in per cent.
    bool eachUpdate = false; ///< Known of every batch, not only of a whole split.
    bool ofSomeDataOnly = false; ///< Not known of every data set: nothing to wait for.
    bool drawnAtFirst = true; ///< Has a plot before the user asks for it.
    int decimals = 2; ///< Where it is printed.
};

/// The description of a loss, for titles. Texts are English and translated where shown.
struct LossDescription {
    std::string title; ///< "cross-entropy"
    std::string unit; ///< "nats"; empty: none.
    bool perplexity = false; ///< Its exponential is one.

    friend bool operator==(const LossDescription&, const LossDescription&) = default;
};

/// Mean of -ln p over texts, tokens ...
const LossDescription& crossEntropyLoss();

/// All scores that tasks report, those of every update first.
const std::vector<ScoreDescription>& scoreDescriptions();
/// The description of `name`; one made of the name alone when there is none.
ScoreDescription scoreDescription(const std::string& name);
/// The score that a monitor of a training watches: "valid_bleu" -> "bleu", "valid_loss" -> "loss".
std::string monitoredScore(const std::string& monitor);
/// Whether larger is better: of the loss not, of scores as they say.
bool monitorRises(const std::string& monitor);

/// Those of `scores` that are known of every update, or (`eachUpdate` false) the others.
std::vector<Score> scoresOf(const std::vector<Score>& scores, bool eachUpdate);

/// NaN when it is not among them.
double scoreValue(const std::vector<Score>& scores, const std::string& name);

/// The loss of the tokens that a network predicted in a set of texts. Unknown tokens, which the
/// vocabulary lacks and which stand as <unk>, are counted apart: they all count as one frequent
/// and therefore likely word, so that the more of them there are, the lower the perplexity is.
struct TokenLoss {
    double nats = 0.0; ///< Sum of -ln p over all tokens.
    double unknownNats = 0.0; ///< The part of it that unknown tokens add.
    int64_t tokens = 0; ///< All.
    int64_t unknown = 0; ///< Unknown ones among them.

    double mean() const; ///< Nats a token; NaN without tokens.
    double perplexity() const; ///< exp(mean())
    double unknownShare() const; ///< 0 to 1; NaN without tokens.
    /// exp of the mean of -ln p over the tokens that are known; NaN where none is.
    double knownPerplexity() const;
    /// "unknown_share" and, where there are unknown tokens, "known_perplexity".
    std::vector<Score> unknownScores() const;
};

} // namespace core
