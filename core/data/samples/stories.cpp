#include "core/data/samples/distinct_draws.h"
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
              .add(&StoriesOptions::texts,
                   {.name = "texts",
                    .label = "Training stories",
                    .help = "Validation loss stays far above training loss: make more. An eighth "
                            "of the number comes on top for validation, and for testing.",
                    .unit = "stories",
                    .minimum = 16,
                    .maximum = 20000,
                    .logarithmic = true})
              .add(&StoriesOptions::seed,
                   {.name = "seed",
                    .label = "Seed",
                    .help = "Another seed, other stories of the same kind.",
                    .minimum = 0,
                    .maximum = 2147483647,
                    .advanced = true});
    return schema;
}

const Grammar& storyGrammar()
{
    static const Grammar grammar(PhraseLists{
        {"animal",
         {"fox", "hare", "owl", "bear", "mouse", "hedgehog", "badger", "otter", "crow", "squirrel",
          "frog", "goose"}},
        {"kind",
         {"small", "old", "young", "clever", "shy", "proud", "hungry", "lazy", "brave",
          "cheerful"}},
        {"she name", {"Mira", "Tilda", "Nora", "Ella", "Wanda", "Fenja"}},
        {"he name", {"Otto", "Bruno", "Felix", "Anton", "Milo", "Rufus"}},
        {"home",
         {"under the roots of an oak", "beside the mill pond", "at the edge of the forest",
          "in a burrow behind the barn", "near the stone bridge", "on the hill above the village"}},
        {"season", {"spring", "summer", "autumn", "winter"}},
        {"time", {"one morning", "one evening", "the next day", "at noon", "late at night"}},
        {"thing",
         {"lantern", "basket", "kettle", "blanket", "drum", "ladder", "mirror", "silver key",
          "wooden boat", "woollen scarf"}},
        {"place",
         {"the river", "the old well", "the market", "the ruined tower", "the orchard",
          "the wide meadow"}},
        {"food", {"nuts", "berries", "apples", "mushrooms", "honey", "barley bread"}},
        {"weather",
         {"it rained all day", "the wind blew hard", "the snow lay deep", "the sun was hot",
          "a thick fog came up"}},
        {"opening",
         {"Once there was a {kind} {a} named {hero}, who lived {home}.",
          "{home up} there lived a {kind} {a}, and {her} name was {hero}.",
          "Long ago a {kind} {a} called {hero} lived {home}.",
          "In those days {hero} the {a} lived {home}."}},
        {"wish",
         {"{she} had a {t}, and {she} loved it more than anything.",
          "Of all {her} things {she} liked the {t} best.",
          "Every {season} {she} carried {her} {t} to {p} and back.",
          "All that {hero} owned was a {t}, and {she} took good care of it."}},
        {"loss",
         {"But {time}, when {weather}, the {t} was gone.",
          "Then {time} {hero} came home from {p} and could not find the {t}.",
          "{time} {she} lost the {t} on the way to {p}.",
          "One day, while {hero} slept, somebody took the {t} away."}},
        {"question",
         {"\"Have you seen my {t}?\" {hero} asked {friend} the {b}.",
          "So {she} went to {friend} the {b} and said: \"My {t} is gone. Will you help me?\"",
          "{hero} asked {friend}, a {kind} {b}, whether he had seen the {t}.",
          "{she} sat down and wept, until {friend} the {b} came by. \"Why do you weep, {hero}?\" "
          "asked the {b}."}},
        {"answer",
         {"\"I saw it near {q},\" said {friend}, \"but the way is long.\"",
          "\"If you bring me {food}, I will tell you where it is,\" said the {b}.",
          "\"I have not seen any {t},\" said {friend}, \"but let us look for it at {q}.\"",
          "The {b} thought for a while. \"Come with me to {q},\" he said."}},
        {"search",
         {"They walked to {q}, and {weather}.", "So the {a} and the {b} set out for {q}.",
          "For {days} days they looked everywhere, at {p} and at {q}.",
          "{hero} gathered {food} and carried them to {q}.",
          "{weather}, but {hero} and {friend} did not turn back."}},
        {"days", {"two", "three", "four", "five", "seven"}},
        {"found",
         {"At last {she} found the {t} at {q}.",
          "And there, at {q}, lay the {t}, and nothing was missing.",
          "It was {friend} who found the {t} at {q} and gave it back to {hero}.",
          "The {t} was not at {q}, but under {her} own bed."}},
        {"end",
         {"\"Thank you, {friend},\" said {hero}. From that day on they were friends.",
          "{hero} was so glad that {she} shared all {her} {food} with the {b}.",
          "Since then the {a} has never gone to {p} alone.",
          "They laughed, ate {food}, and went home together.",
          "And if {she} has not lost it again, {hero} has the {t} still."}},
        {"moral",
         {"A friend is worth more than a {t}.", "Who asks will find.",
          "What is lost is not always far away.", "Who shares has more.",
          "Look at home before you look abroad."}}});
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
         .summary = "Short stories of animals that lose something and find it again. Names, he and "
                    "she, and what was lost stay the same to the end of a story: predicting them "
                    "takes a memory longer than a sentence.",
         .formula = {},
         .options = {},
         .tasks = {}},
        storiesSchema(), [](const StoriesOptions& options) {
            constexpr int64_t kHeldOutShare = 8;
            DistinctDraws draws(options.seed);
            const int64_t heldOut = std::max<int64_t>(options.texts / kHeldOutShare, 1);
            GeneratedCorpus corpus;
            corpus.train = stories(options.texts, draws);
            corpus.valid = stories(heldOut, draws);
            corpus.test = stories(heldOut, draws);
            return corpus;
        });
}

} // namespace core
