#pragma once

#include "core/base/monitor.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class HelperProcess;

enum class SubwordKind { Unigram, Bpe };

/// Gives the next text to train on in `text`; false behind the last.
using NextText = std::function<bool(std::string& text)>;

/// Trains a SentencePiece model in the helper process.
/// @param settings  as spm_train takes them, without the texts and the output.
/// @param texts  how many `next` will give, for the progress.
/// @returns the model's bytes, which spm_encode would read.
/// @throws Error{BadSetting} for a vocabulary size that the texts do not allow, naming the one that
/// they do; Error{Helper} when the helper fails; Error{Cancelled}: the helper is killed.
std::string trainSubwordModel(const std::map<std::string, std::string>& settings,
                              const NextText& next, size_t texts, const Monitor& monitor);

/// A trained SentencePiece model with a helper process behind it, which is started when first
/// needed and again when it died. Members may be called from several threads at once; they wait
/// for each other.
class SubwordModel {
public:
    /// How long the helper may take for so many bytes of a model or of texts.
    using Patience = std::function<std::chrono::milliseconds(size_t bytes)>;

    /// @param bytes  as trained; from another's file they may be anything.
    SubwordModel(SubwordKind kind, std::string bytes, Patience patience = {});
    ~SubwordModel();

    const std::string& bytes() const { return m_bytes; }

    /// All pieces by id. @throws Error{Helper}, like all below: when the model cannot be read, the
    /// helper fails, takes too long or says what makes no sense.
    std::vector<std::string> vocabulary();
    std::vector<std::vector<int32_t>> encode(std::span<const std::string> texts,
                                             const Monitor& monitor);
    std::vector<std::vector<std::string>> pieces(std::span<const std::string> texts,
                                                 const Monitor& monitor);
    std::string decode(std::span<const int32_t> ids);

    /// The helper's process id, for tests; 0 when it is not running.
    int64_t helperProcessId();

private:
    std::string request(const std::string& message, const Monitor& monitor);
    void start(const Monitor& monitor);
    /// One request and its answer without the status; nothing when the helper died meanwhile.
    std::optional<std::string> ask(HelperProcess& helper, const std::string& message,
                                   const Monitor& monitor) const;

    SubwordKind m_kind;
    std::string m_bytes;
    Patience m_patience;
    std::atomic<uint32_t> m_pieces = 0; ///< As the helper said when it had read the model.
    std::mutex m_mutex;
    std::unique_ptr<HelperProcess> m_helper;
};

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
