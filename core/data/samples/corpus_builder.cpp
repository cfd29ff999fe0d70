#include "core/data/samples/corpus_builder.h"

#include "core/data/cells/cell_text.h"
#include "core/data/samples/draws.h"

#include <algorithm>
#include <set>

namespace core {

namespace {

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
    const int64_t heldOut = heldOutTexts(trainTexts, static_cast<int64_t>(classes.size()));
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
    const int64_t heldOut = heldOutTexts(trainTexts);
    GeneratedCorpus corpus;
    corpus.train = split(trainTexts);
    corpus.valid = split(heldOut);
    corpus.test = split(heldOut);
    return corpus;
}

namespace {

/// Puts right what a grammar leaves open.
void correct(std::vector<std::string>& tokens)
{
    constexpr std::string_view kVowels = "aeiouAEIOU";
    for (size_t i = 0; i + 1 < tokens.size(); ++i)
        if (tokens[i] == "a" && kVowels.find(tokens[i + 1].front()) != std::string_view::npos)
            tokens[i] = "an";
    std::string& first = tokens.front();
    if (first.front() >= 'a' && first.front() <= 'z')
        first.front() = static_cast<char>(first.front() - ('a' - 'A'));
}

std::string joinedTokens(const std::vector<std::string>& tokens)
{
    std::string row;
    for (const std::string& token : tokens)
        appendToken(row, token);
    return row;
}

LabelledTexts drawnTexts(int64_t count, const Grammar& grammar, const SentenceReader& read,
                         DistinctDraws& draws)
{
    LabelledTexts result;
    while (static_cast<int64_t>(result.size()) < count) {
        std::string tags;
        result.texts.push_back(draws.next([&](Draws& source) {
            TaggedSentence sentence = read(grammar.expand("{sentence}", {}, source));
            correct(sentence.tokens);
            tags = joinedTokens(sentence.tags);
            return joinedTokens(sentence.tokens);
        }));
        result.tags.push_back(std::move(tags));
    }
    return result;
}

} // namespace

GeneratedCorpus buildTaggedCorpus(const SampleOptions& options, const Grammar& train,
                                  const Grammar& heldOut, const SentenceReader& read)
{
    DistinctDraws draws(options.seed);
    const int64_t others = heldOutTexts(options.texts);
    GeneratedCorpus corpus;
    corpus.train = drawnTexts(options.texts, train, read, draws);
    corpus.valid = drawnTexts(others, heldOut, read, draws);
    corpus.test = drawnTexts(others, heldOut, read, draws);
    std::set<std::string, std::less<>> tags;
    for (const LabelledTexts* part : {&corpus.train, &corpus.valid, &corpus.test})
        for (const std::string& row : part->tags)
            for (const std::string_view tag : tokensOf(row))
                tags.emplace(tag);
    corpus.classes = {tags.begin(), tags.end()};
    return corpus;
}

} // namespace core
