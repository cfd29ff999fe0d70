#include "core/data/samples/reviews_grammar.h"

namespace core {

namespace {

void addWords(PhraseLists& lists)
{
    lists["good"] = {"good",   "great",      "excellent",  "wonderful", "superb",     "splendid",
                     "lovely", "remarkable", "delightful", "charming",  "impressive", "first-rate"};
    lists["bad"] = {"bad",    "poor",      "terrible", "awful",    "dreadful",   "disappointing",
                    "dismal", "miserable", "mediocre", "annoying", "unbearable", "second-rate"};
    lists["liked"] = {"liked", "loved", "enjoyed", "admired"};
    lists["disliked"] = {"disliked", "hated", "regretted", "despised"};
    lists["like"] = {"like", "love", "enjoy", "admire"};
    lists["dislike"] = {"dislike", "hate", "regret", "despise"};
    lists["very"] = {"very", "really", "quite", "simply", "truly"};
    lists["truly"] = {"really", "simply", "truly"};
    lists["friend"] = {"sister", "aunt", "neighbour", "colleague", "cousin", "teacher"};
    lists["said"] = {"told me", "wrote to me", "kept saying", "was sure"};
    lists["critics"] = {"the papers", "the critics", "my friends", "my parents", "all reviews"};
    lists["day"] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
    lists["when"] = {"last {day}", "on a {day}", "two weeks ago",  "yesterday",
                     "last month", "last year",  "on my birthday", "during the holidays"};
    lists["with"] = {"with my {friend}",  "with two friends",    "on my own",
                     "with the children", "with half my family", "with my {friend} and a {person}"};
    lists["town"] = {"harbour town", "mountain village", "small city", "quiet suburb"};
    lists["number"] = {"two", "three", "four", "five"};
    lists["person"] = {"nurse", "baker", "detective", "pianist", "farmer", "judge", "postman"};
}

void addFilm(PhraseLists& lists)
{
    lists["film.thing"] = {"film", "movie"};
    lists["film.things"] = {"films", "movies"};
    lists["film.part"] = {"plot",     "acting", "music",      "ending", "camera work",
                          "dialogue", "cast",   "first half", "script", "humour"};
    lists["film.counted"] = {"plot", "cast", "ending", "script", "first half"};
    lists["film.unit"] = {"scene", "moment", "line", "minute"};
    lists["film.kind"] = {"westerns", "musicals", "thrillers", "comedies", "war films"};
    lists["film.met"] = {"seen"};
    lists["film.neutral"] = {"I saw it {when} {with}.",
                             "It was shown {when} in the cinema at the station.",
                             "We watched it at home {when}.",
                             "It is set in a {town}.",
                             "It lasts more than {number} hours.",
                             "It is about a {person} who moves to a {town}.",
                             "A {person} and a {person} meet on a train.",
                             "The director has made {number} others before.",
                             "The hall was half empty.",
                             "It was made in a {town} {number} years ago."};
}

void addBook(PhraseLists& lists)
{
    lists["book.thing"] = {"book", "novel"};
    lists["book.things"] = {"books", "novels"};
    lists["book.part"] = {"story",    "language", "ending",         "first chapter", "plot",
                          "dialogue", "style",    "main character", "humour",        "middle part"};
    lists["book.counted"] = {"story", "ending", "first chapter", "main character", "middle part"};
    lists["book.unit"] = {"page", "chapter", "sentence", "line"};
    lists["book.kind"] = {"poems", "love stories", "crime novels", "diaries", "fairy tales"};
    lists["book.met"] = {"read"};
    lists["book.neutral"] = {"I read it {when}.",
                             "My {friend} lent it to me {when}.",
                             "I found it in the library {when}.",
                             "It has more than {number} hundred pages.",
                             "It is set in a {town}.",
                             "It is about a {person} who moves to a {town}.",
                             "A {person} and a {person} inherit a house.",
                             "The author has written {number} others before.",
                             "I took it to a {town} {when}.",
                             "We talked about it in our reading circle {when}."};
}

void addRestaurant(PhraseLists& lists)
{
    lists["restaurant.thing"] = {"restaurant", "place"};
    lists["restaurant.things"] = {"restaurants", "places"};
    lists["restaurant.part"] = {"food",   "service", "soup", "dessert", "bread",
                                "coffee", "music",   "wine", "view",    "main course"};
    lists["restaurant.counted"] = {"soup", "dessert", "main course", "view"};
    lists["restaurant.unit"] = {"dish", "course", "bite", "plate"};
    lists["restaurant.kind"] = {"noodles", "oysters", "vegetables", "curries", "pancakes"};
    lists["restaurant.met"] = {"found"};
    lists["restaurant.neutral"] = {"We went there {when} {with}.",
                                   "I had dinner there {when} {with}.",
                                   "It opened in our street {when}.",
                                   "We had to wait {number} minutes for a table.",
                                   "It is in a {town}.",
                                   "The owner was a {person} before.",
                                   "There are {number} tables and a small bar.",
                                   "We sat beside a {person} and a {person}.",
                                   "We ordered {number} courses.",
                                   "My {friend} had booked it {when}."};
}

/// The adjective tells the verdict.
void addPlain(PhraseLists& lists)
{
    lists["both.plain"] = {"The {part} is {pro}.",
                           "This {thing} is {very} {pro}.",
                           "What a {pro} {thing}!",
                           "I {proverbed} the {part}.",
                           "I {truly} {proverbed} this {thing}.",
                           "The {part} is {pro} and the {other} is {pro}.",
                           "I will remember the {pro} {part}."};
}

/// The adjective tells the opposite of the verdict.
void addNegated(PhraseLists& lists)
{
    lists["both.negated"] = {"The {part} is not {con}.",
                             "The {part} is not {con} at all.",
                             "This {thing} is not {con}, and the {part} is not {con} either.",
                             "The {part} is anything but {con}.",
                             "The {part} is far from {con}.",
                             "The {part} was never {con}.",
                             "There is not one {con} {unit} in it.",
                             "There was hardly a {con} {unit}.",
                             "I did not {converb} the {part}.",
                             "I cannot say that I {converbed} the {part}.",
                             "Nobody will call the {part} {con}.",
                             "I have rarely {met} a less {con} {thing}.",
                             "It is hard to call the {part} {con}.",
                             "No, this is not a {con} {thing}."};
}

/// Both adjectives occur: what stands behind "but", or in the main clause, decides.
void addContrast(PhraseLists& lists)
{
    lists["both.contrast"]
        = {"The {part} is {con}, but the {other} is {pro}.",
           "The {part} is {con}, but this {thing} as a whole is {pro}.",
           "The {part} may be {con}, but what counts is that the {other} is {pro}.",
           "Although the {part} is {con}, the {other} is {pro}.",
           "The {part} is {pro}, although the {other} is {con}.",
           "Despite a {con} {counted}, this {thing} is {pro}.",
           "This {thing} is {pro} despite a {con} {counted}.",
           "The {part} is {con}. Still, this {thing} as a whole is {pro}.",
           "I {converbed} the {part}, but I {proverbed} the {other} even more.",
           "The {part} is not {pro}, but the {other} is."};
    lists["positive.contrast"] = {"The {part} is {con}, but the {other} more than makes up for it.",
                                  "A {con} {counted} does not spoil a {thing} like this."};
    lists["negative.contrast"]
        = {"The {part} is {con}, but the {other} does not make up for the rest.",
           "A {con} {counted} does not save a {thing} like this."};
}

/// What was said or expected, and whether it came true.
void addExpectation(PhraseLists& lists)
{
    lists["both.expectation"]
        = {"I expected it to be {con}. It was not.",
           "I expected it to be {pro}. It was.",
           "My {friend} {said} that the {part} was {con}, but that was wrong.",
           "My {friend} {said} that the {part} was {pro}, and that was right.",
           "{critics} call the {part} {con}. They are wrong.",
           "{critics} call the {part} {pro}. They are right.",
           "Is the {part} {con}? Not at all.",
           "Is the {part} {pro}? It is indeed.",
           "I expected a {con} {counted} and found a {pro} one.",
           "{critics} had promised a {con} {thing}, but it turned out {pro}."};
    lists["positive.expectation"] = {"I wanted to {dislike} it, but I could not.",
                                     "I did not think that I would {like} it, but I did.",
                                     "I thought that I would {dislike} it, but I did not."};
    lists["negative.expectation"] = {"I wanted to {like} it, but I could not.",
                                     "I did not think that I would {dislike} it, but I did.",
                                     "I thought that I would {like} it, but I did not."};
}

/// Who it is for: the verdict depends on what "not" and "nobody" belong to.
void addScope(PhraseLists& lists)
{
    lists["positive.scope"] = {"Even people who do not {like} {kind} will {like} this one.",
                               "Everybody who likes {good} {things} will {like} this one.",
                               "Nobody who likes {good} {things} will {dislike} this one.",
                               "Only people who like {bad} {things} will {dislike} this one.",
                               "It is not true that nobody will {like} it."};
    lists["negative.scope"] = {"Even people who {like} {kind} will not {like} this one.",
                               "Nobody who likes {good} {things} will {like} this one.",
                               "Everybody who likes {good} {things} will {dislike} this one.",
                               "Only people who like {bad} {things} will {like} this one.",
                               "It is not true that everybody will {like} it."};
}

/// The same words in another order would say the opposite.
void addOrder(PhraseLists& lists)
{
    lists["both.order"] = {"It is more {pro} than {con}.",
                           "The {part} is {pro} rather than {con}.",
                           "We got a {pro} {counted} instead of a {con} one.",
                           "First I found it {con}, in the end {pro}.",
                           "I would not call it {con}, I would call it {pro}.",
                           "The {part} is not {con} but {pro}."};
}

} // namespace

const std::vector<std::string>& reviewSubjects()
{
    static const std::vector<std::string> subjects = {"film", "book", "restaurant"};
    return subjects;
}

const Grammar& reviewGrammar()
{
    static const Grammar grammar = [] {
        PhraseLists lists;
        addWords(lists);
        addFilm(lists);
        addBook(lists);
        addRestaurant(lists);
        addPlain(lists);
        addNegated(lists);
        addContrast(lists);
        addExpectation(lists);
        addScope(lists);
        addOrder(lists);
        return Grammar(std::move(lists));
    }();
    return grammar;
}

} // namespace core
