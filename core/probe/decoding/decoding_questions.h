#pragma once

#include "core/decode/trace.h"
#include "core/probe/question.h"
#include "core/task/decoding_spec.h"

#include <cstdint>
#include <string>
#include <vector>

// Questions about the decoding of a translator or a language model. Plain values.

namespace core {

class Readout;
struct ReadoutName;

/// How to decode a sentence or to continue a prompt.
struct DecodingRequest {
    std::string source; ///< The sentence, or the prompt.
    Selection search; ///< Family "search".
    std::string prefix; ///< Text that the translation must begin with; tokenised as the target.
    /// Ids to begin with instead of `prefix` (a node of a trace).
    std::vector<int32_t> prefixIds;
    int64_t best = 5;
    int64_t longest = 0; ///< Maximum number of tokens; 0: that of the run.
    TraceDetail detail = TraceDetail::Distributions;
    friend bool operator==(const DecodingRequest&, const DecodingRequest&) = default;
};

/// One sentence decoded, with every decision.
struct Decoding {
    std::string source;
    std::vector<std::string> sourceTokens;
    Selection search; ///< Complete.
    std::vector<Translation> best; ///< Best first; at most as many as in DecodingTrace::ranking.
    DecodingTrace trace; ///< Node texts are filled in.
    std::vector<std::string> vocabulary; ///< Output tokens by id, as displayed.
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
    double milliseconds = 0.0;
};

/// One sentence decoded, with every decision.
struct AskDecoding {
    static constexpr const char* kName = "decoding";
    using Answer = Decoding;
    static QuestionKind<AskDecoding> kind();
    DecodingRequest request;
    std::string className = {}; ///< Class to generate for; empty: the first.
    friend bool operator==(const AskDecoding&, const AskDecoding&) = default;
};

/// The decoding settings of the run.
struct AskDecodingSettings {
    static constexpr const char* kName = "decoding_settings";
    using Answer = DecodingSpec;
    static QuestionKind<AskDecodingSettings> kind();
    friend bool operator==(const AskDecodingSettings&, const AskDecodingSettings&) = default;
};

void describeTranslations(const ReadoutName& name, const std::vector<Translation>& translations,
                          Readout& readout);

} // namespace core
