#pragma once

#include "core/text/text_pipeline.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Divides raw text into words like the training data of a tagger, as far as the vocabulary shows
/// it.
///
/// A text between white space is divided into the fewest words of the vocabulary: "U.S."
/// stays whole where it is a word, "l'homme" becomes "l'" and "homme". Around what it does not
/// have, each punctuation mark stands as it does in most words: alone, at the end of a word
/// ("hoy,"), at its beginning ("'s", "@name") or inside ("well-known"). A word counts by its rank,
/// because words are frequent in proportion to 1 / rank (Zipf). Addresses stay whole.
///
/// resources/python/tasks/word_divider.py does the same.
///
/// Contractions that are two words in the data ("della") stay one word.
class WordDivider {
public:
    explicit WordDivider(const TextPipeline& pipeline);

    /// @param text  valid UTF-8. No token is empty; together they are the text without white space.
    std::vector<std::string> tokens(std::string_view text) const;

private:
    /// Frequencies of the positions of a mark, by the ranks of the words.
    struct Places {
        double alone = 0.0, begins = 0.0, ends = 0.0, inside = 0.0, repeats = 0.0;
    };
    class Division;

    void learn(const std::string& word, double weight);
    bool isKnown(std::string_view piece, double& cost) const;

    const TextPipeline& m_pipeline;
    std::map<char32_t, Places> m_places;
};

} // namespace core
