#include "core/base/error.h"
#include "core/probe/by_hand/bleu_by_hand.h"
#include "core/probe/by_hand/hand_questions.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

namespace {

core::BleuByHand compared(const std::string& hypothesis, const Strings& references)
{
    core::AskBleuByHand question;
    question.hypothesis = hypothesis;
    question.references = references;
    return core::answerByHand(question);
}

} // namespace

class ComparedSentenceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Papineni et al. (2002), section 2.1: 2 of 7.
    void countsAreClipped()
    {
        const core::BleuByHand sentence
            = compared("the the the the the the the",
                       {"the cat is on the mat", "there is a cat on the mat", ""});
        QCOMPARE(sentence.references.size(), size_t{2}); // The empty one is ignored.
        const core::CountedNgram& the = sentence.ngrams.front();
        QCOMPARE(the.text, "the"s);
        QCOMPARE(the.inHypothesis(), 7);
        QCOMPARE(the.inReferences, 2);
        QCOMPARE(the.counted(), 2);
        QCOMPARE(core::countedTokens(sentence, 1),
                 (std::vector<bool>{true, true, false, false, false, false, false}));
        QCOMPARE(core::countedTokens(sentence, 2), std::vector<bool>(7, false));
        QCOMPARE(sentence.unsmoothed, 0.0);
        QVERIFY(sentence.bleu.score > 0.0);
        QVERIFY(!sentence.references[0].closest && sentence.references[1].closest);
    }

    /// Papineni et al. (2002), example 1: 17 of 18 words, 10 of 17 pairs; the stops are not tokens
    /// there.
    void thePapersExampleIsCounted()
    {
        const core::BleuByHand sentence = compared(
            "It is a guide to action which ensures that the military always obeys the commands of "
            "the party",
            {"It is a guide to action that ensures that the military will forever heed Party "
             "commands",
             "It is the guiding principle which guarantees the military forces always being under "
             "the command of the Party",
             "It is the practical guide for the army always to heed the directions of the party"});
        QCOMPARE(sentence.bleu.matches[0], 17);
        QCOMPARE(sentence.bleu.totals[0], 18);
        QCOMPARE(sentence.bleu.matches[1], 10);
        QCOMPARE(sentence.bleu.totals[1], 17);
    }

    /// The n-grams that are listed add up to the counts of the score.
    void ngramsAddUpToTheScore()
    {
        const core::BleuByHand sentence
            = compared("a b a b c a b d", {"a b x a b", "a b c a b a", "d"});
        std::array<int64_t, 4> matches{}, totals{};
        for (const core::CountedNgram& each : sentence.ngrams) {
            matches[size_t(each.order - 1)] += each.counted();
            totals[size_t(each.order - 1)] += each.inHypothesis();
        }
        QCOMPARE(matches, sentence.bleu.matches);
        QCOMPARE(totals, sentence.bleu.totals);
        double product = 1.0;
        for (size_t n = 0; n < 4; ++n)
            product *= double(matches[n]) / double(totals[n]);
        support::compareNear(sentence.unsmoothed,
                             100.0 * sentence.bleu.brevityPenalty * std::pow(product, 0.25), 1e-9);
        support::compareNear(sentence.unsmoothed, sentence.bleu.score, 1e-9); // None is 0.
        QCOMPARE(core::sharedTokens(sentence, 0, 2),
                 (std::vector<bool>{true, true, false, true, true}));
        QCOMPARE(core::sharedTokens(sentence, 2, 1), std::vector<bool>{true});
        QCOMPARE(core::sharedTokens(sentence, 2, 2), std::vector<bool>{false});
    }

    void shorterOrdersAndOtherTokensAreCompared()
    {
        core::AskBleuByHand question;
        question.hypothesis = "The Cat";
        question.references = {"the cat sat"};
        question.largestOrder = 2;
        QCOMPARE(core::answerByHand(question).bleu.matches[0], 0);
        question.lowercase = true;
        const core::BleuByHand lower = core::answerByHand(question);
        QCOMPARE(lower.tokens, Strings({"the", "cat"}));
        support::compareNear(lower.bleu.score, 100.0 * std::exp(1.0 - 3.0 / 2.0), 1e-9);
        QCOMPARE(lower.ngrams.back().order, 2);
        question.tokeniser = "char";
        QCOMPARE(core::answerByHand(question).tokens.size(), size_t{6});
    }

    void withoutReferencesItIsRefused()
    {
        for (const Strings& references : {Strings{}, Strings{" ", ""}, Strings(5, "a")}) {
            bool refused = false;
            try {
                compared("a", references);
            } catch (const core::Error& error) {
                refused = error.failure().code == core::ErrorCode::BadSetting;
            }
            QVERIFY(refused);
        }
        QCOMPARE(compared("", {"a b"}).bleu.score, 0.0);
    }

    void theAnswerIsDescribed()
    {
        const core::HandQuestion* question = core::findHandQuestion("bleu_by_hand");
        QVERIFY(question != nullptr);
        core::Json options;
        for (const core::OptionDescription& option : question->kind.options)
            options[option.name] = option.defaultValue;
        options["hypothesis"] = "the cat sat on the mat";
        options["references"] = {"the cat is on the mat"};
        const core::Json json = core::toJson(question->answer(options));
        QCOMPARE(json.at("precisions").size(), size_t{4});
        QCOMPARE(json.at("precisions")[1].at("matches"), core::Json(3));
        QCOMPARE(json.at("references")[0].at("length"), core::Json(6));
        QCOMPARE(json.at("brevity_penalty"), core::Json(1.0));
    }
};

UNROLL_TEST(ComparedSentenceTest, QCoreApplication)
#include "compared_sentence_test.moc"
