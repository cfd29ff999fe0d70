#pragma once

#include <cstdint>
#include <string_view>

namespace core {

/// Reads from SentencePiece's log how far a training is.
///
/// BPE says "size=N" while it adds pieces up to the wanted number; unigram begins with many pieces
/// and says "size=N" while it prunes them by a constant factor down to it.
class TrainingLog {
public:
    explicit TrainingLog(int64_t wantedPieces) : m_wanted(wantedPieces) { }

    /// The share of the training done after this line, 0 to 1; negative when it says nothing.
    double fraction(std::string_view line);

private:
    int64_t m_wanted;
    int64_t m_firstPruned = 0;
};

/// The number N of "... Please set it to a value <= N.", with which SentencePiece refuses a
/// vocabulary size; 0 when `message` does not say so.
int64_t largestVocabulary(std::string_view message);

/// The number of characters that a vocabulary must hold at least, of "Vocabulary size is smaller
/// than required_chars. 10 vs 57. ..."; 0 when `message` does not say so.
int64_t requiredCharacters(std::string_view message);

} // namespace core
