#include "core/data/samples/corpus_builder.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

namespace core {

namespace {

/// How names of a language sound: patterns of syllables whose slots are drawn from lists.
struct NameStyle {
    std::string language;
    Grammar grammar; ///< "name" holds the patterns.
};

/// Sorted by language: the order of the classes.
const std::vector<NameStyle>& styles()
{
    static const std::vector<NameStyle> all = [] {
        const Json data = sampleData("names");
        std::vector<NameStyle> styles;
        for (const auto& [language, lists] : data.items())
            styles.push_back({language, Grammar(phraseLists(lists))});
        return styles;
    }();
    return all;
}

/// Capitals at the beginning of the words that make the name; "de la" and "al" stay small.
std::string withCapital(std::string name)
{
    const size_t last = name.find_last_of(" -");
    const size_t begin = last == std::string::npos ? 0 : last + 1;
    if (name[begin] >= 'a' && name[begin] <= 'z')
        name[begin] = static_cast<char>(name[begin] - ('a' - 'A'));
    return name;
}

std::string nameIn(int32_t label, Draws& draws)
{
    const NameStyle& style = styles()[static_cast<size_t>(label)];
    return withCapital(style.grammar.expand("{name}", {}, draws));
}

} // namespace

SampleRegistry::Entry namesEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "names",
         .title = "Invented surnames",
         .summary = "Names that sound like one of eight languages, made from syllables; none is "
                    "taken from a list. For the character tokeniser: which spelling gives a "
                    "language away?"},
        sampleSchema(), [](const SampleOptions& options) {
            std::vector<std::string> languages;
            for (const NameStyle& style : styles())
                languages.push_back(style.language);
            return buildCorpus(languages, options.texts, options.seed, nameIn);
        });
}

} // namespace core
