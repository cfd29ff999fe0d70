#include "tests/ui/decoding_sample.h"
#include "tests/ui/views_pictures.h"
#include "ui/decoding/candidate_table.h"
#include "ui/decoding/decoding_view.h"
#include "ui/decoding/distribution_plot.h"
#include "ui/decoding/fate_text.h"
#include "ui/decoding/gains_panel.h"
#include "ui/decoding/hypothesis_tree.h"
#include "ui/decoding/transport_bar.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/token_line.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>

using decoding_sample::id;
using decoding_sample::request;
using decoding_sample::search;

namespace {

/// A view whose requests are answered at once by the real searches.
class AnsweredView {
public:
    explicit AnsweredView(const core::Selection& first, const QSize& size = {1200, 800})
        : view(m_catalogue)
    {
        view.setReducedMotion(true);
        view.setStandardSearch(first);
        QObject::connect(&view, &ui::DecodingView::decodingRequested, &view,
                         [this](int column, const core::DecodingRequest& wanted) {
                             requests.push_back(wanted);
                             if (answering)
                                 view.setDecoding(column, decoding_sample::decode(wanted));
                         });
        view.resize(size);
        view.show();
        view.setText(QString::fromStdString(request(first).source));
    }

    template <class T> T* child(const char* name) const { return view.findChild<T*>(name); }
    QWidget* column(int index) const
    {
        return view.findChild<QWidget*>(QStringLiteral("searchColumn%1").arg(index));
    }
    ui::HypothesisTree* tree(int index = 0) const
    {
        return column(index)->findChild<ui::HypothesisTree*>();
    }
    QTableView* table() const { return child<QTableView>("candidateTable"); }
    ui::TransportBar* transport() const { return child<ui::TransportBar>("transportBar"); }
    void click(const char* name) const
    {
        QTest::mouseClick(child<QToolButton>(name), Qt::LeftButton);
    }
    /// What the answer to the last request was.
    ui::DecodingSteps answer(size_t request = SIZE_MAX) const
    {
        const auto& wanted = request == SIZE_MAX ? requests.back() : requests[request];
        return ui::DecodingSteps(decoding_sample::decode(wanted));
    }

    const core::Catalogue m_catalogue = decoding_sample::catalogue();
    std::vector<core::DecodingRequest> requests;
    bool answering = true;
    ui::DecodingView view;
};

core::Selection beam(int64_t width)
{
    return search("beam", {{"width", width}});
}

QString fileContent(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class DecodingViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void theRequestIsComplete()
    {
        AnsweredView shown(beam(3));
        QCOMPARE(shown.requests.size(), size_t(1));
        const core::DecodingRequest& wanted = shown.requests[0];
        QCOMPARE(wanted.source, request(beam(3)).source);
        QVERIFY(wanted.search == beam(3));
        QVERIFY(wanted.prefix.empty());
        QVERIFY(wanted.prefixIds.empty());
        QVERIFY(wanted.best >= 5);
        QCOMPARE(wanted.detail, core::TraceDetail::Distributions);
    }

    void aChangeOfTheWidthAsksOnceForTheNewestSettings()
    {
        AnsweredView shown(beam(3));
        auto* width = shown.child<ui::NumberBox>("search0.width");
        QVERIFY(width->isVisible());
        width->setFocus();
        width->stepBy(1);
        width->stepBy(1);
        QCOMPARE(shown.requests.size(), size_t(1)); // not before the pause
        QTRY_COMPARE(shown.requests.size(), size_t(2));
        QTest::qWait(200);
        QCOMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.requests[1].search.options["width"].get<int64_t>(), int64_t(width->value()));
        QVERIFY(width->value() > 3);
        // What was not touched stands as it was.
        core::Selection expected = beam(int64_t(width->value()));
        QVERIFY(shown.requests[1].search == expected);
    }

    void anotherKindAsksWithItsOwnOptions()
    {
        AnsweredView shown(beam(3));
        auto* kinds = shown.child<QComboBox>("search0");
        kinds->setFocus();
        kinds->setCurrentIndex(kinds->findData(QStringLiteral("sampling")));
        Q_EMIT kinds->activated(kinds->currentIndex());
        QTRY_COMPARE(shown.requests.size(), size_t(2));
        QVERIFY(shown.requests[1].search == search("sampling"));
        kinds->setCurrentIndex(kinds->findData(QStringLiteral("beam")));
        Q_EMIT kinds->activated(kinds->currentIndex());
        QTRY_COMPARE(shown.requests.size(), size_t(3));
        QVERIFY(shown.requests[2].search == beam(3)); // as it was left
    }

    void choicesOfTheSearchAreReadWhole()
    {
        AnsweredView shown(beam(3));
        shown.view.resize(1500, 800);
        QTest::qWait(1);
        auto* stop = shown.child<QComboBox>("search0.stop");
        QVERIFY(stop->isVisible());
        const int text = stop->fontMetrics().horizontalAdvance(stop->currentText());
        QVERIFY2(stop->width() > text, qPrintable(QString::number(stop->width())));
        shown.view.resize(560, 800); // what has no room is behind the button, not cut
        QTest::qWait(1);
        QVERIFY(!stop->isVisible() || stop->width() > text);
    }

    void typingAsksAtMostEvery150Milliseconds()
    {
        AnsweredView shown(beam(3));
        auto* edit = shown.child<QComboBox>("sourceBox")->lineEdit();
        edit->selectAll();
        QTest::keyClicks(edit, "ein mann");
        QCOMPARE(shown.requests.size(), size_t(1));
        QTRY_COMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.requests[1].source, std::string("ein mann"));
    }

    void onlyWhatIsKnownAtTheStepIsShown()
    {
        AnsweredView shown(beam(4));
        const ui::DecodingSteps answer = shown.answer();
        QCOMPARE(shown.transport()->count(), answer.count());
        QCOMPARE(shown.transport()->step(), answer.count()); // the answer first
        shown.click("firstButton");
        QCOMPARE(shown.tree()->shownNodes(), std::vector<int32_t>{0});
        for (int step = 1; step <= answer.count(); ++step) {
            shown.click("forwardButton");
            bool newest = false;
            for (const int32_t node : shown.tree()->shownNodes()) {
                QVERIFY(answer.stepOf(node) <= step);
                newest = newest || answer.stepOf(node) == step;
            }
            QVERIFY(newest);
            QCOMPARE(shown.child<QLabel>("stepLabel")->text(),
                     QStringLiteral("Step %1 of %2").arg(step).arg(answer.count()));
            if (step < answer.count()) {
                QCOMPARE(shown.table()->model()->rowCount(), int(answer.candidates(step).size()));
                QCOMPARE(shown.column(0)->findChild<QTableWidget*>("resultTable")->rowCount(),
                         int(answer.endedAt(step).size()));
            }
        }
        QVERIFY(!shown.child<QToolButton>("forwardButton")->isEnabled());
    }

    void nodesDoNotMoveFromStepToStep()
    {
        AnsweredView shown(beam(3));
        shown.tree()->zoomToFit();
        std::map<int32_t, QRect> places;
        for (const int32_t node : shown.tree()->shownNodes())
            places[node] = shown.tree()->nodeRect(node);
        for (int step = shown.transport()->count(); step-- > 0;) {
            shown.click("backButton");
            for (const int32_t node : shown.tree()->shownNodes())
                QCOMPARE(shown.tree()->nodeRect(node), places.at(node));
        }
    }

    void keysMoveBetweenSteps()
    {
        AnsweredView shown(beam(3));
        const int last = shown.transport()->count();
        shown.tree()->setFocus();
        QTest::keyClick(shown.tree(), Qt::Key_Home);
        QCOMPARE(shown.tree()->step(), 0);
        QTest::keyClick(shown.tree(), Qt::Key_Right, Qt::ControlModifier);
        QTest::keyClick(shown.tree(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(shown.tree()->step(), 2);
        QTest::keyClick(shown.tree(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(shown.tree()->step(), 1);
        QTest::keyClick(shown.tree(), Qt::Key_End);
        QCOMPARE(shown.tree()->step(), last);
        QTest::keyClick(shown.tree(), Qt::Key_Space); // plays, from the beginning
        QVERIFY(shown.transport()->isPlaying());
        QCOMPARE(shown.tree()->step(), 0);
        QTest::keyClick(shown.tree(), Qt::Key_Space);
        QVERIFY(!shown.transport()->isPlaying());
    }

    void playingGoesToTheEndAndStops()
    {
        AnsweredView shown(beam(2));
        shown.transport()->setIntervalSeconds(0.01);
        shown.click("playButton");
        QVERIFY(shown.transport()->isPlaying());
        QTRY_COMPARE(shown.transport()->step(), shown.transport()->count());
        QTRY_VERIFY(!shown.transport()->isPlaying());
    }

    void theSliderGoesToItsStep()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(4);
        QCOMPARE(shown.tree()->step(), 4);
    }

    void arrowKeysMoveInTheTree()
    {
        AnsweredView shown(beam(4));
        const ui::DecodingSteps answer = shown.answer();
        ui::HypothesisTree* tree = shown.tree();
        shown.child<QSlider>("stepSlider")->setValue(3);
        const int32_t start = tree->current();
        QCOMPARE(start, answer.candidates(3)[0]);
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Left);
        QCOMPARE(tree->current(), answer.node(start).parent);
        QTest::keyClick(tree, Qt::Key_Right);
        QCOMPARE(tree->current(), answer.children(answer.node(start).parent).front());
        const int32_t before = tree->current();
        QTest::keyClick(tree, Qt::Key_Down);
        QVERIFY(tree->current() != before);
        QCOMPARE(answer.stepOf(tree->current()), 3);
        QVERIFY(tree->nodeRect(tree->current()).top() > tree->nodeRect(before).top());
        QTest::keyClick(tree, Qt::Key_Up);
        QCOMPARE(tree->current(), before);
        QVERIFY(tree->accessibleDescription().contains(
            QString::fromStdString(answer.node(before).text)));
    }

    void aRowSelectsItsNodeAndANodeItsRow()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        shown.child<QSlider>("stepSlider")->setValue(2);
        QTableView* table = shown.table();
        const int row = 5; // has fallen and is folded away
        const int32_t wanted = answer.candidates(2)[row];
        QVERIFY(shown.tree()->nodeRect(wanted).isEmpty());
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(row, 1)).center());
        QCOMPARE(shown.tree()->current(), wanted);
        QVERIFY(!shown.tree()->nodeRect(wanted).isEmpty()); // unfolded for that
        QVERIFY(shown.child<QLabel>("nodeSentence")
                    ->text()
                    .endsWith(ui::fateSentence(answer, wanted, 2)));

        const int32_t other = answer.candidates(1)[1];
        QTest::mouseClick(shown.tree()->viewport(), Qt::LeftButton, {},
                          shown.tree()->nodeRect(other).center());
        QCOMPARE(shown.tree()->current(), other);
        QCOMPARE(table->model()->rowCount(), int(answer.candidates(1).size()));
        QCOMPARE(table->currentIndex().row(), 1);
    }

    void theTableSortsNumbersAsNumbers()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(2);
        shown.table()->sortByColumn(ui::CandidateModel::LogProbability, Qt::DescendingOrder);
        const QAbstractItemModel* model = shown.table()->model();
        for (int row = 1; row < model->rowCount(); ++row) {
            const auto value = [&](int at) {
                return model->index(at, ui::CandidateModel::LogProbability)
                    .data(ui::CandidateModel::kSortRole)
                    .toDouble();
            };
            QVERIFY(value(row) <= value(row - 1));
        }
        const ui::DecodingSteps answer = shown.answer();
        QCOMPARE(shown.child<QLabel>("unlistedSentence")->text(), ui::unlistedSentence(answer, 2));
    }

    void droppedOnesCanBeFoldedAway()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        auto* box = shown.child<ui::NumberBox>("droppedBox");
        const auto fallen = [&] {
            int number = 0;
            for (const int32_t node : shown.tree()->shownNodes())
                number += node != 0 && node != shown.tree()->current() && !answer.survived(node);
            return number;
        };
        QVERIFY(fallen() > 0);
        box->setFocus();
        for (int i = 0; i < 2; ++i)
            box->stepBy(-1);
        QCOMPARE(box->value(), 0.0);
        QCOMPARE(fallen(), 0);
        for (int i = 0; i < 3; ++i)
            box->stepBy(1);
        QCOMPARE(fallen(), 3 * answer.count());
    }

    void theDistributionIsThatOfTheNode()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        shown.child<QSlider>("stepSlider")->setValue(1);
        const int32_t node = shown.tree()->current();
        auto* plot = shown.child<ui::DistributionPlot>("distributionPlot");
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
        QVERIFY(shown.child<QLabel>("entropyLabel")
                    ->text()
                    .startsWith(QStringLiteral("After \"a\": entropy")));
        // At the frontier nothing is decided yet; a step later its candidates are marked.
        QVERIFY(!plot->describe(0).contains(QStringLiteral("kept")));
        shown.click("forwardButton");
        QTest::keyClick(shown.tree(), Qt::Key_Left);
        QCOMPARE(shown.tree()->current(), node);
        QVERIFY2(plot->describe(0).endsWith(QStringLiteral("kept")), qPrintable(plot->describe(0)));
    }

    void aFallenNodeHasASentenceInPlaceOfADistribution()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(2);
        shown.table()->setCurrentIndex(shown.table()->model()->index(6, 0));
        QVERIFY(!shown.child<ui::DistributionPlot>("distributionPlot")->isVisible());
        QVERIFY(shown.child<QLabel>("noDistributionLabel")
                    ->text()
                    .startsWith(QStringLiteral("This candidate fell")));
    }

    void theAttentionIsThatOfTheNode()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(3);
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(1);
        const auto& tokens = shown.child<ui::TokenLine>("sourceTokens")->tokens();
        QCOMPARE(tokens.size(), size_t(11));
        QCOMPARE(tokens[1].text, QStringLiteral("mann"));
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
        QVERIFY2(text.contains(QStringLiteral("= %1").arg(ui::scoreText(node.score))),
                 qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("/ 2"))); // the mean over two tokens
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
        QTest::keyClick(shown.tree(), Qt::Key_Return);
        QCOMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.requests[1].prefixIds,
                 (std::vector<int32_t>{answer.node(answer.node(node).parent).token,
                                       answer.node(node).token}));
        QVERIFY(shown.child<QWidget>("prefixLine")->isVisible());
        QCOMPARE(shown.child<QLabel>("prefixLabel")->text(),
                 QStringLiteral("Forced: %1").arg(answer.text(node)));
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
            QTest::keyClick(plot, Qt::Key_Down);
        QCOMPARE(plot->current(), 2);
        const int32_t token = plot->bars()[2].token;
        QTest::keyClick(plot, Qt::Key_Return);
        QCOMPARE(shown.requests.back().prefixIds,
                 (std::vector<int32_t>{answer.node(answer.candidates(1)[0]).token, token}));
    }

    void anotherSentenceLetsThePrefixGo()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(1);
        shown.tree()->setFocus();
        QTest::keyClick(shown.tree(), Qt::Key_Return);
        QVERIFY(!shown.requests.back().prefixIds.empty());
        shown.view.setText(QStringLiteral("ein mann"));
        QVERIFY(shown.requests.back().prefixIds.empty());
    }

    void whatHasEndedCannotBeForced()
    {
        AnsweredView shown(beam(3));
        const ui::DecodingSteps answer = shown.answer();
        QVERIFY(answer.isEnd(shown.tree()->current())); // the answer
        shown.tree()->setFocus();
        QTest::keyClick(shown.tree(), Qt::Key_Return);
        QCOMPARE(shown.requests.size(), size_t(1));
    }

    void searchesStandSideBySide()
    {
        AnsweredView shown(beam(5));
        shown.click("compareButton");
        QCOMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.requests[1].search.kind, std::string("greedy"));
        shown.click("compareButton");
        QCOMPARE(shown.requests[2].search.kind, std::string("sampling"));
        QVERIFY(!shown.child<QToolButton>("compareButton")->isEnabled());
        for (int column = 0; column < 3; ++column)
            QVERIFY(shown.column(column)->isVisible());
        shown.click("firstButton");
        for (int step = 1; step <= 3; ++step) {
            shown.click("forwardButton");
            for (int column = 0; column < 3; ++column)
                QCOMPARE(shown.tree(column)->step(), step);
        }
        // Each has its own translations.
        shown.click("lastButton");
        for (int column = 0; column < 3; ++column) {
            const ui::DecodingSteps answer = shown.answer(size_t(column));
            QCOMPARE(shown.tree(column)->step(), answer.count());
            QCOMPARE(shown.column(column)->findChild<QTableWidget*>("resultTable")->rowCount(),
                     int(answer.decoding().trace.ranking.size()));
        }
    }

    void theStepAtWhichTheyPartIsSaid()
    {
        AnsweredView shown(beam(5));
        QVERIFY(!shown.child<QLabel>("partingLabel")->isVisible());
        shown.click("compareButton");
        const ui::DecodingSteps wide = shown.answer(0), greedy = shown.answer(1);
        const int first = ui::firstDifference({&wide, &greedy});
        QVERIFY(first >= 0);
        auto* label = shown.child<QLabel>("partingLabel");
        QVERIFY(label->isVisible());
        QVERIFY(label->text().startsWith(QStringLiteral("They part at step %1").arg(first + 1)));
        shown.child<QSlider>("stepSlider")->setValue(first);
        QVERIFY(label->text().startsWith(QStringLiteral("Up to step %1").arg(first)));
    }

    void aClosedColumnTakesNoAnswer()
    {
        AnsweredView shown(beam(5));
        shown.answering = false;
        shown.click("compareButton");
        auto* close = shown.column(1)->findChild<QToolButton*>("closeColumnButton");
        QVERIFY(close->isVisible());
        QCoreApplication::processEvents(); // it gets its place
        QTest::mouseClick(close, Qt::LeftButton);
        QVERIFY(!shown.column(1)->isVisible());
        shown.view.setDecoding(1, decoding_sample::decode(shown.requests[1]));
        QVERIFY(shown.tree(1)->shownNodes().empty());
        QVERIFY(!shown.child<QLabel>("partingLabel")->isVisible());
    }

    void oneStepForwardGrowsUnlessMotionIsReduced()
    {
        AnsweredView shown(beam(3));
        QVERIFY(QTest::qWaitForWindowExposed(&shown.view));
        shown.click("firstButton");
        shown.click("forwardButton");
        QVERIFY(!shown.tree()->isMoving());
        shown.view.setReducedMotion(false);
        shown.click("forwardButton");
        QVERIFY(shown.tree()->isMoving());
        shown.click("backButton");
        QVERIFY(!shown.tree()->isMoving());
    }

    void zoomKeepsWhatIsUnderThePointer()
    {
        AnsweredView shown(beam(5));
        ui::HypothesisTree* tree = shown.tree();
        QVERIFY(QTest::qWaitForWindowExposed(&shown.view));
        shown.child<QSlider>("stepSlider")->setValue(8);
        const QPoint centre = tree->nodeRect(tree->current()).center();
        const double before = tree->zoom();
        QWheelEvent wheel(centre, tree->viewport()->mapToGlobal(centre), {}, {0, 120}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(tree->viewport(), &wheel);
        QVERIFY(tree->zoom() > before);
        QVERIFY((tree->nodeRect(tree->current()).center() - centre).manhattanLength() < 40);
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_0);
        QVERIFY(tree->viewport()->rect().contains(tree->nodeRect(0)));
        QTest::keyClick(tree, Qt::Key_Plus);
        QVERIFY(tree->zoom() > 0.0);
    }

    void aNewAnswerKeepsStepAndNode()
    {
        AnsweredView shown(beam(3));
        shown.child<QSlider>("stepSlider")->setValue(2);
        const auto tokens = shown.answer().tokenIds(shown.tree()->current());
        shown.view.askAgain();
        QCOMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.tree()->step(), 2);
        QCOMPARE(shown.answer().tokenIds(shown.tree()->current()), tokens);
    }

    void aFailureIsSaidAndNothingIsLost()
    {
        AnsweredView shown(beam(3));
        const auto before = shown.tree()->shownNodes();
        core::Failure failure;
        failure.code = core::ErrorCode::BadSetting;
        failure.what = {"The beam is %1 hypotheses wide.", {"99"}};
        failure.advice = {"Set the width to less.", {}};
        shown.view.setFailure(failure, 0);
        auto* message = shown.view.findChild<ui::MessageBar*>();
        QVERIFY(message->isVisible());
        QVERIFY(message->text().contains(QStringLiteral("99 hypotheses wide")));
        QCOMPARE(shown.tree()->shownNodes(), before);
        shown.view.askAgain();
        QVERIFY(!message->isVisible());
    }

    void withoutANetworkItSaysWhatToDo()
    {
        AnsweredView shown(beam(3));
        shown.view.setNoModel();
        QVERIFY(!shown.table()->isVisible());
        QVERIFY(shown.tree()->shownNodes().empty());
    }

    void theSentenceCanBeOpenedElsewhere()
    {
        AnsweredView shown(beam(3));
        QSignalSpy opened(&shown.view, &ui::DecodingView::inspectRequested);
        shown.click("openSentenceButton");
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.first().first().toString(), shown.view.text());
    }

    void treeAndTableAreExported()
    {
        AnsweredView shown(beam(3));
        QTemporaryDir folder;
        shown.view.setSaveChooser([&](QWidget*, const QString&, const QString& name,
                                      const QString&) { return folder.filePath(name); });
        const auto actions = shown.child<QToolButton>("exportButton")->menu()->actions();
        QCOMPARE(actions.size(), 3);
        for (QAction* action : actions)
            action->trigger();
        QVERIFY(!QImage(folder.filePath(QStringLiteral("search-tree.png"))).isNull());
        const QString drawing = fileContent(folder.filePath(QStringLiteral("search-tree.svg")));
        QVERIFY(drawing.contains(QStringLiteral("ladder")));
        const QStringList lines = fileContent(folder.filePath(QStringLiteral("candidates.csv")))
                                      .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        int expected = 1;
        const ui::DecodingSteps answer = shown.answer();
        for (int step = 1; step <= answer.count(); ++step)
            expected += int(answer.candidates(step).size());
        QCOMPARE(int(lines.size()), expected);
        QVERIFY(lines[1].startsWith(QStringLiteral("1,1,a,,-")));
    }

    void sentencesOnWhichTheBeamWinsCanBeFoundAndOpened()
    {
        AnsweredView shown(beam(5));
        QSignalSpy asked(&shown.view, &ui::DecodingView::gainsRequested);
        QSignalSpy stopped(&shown.view, &ui::DecodingView::gainsCancelled);
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(3);
        QTest::mouseClick(shown.child<QPushButton>("findGainsButton"), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QVERIFY(asked.first().first().value<core::Selection>() == beam(5));
        shown.view.setGainsProgress({{"Translating", {}}, 0.4, 3.0});
        QTest::mouseClick(shown.child<QPushButton>("stopGainsButton"), Qt::LeftButton);
        QCOMPARE(stopped.count(), 1);
        core::SearchGain gain;
        gain.source = "ein mann steht auf einer leiter .";
        gain.greedy = "a man";
        gain.searched = "a guy";
        gain.greedyLogProbability = -6.5;
        gain.searchedLogProbability = -5.25;
        gain.greedyBleu = gain.searchedBleu = std::nan("");
        gain.firstDifference = 1;
        shown.view.setGains({gain});
        auto* table = shown.child<QTableWidget>("gainsTable");
        QCOMPARE(table->rowCount(), 1);
        QCOMPARE(table->item(0, 0)->text(), QStringLiteral("1.25"));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualItemRect(table->item(0, 1)).center());
        QCOMPARE(shown.view.text(), QString::fromStdString(gain.source));
        QVERIFY(shown.column(1)->isVisible()); // greedy beside it
        QCOMPARE(shown.requests.back().search.kind, std::string("greedy"));
        QCOMPARE(shown.transport()->step(), 2);
    }

    void everyControlHasAName()
    {
        AnsweredView shown(beam(3));
        for (const QToolButton* button : shown.view.findChildren<QToolButton*>())
            QVERIFY2(button->focusPolicy() == Qt::NoFocus // Qt's own, inside other controls
                         || !button->text().isEmpty() || !button->accessibleName().isEmpty()
                         || button->objectName().startsWith(QStringLiteral("qt_")),
                     qPrintable(button->objectName() + QStringLiteral(" in ")
                                + button->parent()->objectName()));
        for (const char* name : {"hypothesisTree", "candidateTable", "distributionPlot",
                                 "sourceBox", "droppedBox", "stepSlider", "search0.width"})
            QVERIFY2(!shown.child<QWidget>(name)->accessibleName().isEmpty(), name);
    }

    void pictures()
    {
        AnsweredView shown(beam(5), {900, 640});
        const QList<QSize> sizes{{900, 640}, {1400, 900}};
        takePictures(shown.view, QStringLiteral("decoding-end"), sizes);
        shown.child<QSlider>("stepSlider")->setValue(5);
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(1);
        takePictures(shown.view, QStringLiteral("decoding-step"), sizes);
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(2);
        shown.tree()->setFocus();
        QTest::keyClick(shown.tree(), Qt::Key_Return);
        shown.tree()->zoomToFit();
        takePictures(shown.view, QStringLiteral("decoding-forced"), sizes);
        shown.click("clearPrefixButton");
        shown.click("compareButton");
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(0);
        takePictures(shown.view, QStringLiteral("decoding-compare"), sizes);
        shown.click("compareButton");
        m_theme.setPresentation(true);
        takePictures(shown.view, QStringLiteral("decoding-presentation"),
                     {{1280, 760}, {1900, 1000}});
        m_theme.setPresentation(false);
    }

    void pictureOfAllSettings()
    {
        AnsweredView shown(
            search("beam", {{"width", 3}, {"block_ngrams", 2}, {"minimum_length", 9}}));
        shown.child<QSlider>("stepSlider")->setValue(8);
        takePictures(shown.view, QStringLiteral("decoding-blocked"), {{900, 640}});
        shown.click("search0.all");
        auto* popup = shown.child<QWidget>("search0.popup");
        QVERIFY(popup->isVisible());
        takePictures(*popup, QStringLiteral("decoding-settings"), {{440, 560}});
        popup->close();
    }
};

QTEST_MAIN(DecodingViewTest)
#include "decoding_view_test.moc"
