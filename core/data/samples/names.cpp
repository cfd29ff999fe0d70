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

NameStyle arabic()
{
    return {
        "Arabic",
        Grammar({{"name",
                  {"{o}{v}{c}{v}{e}", "{o}{v}{c}{c}{v}{e}", "{o}{v}{c}{long}{e}", "al-{name2}"}},
                 {"name2", {"{o}{v}{c}{v}{e}", "{o}{v}{c}{long}{e}"}},
                 {"o", {"kh", "m", "h", "s", "r", "j", "q", "f", "n", "t", "z", "sh", "gh", "b"}},
                 {"c", {"l", "m", "r", "h", "s", "d", "b", "f", "z", "w", "y"}},
                 {"v", {"a", "a", "i", "u"}},
                 {"long", {"aa", "ii", "ou", "ee"}},
                 {"e", {"d", "m", "r", "b", "f", "n", "l", "q", "i"}}})};
}

NameStyle finnish()
{
    return {"Finnish",
            Grammar({{"name",
                      {"{o}{v}{m}{v2}nen", "{o}{d}{m}{v2}la", "{o}{v}{m}{v2}{e}", "{o}{d}{m}{v2}"}},
                     {"o", {"k", "l", "m", "v", "h", "t", "p", "s", "r", "j", "n"}},
                     {"v", {"a", "o", "u", "i", "e", "\u00e4"}},
                     {"d", {"aa", "ii", "uo", "ei", "au", "ie", "y\u00f6"}},
                     {"m", {"kk", "ll", "tt", "rt", "lk", "nn", "sk", "v", "ht", "mp", "r"}},
                     {"v2", {"a", "o", "i", "u", "e"}},
                     {"e", {"ri", "inen", "ja", "sto", "kka"}}})};
}

NameStyle german()
{
    return {
        "German",
        Grammar(
            {{"name", {"{o}{v}{m}{e}", "{o}{v}{m}{e}", "{o}{v}{m}er", "{o}{v}{m}"}},
             {"o",
              {"b", "k", "sch", "w", "h", "st", "r", "g", "kr", "br", "schw", "l", "f", "d", "z"}},
             {"v", {"a", "o", "u", "ei", "e", "\u00fc", "\u00f6", "au"}},
             {"m", {"ch", "ck", "rn", "tz", "hl", "ld", "nk", "pf", "rt", "ng", "bl"}},
             {"e", {"mann", "hardt", "stein", "berg", "feld", "bach", "ler", "hofer", "ner"}}})};
}

NameStyle italian()
{
    return {
        "Italian",
        Grammar({{"name",
                  {"{o}{v}{m}{v}{e}", "{o}{v}{m}{e}", "{o}{v}{c}{v}{m}{i}", "{di}{o}{v}{c}{v}{e}"}},
                 {"o", {"b", "c", "d", "f", "g", "m", "p", "r", "s", "t", "v", "z", "l", "gi"}},
                 {"v", {"a", "e", "i", "o", "u"}},
                 {"c", {"r", "l", "n", "v", "s", "t", "c"}},
                 {"m", {"ll", "tt", "nt", "rr", "cc", "sc", "nd", "gg", "zz", "st"}},
                 {"e", {"etti", "ini", "one", "ello", "ucci", "ani", "aro", "oni"}},
                 {"i", {"i", "o", "a"}},
                 {"di", {"di ", "de ", ""}}})};
}

NameStyle japanese()
{
    return {"Japanese",
            Grammar({{"name", {"{s}{s}{s}", "{s}{s}{s}{s}", "{s}{s}{l}", "{s}{n}{s}{s}"}},
                     {"s", {"ka", "ki", "ko", "mi",  "mo",  "mu",  "na", "no", "ya",
                            "yu", "ta", "to", "shi", "su",  "ha",  "hi", "ra", "ri",
                            "wa", "sa", "se", "ma",  "chi", "tsu", "fu", "go", "da"}},
                     {"n", {"n", "n", "ke", "shi"}},
                     {"l", {"moto", "mura", "shima", "hashi", "zawa", "gawa"}}})};
}

NameStyle polish()
{
    return {"Polish",
            Grammar({{"name", {"{o}{v}{m}{v}{e}", "{o}{v}{m}{e}", "{o}{v}{m}{v}{c}{e}"}},
                     {"o",
                      {"k", "w", "sz", "cz", "p", "prz", "m", "b", "g", "st", "z", "d", "r",
                       "w\u0142"}},
                     {"v", {"a", "o", "e", "i", "y", "u"}},
                     {"c", {"l", "r", "n", "d", "k"}},
                     {"m", {"l", "rz", "\u0142", "w", "dz", "r", "szcz", "k", "n", "b"}},
                     {"e", {"ski", "cki", "icz", "czyk", "owski", "ewicz", "ak", "ek", "ska"}}})};
}

NameStyle spanish()
{
    return {"Spanish",
            Grammar({{"name", {"{o}{v}{m}{v}{e}", "{o}{v}{m}{e}", "{d}{o}{v}{c}{v}{e}"}},
                     {"o", {"m", "g", "r", "v", "c", "s", "l", "f", "h", "qu", "p", "b", "ll"}},
                     {"v", {"a", "e", "o", "i"}},
                     {"c", {"r", "l", "n", "s", "d"}},
                     {"m", {"rd", "nd", "r", "rr", "nt", "ll", "st", "\u00f1", "lg", "mb"}},
                     {"e", {"ez", "ero", "ado", "ales", "osa", "ena", "as", "\u00edn", "illo"}},
                     {"d", {"de la ", "del ", "", "", ""}}})};
}

NameStyle welsh()
{
    return {
        "Welsh",
        Grammar({{"name", {"{o}{v}{m}{e}", "{o}{v}{m}{v}{m}", "{o}{v}{e}"}},
                 {"o", {"ll", "rh", "gw", "c", "m", "d", "gl", "pr", "t", "br", "ff", "h", "cl"}},
                 {"v", {"y", "w", "e", "a", "wy", "o", "ei"}},
                 {"m", {"ll", "dd", "n", "r", "th", "lw", "fn", "g", "nn", "rd"}},
                 {"e", {"yn", "wyn", "an", "edd", "ys", "fryn", "og", "wen", "ith"}}})};
}

const std::vector<NameStyle>& styles()
{
    // Sorted by language: the order of the classes.
    static const std::vector<NameStyle> all
        = {arabic(), finnish(), german(), italian(), japanese(), polish(), spanish(), welsh()};
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
                    "language away?",
         .formula = {},
         .options = {},
         .tasks = {}},
        sampleSchema(), [](const SampleOptions& options) {
            std::vector<std::string> languages;
            for (const NameStyle& style : styles())
                languages.push_back(style.language);
            return buildCorpus(languages, options.texts, options.seed, nameIn);
        });
}

} // namespace core
