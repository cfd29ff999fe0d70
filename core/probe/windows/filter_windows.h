#pragma once

#include "core/data/corpus.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// The window of a text that won the pooling of a filter of a convolutional network.
struct FilterWindow {
    int64_t filter = 0; ///< In the order of the text's vector.
    int64_t width = 0; ///< Tokens that the filter reads.
    int64_t first = 0; ///< The window's first token; it may reach beyond a short text.
    double value = 0.0; ///< After the ReLU; 0: no window reached it.
    /// Value times the derivative of each output by it: without hidden layers, exactly what the
    /// filter adds to the output.
    std::vector<double> shares{};
};

struct FilterWindows {
    std::string text;
    std::vector<std::string> tokens;
    std::vector<std::string> unknown; ///< Words that are not in the vocabulary.
    std::vector<std::string> outputs; ///< Names of the outputs: classes, or one number.
    int64_t predicted = 0; ///< The output that is predicted.
    std::string prediction; ///< In words: the class or the number.
    double probability = -1.0; ///< The probability of the class; negative: a number.
    bool exact = true; ///< The shares of an output, with its bias, add up to it.
    std::vector<FilterWindow> filters;
    int64_t step = 0, epoch = 0;

    /// The tokens of a filter's window, separated by blanks.
    std::string words(const FilterWindow& window) const;
};

/// The tokens of a window, as far as the text reaches, separated by blanks.
std::string windowWords(const std::vector<std::string>& tokens, int64_t first, int64_t width);

/// The winning window of each filter for a text.
struct AskFilterWindows {
    static constexpr const char* kName = "filter_windows";
    using Answer = FilterWindows;
    static QuestionKind<AskFilterWindows> kind();
    Example example;
    friend bool operator==(const AskFilterWindows&, const AskFilterWindows&) = default;
};

/// A window with its tokens, and the first text in which it won the pooling of a filter.
struct StrongWindow {
    std::string words;
    double value = 0.0; ///< Largest value; the same words differ only at the end of a short text.
    int64_t texts = 0; ///< Texts in which it won.
    std::string text, label; ///< The first one, with its class or number.
};

struct StrongestWindows {
    int64_t filter = 0, width = 0;
    std::vector<StrongWindow> windows; ///< Strongest first.
    int64_t silent = 0; ///< Texts in which no window of the filter is above 0.
    int64_t read = 0, available = 0; ///< Texts.
    int64_t step = 0, epoch = 0;
};

/// The windows of the data to which one filter responds most, each once.
struct AskStrongestWindows {
    static constexpr const char* kName = "strongest_windows";
    static constexpr bool kLong = true;
    using Answer = StrongestWindows;
    static QuestionKind<AskStrongestWindows> kind();

    int64_t filter = 0;
    int64_t count = 10; ///< Windows listed.
    int64_t texts = 2000; ///< Texts read at most, the first ones; 0: all.
    std::string split = "train";
    std::vector<std::string> sentences = {}; ///< Read in place of the data.
    std::shared_ptr<const CorpusPart> rows = {}; ///< Null: to be read.
    friend bool operator==(const AskStrongestWindows&, const AskStrongestWindows&) = default;
};

} // namespace core
