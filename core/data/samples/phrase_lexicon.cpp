#include "core/data/samples/phrase_lexicon.h"

#include "core/data/samples/grammar.h"

#include <array>
#include <map>
#include <string>

namespace core {

namespace {

using Words = std::vector<LexicalEntry>;

// In the order of WordClass.
constexpr std::array<const char*, 13> kClassNames{
    "definite", "indefinite", "numeral",    "possessive",   "intensifier", "adjective", "noun",
    "negation", "future",     "transitive", "intransitive", "preposition", "time"};

Words readWords(const Json& entries)
{
    Words words;
    for (const Json& entry : entries)
        words.push_back({entry.at("lumi"), entry.at("karsan"), entry.value("before", ""),
                         entry.contains("gender") ? Gender::Second : Gender::First});
    return words;
}

using Forms = std::map<std::string, WordForm, std::less<>>;

void addForms(WordClass wordClass, Forms& forms)
{
    for (const LexicalEntry& entry : wordsOf(wordClass)) {
        const std::string word = entry.lumi;
        forms[word] = {wordClass, &entry};
        if (wordClass == WordClass::Noun)
            forms[word + "s"] = {wordClass, &entry, GrammaticalNumber::Plural};
        if (wordClass == WordClass::Transitive || wordClass == WordClass::Intransitive)
            forms[word + "d"] = {wordClass, &entry, GrammaticalNumber::Singular, Tense::Past};
    }
}

} // namespace

const std::vector<LexicalEntry>& wordsOf(WordClass wordClass)
{
    static const std::vector<Words> all = [] {
        const Json data = sampleData("lumi_karsan");
        std::vector<Words> classes;
        for (const char* name : kClassNames)
            classes.push_back(readWords(data.at(name)));
        return classes;
    }();
    return all.at(static_cast<size_t>(wordClass));
}

const WordForm* wordForm(std::string_view word)
{
    static const Forms all = [] {
        Forms forms;
        for (auto each = static_cast<int>(WordClass::Definite);
             each <= static_cast<int>(WordClass::Time); ++each)
            addForms(static_cast<WordClass>(each), forms);
        return forms;
    }();
    const auto found = all.find(word);
    return found == all.end() ? nullptr : &found->second;
}

} // namespace core
