#include "core/probe/both_sides/both_sides_question.h"
#include "core/probe/counterfactuals/counterfactuals.h"
#include "core/probe/fill_in/fill_in_question.h"
#include "core/probe/question_answering/answer_questions.h"
#include "core/probe/question_kind.h"
#include "core/train/open_run.h"
#include "tests/core/task/small_taggers.h"
#include "tests/core/train/small_run.h"
#include "tests/support/failure.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <utility>

using namespace core;

namespace {

namespace fs = std::filesystem;

/// An encoder for which a text is a set of tokens, unless it has positions.
Json transformer(const char* positions)
{
    return {{"kind", "transformer"},   {"layers", 2},   {"heads", 2},
            {"feed_forward_size", 24}, {"norm", "pre"}, {"dropout", 0.0},
            {"positions", positions}};
}

Json smallExperiment(const Json& task, const Json& data, const Json& network)
{
    return {{"task", task},
            {"data", data},
            {"text", {{"minimum_frequency", 1}, {"maximum_length", 60}}},
            {"model", {{"embedding", {{"dimension", 12}}}, {"network", network}}},
            {"training",
             {{"epochs", 1},
              {"batch_size", 16},
              {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
              {"threads", 1},
              {"checkpoint_seconds", 0.0}}}};
}

/// Each token with its prediction and its values, sorted.
std::vector<std::pair<std::string, std::vector<double>>> tokensOf(const Outcome& outcome)
{
    std::vector<std::pair<std::string, std::vector<double>>> all;
    for (size_t i = 0; i < outcome.tokens.size(); ++i) {
        all.emplace_back(outcome.tokens[i], std::vector<double>());
        for (const OutcomeSeries& series : outcome.series)
            all.back().second.push_back(series.values[i]);
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// The largest difference of a value of the same token; tokens that occur once.
double apart(const Outcome& a, const Outcome& b)
{
    const auto left = tokensOf(a), right = tokensOf(b);
    double most = 0.0;
    for (size_t i = 0; i < left.size(); ++i)
        for (size_t k = 0; k < left[i].second.size(); ++k)
            most = std::max(most, std::abs(left[i].second[k] - right[i].second[k]));
    return most;
}

} // namespace

class CounterfactualOutcomesTest : public QObject, private taggers::TrainedTaggers {
    Q_OBJECT

    std::unique_ptr<LiveModel> opened(const std::string& name, const Json& json)
    {
        return openRun(trained(name, json), "last");
    }
    std::string sentences()
    {
        const fs::path file = folder("sentences.txt");
        if (!fs::exists(file)) {
            std::ofstream lines(file);
            for (int i = 0; i < 60; ++i)
                lines << (i % 2 == 0 ? "he bakes fresh bread early\n"
                                     : "she grows ripe corn late\n");
        }
        return file.string();
    }
    Json masked(const char* positions)
    {
        return smallExperiment({{"kind", "masked_language_model"}},
                               {{"train", {sentences()}}, {"valid_fraction", 0.1}},
                               transformer(positions));
    }
    static Json answerer(const char* positions)
    {
        return smallExperiment({{"kind", "question_answering"}, {"question_words", 6}},
                               {{"sample", {{"kind", "facts"}, {"texts", 64}, {"sentences", 3}}}},
                               transformer(positions));
    }

private Q_SLOTS:
    /// The changed text itself is no part of what is compared.
    void continuationsAreComparedForConditions()
    {
        const Json json = smallExperiment(
            {{"kind", "class_to_text"}},
            {{"sample", {{"kind", "names"}, {"texts", 80}}}, {"valid_fraction", 0.1}},
            {{"kind", "gru"}, {"hidden_size", 6}});
        const auto model = opened("written", json);
        AskCounterfactuals question{.text = "an a b"};
        question.variants = {"an b a", question.text};
        const Counterfactuals answer = model->ask(question);
        for (const Counterfactual& row : answer.rows) {
            const BriefAnswer whole = model->ask(AskBriefly{row.text});
            const bool ends = whole.text == row.text; // At once: the token of the end is compared.
            QCOMPARE(ends ? row.text : row.text + row.answer.text, whole.text);
            QVERIFY(!row.answer.text.empty());
            QCOMPARE(row.same, row.answer.text == answer.before.text);
        }
        QVERIFY(answer.rows.back().same);
    }

    /// A Transformer without positions reads a set of tokens: each keeps its prediction and -ln p.
    void hiddenWordsKeepTheirValuesWithoutPositions()
    {
        const std::string text = "he bakes ripe corn early";
        for (const char* positions : {"none", "sinusoidal"}) {
            const auto model = opened("masked_"s + positions, masked(positions));
            const Counterfactuals answer
                = model->ask(AskCounterfactuals{.text = text, .gender = true, .shuffles = 7});
            QCOMPARE(answer.rows.size(), size_t{8});
            QCOMPARE(answer.orders, 119.0);
            QCOMPARE(answer.shuffled, int64_t{7});
            double most = 0.0;
            for (const Counterfactual& row : answer.rows) {
                const FillIn filled = model->ask(AskFillIn{.text = row.text, .count = 1});
                QCOMPARE(row.answer.tokens, filled.tokens);
                support::compareNear(row.answer.meanNats(), filled.meanNats(), 1e-6);
                for (size_t i = 0; i < filled.places.size(); ++i) {
                    QCOMPARE(row.answer.predicted[i], filled.places[i].best.front().token);
                    support::compareNear(row.answer.series[0].values[i], filled.places[i].nats(),
                                         1e-6);
                }
                if (row.change == "shuffled")
                    most = std::max(most, apart(answer.before, row.answer));
            }
            QCOMPARE(answer.rows.front().change, "gender"s);
            QCOMPARE(answer.rows.front().text, "she bakes ripe corn early"s);
            if (positions == "none"s) {
                QVERIFY2(most < 1e-4, std::to_string(most).c_str());
                QCOMPARE(answer.shuffledSame, int64_t{7});
            } else {
                QVERIFY2(most > 1e-3, std::to_string(most).c_str());
            }
        }
    }

    void unknownWordsHaveNoValue()
    {
        const auto model = opened("masked_none", masked("none"));
        const Counterfactuals answer
            = model->ask(AskCounterfactuals{.text = "he bakes xyzzy", .variants = {"xyzzy"}});
        QVERIFY(!std::isnan(answer.before.series[0].values[1]));
        QVERIFY(std::isnan(answer.before.series[0].values[2]));
        QVERIFY(std::isnan(answer.rows[0].answer.meanNats()));
        const Json said = toJson(readoutOf<AskCounterfactuals>(answer));
        QVERIFY(said.at("nats").is_number());
        QVERIFY(said.at("changes")[0].at("nats").is_null());
        QCOMPARE(said.at("tokens").size(), size_t{4});
        QVERIFY(said.at("tokens")[2].at("value").is_null());
        QCOMPARE(said.at("tokens")[3].at("text"), Json(1));
    }

    /// Words of the passage change places, and without positions their probabilities with them.
    void passagesAreShuffledBehindTheirQuestion()
    {
        const std::string question = "Where does he work?";
        const std::string passage = "Anna lives in Torvik and he works near Lindow now.";
        for (const char* positions : {"none", "sinusoidal"}) {
            const auto model = opened("answers_"s + positions, answerer(positions));
            AskCounterfactuals asked{.text = question + "\n" + passage, .gender = true};
            asked.variants = {question + "\nAnna works near Marwick."};
            asked.shuffles = 6;
            const Counterfactuals answer = model->ask(asked);
            QCOMPARE(answer.rows.size(), size_t{8});
            QCOMPARE(answer.rows[1].text,
                     "Where does she work?\nAnna lives in Torvik and she works near Lindow now."s);
            double most = 0.0;
            for (const Counterfactual& row : answer.rows) {
                const ReadPassage read = model->ask(AskAnswer{.example = {.text = row.text}});
                QCOMPARE(row.answer.text, read.spans.front().text);
                QCOMPARE(row.answer.probability, read.spans.front().probability);
                QCOMPARE(row.answer.tokens, read.words);
                QCOMPARE(row.answer.series[0].values, read.start);
                QCOMPARE(row.answer.series[1].values, read.end);
                if (row.change != "shuffled")
                    continue;
                QVERIFY(row.text.starts_with(question + "\n"));
                QVERIFY(row.text.ends_with('.'));
                QVERIFY(row.text != answer.text);
                QCOMPARE(row.same, row.answer.text == answer.before.text);
                most = std::max(most, apart(answer.before, row.answer));
            }
            QVERIFY2(positions == "none"s ? most < 1e-5 : most > 1e-5,
                     std::to_string(most).c_str());
        }
        const auto model = opened("answers_none", answerer("none"));
        QCOMPARE(support::failureOf([&] {
                     model->ask(AskCounterfactuals{.text = "Anna works in Lindow."});
                 }).code,
                 ErrorCode::BadData);
        // One word: nothing can change places, although the question has several.
        const Counterfactuals one
            = model->ask(AskCounterfactuals{.text = question + "\nLindow.", .shuffles = 4});
        QCOMPARE(one.orders, 0.0);
        QVERIFY(one.rows.empty());
    }

    /// Neither side has read what stands behind a token: of an exchanged word, those before it
    /// keep -ln p from the left, and those behind it -ln p from the right.
    void eachSideChangesBehindAnExchangedWord()
    {
        const auto model = opened(
            "sides",
            smallExperiment({{"kind", "bidirectional_language_model"}},
                            {{"train", {sentences()}}, {"valid_fraction", 0.1}},
                            {{"kind", "directions_apart"}, {"hidden_size", 9}, {"layers", 2}}));
        AskCounterfactuals asked{.text = "he bakes fresh bread early"};
        asked.variants = {"he bakes ripe bread early"};
        const Counterfactuals answer = model->ask(asked);
        const Outcome &before = answer.before, &after = answer.rows[0].answer;
        QCOMPARE(before.series.size(), size_t{2});
        const auto &left = before.series[0].values, &right = before.series[1].values;
        const auto &leftAfter = after.series[0].values, &rightAfter = after.series[1].values;
        for (size_t i = 0; i < 5; ++i) {
            if (i < 2)
                support::compareNear(leftAfter[i], left[i], 1e-6);
            else
                QVERIFY(std::abs(leftAfter[i] - left[i]) > 1e-5);
            if (i > 2)
                support::compareNear(rightAfter[i], right[i], 1e-6);
            else
                QVERIFY(std::abs(rightAfter[i] - right[i]) > 1e-5);
        }
        const BothSides sides = model->ask(AskBothSides{asked.variants[0], 1});
        QCOMPARE(after.predicted, sides.likeliest);
        for (size_t i = 0; i < 5; ++i) {
            support::compareNear(leftAfter[i], sides.left[i].nats(), 1e-9);
            support::compareNear(rightAfter[i], sides.right[i].nats(), 1e-9);
        }
        support::compareNear(after.meanNats(),
                             (meanKnownNats(sides.left) + meanKnownNats(sides.right)) / 2, 1e-9);
    }

    /// Shuffled words keep their tags, and a text of the user in that order is the same change.
    void tagsMoveWithTheirWords()
    {
        for (const char* sample : {"tagged", "entities"}) {
            Json json = taggers::smallTagger(sample, {{"word_dropout", 0.0}}, 100);
            json["model"]["network"] = transformer("none");
            json["training"]["epochs"] = 3;
            const auto model = opened("tags_"s + sample, json);
            const std::string text
                = sample == "tagged"s ? "a dog sees the small house" : "Anna visits Berlin today";
            AskCounterfactuals asked{.text = text, .shuffles = 9};
            const std::string order = model->ask(asked).rows[0].text;
            asked.variants = {order};
            const Counterfactuals answer = model->ask(asked);
            QCOMPARE(answer.rows[0].change, "shuffled"s);
            QCOMPARE(answer.rows[0].same, answer.rows[1].same);
            QCOMPARE(answer.shuffled, int64_t{9});
            const auto tagged = [](const Outcome& outcome) {
                std::multiset<std::string> all;
                for (size_t i = 0; i < outcome.tokens.size(); ++i)
                    all.insert(outcome.tokens[i] + ' ' + outcome.predicted[i]);
                return all;
            };
            bool otherText = false;
            for (const Counterfactual& row : answer.rows) {
                QCOMPARE(tagged(row.answer), tagged(answer.before));
                otherText = otherText || row.answer.text != answer.before.text;
                if (sample == "tagged"s)
                    QVERIFY(row.same);
            }
            if (sample == "tagged"s) // Else nothing was compared in another order.
                QVERIFY(otherText);
        }
    }
};

UNROLL_TEST(CounterfactualOutcomesTest, QCoreApplication)
#include "counterfactual_outcomes_test.moc"
