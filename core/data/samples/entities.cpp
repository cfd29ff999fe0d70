#include "core/data/samples/tagged_corpus.h"
#include "core/data/tokens.h"

namespace core {

namespace {

// Phrases are written with names in brackets: "<PER Ada Lovelace >". Jordan, Washington, May and
// others stand in several lists: what they are their neighbours say.

PhraseLists names()
{
    return {
        {"given", {"Jordan",  "Austin",  "Sydney", "Florence", "April", "May",   "June",
                   "Georgia", "Chelsea", "August", "Virginia", "Maria", "Peter", "Amina",
                   "Tom",     "Yuki",    "Will",   "Mark",     "Rose",  "Bill"}},
        {"family", {"Washington", "London", "Jordan", "Ford",  "Lincoln", "Houston", "Cleveland",
                    "March",      "Berg",   "Okafor", "Silva", "Novak",   "Haddad",  "Brown",
                    "Young",      "Wells",  "Fields", "Banks", "Stone",   "Moreau"}},
        {"city",
         {"Washington",  "London",  "Florence", "Sydney", "Houston", "Austin",   "Cleveland",
          "Lincoln",     "Chelsea", "Lisbon",   "Oslo",   "Nairobi", "New York", "Cape Town",
          "Mexico City", "Wells",   "Bath",     "Nice",   "Reading", "Mobile"}},
        {"country",
         {"Jordan", "Georgia", "Chad", "Turkey", "Japan", "Brazil", "Norway", "Kenya",
          "New Zealand", "South Africa"}},
        {"region", {"Virginia", "Victoria", "West Virginia", "Lapland"}},
        {"month", {"May", "March", "April", "June", "August", "October"}},
        {"day", {"Monday", "Tuesday", "Thursday", "Friday", "Sunday"}},
        {"firm", {"Ford", "Amazon", "Orange", "Target", "Gap", "Apple", "Shell", "Lincoln"}},
        {"number", {"3", "7", "12", "19", "24", "30"}},
        {"year", {"1987", "1998", "2004", "2016", "2021"}},
        {"goals", {"one", "two", "three", "four"}},
        {"percent", {"3", "5", "12", "20"}},
    };
}

PhraseLists heldOutNames()
{
    return {{"given", {"Paris", "Dakota", "Ingrid", "Carlos", "Grace"}},
            {"family", {"Paris", "Disney", "Chase", "Lindqvist", "Mbeki", "Rossi"}},
            {"city", {"Paris", "Bologna", "Lagos", "Buenos Aires", "Orange"}},
            {"country", {"Peru", "Mali", "Sri Lanka"}},
            {"region", {"Dakota", "Tasmania"}},
            {"firm", {"Disney", "Chase", "Visa"}}};
}

/// Names as they stand in sentences.
PhraseLists spans()
{
    return {
        {"per",
         {"<PER {given} {family} >", "<PER {given} {family} >", "<PER {given} >",
          "<PER {family} >"}},
        {"full", {"<PER {given} {family} >"}},
        {"loc", {"<LOC {city} >", "<LOC {city} >", "<LOC {country} >", "<LOC {region} >"}},
        {"town", {"<LOC {city} >"}},
        {"land", {"<LOC {country} >", "<LOC {region} >"}},
        {"org",
         {"<ORG {firm} >", "<ORG {family} Motors >", "<ORG {city} University >",
          "the <ORG Bank of {country} >", "<ORG {family} and Sons >", "the <ORG {city} Post >",
          "<ORG {country} Airways >"}},
        {"team", {"<ORG {city} >", "<ORG {city} United >", "<ORG {country} >", "<ORG FC {city} >"}},
        {"when",
         {"on <DATE {day} >", "in <DATE {month} >", "in <DATE {year} >",
          "on <DATE {number} {month} >", "in <DATE {month} {year} >", "last <DATE {month} >",
          "on <DATE {month} {number} , {year} >"}},
        {"date", {"<DATE {day} >", "<DATE {month} >", "<DATE {number} {month} >"}},
        {"job",
         {"manager", "coach", "minister", "singer", "driver", "professor", "president",
          "reporter"}},
        {"plan",
         {"visit {loc}", "leave {org}", "speak in {town}", "march through {town}",
          "meet {per} in {loc}", "sign for {team}", "sell {org}"}},
        {"deed",
         {"visited {loc}", "left {org}", "spoke in {town}", "marched through {town}",
          "met {per} in {loc}", "signed for {team}", "flew from {town} to {town}", "joined {org}",
          "grew up in {land}", "lived near {town}"}},
    };
}

PhraseLists sentences()
{
    return {{"sentence",
             {"{per} {deed} {when} .",
              "{per} and {per} {deed} .",
              "{per} may {plan} {when} .",
              "{per} will {plan} before {date} .",
              "May {per} {plan} ?",
              "Will {per} {plan} {when} ?",
              "{when} , {per} {deed} .",
              "{full} , the {job} of {org} , {deed} {when} .",
              "the {job} , {full} , was born in {town} {when} .",
              "{team} beat {team} by {goals} goals {when} .",
              "{team} lost in {town} , said the {job} {full} .",
              "{full} scored for {team} against {team} .",
              "shares of {org} fell by {percent} percent {when} .",
              "{org} opens an office in {town} {when} .",
              "{org} may sell {org} , the <ORG {city} Post > said .",
              "the rain in {loc} will stop by {date} .",
              "the road from {town} to {town} is closed until {date} .",
              "the {job} of {land} {deed} .",
              "it is warm in {town} in <DATE {month} > .",
              "<DATE {month} > was the coldest month in {land} .",
              "<DATE {day} > is a holiday in {land} , but not in {land} .",
              "we read about {loc} and {loc} in the <ORG {city} Post > .",
              "{per} studied at <ORG {city} University > , not in {town} .",
              "did {per} see {per} in {town} {when} ?",
              "nobody at {org} knew {full} .",
              "{per} told {per} that {org} may close {when} .",
              "they may march to {town} in <DATE {month} > .",
              "the will of {full} was found in {town} .",
              "a rose from {loc} was named after {full} .",
              "{org} asked {per} for the bill {when} .",
              "the apple harvest in {land} begins in <DATE {month} > .",
              "the target of {org} for <DATE {year} > is {percent} percent .",
              "{per} is reading a book about {loc} .",
              "it was nice of {per} to {plan} ."}}};
}

/// "<PER Ada Lovelace > writes" is B-PER I-PER O.
TaggedSentence sentenceWithNames(std::string_view phrase)
{
    TaggedSentence sentence;
    std::string type;
    bool begins = false;
    for (const std::string_view token : tokensOf(phrase)) {
        if (token.front() == '<') {
            type = token.substr(1);
            begins = true;
        } else if (token == ">") {
            type.clear();
        } else {
            sentence.tokens.emplace_back(token);
            sentence.tags.push_back(type.empty() ? "O" : (begins ? "B-" : "I-") + type);
            begins = false;
        }
    }
    return sentence;
}

Grammar entitiesGrammar(bool heldOut)
{
    PhraseLists lists = joinedLists(joinedLists(names(), spans()), sentences());
    if (heldOut)
        lists = joinedLists(std::move(lists), heldOutNames());
    return Grammar(std::move(lists));
}

} // namespace

SampleRegistry::Entry entitiesEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "entities",
         .title = "Names in the news",
         .summary = "Invented news with people, places, organisations and dates, tagged as BIO. "
                    "Jordan, Washington, May and others may be several of them, or none. Texts "
                    "held out have names that no training text has.",
         .example = "Jordan/B-PER Banks/I-PER flew/O to/O Jordan/B-LOC",
         .options = {},
         .tasks = {}},
        sampleSchema(), [](const SampleOptions& options) {
            return buildTaggedCorpus(options, entitiesGrammar(false), entitiesGrammar(true),
                                     sentenceWithNames);
        });
}

} // namespace core
