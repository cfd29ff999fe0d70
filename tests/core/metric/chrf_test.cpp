#include "core/metric/bleu.h"

#include "tests/support/near.h"
#include "tests/support/test_case.h"

using core::corpusChrf;
using core::sentenceChrf;

namespace {

} // namespace

class ChrfTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// "abcd" against "abde": letters 3 of 4, pairs 1 of 3, no triple of 2, no 4-gram of 1; so
    /// precision and recall are both (3/4 + 1/3) / 4. Against "abcdx" recall is smaller.
    void scoresAreTheHandWorkedOnes()
    {
        support::compareNear(sentenceChrf("abcd", "abde"), 100.0 * (3.0 / 4 + 1.0 / 3) / 4, 1e-10);
        const double recall = (4.0 / 5 + 3.0 / 4 + 2.0 / 3 + 1.0 / 2) / 4; // 5-grams: one side only
        support::compareNear(sentenceChrf("abcd", "abcdx"), 100.0 * 5 * recall / (4 + recall),
                             1e-10);
    }

    void whiteSpaceDoesNotCount()
    {
        support::compareNear(sentenceChrf("a b c", "abc"), 100.0, 1e-10);
        support::compareNear(sentenceChrf(" a\tb　c\n", "abc"), 100.0, 1e-10);
    }

    /// From sacreBLEU's test_chrf.py, effective order; precision equals recall, so that beta, which
    /// is 3 there, does not matter.
    void scoresAreThoseThatSacrebleuPublishes()
    {
        const auto corpus
            = [](Strings mine, Strings other) { return corpusChrf(mine, other).score; };
        support::compareNear(corpus({"a"}, {"a"}), 100.0, 1e-10);
        support::compareNear(corpus({""}, {"reference"}), 0.0, 0.0);
        support::compareNear(corpus({"a b c"}, {"a b c"}), 100.0, 1e-10);
        support::compareNear(corpus({""}, {"c"}), 0.0, 0.0);
        support::compareNear(corpus({"a", "b"}, {"a", "c"}), 50.0, 1e-10);
        support::compareNear(corpus({"aa"}, {"ab"}), 25.0, 1e-10);
        support::compareNear(corpus({"abcdefg"}, {"hijklmnop"}), 0.0, 0.0);
    }

    /// Sentences of sacreBLEU's test_chrf.py. It publishes them for another mean over the orders
    /// (39.14078509, 31.22557079, 57.15704367); a plain program that gives these three to eight
    /// digits gives the values here for the mean that is sacreBLEU's default.
    void sentencesScoreAsWithSacrebleusDefaults()
    {
        support::compareNear(
            sentenceChrf(
                "Co nás nejvíc trápí, protože lékaři si vybírají, kdo bude žít a kdo zemře.",
                "Nejvíce smutní jsme z toho, že musíme rozhodovat o tom, kdo bude žít a kdo "
                "zemře."),
            39.14081690316368, 1e-10);
        support::compareNear(
            sentenceChrf("Nebo prostě nemají vybavení, které by jim pomohlo, uvedli lékaři.",
                         "A někdy nemáme ani potřebný materiál, abychom jim pomohli, popsali "
                         "lékaři."),
            31.225641469352972, 1e-10);
        support::compareNear(
            sentenceChrf("Lapali po dechu, jejich životy skončily dřív, než skutečně začaly.",
                         "Lapali po dechu a pak jejich život skončil - dřív, než skutečně "
                         "mohl začít, připomněli."),
            57.157427512824064, 1e-10);
    }

    /// "abc" against "x": pairs and triples of it have no reference, so only letters count; then
    /// the second sentence adds its own pairs.
    void ordersThatTheReferenceLacksDoNotCount()
    {
        const Strings mine{"abc", "de"};
        const Strings other{"x", "de"};
        // letters: 2 of 5 found, 2 of 3 asked for; pairs: 1 of 1 both ways.
        const double precision = (2.0 / 5 + 1.0) / 2;
        const double recall = (2.0 / 3 + 1.0) / 2;
        support::compareNear(corpusChrf(mine, other).score,
                             100.0 * 5 * precision * recall / (4 * precision + recall), 1e-10);
    }

    void caseCountsUnlessToldOtherwise()
    {
        support::compareNear(sentenceChrf("ÄB", "äb"), 0.0, 0.0);
        support::compareNear(sentenceChrf("ÄB", "äb", true), 100.0, 1e-10);
        const Strings one{"a"};
        QCOMPARE(corpusChrf(one, one).signature,
                 "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:unroll-1"s);
        QCOMPARE(corpusChrf(one, one, true).signature,
                 "nrefs:1|case:lc|eff:yes|nc:6|nw:0|space:no|version:unroll-1"s);
    }
};

UNROLL_TEST(ChrfTest, QCoreApplication)
#include "chrf_test.moc"
