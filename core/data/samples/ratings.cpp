#include "core/data/samples/corpus_builder.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// A word and how it moves the rating, or a sentence and how much it counts.
struct Graded {
    std::string text;
    double grade = 0.0;
};

/// The parts of rated reviews: resources/samples/ratings.json.
struct RatingWords {
    std::vector<Graded> adjectives;
    /// Degrees before an adjective with the factor of its grade. "Not" reverses and weakens it:
    /// what is not wonderful need not be bad.
    std::vector<Graded> degrees;
    std::vector<Graded> frames; ///< Sentences with {part}, {thing} and {grade}.
};

const RatingWords& ratingWords()
{
    static const RatingWords words = [] {
        const Json data = sampleData("ratings");
        const auto graded = [&](const char* list) {
            std::vector<Graded> all;
            for (const Json& each : data.at(list))
                all.push_back({each.at(0), each.at(1)});
            return all;
        };
        return RatingWords{graded("adjectives"), graded("degrees"), graded("frames")};
    }();
    return words;
}

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
        const Graded& adjective = draws.pick(ratingWords().adjectives);
        const Graded& degree = draws.pick(ratingWords().degrees);
        const Graded& frame = draws.pick(ratingWords().frames);
        sentences.push_back(grammar.expand(frame.text,
                                           {{"part", parts[verdicts]},
                                            {"thing", "{" + subject + ".thing}"},
                                            {"grade", degree.text + adjective.text}},
                                           draws));
        gradeSum += frame.grade * degree.grade * adjective.grade;
        weightSum += frame.grade;
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
            R"tex(\text{rating} = 5 + 1.25\,\frac{\sum_i w_i\, d_i\, g_i}{\sum_i w_i})tex"}},
        sampleSchema(), [](const SampleOptions& options) {
            return buildRatedCorpus(options.texts, options.seed, ratedReview);
        });
}

} // namespace core
