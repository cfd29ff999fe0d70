#include "core/data/samples/phrase_grammar.h"

#include "core/data/samples/phrase_clause.h"

#include <algorithm>

namespace core {

namespace {

// Drawing.

class PhraseDraw {
public:
    explicit PhraseDraw(Draws& draws) : m_draws(draws) { }

    std::string sentence()
    {
        nounPhrase();
        if (m_draws.chance(15))
            add(WordClass::Negation);
        const bool transitive = m_draws.chance(65);
        verb(transitive ? WordClass::Transitive : WordClass::Intransitive);
        if (transitive)
            nounPhrase();
        if (m_draws.chance(35)) {
            add(WordClass::Preposition);
            nounPhrase();
        }
        if (m_draws.chance(30))
            add(WordClass::Time);
        return std::move(m_text);
    }

private:
    void add(WordClass wordClass, const char* ending = "")
    {
        m_text += (m_text.empty() ? "" : " ") + m_draws.pick(wordsOf(wordClass)).lumi + ending;
    }

    void verb(WordClass wordClass)
    {
        const size_t tense = m_draws.below(3);
        if (tense == 2)
            add(WordClass::Future);
        add(wordClass, tense == 1 ? "d" : "");
    }

    void nounPhrase()
    {
        constexpr WordClass kAny[]
            = {WordClass::Definite, WordClass::Definite, WordClass::Indefinite, WordClass::Numeral,
               WordClass::Possessive};
        const size_t which = m_draws.below(std::size(kAny) + 1);
        const bool bare = which == std::size(kAny);
        if (!bare)
            add(kAny[which]);
        for (size_t adjectives = m_draws.chance(50) ? m_draws.below(3) : 0; adjectives > 0;
             --adjectives) {
            if (m_draws.chance(25))
                add(WordClass::Intensifier);
            add(WordClass::Adjective);
        }
        const bool singular = !bare && kAny[which] == WordClass::Indefinite;
        const bool plural = bare || kAny[which] == WordClass::Numeral;
        add(WordClass::Noun, plural || (!singular && m_draws.chance(35)) ? "s" : "");
    }

    Draws& m_draws;
    std::string m_text;
};

// Translating.

enum class GrammaticalCase { Subject, Object };

/// Writes Karsan word by word, and where each comes from.
class KarsanWriter {
public:
    AlignedTranslation take()
    {
        std::sort(m_translation.links.begin(), m_translation.links.end());
        return std::move(m_translation);
    }

    void clause(const Clause& clause)
    {
        if (clause.time)
            whole(*clause.time);
        nounPhrase(clause.subject, GrammaticalCase::Subject);
        if (clause.place) {
            nounPhrase(clause.place->where, GrammaticalCase::Subject);
            whole(clause.place->preposition);
        }
        if (clause.object)
            nounPhrase(*clause.object, GrammaticalCase::Object);
        verb(clause);
        if (clause.negation)
            whole(*clause.negation);
    }

private:
    void add(const std::string& word, const std::vector<PlacedWord>& from)
    {
        m_translation.text += (m_words == 0 ? "" : " ") + word;
        for (const PlacedWord& source : from)
            m_translation.links.push_back({source.position, m_words});
        ++m_words;
    }

    /// The word with its ending, and behind the word that goes before it, if there is one.
    void whole(const PlacedWord& word, const std::string& ending = {},
               const std::optional<PlacedWord>& endingFrom = std::nullopt)
    {
        const LexicalEntry& entry = *word.form.entry;
        if (!entry.before.empty())
            add(entry.before, {word});
        std::vector<PlacedWord> from{word};
        if (endingFrom)
            from.push_back(*endingFrom);
        add(entry.karsan + ending, from);
    }

    void nounPhrase(const NounPhrase& phrase, GrammaticalCase grammaticalCase)
    {
        const auto& determiner = phrase.determiner;
        const auto is = [&](WordClass wordClass) {
            return determiner && determiner->form.wordClass == wordClass;
        };
        std::string ending = phrase.number() == GrammaticalNumber::Plural ? "ek" : "";
        if (is(WordClass::Possessive))
            ending += determiner->form.entry->karsan;
        if (grammaticalCase == GrammaticalCase::Object)
            ending += "a";
        whole(phrase.noun, ending, is(WordClass::Possessive) ? determiner : std::nullopt);
        for (size_t i = phrase.qualities.size(); i > 0; --i)
            quality(phrase.qualities[i - 1], phrase);
        if (is(WordClass::Indefinite) || is(WordClass::Numeral))
            whole(*determiner);
    }

    void quality(const Quality& quality, const NounPhrase& phrase)
    {
        const bool first = phrase.noun.form.entry->gender == Gender::First;
        const bool plural = phrase.number() == GrammaticalNumber::Plural;
        const std::string ending = plural ? (first ? "ur" : "er") : (first ? "o" : "e");
        const std::string word = quality.adjective.form.entry->karsan + ending;
        if (quality.intensifier)
            add(quality.intensifier->form.entry->karsan + word,
                {*quality.intensifier, quality.adjective});
        else
            add(word, {quality.adjective});
    }

    void verb(const Clause& clause)
    {
        const std::string agreement
            = clause.subject.number() == GrammaticalNumber::Plural ? "en" : "";
        if (clause.future) {
            whole(clause.verb, clause.future->form.entry->karsan + agreement, clause.future);
        } else if (clause.verb.form.tense == Tense::Past) {
            whole(clause.verb, "ut");
            add("hal" + agreement, {clause.verb});
        } else {
            whole(clause.verb, "ash" + agreement);
        }
    }

    AlignedTranslation m_translation;
    int32_t m_words = 0;
};

} // namespace

std::string drawPhrase(Draws& draws)
{
    return PhraseDraw(draws).sentence();
}

std::optional<AlignedTranslation> translatePhrase(std::string_view sentence)
{
    const std::optional<Clause> clause = readClause(sentence);
    if (!clause)
        return std::nullopt;
    KarsanWriter writer;
    writer.clause(*clause);
    return writer.take();
}

PairSampleRegistry::Entry phrasesEntry()
{
    return PairSampleRegistry::entry<PairSampleOptions>(
        {.id = "grammar",
         .title = "Two invented languages",
         .summary = "Sentences of Lumi and what they are in Karsan, by a small grammar: the verb "
                    "goes to the end, adjectives after their nouns, articles vanish, words agree, "
                    "and some are two words for one or one for two. Every alignment is known.",
         .example = "le ruvi melo vida un filo \u2192 toruk karmo yarina ven norash"},
        pairSampleSchema<PairSampleOptions>(), [](const PairSampleOptions& options) {
            return PairSample{options.pairs, options.seed, drawPhrase, translatePhrase};
        });
}

} // namespace core
