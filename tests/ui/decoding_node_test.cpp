#include "tests/support/test_case.h"
#include "tests/ui/answered_decoding_view.h"
#include "ui/decoding/candidate_table.h"
#include "ui/decoding/distribution_plot.h"
#include "ui/decoding/fate_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

using decoding_sample::AnsweredView;
using decoding_sample::beam;

class DecodingNodeTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    static void openDrawer(const AnsweredView& shown, const char* title)
    {
        QTabBar* bar = shown.child<QTabWidget>("nodeTabs")->tabBar();
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->tabText(tab) == QLatin1String(title))
                mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        }
    }

private Q_SLOTS:
    void aRowSelectsItsNodeAndANodeItsRow()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        shown.child<QSlider>("stepSlider")->setValue(2);
        QTableView* table = shown.table();
        const int row = 5; // has fallen and is folded away
        const int32_t wanted = answer.candidates(2)[row];
        QVERIFY(shown.tree()->nodeRect(wanted).isEmpty());
        mouseClick(table->viewport(), Qt::LeftButton, {},
                   table->visualRect(table->model()->index(row, 1)).center());
        QCOMPARE(shown.tree()->current(), wanted);
        QVERIFY(!shown.tree()->nodeRect(wanted).isEmpty()); // unfolded for that
        QVERIFY(shown.child<QLabel>("nodeSentence")
                    ->text()
                    .endsWith(ui::fateSentence(answer, wanted, 2)));

        const int32_t other = answer.candidates(1)[1];
        mouseClick(shown.tree()->viewport(), Qt::LeftButton, {},
                   shown.tree()->nodeRect(other).center());
        QCOMPARE(shown.tree()->current(), other);
        QCOMPARE(table->model()->rowCount(), int(answer.candidates(1).size()));
        QCOMPARE(table->currentIndex().row(), 1);
    }

    void theTableSortsNumbersAsNumbers()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(2);
        shown.table()->sortByColumn(ui::CandidateTable::LogProbability, Qt::DescendingOrder);
        const QAbstractItemModel* model = shown.table()->model();
        for (int row = 1; row < model->rowCount(); ++row) {
            const auto value = [&](int at) {
                const QString text
                    = model->index(at, ui::CandidateTable::LogProbability).data().toString();
                return QString(text).replace(QChar(0x2212), u'-').toDouble();
            };
            QVERIFY(value(row) <= value(row - 1));
        }
        const ui::DecodingSteps answer = shown.answer();
        QCOMPARE(shown.child<QLabel>("unlistedSentence")->text(), ui::unlistedSentence(answer, 2));
    }

    void aTabOpensTheDrawerAndFoldsItAgain()
    {
        AnsweredView shown(beam(3));
        const int whole = shown.tree()->height();
        openDrawer(shown, "Score");
        QTRY_VERIFY(shown.tree()->height() < whole * 3 / 4);
        QVERIFY(shown.child<QWidget>("scoreFormula")->isVisible());
        openDrawer(shown, "Candidates"); // Another one stays open ...
        QVERIFY(shown.table()->isVisible());
        openDrawer(shown, "Candidates"); // ... and the one in front folds.
        QTRY_COMPARE(shown.tree()->height(), whole);
        auto* bar = shown.child<QTabWidget>("nodeTabs")->tabBar();
        keyClick(bar, Qt::Key_Return);
        QVERIFY(shown.table()->isVisible());
        shown.click("foldDrawerButton");
        QTRY_COMPARE(shown.tree()->height(), whole);
    }

    void theDistributionIsThatOfTheNode()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        shown.child<QSlider>("stepSlider")->setValue(1);
        const int32_t node = shown.tree()->current();
        auto* plot = shown.child<ui::DistributionPlot>("distributionPlot");
        QVERIFY(!plot->isVisible()); // The tree has the room until more is asked for.
        openDrawer(shown, "Next token");
        QVERIFY(plot->isVisible());
        QCOMPARE(plot->bars().size(), decoding_sample::words().size());
        double sum = 0.0;
        for (size_t i = 0; i < plot->bars().size(); ++i) {
            const auto& bar = plot->bars()[i];
            sum += bar.probability;
            QVERIFY(i == 0 || bar.probability <= plot->bars()[i - 1].probability);
            QVERIFY(std::abs(bar.probability
                             - std::exp(
                                 double(answer.node(node).nextLogProbabilities[size_t(bar.token)])))
                    < 1e-9);
        }
        QVERIFY(std::abs(sum - 1.0) < 1e-5);
        QVERIFY(std::abs(plot->massBelow(0) - 1.0) < 1e-5);
        QVERIFY(std::abs(plot->massBelow(1) - (1.0 - plot->bars()[0].probability)) < 1e-5);
        QVERIFY(shown.child<QLabel>("entropyLabel")->text().startsWith(u"After \"a\": entropy"_s));
        // At the frontier nothing is decided yet; a step later its candidates are marked.
        QVERIFY(!plot->describe(0).contains(u"kept"_s));
        shown.click("forwardButton");
        keyClick(shown.tree(), Qt::Key_Left);
        QCOMPARE(shown.tree()->current(), node);
        QVERIFY2(plot->describe(0).endsWith(u"kept"_s), qPrintable(plot->describe(0)));
    }

    void aFallenNodeHasASentenceInPlaceOfADistribution()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(2);
        shown.table()->setCurrentIndex(shown.table()->model()->index(6, 0));
        QVERIFY(!shown.child<ui::DistributionPlot>("distributionPlot")->isVisible());
        QVERIFY(shown.child<QLabel>("noDistributionLabel")
                    ->text()
                    .startsWith(u"This candidate was dropped"_s));
    }

    void theAttentionIsThatOfTheNode()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(3);
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(1);
        const auto& tokens = shown.child<ui::TokenLine>("sourceTokens")->tokens();
        QCOMPARE(tokens.size(), size_t(11));
        QCOMPARE(tokens[1].text, u"mann"_s);
        const auto expected = decoding_sample::attention(4, 11);
        for (size_t i = 0; i < tokens.size(); ++i)
            QVERIFY(std::abs(tokens[i].weight - double(expected[i])) < 1e-6);
    }

    void theScoreIsWorkedOut()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        shown.child<QSlider>("stepSlider")->setValue(2);
        const core::TraceNode& node = answer.node(shown.tree()->current());
        const QString text = shown.child<QLabel>("scoreNumbers")->text();
        QVERIFY2(text.contains(u"= %1"_s.arg(ui::scoreText(node.score))), qPrintable(text));
        QVERIFY(text.contains(u"/ 2"_s)); // the mean over two tokens
        QVERIFY(text.contains(ui::scoreText(node.total)));
    }

    void aNodesPrefixIsForcedUntilItIsLetGo()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        shown.child<QSlider>("stepSlider")->setValue(2);
        const int32_t node = answer.candidates(2)[4];
        shown.table()->setCurrentIndex(shown.table()->model()->index(4, 0));
        shown.tree()->setFocus();
        keyClick(shown.tree(), Qt::Key_Return);
        QCOMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.requests[1].prefixIds,
                 (std::vector<int32_t>{answer.node(answer.node(node).parent).token,
                                       answer.node(node).token}));
        QVERIFY(shown.child<QWidget>("prefixLine")->isVisible());
        QCOMPARE(shown.child<QLabel>("prefixLabel")->text(),
                 u"Forced: %1"_s.arg(answer.text(node)));
        QCOMPARE(shown.tree()->step(), 2); // goes on from where one was
        QCOMPARE(shown.answer().tokenIds(shown.tree()->current()), shown.requests[1].prefixIds);
        shown.click("clearPrefixButton");
        QCOMPARE(shown.requests.size(), size_t(3));
        QVERIFY(shown.requests[2].prefixIds.empty());
        QVERIFY(!shown.child<QWidget>("prefixLine")->isVisible());
    }

    void theMenuForcesToo()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        shown.child<QSlider>("stepSlider")->setValue(1);
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
        QCoreApplication::sendEvent(shown.tree()->viewport(), &event);
        auto* menu = shown.tree()->findChild<QMenu*>("nodeMenu");
        QVERIFY(menu != nullptr && menu->isVisible());
        menu->actions().first()->trigger();
        menu->close();
        QCOMPARE(shown.requests.back().prefixIds,
                 std::vector<int32_t>{answer.node(answer.candidates(1)[0]).token});
    }

    void anyTokenOfTheDistributionCanBeForced()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        shown.child<QSlider>("stepSlider")->setValue(1);
        auto* plot = shown.child<ui::DistributionPlot>("distributionPlot");
        plot->setFocus();
        for (int i = 0; i < 3; ++i)
            keyClick(plot, Qt::Key_Down);
        QCOMPARE(plot->current(), 2);
        const int32_t token = plot->bars()[2].token;
        keyClick(plot, Qt::Key_Return);
        QCOMPARE(shown.requests.back().prefixIds,
                 (std::vector<int32_t>{answer.node(answer.candidates(1)[0]).token, token}));
    }

    void anotherSentenceLetsThePrefixGo()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(1);
        shown.tree()->setFocus();
        keyClick(shown.tree(), Qt::Key_Return);
        QVERIFY(!shown.requests.back().prefixIds.empty());
        shown.view.setText(u"ein mann"_s);
        QVERIFY(shown.requests.back().prefixIds.empty());
    }

    void whatHasEndedCannotBeForced()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        QVERIFY(answer.isEnd(shown.tree()->current())); // the answer
        shown.tree()->setFocus();
        keyClick(shown.tree(), Qt::Key_Return);
        QCOMPARE(shown.requests.size(), size_t(1));
    }
};

UNROLL_TEST(DecodingNodeTest, QApplication)
#include "decoding_node_test.moc"
