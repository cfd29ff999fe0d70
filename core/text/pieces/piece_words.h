#pragma once

#include "core/text/tokens/token_views.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace core {

// How the tokenisers of BERT and of GPT-2 divide a text into words, before they divide the words
// into pieces.

/// The options of BERT's BasicTokenizer.
struct BertRules {
    bool lowerCase = true;
    bool stripAccents = true;
    bool chineseCharacters = true; ///< Each Chinese character is a word.
    bool marks = false; ///< A whole text begins with [CLS] and ends with [SEP].
};

/// Words as in BERT's BasicTokenizer (Devlin et al. 2018, tokenization.py): control and format
/// characters, NUL and U+FFFD are left out, the text is lower-cased and its accents are stripped
/// (form NFD without nonspacing marks) as `rules` say, then divided at white space and around each
/// punctuation mark. All ASCII characters but letters, digits and white space are punctuation.
void splitBertWords(std::string_view text, const BertRules& rules, TokenViews& views);

/// Words as GPT-2's regular expression finds them (Radford et al. 2019, encoder.py), in linear time
/// and without a loss:
/// 's|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+
/// White space is what has Unicode's property White_Space.
void splitGpt2Words(std::string_view text, TokenViews& views);

} // namespace core
