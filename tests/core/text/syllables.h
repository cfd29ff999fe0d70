#pragma once

#include "core/base/atomic_file.h"
#include "core/text/text_files.h"
#include "core/text/text_pipeline.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

/// Texts to learn subwords from, and what is learnt.
namespace syllables {

/// Texts of words made of a few syllables, so that subwords have something to find.
inline Strings syllableTexts(size_t count)
{
    const Strings syllables = {"ka", "lo", "mi", "ren", "su", "to", "vi", "zed"};
    Strings texts;
    uint64_t state = 1;
    const auto pick = [&](size_t below) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return (state >> 33) % below;
    };
    for (size_t i = 0; i < count; ++i) {
        std::string text;
        for (size_t word = 0; word < 6; ++word) {
            for (size_t s = 0; s < 1 + pick(3); ++s)
                text += syllables[pick(syllables.size())];
            text += ' ';
        }
        texts.push_back(text);
    }
    return texts;
}

inline core::TextSpec subwordSpec(const char* kind)
{
    core::TextSpec spec;
    spec.tokeniser = {kind, core::Json::object()};
    spec.vocabularySize = 60;
    return spec;
}

inline core::Failure failureOfLearning(const core::TextSpec& spec, const Strings& texts)
{
    return support::failureOf([&] { core::TextPipeline::learn(spec, texts, {}); });
}

inline std::string modelOf(const core::TextPipeline& pipeline)
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    pipeline.save(path);
    return core::readFile(path / "tokeniser.model");
}

} // namespace syllables
