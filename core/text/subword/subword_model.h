#pragma once

#include "core/base/monitor.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
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
    SubwordModel(SubwordKind kind, std::string bytes);
    ~SubwordModel();

    const std::string& bytes() const { return m_bytes; }

    /// All pieces by id. @throws Error{Helper}, like all below.
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

    SubwordKind m_kind;
    std::string m_bytes;
    std::mutex m_mutex;
    std::unique_ptr<HelperProcess> m_helper;
};

} // namespace core
