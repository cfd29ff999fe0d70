#include "core/data/samples/corpus_builder.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

namespace core {

namespace {

/// Sorted: the order of the classes, and the prefix of the lists of each.
const std::vector<std::string>& topics()
{
    static const std::vector<std::string> all = {"business", "culture", "science", "sport"};
    return all;
}

void addWords(PhraseLists& lists)
{
    lists["day"] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
    lists["place"] = {"Arnheim", "Belmora", "Castrel", "Dunwick",    "Elvaro",
                      "Farrow",  "Gronau",  "Halden",  "Istria Bay", "Kelso"};
    lists["number"] = {"two", "three", "four", "five", "six", "seven", "nine", "ten", "twelve"};
    lists["many"] = {"20", "35", "40", "60", "150", "300", "450", "1,200"};
    lists["first"] = {"Anna",  "Boris", "Clara", "David", "Elena", "Farid",
                      "Greta", "Hugo",  "Ines",  "Jonas", "Kim",   "Lea"};
    lists["last"] = {"Abel",  "Brandt", "Costa", "Dorn",   "Ellis", "Ferro",
                     "Grant", "Holm",   "Ito",   "Jansen", "Kovar", "Lund"};
    lists["who"] = {"{first} {last}"};
    // Told of every topic: they make texts longer and tell nothing.
    lists["any"] = {"The news came on {day} evening.",
                    "{who} did not want to comment.",
                    "\"It was the right moment,\" said {who}.",
                    "\"We will see what comes next,\" {who} said in {place}.",
                    "Few people in {place} had expected this {number} months ago.",
                    "More is to be said on {day}.",
                    "There have been {number} such cases in {many} weeks.",
                    "{who} from {place} called it a surprise."};
}

// Words such as "record", "strike", "match", "star", "field", "play", "cell" and "share" occur in
// several topics with another meaning.

void addBusiness(PhraseLists& lists)
{
    lists["business.firm"] = {"a steel maker",   "the airline", "a bank",     "the phone company",
                              "a software firm", "the brewery", "a car maker"};
    lists["business.title"]
        = {"{place} bank reports record loss",  "Strike stops trains in {place}",
           "Shares fall after poor quarter",    "Star investor sells his share",
           "Car maker closes plant in {place}", "Prices rise for {number} months"};
    lists["business.line"]
        = {"{business.firm} cut {many} jobs in {place}.",
           "{business.firm} wants to buy a rival for {many} million.",
           "Profit rose by {number} percent in the last quarter.",
           "The share price fell by {number} percent on {day}.",
           "Workers went on strike for {number} days.",
           "The central bank left interest rates where they were.",
           "{who}, the head of {business.firm}, plays for time with the lenders.",
           "The firm could not match the price of its rival.",
           "Sales of cell phones hit a record."};
}

void addCulture(PhraseLists& lists)
{
    lists["culture.work"]
        = {"the opera",        "the new play", "a film about {place}", "the exhibition",
           "her second novel", "the album",    "a series of portraits"};
    lists["culture.title"] = {"Star of the opera returns to {place}",
                              "New play opens in {place}",
                              "Record label signs singer from {place}",
                              "Museum shows {many} portraits",
                              "Strike closes the theatre",
                              "Novel about a tennis match wins prize"};
    lists["culture.line"] = {"{culture.work} opens on {day} in {place}.",
                             "{who} plays the leading part in {culture.work}.",
                             "The audience applauded for {number} minutes.",
                             "The record was made in an old church with {number} players.",
                             "{who} painted the field behind the house {many} times.",
                             "The museum bought {number} drawings.",
                             "Tickets for {culture.work} were sold out on {day}.",
                             "The director shares the prize with {who}.",
                             "A single prison cell is the whole stage."};
}

void addScience(PhraseLists& lists)
{
    lists["science.thing"] = {"a virus",     "a distant planet", "the enzyme",  "a new battery",
                              "the glacier", "a magnetic field", "a nerve cell"};
    lists["science.title"] = {"New star found near {place} observatory",
                              "Cell study explains ageing",
                              "Probe sets distance record",
                              "How lightning strikes twice",
                              "Ice melts faster than thought",
                              "Gene match solves a riddle"};
    lists["science.line"] = {"Researchers in {place} measured {science.thing} for {number} years.",
                             "The team of {who} studied {many} samples.",
                             "A telescope in {place} recorded the light of {number} stars.",
                             "The results match the theory to {number} percent.",
                             "Mice that shared the gene lived {number} weeks longer.",
                             "The experiment will be repeated with {science.thing}.",
                             "The strong field plays a part that nobody had predicted.",
                             "An asteroid will strike the moon in {many} years.",
                             "The data were taken at {many} degrees below zero."};
}

void addSport(PhraseLists& lists)
{
    lists["sport.event"] = {"the final",     "the derby", "the marathon",
                            "the cup match", "the relay", "the qualifying round"};
    lists["sport.title"]
        = {"{place} wins the cup match",           "Runner breaks {number} year old record",
           "Late strike decides derby in {place}", "Star keeper leaves {place}",
           "Rain stops play on the centre court",  "Favourites share the points"};
    lists["sport.line"] = {"{who} scored {number} times in {sport.event}.",
                           "{place} lost {sport.event} by {number} points.",
                           "The coach changed {number} players after the break.",
                           "{who} ran {number} seconds faster than the record.",
                           "The strike from {many} metres left the keeper no chance.",
                           "Fans ran on to the field after {sport.event}.",
                           "{who} plays for {place} from the next season.",
                           "The two teams share first place after {number} rounds.",
                           "The match lasted {number} hours."};
}

const Grammar& topicGrammar()
{
    static const Grammar grammar = [] {
        PhraseLists lists;
        addWords(lists);
        addBusiness(lists);
        addCulture(lists);
        addScience(lists);
        addSport(lists);
        return Grammar(std::move(lists));
    }();
    return grammar;
}

/// Sentences of `topic` and some that tell nothing; at times one of another topic, outnumbered.
std::vector<std::string> sentences(const std::string& topic, Draws& draws)
{
    std::vector<std::string> lines = topicGrammar().list(topic + ".line");
    std::vector<std::string> fillers = topicGrammar().list("any");
    draws.shuffle(lines);
    draws.shuffle(fillers);
    std::vector<std::string> chosen = {lines.back()};
    for (size_t more = 1 + draws.below(4); more > 0; --more)
        chosen.push_back(draws.chance(25) ? lines[more] : fillers[more]);
    const std::string& other = draws.pick(topics());
    if (other != topic && draws.chance(50)) {
        chosen.push_back(lines.front());
        chosen.push_back("{" + other + ".line}");
    }
    draws.shuffle(chosen);
    return chosen;
}

std::string article(int32_t label, Draws& draws)
{
    const std::string& topic = topics()[static_cast<size_t>(label)];
    std::string text = draws.chance(50) ? "{" + topic + ".title}." : "";
    for (const std::string& sentence : sentences(topic, draws))
        text += (text.empty() ? "" : " ") + sentence;
    return asSentences(topicGrammar().expand(text, {}, draws));
}

} // namespace

SampleRegistry::Entry topicsEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "topics",
         .title = "News by topic",
         .summary = "Invented short news of business, culture, science and sport. Words such as "
                    "record, strike and star occur in several topics; single words tell most, so "
                    "that small networks do well.",
         .formula = {},
         .options = {},
         .tasks = {}},
        sampleSchema(), [](const SampleOptions& options) {
            return buildCorpus(topics(), options.texts, options.seed, article);
        });
}

} // namespace core
