#include "core/metric/translation.h"

#include "tests/support/test_case.h"

using core::AlignmentErrors;
using core::AlignmentLink;
using core::alignmentOf;

class AlignmentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachTargetTokenIsLinkedToItsLargestWeight()
    {
        const std::vector<float> weights{0.2F, 0.5F, 0.3F, // second
                                         0.4F, 0.4F, 0.2F, // first of equals
                                         0.0F, 0.0F, 0.0F, // none
                                         0.0F, 0.1F, 0.9F}; // third
        QCOMPARE(alignmentOf(weights, 4, 3), (std::vector<AlignmentLink>{{1, 0}, {0, 1}, {2, 3}}));
        QVERIFY(alignmentOf({}, 0, 3).empty());
        QVERIFY(alignmentOf({}, 2, 0).empty());
    }

    /// Found 3 links, of which 2 are among 4 gold ones: 1 - 2 * 2 / (3 + 4).
    void rateIsTheHandWorkedOne()
    {
        AlignmentErrors errors;
        QVERIFY(std::isnan(errors.rate()));
        errors.add({{0, 0}, {2, 1}, {1, 2}}, {{0, 0}, {1, 1}, {1, 2}, {3, 2}});
        QCOMPARE(errors.rate(), 1.0 - 4.0 / 7.0);
        // One more of one, found twice but counted once.
        errors.add({{5, 0}, {5, 0}}, {{5, 0}});
        QCOMPARE(errors.rate(), 1.0 - 6.0 / 9.0);
    }

    void targetTokensWithoutGoldDoNotCount()
    {
        AlignmentErrors errors;
        errors.add({{0, 0}, {4, 1}, {2, 2}}, {{0, 0}, {2, 2}});
        QCOMPARE(errors.rate(), 0.0);
        AlignmentErrors nothing;
        nothing.add({{0, 0}}, {});
        QVERIFY(std::isnan(nothing.rate()));
    }

    void missingEverythingIsAllWrong()
    {
        AlignmentErrors errors;
        errors.add({}, {{0, 0}, {1, 1}});
        QCOMPARE(errors.rate(), 1.0);
    }
};

UNROLL_TEST(AlignmentTest, QCoreApplication)
#include "alignment_test.moc"
