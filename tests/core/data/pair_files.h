#pragma once

#include "core/base/error.h"
#include "core/data/preview.h"
#include "data_files.h"
#include "task_columns.h"

#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Sentences and what else the tests of translation data share.
namespace pairs {

using Texts = std::vector<std::string>;

/// Made-up sentences of 3 to 14 words out of 40, by the seed.
inline std::pair<Texts, Texts> sentences(size_t count, unsigned seed = 7)
{
    std::mt19937 generator(seed);
    std::pair<Texts, Texts> result;
    for (size_t i = 0; i < count; ++i) {
        const unsigned words = 3 + generator() % 12;
        std::string source, target;
        for (unsigned w = 0; w < words; ++w) {
            const auto number = generator() % 40;
            const std::string ending{char('a' + number / 8), char('k' + number % 8)};
            source += (w ? " wort" : "Wort") + ending;
            target += (w ? " a word" : "A word") + ending;
        }
        result.first.push_back(source + " .");
        result.second.push_back(target + " .");
    }
    return result;
}

/// As exercises go: sentences of the same words but for one.
inline std::pair<Texts, Texts> drill(size_t count)
{
    std::pair<Texts, Texts> result;
    for (size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        result.first.push_back("das ist satz nummer " + number + " hier");
        result.second.push_back("this is sentence number " + number + " here");
    }
    return result;
}

inline std::string lines(const Texts& texts, const std::string& end = "\n")
{
    std::string all;
    for (const std::string& text : texts)
        all += text + end;
    return all;
}

inline std::string columns(const std::pair<Texts, Texts>& sides, const std::string& delimiter,
                           const std::string& rest = {})
{
    std::string all;
    for (size_t i = 0; i < sides.first.size(); ++i)
        all += sides.first[i] + delimiter + sides.second[i] + rest + "\n";
    return all;
}

inline std::string plain(const std::vector<core::Message>& messages)
{
    std::string text;
    for (const core::Message& message : messages)
        text += message.plain() + "\n";
    return text;
}

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

inline core::Failure failureOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const core::Error& error) {
        return error.failure();
    }
    return {};
}

inline core::DataPreview preview(const core::DataSpec& spec)
{
    return core::previewData(tasks::kPairs, spec, {});
}

/// A spec that trains on all pairs.
inline core::DataSpec specOf(Texts train, Texts target = {})
{
    core::DataSpec spec;
    spec.train = std::move(train);
    spec.trainTarget = std::move(target);
    spec.validFraction = 0.0;
    return spec;
}

inline std::string utf16(const std::string& ascii)
{
    std::string wide = "\xFF\xFE";
    for (const char c : ascii) {
        wide += c;
        wide += '\0';
    }
    return wide;
}

} // namespace pairs
