#include "core/data/samples/phrase_clause.h"

#include <algorithm>

namespace core {

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
