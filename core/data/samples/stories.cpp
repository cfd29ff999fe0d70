#include "core/data/samples/draws.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

#include <algorithm>

namespace core {

namespace {

struct StoriesOptions {
    int64_t texts = 1200; ///< Stories for training; an eighth more each for validation and testing.
    int64_t seed = 1;
};

const Schema<StoriesOptions>& storiesSchema()
{
    static const Schema<StoriesOptions> schema
        = Schema<StoriesOptions>()
              .add(
                  &StoriesOptions::texts,
                  countOption("stories", "If validation loss stays far above training loss", 20000))
              .add(&StoriesOptions::seed, seedOption("stories"));
    return schema;
}

const Grammar& storyGrammar()
{
    static const Grammar grammar(phraseLists(sampleData("stories").at("words")));
    return grammar;
}

/// Something of the list that `other` is not.
std::string pickOther(const char* list, const std::string& other, Draws& draws)
{
    for (;;)
        if (const std::string& picked = draws.pick(storyGrammar().list(list)); picked != other)
            return picked;
}

/// A few lines, the first tells who it is about and what was lost. Who is spoken of, whether she or
/// he, and what is looked for stay the same to the end.
std::string story(Draws& draws)
{
    const Grammar& grammar = storyGrammar();
    const bool she = draws.chance(50);
    SlotBindings told{{"she", she ? "she" : "he"},
                      {"her", she ? "her" : "his"},
                      {"hero", draws.pick(grammar.list(she ? "she name" : "he name"))},
                      {"a", draws.pick(grammar.list("animal"))},
                      {"t", draws.pick(grammar.list("thing"))},
                      {"p", draws.pick(grammar.list("place"))},
                      {"home up", "{home}"}};
    told["friend"] = pickOther("he name", told["hero"], draws);
    told["b"] = pickOther("animal", told["a"], draws);
    told["q"] = pickOther("place", told["p"], draws);
    std::vector<std::string> lines{"{opening} {wish}", "{loss} {question}", "{answer}"};
    if (draws.chance(60))
        lines.back() += " {search}";
    lines.emplace_back("{found} {end}");
    if (draws.chance(40))
        lines.emplace_back("{moral}");
    std::string text;
    for (const std::string& line : lines)
        text += asSentences(grammar.expand(line, told, draws)) + "\n";
    return text;
}

/// Stories, a line a paragraph and a blank line behind each.
LabelledTexts stories(int64_t count, DistinctDraws& draws)
{
    LabelledTexts lines;
    for (int64_t i = 0; i < count; ++i) {
        const std::string text = draws.next(story);
        for (size_t begin = 0; begin < text.size();) {
            const size_t end = text.find('\n', begin);
            lines.texts.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
        lines.texts.emplace_back();
    }
    return lines;
}

} // namespace

SampleRegistry::Entry storiesEntry()
{
    return SampleRegistry::entry<StoriesOptions>(
        {.id = "stories",
         .title = "Animal stories",
         .summary = "Short stories of animals that lose something and find it again. Names, "
                    "pronouns and the lost thing stay the same throughout a story; predicting them "
                    "requires a memory longer than a sentence."},
        storiesSchema(), [](const StoriesOptions& options) {
            DistinctDraws draws(options.seed);
            GeneratedCorpus corpus;
            corpus.train = stories(options.texts, draws);
            corpus.valid = stories(heldOutTexts(options.texts), draws);
            corpus.test = stories(heldOutTexts(options.texts), draws);
            return corpus;
        });
}

} // namespace core
