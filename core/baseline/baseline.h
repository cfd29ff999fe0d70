#pragma once

#include "core/base/message.h"
#include "core/metric/paired_bootstrap.h"
#include "core/metric/score.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// A simple method that a network has to beat, and how well it does on a set of rows.
struct Baseline {
    std::string id; ///< Frozen: "naive_bayes".
    std::string title; ///< "Naive Bayes, bag of words"; English and translated where shown.
    std::string help; ///< How it predicts, in a sentence.
    std::vector<Score> scores = {}; ///< As a training measures them on these rows; also "loss".
    Outcomes outcomes = {}; ///< By the score that networks are compared in.
};

/// A word, and how much it tells of the class of a text in which it is.
struct TellingWord {
    std::string token;
    /// ln p(t | c) - ln p(t | other classes): what the word adds to the evidence for the class.
    double evidence = 0.0;
    int64_t inClass = 0, elsewhere = 0; ///< Its occurrences in the training texts.
};

/// The words of a class that tell most: those whose evidence is largest by its standard deviation,
/// √(1 / (n + 1) + 1 / (m + 1)) for n occurrences in the class and m elsewhere. Rare words, whose
/// evidence is chance, and frequent words that tell little both stand further down.
///
/// Source: Monroe, Colaresi and Quinn (2008), "Fightin' words", equations 16 to 22; the prior here
/// is that of naive Bayes, one occurrence of each word.
struct TellingWords {
    std::string className;
    std::vector<TellingWord> words; ///< The most telling first.
};

/// All baselines of a data set.
struct Baselines {
    std::string split; ///< "valid", "test", "train"
    std::vector<Baseline> all; ///< In the order in which users see them.
    std::vector<TellingWords> words = {}; ///< By naive Bayes; empty for other tasks.
    std::vector<Message> notes = {}; ///< Methods that were left out, and why.
    /// A training text has so many characters in the middle (the median).
    double lettersInText = 0.0;
    bool readsCharacters = false; ///< Characters or bytes are the tokens.
};

/// The best of them by their scores on the rows; null: there is none.
const Baseline* bestBaseline(const Baselines& baselines);

/// The best value of a score ("accuracy", "loss") among the baselines that have it; null: none has.
const Baseline* bestBaseline(const Baselines& baselines, const std::string& score);

} // namespace core
