#include "core/base/error.h"
#include "core/probe/counterfactuals/changed_texts.h"
#include "core/probe/counterfactuals/counterfactuals.h"
#include "tests/core/task/opened_classifier.h"
#include "tests/support/test_case.h"

#include <sstream>

using namespace core;

namespace {

std::vector<std::string> sortedWords(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    std::sort(words.begin(), words.end());
    return words;
}

} // namespace

class CounterfactualsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void shufflingKeepsWordsAndTheEnd()
    {
        const std::string text = "the film was not good, but long.";
        std::set<std::string> orders;
        for (uint64_t seed = 0; seed < 50; ++seed) {
            const std::string other = shuffledWords(text, seed);
            QVERIFY(other != text);
            QVERIFY(other.ends_with('.'));
            QCOMPARE(sortedWords(other.substr(0, other.size() - 1)),
                     sortedWords("the film was not good, but long"));
            QCOMPARE(shuffledWords(text, seed), other);
            orders.insert(other);
        }
        QVERIFY(orders.size() > 40);
        // Both orders of two words are one change; equal words have no other order.
        QCOMPARE(shuffledWords("good film", 3), "film good");
        QCOMPARE(shuffledWords("good good", 3), "good good");
        QCOMPARE(shuffledWords("good!", 3), "good!");
        QCOMPARE(shuffledWords("", 3), "");
    }

    void genderIsExchanged_data()
    {
        addColumns<QString, QString>("before", "after");
        newRow("subject", "He is a nurse.", "She is a nurse.");
        newRow("possessive", "She lost her keys, HE found them",
               "He lost his keys, SHE found them");
        newRow("object", "I saw her.", "I saw him.");
        newRow("him", "(him) himself", "(her) herself");
        newRow("nouns", "The king and his daughter", "The queen and her son");
        newRow("German", "Er liebt seine Mutter", "Sie liebt ihre Vater");
        newRow("none", "the  film  is good", "the  film  is good");
        newRow("white space", " Is he good?\n\the  is ", " Is she good?\n\tshe  is ");
    }
    void genderIsExchanged()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QCOMPARE(QString::fromStdString(exchangedGender(before.toStdString())), after);
    }

    void ordersAreDifferentWhileThereAreAny()
    {
        QCOMPARE(otherOrders("the film was good"), 23.0);
        QCOMPARE(otherOrders("good bad good!"), 2.0); // The last mark is no part of a word.
        QCOMPARE(otherOrders("good good"), 0.0);
        QCOMPARE(otherOrders(" "), 0.0);
        const std::string text = "a b c a.";
        for (const size_t count : {size_t{0}, size_t{5}, size_t{11}, size_t{40}}) {
            const std::vector<std::string> orders = shuffledOrders(text, count, 3);
            QCOMPARE(orders.size(), std::min<size_t>(count, 11));
            const std::set<std::string> different(orders.begin(), orders.end());
            QCOMPARE(different.size(), orders.size());
            QVERIFY(!different.contains(text));
            for (const std::string& order : orders)
                QVERIFY(isOtherOrder(text, order));
            // More of them begin with the same.
            const std::vector<std::string> more = shuffledOrders(text, count + 1, 3);
            QVERIFY(std::equal(orders.begin(), orders.end(), more.begin()));
        }
        QVERIFY(shuffledOrders("good good", 3, 1).empty());
        for (const std::string& order : shuffledOrders("Who is it?\nIt is Anna.", 5, 1, 11))
            QVERIFY(order.starts_with("Who is it?\n") && order.ends_with('.'));
        QVERIFY(!isOtherOrder("a god", "a dog"));
        QVERIFY(!isOtherOrder("a dog", "a dog"));
    }

    /// Each answer is that of its text alone; a mean of vectors does not read the order.
    void changesAreAnsweredAsTextsOfTheirOwn()
    {
        for (const char* kind : {"mean", "rnn"}) {
            Json network{{"kind", kind}};
            if (kind == "rnn"s)
                network["hidden_size"] = 5;
            probed::OpenedClassifier opened(network);
            AskCounterfactuals question{.text = "a good film and a bad story"};
            question.variants = {"a bad film", question.text};
            question.shuffles = 12;
            const Counterfactuals answer = opened.live.ask(question);
            QCOMPARE(answer.rows.size(), size_t{14});
            QCOMPARE(answer.shuffled, int64_t{12});
            QVERIFY(answer.rows[1].same);
            int64_t same = 0;
            for (const Counterfactual& row : answer.rows) {
                const BriefAnswer alone = opened.live.ask(AskBriefly{row.text});
                QCOMPARE(row.answer.text, alone.text);
                QCOMPARE(row.answer.probability, alone.probability);
                QCOMPARE(row.same, alone.text == answer.before.text);
                same += row.change == "shuffled" && row.same ? 1 : 0;
                if (kind == "mean"s && row.change == "shuffled")
                    QVERIFY(std::abs(row.answer.probability - answer.before.probability) < 1e-6);
            }
            QCOMPARE(answer.shuffledSame, same);
        }
    }

    void whatCannotBeChangedIsRefused()
    {
        probed::OpenedClassifier opened(Json{{"kind", "mean"}});
        QVERIFY_THROWS_EXCEPTION(Error, opened.live.ask(AskCounterfactuals{.text = "  "}));
        // Without another order there is none to compare with.
        AskCounterfactuals question{.text = "good good"};
        question.shuffles = 1;
        const Counterfactuals answer = opened.live.ask(question);
        QVERIFY(answer.rows.empty());
        QCOMPARE(answer.orders, 0.0);
    }
};

UNROLL_TEST(CounterfactualsTest, QCoreApplication)
#include "counterfactuals_test.moc"
