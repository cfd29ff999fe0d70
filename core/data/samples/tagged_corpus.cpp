#include "core/data/samples/tagged_corpus.h"

#include "core/data/cells/cell_text.h"
#include "core/data/samples/distinct_draws.h"

#include <algorithm>
#include <set>

namespace core {

namespace {

constexpr int64_t kHeldOutShare = 8;

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

std::string joined(const std::vector<std::string>& tokens)
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
            tags = joined(sentence.tags);
            return joined(sentence.tokens);
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
    const int64_t others = std::max<int64_t>(options.texts / kHeldOutShare, 1);
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
