#include "core/data/samples/phrase_lexicon.h"

#include <map>
#include <string>

namespace core {

namespace {

using Words = std::vector<LexicalEntry>;

const Words& nouns()
{
    static const Words all = {{"melo", "toruk"}, // cat
                              {"bando", "savin", "", Gender::Second}, // dog
                              {"hanu", "kelar"}, // house
                              {"tiro", "lumat", "", Gender::Second}, // tree
                              {"pelo", "dorin"}, // child
                              {"sanu", "mirel", "", Gender::Second}, // woman
                              {"garo", "bastur"}, // man
                              {"filo", "yarin", "", Gender::Second}, // bird
                              {"nalu", "vosk"}, // river
                              {"krado", "gont"}, // stone
                              {"libo", "hestar", "", Gender::Second}, // book
                              {"pordo", "ulnak"}, // door
                              {"manu", "kresim", "", Gender::Second}, // bread
                              {"kevo", "ardun"}, // horse
                              {"zorto", "felin", "", Gender::Second}, // garden
                              {"bavo", "nemur"}, // boat
                              {"altu", "grosk"}, // mountain
                              {"regu", "saldan"}, // king
                              {"luzo", "hevil", "", Gender::Second}, // star
                              {"veno", "ulnak", "hevil"}, // window: star door
                              {"bibo", "kelar", "hestar"}, // library: book house
                              {"stalu", "kelar", "ardun"}, // stable: horse house
                              {"marino", "bastur", "nemur"}, // sailor: boat man
                              {"frukto", "kresim", "lumat", Gender::Second}}; // fruit: tree bread
    return all;
}

const Words& adjectives()
{
    static const Words all = {{"grani", "bol"}, // big
                              {"peti", "mik"}, // small
                              {"ruvi", "karm"}, // red
                              {"novi", "tesh"}, // new
                              {"vedi", "arn"}, // old
                              {"blani", "sel"}, // white
                              {"nori", "drok"}, // black
                              {"beli", "lir"}, // beautiful
                              {"leni", "tum"}, // slow
                              {"fasi", "zhev"}, // fast
                              {"tristi", "olm"}, // sad
                              {"gayi", "yun"}}; // happy
    return all;
}

const Words& transitives()
{
    static const Words all = {{"vida", "nor"}, // see
                              {"ama", "sil"}, // love
                              {"trova", "kez"}, // find
                              {"porta", "dram"}, // carry
                              {"pinta", "velk"}, // paint
                              {"kupa", "resh"}, // buy
                              {"venda", "fol"}, // sell
                              {"lava", "hum"}, // wash
                              {"tema", "grin"}, // fear
                              {"serka", "tov"}, // seek
                              {"mosta", "ilb"}, // show
                              {"perda", "mag"}}; // lose
    return all;
}

const Words& intransitives()
{
    static const Words all = {{"dorma", "nush"}, // sleep
                              {"kora", "per"}, // run
                              {"kanta", "aul"}, // sing
                              {"rida", "hik"}, // laugh
                              {"plora", "wen"}, // weep
                              {"nata", "lod"}, // swim
                              {"salta", "tik"}, // jump
                              {"arriva", "yar"}}; // arrive
    return all;
}

const Words& prepositions()
{
    static const Words all = {{"en", "dor"}, // in
                              {"sur", "pel"}, // on
                              {"sub", "nis"}, // under
                              {"kon", "kum"}, // with
                              {"apud", "zet"}, // near
                              {"tras", "gol"}}; // behind
    return all;
}

const Words& times()
{
    static const Words all = {{"hode", "tanu"}, // today
                              {"yere", "manu", "ontu"}, // yesterday: the day gone
                              {"demane", "manu", "ber"}, // tomorrow: the day to come
                              {"sempre", "alk"}, // always
                              {"noke", "nish"}}; // at night
    return all;
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
    static const std::map<WordClass, Words> all
        = {{WordClass::Definite, {{"le", ""}}},
           {WordClass::Indefinite, {{"un", "ven"}}},
           {WordClass::Numeral, {{"du", "bin"}, {"tri", "sam"}, {"kvar", "ket"}}},
           {WordClass::Possessive, {{"mi", "im"}, {"ti", "it"}, {"noi", "on"}}},
           {WordClass::Intensifier, {{"tre", "ul"}}},
           {WordClass::Adjective, adjectives()},
           {WordClass::Noun, nouns()},
           {WordClass::Negation, {{"ne", "nim"}}},
           {WordClass::Future, {{"va", "om"}}},
           {WordClass::Transitive, transitives()},
           {WordClass::Intransitive, intransitives()},
           {WordClass::Preposition, prepositions()},
           {WordClass::Time, times()}};
    return all.at(wordClass);
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
