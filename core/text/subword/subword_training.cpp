#include "core/text/subword/helper_process.h"
#include "core/text/subword/subword_model.h"
#include "core/text/subword/subword_protocol.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core {

namespace {

constexpr size_t kSendBytes = 1U << 16;

int64_t wholeNumber(const std::string& text)
{
    int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string settingsFrame(const std::map<std::string, std::string>& settings)
{
    std::string message;
    for (const auto& [key, value] : settings) {
        subword::appendText(message, key);
        subword::appendText(message, value);
    }
    std::string frame;
    subword::appendText(frame, message);
    return frame;
}

/// Sends settings and texts in pieces of some size; stops early when the helper listens no more.
void sendTexts(HelperProcess& helper, const std::map<std::string, std::string>& settings,
               const NextText& next, size_t texts, const Monitor& monitor)
{
    std::string bytes = settingsFrame(settings);
    std::string text;
    for (size_t sent = 0; next(text); ++sent) {
        subword::appendText(bytes, text);
        if (bytes.size() < kSendBytes)
            continue;
        if (!helper.send(bytes, monitor))
            return;
        bytes.clear();
        monitor.report({{"Giving texts to SentencePiece", {}},
                        static_cast<double>(sent) / static_cast<double>(texts),
                        -1.0});
    }
    subword::appendNumber(bytes, subword::kEndOfTexts);
    helper.send(bytes, monitor);
}

/// SentencePiece's own words as a sentence that says what to do.
Error refused(const std::string& message, int64_t vocabularySize, const HelperProcess& helper)
{
    const std::string asked = std::to_string(vocabularySize);
    if (const int64_t largest = largestVocabulary(message); largest > 0)
        return {ErrorCode::BadSetting,
                {"The training texts are too short for a vocabulary of %1 subwords.", {asked}},
                {"Set the vocabulary size to at most %1.", {std::to_string(largest)}},
                message};
    if (const int64_t characters = requiredCharacters(message); characters > 0)
        return {ErrorCode::BadSetting,
                {"A vocabulary of %1 subwords has no room for the %2 different characters of the "
                 "training texts.",
                 {asked, std::to_string(characters)}},
                {"Raise the vocabulary size, or lower the character coverage.", {}},
                message};
    return {ErrorCode::Helper,
            {"SentencePiece could not be trained: %1", {shown(message, 300)}},
            {"Check the training texts and the tokeniser's options.", {}},
            helper.lastLog()};
}

} // namespace

std::string trainSubwordModel(const std::map<std::string, std::string>& settings,
                              const NextText& next, size_t texts, const Monitor& monitor)
{
    const int64_t vocabularySize = wholeNumber(settings.at("vocab_size"));
    HelperProcess helper(subwordHelper(), {"train"});
    TrainingLog log(vocabularySize);
    helper.onLogLine([&](const std::string& line) {
        if (const double fraction = log.fraction(line); fraction >= 0.0)
            monitor.report({{"Training SentencePiece", {}}, fraction, -1.0});
    });
    sendTexts(helper, settings, next, texts, monitor);
    const std::optional<std::string> answer = helper.receive(monitor);
    if (!answer || answer->empty())
        throw Error(ErrorCode::Helper, {"The SentencePiece helper ended during the training.", {}},
                    {"It was probably short of memory: let it train on fewer texts.", {}},
                    helper.lastLog());
    if (static_cast<subword::Status>((*answer)[0]) != subword::Status::Done)
        throw refused(answer->substr(1), vocabularySize, helper);
    return answer->substr(1);
}

namespace {

/// The whole number behind the first `mark` in `text`, or `otherwise`.
int64_t numberBehind(std::string_view text, std::string_view mark, int64_t otherwise)
{
    const size_t at = text.find(mark);
    if (at == std::string_view::npos)
        return otherwise;
    const std::string_view digits = text.substr(at + mark.size());
    int64_t number = otherwise;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

} // namespace

double TrainingLog::fraction(std::string_view line)
{
    const int64_t size = numberBehind(line, " size=", 0);
    if (size <= 0)
        return -1.0;
    const auto pieces = static_cast<double>(size);
    const auto wanted = static_cast<double>(m_wanted);
    if (line.find("Added:") != std::string_view::npos)
        return std::clamp(pieces / wanted, 0.0, 1.0);
    if (line.find("EM sub_iter") == std::string_view::npos)
        return -1.0;
    m_firstPruned = std::max(m_firstPruned, size);
    const double all = std::log(static_cast<double>(m_firstPruned) / wanted);
    if (all <= 0.0)
        return -1.0;
    return std::clamp(1.0 - std::log(pieces / wanted) / all, 0.0, 1.0);
}

int64_t largestVocabulary(std::string_view message)
{
    return numberBehind(message, "Please set it to a value <= ", 0);
}

int64_t requiredCharacters(std::string_view message)
{
    const size_t at = message.find("smaller than required_chars");
    return at == std::string_view::npos ? 0 : numberBehind(message.substr(at), " vs ", 0);
}

} // namespace core
