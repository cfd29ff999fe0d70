#pragma once

#include "core/base/monitor.h"
#include "core/base/registry.h"
#include "core/base/text_list.h"
#include "core/text/cleaning/cleaning_step.h"
#include "core/text/tokens/vocabulary.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Texts as a tokeniser should see them: cleaned one at a time, so that memory never holds a
/// second copy of a corpus. Both the texts and the chains are borrowed.
class CleanedTexts {
public:
    CleanedTexts(TextList raw, const CleaningChain& chain) : m_first{raw, &chain} { }
    /// Two corpora, one behind the other, each with its own cleaning.
    CleanedTexts(const CleanedTexts& first, const CleanedTexts& second)
        : m_first(first.m_first), m_second(second.m_first)
    {
    }
    size_t size() const { return m_first.raw.size() + m_second.raw.size(); }
    /// Puts text `index` into `text`, whose memory is reused.
    void get(size_t index, std::string& text) const
    {
        const bool isFirst = index < m_first.raw.size();
        const Part& part = isFirst ? m_first : m_second;
        part.chain->apply(part.raw[isFirst ? index : index - m_first.raw.size()], text);
    }
    /// Releases texts that were read: see TextList::release().
    void release(size_t first, size_t count) const
    {
        const size_t border = m_first.raw.size();
        const size_t end = first + count;
        if (first < border)
            m_first.raw.release(first, std::min(end, border) - first);
        if (end > border) {
            const size_t begin = std::max(first, border);
            m_second.raw.release(begin - border, end - begin);
        }
    }

private:
    struct Part {
        TextList raw;
        const CleaningChain* chain = nullptr;
    };
    Part m_first, m_second;
};

/// The limits of a vocabulary to learn.
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

    /// Whether the ids of a whole text stand between <bos> and <eos>, which ids() does not add.
    virtual bool marksTexts() const { return false; }

    virtual std::vector<std::string> tokens(std::string_view cleaned) const = 0;

    /// Tokens put back into a text; tokens() of it gives them again, where they came from there.
    virtual std::string joined(std::span<const std::string> tokens) const = 0;

    /// The first `longest` ids of each text; a text without tokens gives one <unk>.
    virtual std::vector<std::vector<int32_t>> ids(const CleanedTexts& texts,
                                                  const Vocabulary& vocabulary, int64_t longest,
                                                  const Monitor& monitor) const = 0;
};

using TokeniserRegistry = Registry<std::unique_ptr<Tokeniser>>;

/// All tokenisers in the order in which users see them.
const TokeniserRegistry& tokeniserRegistry();
std::vector<KindDescription> tokeniserKinds(); ///< Family "tokeniser".

/// Whether the tokens of this kind are subwords that it learns, with a file tokeniser.model.
bool learnsSubwords(const std::string& kind);

} // namespace core
