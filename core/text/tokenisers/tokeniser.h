#pragma once

#include "core/base/monitor.h"
#include "core/base/registry.h"
#include "core/text/cleaning/cleaning_step.h"
#include "core/text/vocabulary.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Texts as a tokeniser should see them: cleaned one at a time, so that memory never holds a
/// second copy of a corpus. Both the texts and the chain are borrowed.
class CleanedTexts {
public:
    CleanedTexts(std::span<const std::string> raw, const CleaningChain& chain)
        : m_raw(raw), m_chain(&chain)
    {
    }
    size_t size() const { return m_raw.size(); }
    /// Puts text `index` into `text`, whose memory is reused.
    void get(size_t index, std::string& text) const { m_chain->apply(m_raw[index], text); }

private:
    std::span<const std::string> m_raw;
    const CleaningChain* m_chain;
};

/// What a tokeniser is to learn.
struct VocabularyLimits {
    int64_t size = 0; ///< With the special tokens.
    int64_t minimumFrequency = 1;
};

struct LearntVocabulary {
    Vocabulary vocabulary;
    int64_t distinctTokens = 0; ///< Before the limits.
};

/// Divides cleaned texts into tokens. Const members may be called from several threads at once.
class Tokeniser {
public:
    Tokeniser() = default;
    Tokeniser(const Tokeniser&) = delete;
    Tokeniser& operator=(const Tokeniser&) = delete;
    virtual ~Tokeniser() = default;

    /// @throws Error{BadSetting, BadData, Helper, Cancelled}.
    virtual LearntVocabulary learn(const CleanedTexts& texts, const VocabularyLimits& limits,
                                   const Monitor& monitor)
        = 0;

    /// Whether learn() trains a model that model() returns and restore() takes.
    virtual bool hasModel() const { return false; }
    virtual std::string model() const { return {}; }
    virtual void restore(const std::string&) { }

    virtual std::vector<std::string> tokens(std::string_view cleaned) const = 0;

    /// The first `longest` ids of each text; a text without tokens gives one <unk>.
    virtual std::vector<std::vector<int32_t>> ids(const CleanedTexts& texts,
                                                  const Vocabulary& vocabulary, int64_t longest,
                                                  const Monitor& monitor) const = 0;
};

using TokeniserRegistry = Registry<std::unique_ptr<Tokeniser>>;

/// All tokenisers in the order in which users see them.
const TokeniserRegistry& tokeniserRegistry();

} // namespace core
