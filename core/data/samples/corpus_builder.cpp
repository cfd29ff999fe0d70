#include "core/data/samples/corpus_builder.h"

#include "core/data/samples/distinct_draws.h"

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kHeldOutShare = 8;

class CorpusBuilder {
public:
    CorpusBuilder(size_t classes, int64_t seed, const TextMaker& make)
        : m_classes(classes), m_draws(seed), m_make(make)
    {
    }

    /// Classes take turns, so that they are as equal in number as can be.
    LabelledTexts split(int64_t count)
    {
        std::vector<int32_t> labels(static_cast<size_t>(count));
        for (size_t i = 0; i < labels.size(); ++i)
            labels[i] = static_cast<int32_t>(i % m_classes);
        m_draws.draws().shuffle(labels);
        LabelledTexts result;
        for (const int32_t label : labels) {
            result.texts.push_back(
                m_draws.next([&](Draws& draws) { return m_make(label, draws); }));
            result.labels.push_back(label);
        }
        return result;
    }

private:
    size_t m_classes;
    DistinctDraws m_draws;
    const TextMaker& m_make;
};

} // namespace

GeneratedCorpus buildCorpus(std::vector<std::string> classes, int64_t trainTexts, int64_t seed,
                            const TextMaker& make)
{
    CorpusBuilder builder(classes.size(), seed, make);
    const int64_t heldOut
        = std::max(trainTexts / kHeldOutShare, static_cast<int64_t>(classes.size()));
    GeneratedCorpus corpus;
    corpus.classes = std::move(classes);
    corpus.train = builder.split(trainTexts);
    corpus.valid = builder.split(heldOut);
    corpus.test = builder.split(heldOut);
    return corpus;
}

GeneratedCorpus buildRatedCorpus(int64_t trainTexts, int64_t seed, const RatedTextMaker& make)
{
    DistinctDraws draws(seed);
    const auto split = [&](int64_t count) {
        LabelledTexts result;
        while (static_cast<int64_t>(result.size()) < count) {
            double number = 0.0;
            result.texts.push_back(draws.next([&](Draws& source) {
                RatedText made = make(source);
                number = made.number;
                return std::move(made.text);
            }));
            result.numbers.push_back(number);
        }
        return result;
    };
    const int64_t heldOut = std::max<int64_t>(trainTexts / kHeldOutShare, 1);
    GeneratedCorpus corpus;
    corpus.train = split(trainTexts);
    corpus.valid = split(heldOut);
    corpus.test = split(heldOut);
    return corpus;
}

} // namespace core
