#include "core/data/cells/cell_text.h"
#include "core/data/samples/draws.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

#include <algorithm>

namespace core {

namespace {

using SensePhrases = std::vector<std::string>;

/// A meaning of a word, told by what stands in front of the word or behind it.
struct Sense {
    std::string name;
    SensePhrases fronts, ends;
};

struct AmbiguousWord {
    std::string word;
    std::vector<Sense> senses;
};

struct Senses {
    std::vector<AmbiguousWord> words;
    Grammar grammar{{}};
};

const Senses& allSenses()
{
    static const Senses all = [] {
        const Json data = sampleData("senses");
        Senses result;
        for (const Json& word : data.at("words")) {
            AmbiguousWord& next = result.words.emplace_back();
            next.word = word.at("word");
            for (const Json& sense : word.at("senses"))
                next.senses.push_back({sense.at("sense"), sense.at("fronts").get<SensePhrases>(),
                                       sense.at("ends").get<SensePhrases>()});
        }
        result.grammar = Grammar(phraseLists(data.at("lines")));
        return result;
    }();
    return all;
}

/// A sentence with one ambiguous word, at times with another sentence around it.
std::string lineWithSense(Draws& draws)
{
    const Senses& all = allSenses();
    const AmbiguousWord& word = draws.pick(all.words);
    const Sense& sense = draws.pick(word.senses);
    const size_t told = draws.below(4); // In half of the texts both parts tell the meaning.
    const std::string front = told == 0 ? "{front}" : draws.pick(sense.fronts);
    const std::string end = told == 1 ? "{end}"
        : draws.chance(50)            ? draws.pick(sense.ends)
                                      : draws.pick(sense.ends) + " {time}";
    std::string text = front + " " + word.word + " " + end + ".";
    if (draws.chance(30))
        text = draws.chance(50) ? "{more} " + text : text + " {more}";
    return asSentences(all.grammar.expand(text, {}, draws));
}

bool hasPhrase(const std::string& text, const SensePhrases& phrases)
{
    return std::any_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
        return text.find(lowered(phrase)) != std::string::npos;
    });
}

LabelledTexts linesWithSenses(int64_t count, DistinctDraws& draws)
{
    LabelledTexts lines;
    for (int64_t i = 0; i < count; ++i)
        lines.texts.push_back(draws.next(&lineWithSense));
    return lines;
}

} // namespace

std::vector<std::string> ambiguousWords(const Selection& sample)
{
    std::vector<std::string> words;
    if (sample.kind == kSensesSample)
        for (const AmbiguousWord& each : allSenses().words)
            words.push_back(each.word);
    return words;
}

std::string senseOf(const Selection& sample, std::string_view word, std::string_view text)
{
    if (sample.kind != kSensesSample)
        return {};
    const std::string lower = lowered(text);
    for (const AmbiguousWord& each : allSenses().words)
        for (const Sense& sense : each.senses)
            if (each.word == word
                && (hasPhrase(lower, sense.fronts) || hasPhrase(lower, sense.ends)))
                return sense.name;
    return {};
}

SampleRegistry::Entry sensesEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = kSensesSample,
         .title = "Words with two meanings",
         .summary = "Sentences with bank, spring, bat, seal and other words of two meanings, which "
                    "the words around them tell. The meaning is known, so that it can be measured "
                    "which layers of a network tell the meanings apart."},
        sampleSchema(), [](const SampleOptions& options) {
            DistinctDraws draws(options.seed);
            GeneratedCorpus corpus;
            corpus.train = linesWithSenses(options.texts, draws);
            corpus.valid = linesWithSenses(heldOutTexts(options.texts), draws);
            corpus.test = linesWithSenses(heldOutTexts(options.texts), draws);
            return corpus;
        });
}

} // namespace core
