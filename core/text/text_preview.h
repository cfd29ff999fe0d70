#pragma once

#include "core/text/text_pipeline.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// One text under the current settings.
struct TokenisedSample {
    std::string raw;
    std::string cleaned;
    std::vector<std::string> tokens; ///< Cut at the maximum length.
    std::vector<int64_t> ids;
};

/// The same text under each tokeniser, for the side-by-side view.
struct TokeniserComparison {
    std::string tokeniser; ///< Title.
    std::vector<std::string> tokens;
    std::string note; ///< The reason if there are none ("trained when the run starts"), else empty.
};

struct VocabularyEntry {
    std::string token;
    int64_t id = 0;
    int64_t count = 0;
};

struct SplitUnknown {
    std::string split; ///< "train", "valid", "test"
    double unknownShare = 0.0; ///< Share of tokens, 0 to 1.
    double cutShare = 0.0; ///< Share of texts longer than the maximum length.
    int64_t tokens = 0;
};

/// The content of the Text step.
struct TextPreview {
    std::vector<TokenisedSample> samples;
    std::vector<TokeniserComparison> comparison; ///< For the first sample.
    std::vector<VocabularyEntry> mostFrequent; ///< The first 200 of the vocabulary.
    int64_t vocabularySize = 0;
    int64_t distinctTokens = 0; ///< Before maximum size and minimum frequency.
    /// Tokens of the training texts before they are cut: entry p is the length that p % of the
    /// texts do not exceed, from 0 to 100. Empty: there are no texts.
    std::vector<int64_t> trainLengths;
    std::map<int64_t, int64_t> trainCounts; ///< Training texts by how many tokens they have then.
    std::vector<SplitUnknown> splits;
};

/// The content of the Text step for a translation.
struct PairTextPreview {
    TextPreview source, target;
};

/// Parallel texts: number k of one side translates number k of the other.
struct PairTexts {
    TextList source, target;
};

/// How to read a text without tokens: as one unknown token where texts are read one by one, as
/// nothing in running text.
enum class BlankText { UnknownToken, NoToken };

/// How many of `texts` have how many tokens under `spec`, before they are cut. Nothing where the
/// tokeniser has to be trained first. @throws Error{BadSetting, Cancelled}.
std::optional<std::map<int64_t, int64_t>> countedTokens(const TextSpec& spec, TextList texts,
                                                        const Monitor& monitor,
                                                        BlankText blank = BlankText::UnknownToken);

/// Learns the pipeline of `spec` on `train` and describes it. `samples` are raw texts to show;
/// where blank ones are no token, they are left out.
/// @throws Error as TextPipeline::learn.
TextPreview previewText(const TextSpec& spec, TextList train, TextList valid, TextList test,
                        TextList samples, const Monitor& monitor,
                        BlankText blank = BlankText::UnknownToken);

/// As previewText(), for both sides; with `target.joint` both show one vocabulary, each with the
/// counts of its own texts.
PairTextPreview previewPairText(const TextSpec& source, const TextSpec& target,
                                const PairTexts& train, const PairTexts& valid,
                                const PairTexts& test, const PairTexts& samples,
                                const Monitor& monitor);

} // namespace core
