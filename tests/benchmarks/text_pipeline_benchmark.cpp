// text_pipeline_benchmark PATH [TOKENISER [VOCABULARY_SIZE]]
//
// Loads labelled texts, cleans them (HTML tags, lower case), learns tokeniser and vocabulary and
// looks all texts up; prints one line of JSON with seconds and memory. Peak memory is the whole
// process's, up to the end of learning, over the bytes of the texts.

#include "core/data/corpus.h"
#include "core/text/text_pipeline.h"

#include <sys/resource.h>

#include <chrono>
#include <iostream>

namespace {

class Stopwatch {
public:
    double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

double peakMemoryMb()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

core::TextSpec textSpec(int count, char** words)
{
    core::TextSpec spec;
    spec.cleaning = {{"strip_html", core::Json::object()}, {"lower_case", core::Json::object()}};
    if (count > 2)
        spec.tokeniser = {words[2], core::Json::object()};
    if (count > 3)
        spec.vocabularySize = std::stoll(words[3]);
    return spec;
}

core::Json measure(int count, char** words)
{
    core::DataSpec data;
    data.train = {words[1]};
    data.validFraction = 0.0;
    const Stopwatch load;
    const core::Corpus set = core::loadCorpus(
        data, {"classification", {core::ColumnKind::Text, core::ColumnKind::Class}}, {});
    const core::TextColumn& texts = set.train.texts();
    const double loadSeconds = load.seconds();
    double bytes = 0.0;
    for (const std::string_view text : texts)
        bytes += static_cast<double>(text.size());

    const Stopwatch learn;
    const auto pipeline = core::TextPipeline::learn(textSpec(count, words), texts, {});
    const double learnSeconds = learn.seconds();
    const double peak = peakMemoryMb();

    const Stopwatch lookUp;
    int64_t tokens = 0;
    for (const auto& ids : pipeline.allIds(texts, {}))
        tokens += static_cast<int64_t>(ids.size());
    return {{"texts", set.train.size()},
            {"megabytes", bytes / 1e6},
            {"load_seconds", loadSeconds},
            {"learn_seconds", learnSeconds},
            {"load_and_learn_seconds", loadSeconds + learnSeconds},
            {"ids_seconds", lookUp.seconds()},
            {"tokens", tokens},
            {"vocabulary", pipeline.vocabularySize()},
            {"peak_megabytes", peak},
            {"peak_over_text", peak * 1024.0 * 1024.0 / bytes}};
}

} // namespace

int main(int count, char** words)
{
    if (count < 2 || count > 4) {
        std::cerr << "usage: text_pipeline_benchmark PATH [TOKENISER [VOCABULARY_SIZE]]\n";
        return 2;
    }
    try {
        std::cout << measure(count, words).dump() << "\n";
    } catch (...) {
        std::cerr << core::currentFailure().sentence() << "\n";
        return 1;
    }
    return 0;
}
