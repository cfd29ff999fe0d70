#include "core/data/samples/tagged_corpus.h"
#include "core/data/tokens.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

// Phrases are written with tags where words have several or are of an open class other than nouns:
// "light/ADJ". Words of the closed classes have the tags below; all others are nouns.

struct ClosedClass {
    const char* tag;
    std::vector<std::string_view> words;
};

const std::vector<ClosedClass>& closedClasses()
{
    static const std::vector<ClosedClass> all
        = {{"DET", {"the", "a", "this", "every", "some", "no"}},
           {"ADP",
            {"in", "on", "at", "of", "from", "with", "near", "for", "after", "behind", "through",
             "along", "without", "into", "by"}},
           {"AUX",
            {"can", "will", "may", "must", "might", "could", "should", "would", "is", "are", "was",
             "were", "has", "have", "did", "does", "do"}},
           {"PRON",
            {"I",    "you", "he", "she", "it",  "we",  "they",  "me",    "us",     "him",
             "them", "who", "my", "her", "his", "our", "their", "there", "nobody", "somebody"}},
           {"CCONJ", {"and", "but", "or"}},
           {"SCONJ", {"because", "when", "if", "before", "while"}},
           {"NUM", {"two", "three", "four", "five", "ten", "twelve"}},
           {"PART", {"not"}},
           {"INTJ", {"please", "yes", "oh"}},
           {"PUNCT", {".", ",", "?", "!"}}};
    return all;
}

std::string tagOf(std::string_view word)
{
    for (const ClosedClass& closed : closedClasses())
        if (std::find(closed.words.begin(), closed.words.end(), word) != closed.words.end())
            return closed.tag;
    return "NOUN";
}

TaggedSentence taggedSentence(std::string_view phrase)
{
    TaggedSentence sentence;
    for (const std::string_view token : tokensOf(phrase)) {
        const size_t slash = token.rfind('/');
        const std::string_view word = token.substr(0, slash);
        sentence.tokens.emplace_back(word);
        sentence.tags.push_back(
            slash == std::string_view::npos ? tagOf(word) : std::string(token.substr(slash + 1)));
    }
    return sentence;
}

/// A verb with what may follow it; many of its forms are nouns as well.
struct Verb {
    const char* base;
    const char* third; ///< "she books"
    const char* past;
    const char* continuous; ///< "booking"
    std::vector<std::string> rests;
};

std::vector<Verb> verbs()
{
    return {
        {"book",
         "books",
         "booked",
         "booking",
         {"a flight", "the {adj} room", "two seats", "a table for {number} {people}"}},
        {"watch",
         "watches",
         "watched",
         "watching",
         {"the match", "the {long} show", "the play", "the birds {place}",
          "the light on the water"}},
        {"light", "lights", "lit", "lighting", {"the fire", "a lamp", "{number} candles"}},
        {"play",
         "plays",
         "played",
         "playing",
         {"the {adj} record", "a match", "chess {place}", "the drums", "with the {animal}"}},
        {"run",
         "runs",
         "ran",
         "running",
         {"the {adj} shop", "a mile", "to/ADP the {spot}", "along the river", "fast/ADV"}},
        {"walk",
         "walks",
         "walked",
         "walking",
         {"the {animal}", "home/ADV", "through the park", "to/ADP the {spot}", "back/ADV"}},
        {"fish", "fishes", "fished", "fishing", {"in the lake", "for trout", "{place}"}},
        {"park", "parks", "parked", "parking", {"the car", "the {adj} bus {place}", "{place}"}},
        {"train", "trains", "trained", "training", {"the {animal}", "{number} new/ADJ players"}},
        {"water", "waters", "watered", "watering", {"the {adj} plants", "the garden"}},
        {"ring", "rings", "rang", "ringing", {"the bell", "the {person}", "twice/ADV"}},
        {"sign", "signs", "signed", "signing", {"the {long} letter", "the book", "every order"}},
        {"cook",
         "cooks",
         "cooked",
         "cooking",
         {"the fish", "a light/ADJ meal", "for {number} {people}", "well/ADV"}},
        {"call", "calls", "called", "calling", {"the guard", "a taxi", "the {person}", "back/ADV"}},
        {"drink",
         "drinks",
         "drank",
         "drinking",
         {"the water", "cold/ADJ tea", "a can/NOUN of juice"}},
        {"paint",
         "paints",
         "painted",
         "painting",
         {"the {adj} fence", "the back of the house", "a light/ADJ wall"}},
        {"record", "records", "recorded", "recording", {"the show", "a {long} song"}},
        {"plant", "plants", "planted", "planting", {"a tree", "{number} roses {place}"}},
        {"show", "shows", "showed", "showing", {"us the book", "the {person} the way"}},
        {"order",
         "orders",
         "ordered",
         "ordering",
         {"a drink", "a light/ADJ lunch", "{number} cans of paint", "the {thing}"}},
        {"answer", "answers", "answered", "answering", {"the call", "the {long} letter"}},
        {"fly", "flies", "flew", "flying", {"to/ADP the coast", "a {adj} plane", "low/ADV"}},
        {"can", "cans", "canned", "canning", {"the fruit", "the fish {place}"}},
        {"guard",
         "guards",
         "guarded",
         "guarding",
         {"the {spot}", "the back/ADJ door", "their rest"}},
        {"judge",
         "judges",
         "judged",
         "judging",
         {"the show", "the {long} play", "him by his work"}},
        {"rest", "rests", "rested", "resting", {"{place}", "after the match", "for an hour"}},
        {"like", "likes", "liked", "liking", {"the {thing}", "his play", "their {adj} house"}},
        {"see", "sees", "saw", "seeing", {"the {thing}", "the {animal} {place}", "a saw"}},
        {"find",
         "finds",
         "found",
         "finding",
         {"the {thing}", "a can/NOUN of paint", "the right/ADJ book"}},
        {"clean", "cleans", "cleaned", "cleaning", {"the {thing}", "the {adj} cans"}},
        {"leave", "leaves", "left", "leaving", {"the {spot}", "the {thing} {place}"}},
        {"rise", "rises", "rose", "rising", {"early/ADV", "from his place"}},
    };
}

/// Verbs that no training text has; half of them may be nouns.
std::vector<Verb> heldOutVerbs()
{
    return {{"hammer", "hammers", "hammered", "hammering", {"the {thing}", "on the door"}},
            {"brush", "brushes", "brushed", "brushing", {"the {animal}", "the coat"}},
            {"visit", "visits", "visited", "visiting", {"the {spot}", "the {person}"}},
            {"photograph", "photographs", "photographed", "photographing", {"the {animal}"}},
            {"repair", "repairs", "repaired", "repairing", {"the {thing}", "the {adj} roof"}},
            {"measure", "measures", "measured", "measuring", {"the {thing}", "the room"}}};
}

/// The lists "base", "third", "past" and "continuous" of whole verb phrases.
PhraseLists verbPhrases(const std::vector<Verb>& all)
{
    PhraseLists lists;
    for (const Verb& verb : all)
        for (const std::string& rest : verb.rests) {
            lists["base"].push_back(std::string(verb.base) + "/VERB " + rest);
            lists["third"].push_back(std::string(verb.third) + "/VERB " + rest);
            lists["past"].push_back(std::string(verb.past) + "/VERB " + rest);
            lists["continuous"].push_back(std::string(verb.continuous) + "/VERB " + rest);
        }
    return lists;
}

std::vector<std::string> tagged(const char* tag, std::vector<std::string> words)
{
    for (std::string& word : words)
        word += std::string("/") + tag;
    return words;
}

PhraseLists words()
{
    return {
        {"person",
         {"teacher", "doctor", "guard", "cook", "judge", "farmer", "driver", "painter", "neighbour",
          "boss"}},
        {"people",
         {"teachers", "guards", "cooks", "judges", "farmers", "children", "guests", "players",
          "friends"}},
        {"animal", {"dog", "horse", "bear", "duck", "cat"}},
        {"animals", {"dogs", "horses", "bears", "ducks", "cats"}},
        {"thing",
         {"watch", "book", "light", "can/NOUN", "ring", "plant", "sign", "record", "saw", "drum",
          "lamp", "coat", "train", "letter", "match", "fly", "painting", "building"}},
        {"things",
         {"watches", "books", "lights", "cans", "rings", "plants", "signs", "records", "lamps",
          "letters", "trains", "calls", "plays", "shows"}},
        {"event",
         {"play", "show", "match", "run", "walk", "call", "flight", "meeting", "visit", "dinner",
          "rest"}},
        {"spot",
         {"park", "station", "shop", "well", "house", "garden", "school", "harbour", "bank",
          "plant"}},
        {"name",
         tagged("PROPN",
                {"Will", "Mark", "Rose", "Anna", "Grace", "Bill", "May", "Omar", "Lena", "Jack"})},
        {"day", tagged("PROPN", {"Monday", "Tuesday", "Wednesday", "Friday", "Saturday"})},
        {"month", tagged("PROPN", {"May", "March", "April", "June", "August"})},
        {"adj",
         tagged(
             "ADJ",
             {"light", "old", "new", "cold", "clean", "small", "green", "heavy", "plain", "dry"})},
        {"kind",
         tagged("ADJ",
                {"old", "young", "quiet", "new", "busy", "present", "fair", "kind", "patient",
                 "cold"})},
        {"long", tagged("ADJ", {"long", "short", "open", "loud", "free", "light", "fair", "fast"})},
        {"adv",
         tagged("ADV",
                {"often", "still", "well", "fast", "soon", "never", "right", "back", "there",
                 "early", "always", "again"})},
        {"number", {"two", "three", "four", "five", "ten", "twelve"}},
        {"modal", {"can", "will", "may", "must", "might", "could", "should", "would"}},
    };
}

PhraseLists heldOutWords()
{
    return {{"person", {"sailor", "nurse", "pilot"}},
            {"people", {"sailors", "nurses", "pilots"}},
            {"animal", {"heron", "donkey"}},
            {"animals", {"herons", "donkeys"}},
            {"thing", {"brush", "hammer", "kettle", "violin", "ladder"}},
            {"things", {"brushes", "hammers", "kettles", "violins"}},
            {"event", {"concert", "parade"}},
            {"spot", {"orchard", "ferry", "museum"}},
            {"name", tagged("PROPN", {"Nadia", "Victor", "Ivy"})},
            {"adj", tagged("ADJ", {"narrow", "wooden"})},
            {"kind", tagged("ADJ", {"polite", "cheerful"})},
            {"adv", tagged("ADV", {"slowly", "rarely"})}};
}

/// Parts of sentences, and sentences.
PhraseLists patterns()
{
    return {
        {"place", {"near the {spot}", "behind the {spot}", "in the {spot}", "at the {adj} {spot}"}},
        {"time",
         {"on {day}", "after the {event}", "in {month}", "every morning", "before/ADP the {event}",
          "at {number}", "for {number} hours", "at night"}},
        {"one",
         {"the {person}", "the {kind} {person}", "{name}", "my {person}", "her {kind} {animal}",
          "she", "he", "nobody", "this {person}", "the {person} {place}"}},
        {"several",
         {"the {people}", "they", "we", "you", "I", "our {kind} {people}", "the {animals}",
          "{name} and {name}", "some {people}", "{number} {people}"}},
        {"which", {"the", "a", "this", "every", "his", "her", "our", "that/DET"}},
        {"who", {"{one}", "{several}"}},
        {"end", {".", ".", ".", "{time} .", "{time} .", "!"}},
        {"sentence",
         {"{who} {modal} {base} {end}",
          "{who} {modal} not {base} {end}",
          "{who} {modal} {adv} {base} {end}",
          "{one} {third} {end}",
          "{one} {adv} {third} {end}",
          "{several} {base} {end}",
          "{several} {adv} {base} {end}",
          "{who} {past} {end}",
          "{who} {past} and {past} {end}",
          "{several} are {continuous} {end}",
          "{one} was {continuous} when {who} {past} .",
          "{base} , please !",
          "please do not {base} {end}",
          "{modal} {who} {base} ?",
          "did {who} {base} {time} ?",
          "does {one} {adv} {base} ?",
          "{one} wants/VERB to/PART {base} {end}",
          "{several} want/VERB to/PART {base} but {modal} not {base} .",
          "{who} said/VERB that/SCONJ {who} {modal} {base} .",
          "{which} {thing} {place} is {adj} {end}",
          "{which} {event} was {long} {end}",
          "the {things} {place} are {adj} , but {which} {thing} is {adj} .",
          "there is a {thing} {place} .",
          "there is a can/NOUN of paint on the {thing} .",
          "that/PRON is {which} {thing} of the {person} .",
          "{several} know/VERB that/SCONJ that/DET {event} was {long} .",
          "the {event} runs/VERB for {number} hours .",
          "{which} {thing} runs/VERB well/ADV {end}",
          "the trains run/VERB fast/ADV {time} .",
          "the {event} and the {event} are {time} .",
          "{who} {modal} need/VERB a {adj} {thing} {end}",
          "{who} liked/VERB the {thing} because it was {adj} .",
          "if {who} {modal} {base} , {who} {modal} {base} .",
          "{time} , {who} {past} .",
          "{who} left/VERB the {thing} on the left {time} .",
          "nobody like/ADP {name} {modal} {base} .",
          "{who} {past} like/ADP a {kind} {person} .",
          "the last/ADJ will/NOUN of the {person} was short/ADJ .",
          "the {kind} {person} has/VERB a kind/ADJ word for {who} .",
          "this kind of {event} is {long} {end}",
          "with all/DET his might/NOUN , {one} {past} ."}},
    };
}

Grammar taggedGrammar(bool heldOut)
{
    PhraseLists lists = joinedLists(joinedLists(words(), patterns()), verbPhrases(verbs()));
    if (heldOut)
        lists = joinedLists(joinedLists(std::move(lists), heldOutWords()),
                            verbPhrases(heldOutVerbs()));
    return Grammar(std::move(lists));
}

} // namespace

SampleRegistry::Entry taggedEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "tagged",
         .title = "Parts of speech",
         .summary = "Sentences with the universal parts of speech. Words such as can, book, play, "
                    "light and watch are nouns, verbs, modals or adjectives by their neighbours "
                    "only. Texts held out have words that no training text has.",
         .example = "They/PRON can/AUX book/VERB a/DET light/ADJ can/NOUN",
         .options = {},
         .tasks = {}},
        sampleSchema(), [](const SampleOptions& options) {
            return buildTaggedCorpus(options, taggedGrammar(false), taggedGrammar(true),
                                     taggedSentence);
        });
}

} // namespace core
