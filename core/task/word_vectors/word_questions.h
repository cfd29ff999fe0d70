#pragma once

#include "core/base/monitor.h"
#include "core/exchange/vectors.h"
#include "core/metric/word_scores.h"

#include <torch/types.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Two words and how similar people found them.
struct WordPair {
    std::array<std::string, 2> words;
    double similarity = 0.0;
};

/// "a is to b as c is to d".
struct WordAnalogy {
    std::array<std::string, 4> words;
    size_t section = 0;
};

/// A file by which word vectors are judged: pairs of words with a similarity (WS-353, SimLex-999,
/// MEN ...), analogies in sections (questions-words.txt), or other vectors of the same words.
struct WordQuestions {
    std::string name; ///< Name of the file.
    std::vector<WordPair> pairs;
    std::vector<WordAnalogy> analogies;
    std::vector<std::string> sections; ///< "capital-common-countries"; of analogies only.
    WordVectors others; ///< The first kOtherWords of a file of vectors; empty: it is none.
};
inline constexpr size_t kOtherWords = 30000;

/// Reads such a file. Pairs: "word word number" on each line, separated by tabs, blanks or commas;
/// further columns and a first line of names are passed over. Analogies: four words on each line,
/// lines that begin with a colon name the next section. Vectors: as readVectors() reads them.
/// @throws Error{FileMissing}; Error{FileMalformed} with the line that is neither.
WordQuestions readWordQuestions(const std::filesystem::path& path, const Monitor& monitor);

/// Vectors with what a word is called by; the word as written counts first, else in lower case.
class WordTable {
public:
    /// @param vectors  [words, dimension] float32. @param id  negative: there is no such word.
    WordTable(torch::Tensor vectors, std::function<int64_t(std::string_view word)> id);

    int64_t find(const std::string& word) const; ///< Negative: there is no such word.
    /// [words, dimension], each of length 1; rows of zeros stay.
    const torch::Tensor& directions() const { return m_directions; }

private:
    torch::Tensor m_directions;
    std::function<int64_t(std::string_view)> m_id;
};

/// Similarity: ρ of the cosines. Analogies: right if of all words but a, b and c the vector nearest
/// to b - a + c by cosine (of vectors of length 1, 3CosAdd of Mikolov et al. 2013,
/// arXiv:1301.3781) is d; the candidates are the `kCandidates` most frequent words. Other vectors:
/// sharedNeighbours().
/// @throws Error{Cancelled}.
WordQuestionScores scoreWordQuestions(const WordQuestions& questions, const WordTable& table,
                                      const Monitor& monitor);
inline constexpr int64_t kCandidates = 30000;

/// The pairs whose words are both in the table.
WordQuestionScores::Count coveredPairs(const WordQuestions& questions, const WordTable& table);

} // namespace core
