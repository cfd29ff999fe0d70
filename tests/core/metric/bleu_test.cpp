#include "core/metric/bleu.h"

#include "tests/support/near.h"
#include "tests/support/test_case.h"

using core::bleuTokens;
using core::corpusBleu;
using core::sentenceBleu;

namespace {

std::string joined(const Strings& tokens)
{
    std::string all;
    for (const std::string& token : tokens)
        all += (all.empty() ? "" : "|") + token;
    return all;
}

} // namespace

class BleuTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tokensAreThoseOfMteval13a_data()
    {
        addColumns<QString, QString>("text", "tokens");
        // Each worked by hand from the rules of mteval-v13a.pl.
        newRow("plain", "The dog bit the man.", "The|dog|bit|the|man|.");
        newRow("apostrophe stays", "It wasn't surprising.", "It|wasn't|surprising|.");
        newRow("hyphen stays in words", "well-known facts", "well-known|facts");
        newRow("numbers stay whole", "1,234.56 and 0.5,", "1,234.56|and|0.5|,");
        newRow("stop between letters", "e.g. U.S.A.", "e|.|g|.|U|.|S|.|A|.");
        newRow("letter before stop before digit", "v.5 a,7", "v|.|5|a|,|7");
        newRow("digit before stop before letter", "5.v 7,a", "5|.|v|7|,|a");
        newRow("dash after a digit", "1990-2000 x-2", "1990|-|2000|x-2");
        newRow("three stops", "wait...", "wait|.|.|.");
        newRow("stops around a digit", "..5..", ".|.5|.|.");
        newRow("brackets and slashes", "(a/b)[c]{d}", "(|a|/|b|)|[|c|]|{|d|}");
        newRow("marks", "a:b;c<d=e>f?g@h", "a|:|b|;|c|<|d|=|e|>|f|?|g|@|h");
        newRow("more marks", "!\"#$%&*+\\^_`|~", "!|\"|#|$|%|&|*|+|\\|^|_|`|||~");
        newRow("entities", "&quot;x&quot; &lt;y&gt; &amp;", "\"|x|\"|<|y|>|&");
        newRow("entity within an entity", "&amp;lt; &amp;quot;", "<|&|quot|;");
        newRow("unknown entity", "&apos;", "&|apos|;");
        newRow("skipped segment", "<skipped> left", "left");
        newRow("hyphenated line end", "trans-\nlation of\nlines", "translation|of|lines");
        newRow("hyphen before the last line end", "trans-\n", "trans-");
        newRow("accents", "Zürich, Genève.", "Zürich|,|Genève|.");
        newRow("stop after an accent", "café.5", "café|.|5");
        newRow("stop before an accent", "5.é", "5|.|é");
        newRow("other scripts are left", "你好。世界 「а」", "你好。世界|「а」");
        newRow("other white space", "a\tb c　d", "a|b|c|d");
        newRow("empty", "", "");
        newRow("blank", " \t ", "");
    }
    void tokensAreThoseOfMteval13a()
    {
        QFETCH(QString, text);
        QFETCH(QString, tokens);
        QCOMPARE(QString::fromStdString(joined(bleuTokens(text.toStdString(), {}))), tokens);
    }

    void otherTokenisersCutAtSpacesOrEverywhere()
    {
        QCOMPARE(joined(bleuTokens(" a,b  c. ", {.tokeniser = "none"})), "a,b|c."s);
        QCOMPARE(joined(bleuTokens("Zü c.", {.tokeniser = "char"})), "Z|ü|c|."s);
        QCOMPARE(joined(bleuTokens("ÄB ΣΑΣ", {.lowercase = true})), "äb|σας"s);
    }

    /// 5 of 6 words, 3 of 5 pairs, 1 of 4 triples; no 4-gram of 3, which counts as half a one.
    void corpusScoreIsTheHandWorkedOne()
    {
        const Strings mine{"the cat sat on the mat"};
        const Strings other{"the cat is on the mat"};
        const core::BleuScore score = corpusBleu(mine, other);
        QCOMPARE(score.matches, (std::array<int64_t, 4>{5, 3, 1, 0}));
        QCOMPARE(score.totals, (std::array<int64_t, 4>{6, 5, 4, 3}));
        QCOMPARE(score.hypothesisLength, 6);
        QCOMPARE(score.referenceLength, 6);
        QCOMPARE(score.brevityPenalty, 1.0);
        support::compareNear(score.precisions[3], 100.0 / 6.0, 1e-12);
        support::compareNear(score.score, 100.0 * std::pow(5.0 / 6 * 3 / 5 * 1 / 4 * 1 / 6, 0.25),
                             1e-10);
        QCOMPARE(score.signature, "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:unroll-1"s);
    }

    /// Counts are summed over sentences before they are divided, and clipped within each.
    void sentencesAddUpTheirCounts()
    {
        const Strings mine{"a a a b", "c d e f g"};
        const Strings other{"a b a x y", "c d e f"};
        const core::BleuScore score = corpusBleu(mine, other);
        QCOMPARE(score.matches, (std::array<int64_t, 4>{3 + 4, 1 + 3, 0 + 2, 0 + 1}));
        QCOMPARE(score.totals, (std::array<int64_t, 4>{4 + 5, 3 + 4, 2 + 3, 1 + 2}));
        QCOMPARE(score.hypothesisLength, 9);
        QCOMPARE(score.referenceLength, 9);
        support::compareNear(score.score, 100.0 * std::pow(7.0 / 9 * 4 / 7 * 2 / 5 * 1 / 3, 0.25),
                             1e-10);
    }

    /// The second zero counts a quarter, the third an eighth (Chen and Cherry's technique 3).
    void eachFurtherZeroIsSmoothedHalfAsMuch()
    {
        const Strings mine{"a x b y c"};
        const Strings other{"a b c d e"};
        const core::BleuScore score = corpusBleu(mine, other);
        QCOMPARE(score.matches, (std::array<int64_t, 4>{3, 0, 0, 0}));
        support::compareNear(
            score.score,
            100.0 * std::pow(3.0 / 5 * (1.0 / 2 / 4) * (1.0 / 4 / 3) * (1.0 / 8 / 2), 0.25), 1e-10);
    }

    void shortTranslationsArePenalised()
    {
        const Strings mine{"a b c d"};
        const Strings other{"a b c d e f"};
        support::compareNear(corpusBleu(mine, other).score, 100.0 * std::exp(1.0 - 6.0 / 4.0),
                             1e-10);
        support::compareNear(corpusBleu(other, mine).brevityPenalty, 1.0, 0.0);
    }

    /// From sacreBLEU's own tests (test_sentence_bleu.py, smoothing exp; test_bleu.py).
    void sentenceScoresAreThoseThatSacrebleuPublishes()
    {
        const std::string mine
            = "Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;";
        const std::string other = "producţia de zahăr brut se exprimă în zahăr alb;";
        support::compareNear(sentenceBleu(mine, other).score, 8.493, 1e-3);
        support::compareNear(sentenceBleu(mine, other, {.tokeniser = "none"}).score, 7.347, 1e-3);
        support::compareNear(sentenceBleu(mine, other, {.tokeniser = "char"}).score, 40.8759, 1e-3);
        support::compareNear(
            sentenceBleu(mine, other, {.lowercase = true, .tokeniser = "char"}).score, 42.0267,
            1e-3);
        QCOMPARE(sentenceBleu("this is a cat", "okay thanks").score, 0.0);
        support::compareNear(sentenceBleu("test", "a test").score, 36.78794411714425, 1e-8);
        support::compareNear(sentenceBleu("a test", "a test").score, 100.0, 1e-8);
        QCOMPARE(sentenceBleu("a", "a").signature,
                 "nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|version:unroll-1"s);
    }

    void ordersThatNobodyReachesAreLeftOutOfSentencesOnly()
    {
        const Strings mine{"a test"};
        QCOMPARE(corpusBleu(mine, mine).score, 0.0);
        support::compareNear(corpusBleu(mine, mine, {.largestOrder = 2}).score, 100.0, 1e-10);
    }

    void emptyTextsScoreNothing()
    {
        const Strings none{""};
        const Strings some{"a b c d e"};
        QCOMPARE(corpusBleu(none, some).score, 0.0);
        QCOMPARE(corpusBleu(none, some).brevityPenalty, 0.0);
        QCOMPARE(corpusBleu(some, none).score, 0.0);
        QCOMPARE(corpusBleu(Strings(), Strings()).score, 0.0);
    }

    /// Papineni et al. (2002): "the" stands twice in the first reference, once in the second.
    void countsAreClippedByTheReferenceThatHasMost()
    {
        const Strings mine{"the the the the the the the"};
        const std::vector<Strings> others{{"there is a cat on the mat", "the cat is on the mat"}};
        const core::BleuScore score = corpusBleu(mine, others);
        QCOMPARE(score.matches, (std::array<int64_t, 4>{2, 0, 0, 0}));
        QCOMPARE(score.totals, (std::array<int64_t, 4>{7, 6, 5, 4}));
        QCOMPARE(score.referenceLength, 7); // As long as the first; the second has 6.
        QVERIFY(score.signature.starts_with("nrefs:2|"));
    }

    /// n-grams of several references add up: "a b" of one and "c d" of the other.
    void eachReferenceGivesItsMatches()
    {
        const core::BleuScore score = sentenceBleu("a b c d", Strings{"a b x y", "u v c d"}, {});
        QCOMPARE(score.matches, (std::array<int64_t, 4>{4, 2, 0, 0}));
        QCOMPARE(sentenceBleu("a b c d", Strings{"a b x y"}, {}).score,
                 sentenceBleu("a b c d", "a b x y").score);
    }

    void theClosestLengthCounts_data()
    {
        addColumns<QString, int>("references", "length");
        newRow("closer", u"a b c d e f|a b c d"_s, 4);
        newRow("of equals the shorter", u"a b c d e f g|a b c"_s, 3);
        newRow("of equals the shorter, first", u"a b c|a b c d e f g"_s, 3);
        newRow("none shorter", u"a b c d e f|a b c d e f g"_s, 6);
    }
    void theClosestLengthCounts()
    {
        QFETCH(QString, references);
        QFETCH(int, length);
        Strings all;
        for (const QString& each : references.split(u'|'))
            all.push_back(each.toStdString());
        QCOMPARE(sentenceBleu("a b c d e", all, {}).referenceLength, length);
    }

    void signaturesNameTheNumberOfReferences()
    {
        const Strings mine{"a", "b"};
        const std::vector<Strings> varying{{"a"}, {"b", "c"}};
        QVERIFY(corpusBleu(mine, varying).signature.starts_with("nrefs:var|"));
        QVERIFY(corpusBleu(mine, Strings{"a", "b"}).signature.starts_with("nrefs:1|"));
        QVERIFY(core::corpusChrf(mine, varying).signature.starts_with("nrefs:var|"));
    }
};

UNROLL_TEST(BleuTest, QCoreApplication)
#include "bleu_test.moc"
