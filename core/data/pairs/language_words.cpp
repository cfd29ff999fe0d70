#include "core/data/pairs/side_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace core {

namespace {

using Words = std::vector<std::string_view>;

struct Language {
    std::array<std::string_view, 4> names; ///< Codes and the English name.
    Words words;
};

const std::vector<Language>& languages()
{
    static const std::vector<Language> all{
        {{"en", "eng", "english"},
         {"the", "of",  "and",  "to", "a",   "is",  "that", "it",   "this", "you",
          "i",   "for", "with", "on", "are", "not", "at",   "have", "here", "was"}},
        {{"de", "deu", "ger", "german"},
         {"der",   "die", "das", "und", "ist", "ich", "nicht", "ein", "eine", "einem",
          "einer", "zu",  "mit", "auf", "den", "im",  "sie",   "wir", "hier", "von"}},
        {{"fr", "fra", "fre", "french"},
         {"le",  "la",  "les", "de", "et",   "est",  "je", "ne",   "pas", "un",
          "une", "des", "que", "il", "dans", "vous", "du", "elle", "à",   "sur"}},
        {{"es", "spa", "spanish"},
         {"el",  "la", "los", "las", "de",   "y",  "es", "que",  "en", "un",
          "una", "no", "por", "con", "para", "se", "lo", "está", "su", "del"}},
        {{"it", "ita", "italian"},
         {"il", "la",  "di",  "e",    "è",  "che", "un", "una",   "non", "per",
          "i",  "del", "con", "sono", "le", "ho",  "si", "della", "ha",  "mi"}},
        {{"pt", "por", "portuguese"},
         {"o",  "a",  "os",   "de", "e",   "é",  "que", "um", "uma", "não",
          "do", "da", "para", "em", "com", "se", "eu",  "na", "no",  "está"}},
        {{"nl", "nld", "dut", "dutch"},
         {"de",  "het", "een",  "en",  "van",  "is", "ik",  "niet", "dat", "te",
          "hij", "op",  "zijn", "met", "voor", "er", "was", "je",   "aan", "ook"}},
        {{"sv", "swe", "swedish"},
         {"och", "att", "det", "är",   "en",  "som", "på",  "jag", "inte", "för",
          "av",  "med", "har", "till", "ett", "om",  "han", "var", "den",  "vi"}},
        {{"da", "dan", "danish"},
         {"og", "at",  "det", "er",  "en", "som", "på", "jeg", "ikke", "for",
          "af", "med", "har", "til", "et", "han", "de", "var", "den",  "vi"}},
        {{"fi", "fin", "finnish"},
         {"ja", "on", "ei", "se", "että", "hän", "oli", "en", "olen", "ovat", "ole", "tämä",
          "mutta", "kuin", "hänen", "niin", "minä", "myös"}},
        {{"pl", "pol", "polish"},
         {"i", "w", "nie", "na", "się", "jest", "z", "to", "do", "że", "o", "jak", "ale", "był",
          "po", "od", "tym", "jego"}},
        {{"cs", "ces", "cze", "czech"},
         {"a",    "se",  "je",   "na", "v", "že", "to",  "s",   "z",    "do",
          "jsem", "ale", "jako", "by", "o", "si", "jak", "pro", "není", "ve"}},
        {{"tr", "tur", "turkish"},
         {"bir", "ve", "bu", "da", "de", "çok", "için", "ne", "o", "var", "ama", "gibi", "daha",
          "değil", "sen", "kadar", "ile", "ben"}},
        {{"ru", "rus", "russian"}, {"и",  "в",  "не",  "на", "я", "что", "он", "с",  "это", "как",
                                    "но", "по", "она", "из", "у", "был", "мы", "вы", "так", "то"}},
        {{"el", "ell", "gre", "greek"},
         {"και", "το", "να", "η", "ο", "του", "την", "της", "με", "που", "δεν", "είναι", "από",
          "στο", "θα", "τα", "ένα", "τον"}},
    };
    return all;
}

} // namespace

const std::vector<std::string_view>& frequentWords(std::string_view language)
{
    static const Words none;
    std::string bare(language.substr(0, language.find_first_of("-_"))); // Without the region.
    std::transform(bare.begin(), bare.end(), bare.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto& all = languages();
    const auto found = std::find_if(all.begin(), all.end(), [&bare](const Language& each) {
        return !bare.empty()
            && std::find(each.names.begin(), each.names.end(), bare) != each.names.end();
    });
    return found == all.end() ? none : found->words;
}

} // namespace core
