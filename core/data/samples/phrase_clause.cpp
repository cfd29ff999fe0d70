#include "core/data/samples/phrase_clause.h"

#include "core/data/samples/grammar.h"

#include <algorithm>
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

namespace {

/// Thrown inside this file alone.
struct NoSentence { };

bool isDeterminer(WordClass wordClass)
{
    return wordClass <= WordClass::Possessive;
}

/// "un" is singular, numerals and no determiner at all are plural, the others either.
bool agrees(const NounPhrase& phrase)
{
    const bool plural = phrase.number() == GrammaticalNumber::Plural;
    if (!phrase.determiner)
        return plural;
    switch (phrase.determiner->form.wordClass) {
    case WordClass::Indefinite:
        return !plural;
    case WordClass::Numeral:
        return plural;
    default:
        return true;
    }
}

/// Recursive descent with one word of look-ahead.
class ClauseReader {
public:
    explicit ClauseReader(std::string_view sentence)
    {
        for (size_t start = 0; start <= sentence.size();) {
            const size_t end = std::min(sentence.find(' ', start), sentence.size());
            const WordForm* form = wordForm(sentence.substr(start, end - start));
            if (form == nullptr)
                throw NoSentence();
            m_words.push_back({*form, static_cast<int32_t>(m_words.size())});
            start = end + 1;
        }
    }

    Clause clause()
    {
        Clause clause;
        clause.subject = nounPhrase();
        clause.negation = maybe(WordClass::Negation);
        clause.future = maybe(WordClass::Future);
        clause.verb = verb();
        if (clause.future && clause.verb.form.tense == Tense::Past)
            throw NoSentence();
        if (clause.verb.form.wordClass == WordClass::Transitive)
            clause.object = nounPhrase();
        if (const auto preposition = maybe(WordClass::Preposition))
            clause.place = {*preposition, nounPhrase()};
        clause.time = maybe(WordClass::Time);
        if (m_next != m_words.size())
            throw NoSentence();
        return clause;
    }

private:
    bool at(WordClass wordClass) const
    {
        return m_next < m_words.size() && m_words[m_next].form.wordClass == wordClass;
    }
    std::optional<PlacedWord> maybe(WordClass wordClass)
    {
        return at(wordClass) ? std::optional(m_words[m_next++]) : std::nullopt;
    }
    PlacedWord take(WordClass wordClass)
    {
        if (!at(wordClass))
            throw NoSentence();
        return m_words[m_next++];
    }
    PlacedWord verb()
    {
        return at(WordClass::Transitive) ? take(WordClass::Transitive)
                                         : take(WordClass::Intransitive);
    }

    NounPhrase nounPhrase()
    {
        NounPhrase phrase;
        if (m_next < m_words.size() && isDeterminer(m_words[m_next].form.wordClass))
            phrase.determiner = m_words[m_next++];
        while (at(WordClass::Intensifier) || at(WordClass::Adjective)) {
            Quality quality;
            quality.intensifier = maybe(WordClass::Intensifier);
            quality.adjective = take(WordClass::Adjective);
            phrase.qualities.push_back(quality);
        }
        phrase.noun = take(WordClass::Noun);
        if (!agrees(phrase))
            throw NoSentence();
        return phrase;
    }

    std::vector<PlacedWord> m_words;
    size_t m_next = 0;
};

} // namespace

std::optional<Clause> readClause(std::string_view sentence)
{
    try {
        return ClauseReader(sentence).clause();
    } catch (const NoSentence&) {
        return std::nullopt;
    }
}

} // namespace core
