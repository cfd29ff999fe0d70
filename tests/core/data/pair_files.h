#pragma once

#include "core/base/error.h"
#include "core/data/preview.h"
#include "data_files.h"
#include "task_columns.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <random>

/// Sentences and what else the tests of translation data share.
namespace pairs {

using Texts = Strings;

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

/// Exercises: sentences that differ in one word.
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

using support::failureOf;

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

/// A captions corpus as people have it: three splits, both languages, packed.
inline Texts captions(const DataFiles& files, const std::string& folder)
{
    Texts paths;
    for (const char* split : {"train", "val", "test_2016_flickr"})
        for (const char* language : {"en", "de"}) {
            const auto [source, target] = sentences(12);
            paths.push_back(files.path(folder + "/" + split + "." + language + ".gz"));
            std::filesystem::create_directories(files.path(folder));
            files.gzip(folder + "/" + split + "." + language + ".gz",
                       lines(language == "de"s ? source : target));
        }
    return paths;
}

/// Empty where the files are not taken for pairs.
inline core::DataSpec recognised(const Texts& paths, const std::string& task = "classification",
                                 const core::DataSpec& base = {})
{
    const auto data = tasks::recognised(paths, task, base);
    return data.task == "translation" ? data.spec : core::DataSpec();
}

} // namespace pairs
