#include "core/data/samples/draws.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

namespace core {

namespace {

using WorldWords = std::vector<std::string>;

/// A pair of words for the same role, and what is said of it.
struct WorldRole {
    WorldWords words; ///< That for a man, then that for a woman.
    WorldWords lines;
};

/// An adjective in its three degrees, and what has that property.
struct Degrees {
    WorldWords words, nouns;
};

struct World {
    std::vector<WorldRole> roles;
    std::vector<SlotBindings> countries;
    std::vector<Degrees> degrees;
    Grammar grammar{{}};
};

const World& world()
{
    static const World all = [] {
        const Json data = sampleData("world");
        World result;
        for (const Json& role : data.at("people"))
            result.roles.push_back(
                {role.at("words").get<WorldWords>(), role.at("lines").get<WorldWords>()});
        for (const Json& country : data.at("countries"))
            result.countries.push_back(country.get<SlotBindings>());
        for (const Json& each : data.at("degrees"))
            result.degrees.push_back(
                {each.at("words").get<WorldWords>(), each.at("nouns").get<WorldWords>()});
        result.grammar = Grammar(phraseLists(data.at("lines")));
        return result;
    }();
    return all;
}

/// Some sentences about one person, one country or one property.
std::string passage(int64_t sentences, Draws& draws)
{
    const Grammar& grammar = world().grammar;
    const size_t topic = draws.below(3);
    std::string text;
    const auto say = [&](const std::string& phrase, const SlotBindings& bindings) {
        text += (text.empty() ? "" : " ") + grammar.expand(phrase, bindings, draws);
    };
    if (topic == 0) {
        const WorldRole& role = draws.pick(world().roles);
        const size_t gender = draws.below(2);
        const SlotBindings person{{"who", role.words[gender]}};
        const auto speak = [&](int64_t part) {
            if (part % 3 == 1)
                say(gender == 0 ? "{he}" : "{she}", person);
            else
                say(part % 3 == 0 || draws.chance(50) ? draws.pick(role.lines) : "{any}", person);
        };
        const auto first = sentences < 3 ? static_cast<int64_t>(draws.below(3)) : 0;
        for (int64_t i = 0; i < sentences; ++i)
            speak(first + i);
    } else if (topic == 1) {
        const SlotBindings& country = draws.pick(world().countries);
        for (int64_t i = 0; i < sentences; ++i)
            say("{country line}", country);
    } else {
        const Degrees& each = draws.pick(world().degrees);
        const SlotBindings property{{"base", each.words[0]},
                                    {"more", each.words[1]},
                                    {"most", each.words[2]},
                                    {"noun", draws.pick(each.nouns)}};
        for (int64_t i = 0; i < sentences; ++i)
            say("{degree}", property);
    }
    return asSentences(text);
}

struct WorldOptions {
    int64_t texts
        = 8000; ///< Passages for training; an eighth more each for validation and testing.
    int64_t sentences = 3; ///< In a passage.
    int64_t seed = 1;
};

LabelledTexts passages(int64_t count, const WorldOptions& options, Draws& draws)
{
    LabelledTexts lines;
    for (int64_t i = 0; i < count; ++i)
        lines.texts.push_back(passage(options.sentences, draws));
    return lines;
}

} // namespace

SampleRegistry::Entry worldEntry()
{
    static const Schema<WorldOptions> schema
        = Schema<WorldOptions>()
              .add(&WorldOptions::texts,
                   countOption("passages", "If words that belong together are no neighbours", 1e6))
              .add(&WorldOptions::sentences,
                   {.name = "sentences",
                    .label = "Sentences",
                    .help = "Number of sentences in a passage.",
                    .minimum = 1,
                    .maximum = 100})
              .add(&WorldOptions::seed, seedOption("passages"));
    return SampleRegistry::entry<WorldOptions>(
        {.id = "world",
         .title = "People, countries, degrees",
         .summary
         = "Passages about kings and queens, fathers and mothers, countries and their "
           "capitals, good, better and best. Pairs of words differ by the same contexts, so "
           "that sums of word vectors complete analogies."},
        schema, [](const WorldOptions& options) {
            Draws draws(options.seed);
            GeneratedCorpus corpus;
            corpus.train = passages(options.texts, options, draws);
            corpus.valid = passages(heldOutTexts(options.texts), options, draws);
            corpus.test = passages(heldOutTexts(options.texts), options, draws);
            return corpus;
        });
}

} // namespace core
