#include "core/data/samples/corpus_builder.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/reviews_grammar.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core {

namespace {

/// A word and how it moves the rating.
struct Graded {
    const char* word;
    double grade;
};

constexpr std::array<Graded, 14> kAdjectives = {{{"dreadful", -4.0},
                                                 {"terrible", -4.0},
                                                 {"poor", -3.0},
                                                 {"disappointing", -2.5},
                                                 {"dull", -2.0},
                                                 {"mediocre", -1.0},
                                                 {"ordinary", 0.0},
                                                 {"decent", 1.0},
                                                 {"pleasant", 1.5},
                                                 {"good", 2.0},
                                                 {"charming", 2.5},
                                                 {"great", 3.0},
                                                 {"wonderful", 4.0},
                                                 {"superb", 4.0}}};

/// What stands before an adjective, and what its grade is multiplied by. "Not" turns it round and
/// weakens it: what is not wonderful need not be bad.
constexpr std::array<Graded, 9> kDegrees = {{{"", 1.0},
                                             {"", 1.0},
                                             {"slightly ", 0.4},
                                             {"rather ", 0.7},
                                             {"fairly ", 0.7},
                                             {"really ", 1.2},
                                             {"very ", 1.2},
                                             {"not ", -0.5},
                                             {"not at all ", -0.8}}};

/// A sentence with {part}, {thing} and {grade}, and how much it counts.
struct Frame {
    const char* phrase;
    double weight;
};

constexpr std::array<Frame, 7> kFrames = {{{"The {part} is {grade}.", 1.0},
                                           {"The {part} was {grade}.", 1.0},
                                           {"I found the {part} {grade}.", 1.0},
                                           {"They say that the {part} is {grade}.", 0.5},
                                           {"Some call the {part} {grade}.", 0.5},
                                           {"Above all, the {part} is {grade}.", 2.0},
                                           {"On the whole this {thing} is {grade}.", 3.0}}};

/// 5 plus the weighted mean of the grades, from 0 to 10 with one digit behind the point.
double ratingOf(double gradeSum, double weightSum)
{
    const double rating = std::clamp(5.0 + 1.25 * gradeSum / weightSum, 0.0, 10.0);
    return std::round(10.0 * rating) / 10.0;
}

RatedText ratedReview(Draws& draws)
{
    const Grammar& grammar = reviewGrammar();
    const std::string& subject = draws.pick(reviewSubjects());
    std::vector<std::string> parts = grammar.list(subject + ".part");
    draws.shuffle(parts);
    std::vector<std::string> sentences;
    double gradeSum = 0.0, weightSum = 0.0;
    for (size_t verdicts = 1 + draws.below(4); verdicts > 0; --verdicts) {
        const Graded& adjective = kAdjectives[draws.below(kAdjectives.size())];
        const Graded& degree = kDegrees[draws.below(kDegrees.size())];
        const Frame& frame = kFrames[draws.below(kFrames.size())];
        sentences.push_back(grammar.expand(frame.phrase,
                                           {{"part", parts[verdicts]},
                                            {"thing", "{" + subject + ".thing}"},
                                            {"grade", std::string(degree.word) + adjective.word}},
                                           draws));
        gradeSum += frame.weight * degree.grade * adjective.grade;
        weightSum += frame.weight;
    }
    for (size_t neutral = draws.below(3); neutral > 0; --neutral)
        sentences.push_back(grammar.expand("{" + subject + ".neutral}", {}, draws));
    draws.shuffle(sentences);
    std::string text;
    for (const std::string& sentence : sentences)
        text += (text.empty() ? "" : " ") + sentence;
    return {asSentences(text), ratingOf(gradeSum, weightSum)};
}

} // namespace

SampleRegistry::Entry ratingsEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "ratings",
         .title = "Rated reviews",
         .summary = "Reviews of films, books and restaurants with a rating from 0 to 10. \"Very\" "
                    "and \"slightly\" scale an adjective, \"not\" turns it round, \"above all\" "
                    "counts double and hearsay half: what words add up to is not enough.",
         .formula
         = {"rating = 5 + 1.25 Σ w·d·g / Σ w",
            R"tex(\text{rating} = 5 + 1.25\,\frac{\sum_i w_i\, d_i\, g_i}{\sum_i w_i})tex"},
         .options = {},
         .tasks = {}},
        sampleSchema(), [](const SampleOptions& options) {
            return buildRatedCorpus(options.texts, options.seed, ratedReview);
        });
}

} // namespace core
