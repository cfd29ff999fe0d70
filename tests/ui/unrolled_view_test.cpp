// The view Unrolled with its keys, its questions and what it exports.
#include "core/task/language_model/language_options.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/unrolled_sample.h"
#include "tests/ui/views_pictures.h"
#include "ui/decoding/transport_bar.h"
#include "ui/unrolled/unrolled_map.h"
#include "ui/unrolled/unrolled_overview.h"
#include "ui/unrolled/unrolled_view.h"
#include "ui/widgets/theme.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QVBoxLayout>

using namespace unrolled;

class UnrolledViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    /// A view whose questions are answered.
    struct Answered {
        FakeContext context;
        ui::UnrolledView view{context};

        Answered()
        {
            context.answerWith<core::AskTrace>(answered);
            view.resize(1000, 640);
            view.show();
        }
        void look()
        {
            context.lead(view);
            context.look(QStringLiteral("not bad film"));
        }
        ui::UnrolledMap* map() { return view.findChild<ui::UnrolledMap*>(u"unrolledMap"_s); }
    };

private Q_SLOTS:
    void keysStepAndChoose()
    {
        Answered shown;
        shown.look();
        ui::UnrolledView& view = shown.view;
        ui::UnrolledMap* map = shown.map();
        auto* bar = view.findChild<ui::TransportBar*>(QStringLiteral("unrolledTransportBar"));
        auto* beat = view.findChild<QLabel*>(QStringLiteral("beatLabel"));
        QVERIFY(map != nullptr && bar != nullptr && beat != nullptr);
        QCOMPARE(bar->step(), 7); // The prediction is shown first.
        QCOMPARE(bar->count(), 16);
        takePictures(view, QStringLiteral("unrolled"));

        map->setFocus();
        QTest::keyClick(map, Qt::Key_Home);
        QCOMPARE(bar->step(), 0);
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(map, Qt::Key_Right);
        QCOMPARE(bar->step(), 2);
        QVERIFY(beat->text().contains(
            QStringLiteral("\u2192\u00a0Bidirectional GRU at \u201cnot\u201d")));
        QVERIFY(beat->text().contains(
            QStringLiteral("\u2190\u00a0Bidirectional GRU at \u201cfilm\u201d")));
        map->setCurrent({0, 1});
        auto* cell = view.findChild<QLabel*>(QStringLiteral("unrolledCellLabel"));
        QVERIFY(cell != nullptr && cell->isVisible());
        QVERIFY(cell->text().contains(QStringLiteral("z_t 75.0 %")));
        QTest::keyClick(map, Qt::Key_Right); // The chosen vector follows the reading.
        QCOMPARE(map->current(), QPoint(1, 1));
        QTest::keyClick(map, Qt::Key_Up);
        QCOMPARE(map->current(), QPoint(1, 0));
        QTest::keyClick(map, Qt::Key_Escape);
        QVERIFY(!cell->isVisible());
        QTest::keyClick(map, Qt::Key_End);
        QCOMPARE(bar->step(), 16);
        takePictures(view, QStringLiteral("unrolled_back"));
        QTest::keyClick(map, Qt::Key_Space); // Plays from the beginning.
        QVERIFY(bar->isPlaying());
        QTRY_VERIFY(bar->step() > 0 && bar->step() < 16);
    }

    /// Without a run the set-up's network is shown; with one, from an edit to the next run.
    void theSetUpIsShownWhileItIsEdited()
    {
        Answered shown;
        FakeContext& context = shown.context;
        ui::UnrolledView& view = shown.view;
        auto* button = view.findChild<QToolButton*>(QStringLiteral("unrolledSetUpButton"));
        QVERIFY(button != nullptr);
        core::ExperimentSpec spec;
        spec.name = "drafted";
        const auto first = std::make_shared<const core::ExperimentSpec>(spec);
        context.shown.text = QStringLiteral("not bad film");
        const auto show = [&](const char* run, const auto& setUp) {
            context.shown.choice.run = QString::fromLatin1(run);
            context.shown.setUp = setUp;
            view.follow(context.shown);
        };
        const auto isOfSetUp = [&] { return context.asked.back()->choice.setUp != nullptr; };
        show("", first);
        QVERIFY(isOfSetUp());
        QVERIFY(!button->isVisible()); // There is nothing else.
        const auto words = [&] { return view.figures().front().words(); };
        QVERIFY(words().contains(QStringLiteral("random values")));
        show("/runs/one", first);
        QVERIFY(!isOfSetUp());
        QVERIFY(button->isVisible() && !button->isChecked());
        QVERIFY(!words().contains(QStringLiteral("random values")));
        const auto edited = std::make_shared<const core::ExperimentSpec>(spec);
        show("/runs/one", edited);
        QVERIFY(isOfSetUp() && button->isChecked());
        QCOMPARE(context.asked.back()->choice.setUp, edited);
        button->click();
        QVERIFY(!isOfSetUp());
        button->click();
        QVERIFY(isOfSetUp());
        show("/runs/two", edited);
        QVERIFY(!isOfSetUp() && !button->isChecked());
        show("/runs/two", std::shared_ptr<const core::ExperimentSpec>()); // A training.
        QVERIFY(!button->isVisible());
    }

    void cellsOpenIntoTheirEquations()
    {
        Answered shown;
        shown.look();
        ui::UnrolledView& view = shown.view;
        ui::UnrolledMap* map = shown.map();
        const auto linesOfTheGru = [&] {
            const ui::UnrolledLayout& made = map->picture().layout();
            return made.lines(made.rows()[1]);
        };
        QVERIFY(!map->picture().layout().sizes().isOpen);
        QCOMPARE(linesOfTheGru().size(), size_t{2});
        QVERIFY(linesOfTheGru()[1].isBar); // The gate stands below the state.
        map->setFocus();
        map->setCurrent({2, 1});
        QTest::keyClick(map, Qt::Key_Return);
        QVERIFY(map->picture().layout().sizes().isOpen);
        QCOMPARE(linesOfTheGru()[0].quantity->description.name, "z"s);
        QVERIFY(!linesOfTheGru()[0].isBar);
        QCOMPARE(map->current(), QPoint(2, 1));
        takePictures(view, QStringLiteral("unrolled_open"));
        QTest::keyClick(map, Qt::Key_Return);
        QVERIFY(!map->picture().layout().sizes().isOpen);
    }

    void unitsOfOpenCellsAreChosen()
    {
        Answered shown;
        shown.look();
        ui::UnrolledMap* map = shown.map();
        map->setFocus();
        map->setCurrent({1, 1});
        QCOMPARE(map->unit(), -1);
        QTest::keyClick(map, Qt::Key_PageDown); // Closed cells have no units to choose.
        QCOMPARE(map->unit(), -1);
        QTest::keyClick(map, Qt::Key_Return);
        QTest::keyClick(map, Qt::Key_PageDown);
        QTest::keyClick(map, Qt::Key_PageDown);
        QCOMPARE(map->unit(), 1);
        QTest::keyClick(map, Qt::Key_PageUp);
        QCOMPARE(map->unit(), 0);
        QVERIFY(map->describe(1, 1).contains(QStringLiteral("unit 0: z_t 0.75, h_t ")));
        // The last unit of the last line, under the pointer.
        const ui::UnrolledPicture& picture = map->picture();
        const ui::UnrolledLayout& made = picture.layout();
        const QRectF cell = picture.cell(1, 1);
        const ui::UnrolledLine line = made.lines(made.rows()[1]).back();
        const QPointF last(cell.right() - 2.0, cell.top() + line.top + line.height / 2.0);
        QCOMPARE(picture.unitAt(last), 4);
        QCOMPARE(picture.unitAt({cell.left() + 2.0, last.y()}), -1); // The equation.
        QVERIFY(made.diagramPlace(made.rows()[1], 1).height() > 0.0);
    }

    /// The gradient costs as much as the network: it is computed where it is seen.
    void gradientsAreAskedForWhereTheyAreSeen()
    {
        Answered shown;
        shown.look();
        const auto asks = [&] { return shown.context.last<core::AskTrace>().gradients; };
        QVERIFY(!asks());
        ui::UnrolledMap* map = shown.map();
        map->setFocus();
        QTest::keyClick(map, Qt::Key_Home);
        QTest::keyClick(map, Qt::Key_Right);
        QVERIFY(!asks());
        QTest::keyClick(map, Qt::Key_End);
        QVERIFY(asks());
        QVERIFY(map->picture().layout().hasGradients());
        const size_t questions = shown.context.count<core::AskTrace>();
        QTest::keyClick(map, Qt::Key_Left); // They are there.
        QCOMPARE(shown.context.count<core::AskTrace>(), questions);

        Answered exporting;
        exporting.look();
        const ui::Figure figure = figureOf(exporting.view, "unrolled");
        QVERIFY(exporting.context.last<core::AskTrace>().gradients);
        QVERIFY(figure.words().contains(QStringLiteral("gradient of the loss")));
    }

    /// A number without a target: the timeline ends with the prediction.
    void withoutALossThereIsNoWayBack()
    {
        FakeContext context;
        context.answerWith<core::AskTrace>([](const core::AskTrace& question) {
            core::Trace trace = answered({question.example, false});
            trace.outputs.clear();
            trace.verdict = {};
            trace.verdict.number = 4.5;
            return trace;
        });
        ui::UnrolledView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        context.look(QStringLiteral("not bad film"));
        auto* map = view.findChild<ui::UnrolledMap*>(u"unrolledMap"_s);
        auto* beat = view.findChild<QLabel*>(QStringLiteral("beatLabel"));
        map->setFocus();
        QTest::keyClick(map, Qt::Key_End);
        QCOMPARE(map->beat(), map->picture().layout().predicted());
        QVERIFY(beat->text().startsWith(QStringLiteral("The prediction.")));
        const size_t questions = context.count<core::AskTrace>();
        QVERIFY(!figureOf(view, "unrolled").words().contains(QStringLiteral("gradient")));
        QCOMPARE(context.count<core::AskTrace>(), questions); // There is nothing to ask for.
    }

    /// It stays while the text does, and is the class of a text of the data.
    void theTargetOfTheLossIsChosen()
    {
        Answered shown;
        FakeContext& context = shown.context;
        shown.look();
        auto* box = shown.view.findChild<QComboBox*>(QStringLiteral("unrolledTargetBox"));
        QVERIFY(box != nullptr && box->isVisible());
        QCOMPARE(box->count(), 3);
        QCOMPARE(box->currentText(), QStringLiteral("as predicted"));
        const auto asked = [&] { return context.last<core::AskTrace>().example.reference; };
        QCOMPARE(asked(), ""s);
        box->setCurrentIndex(1);
        QCOMPARE(asked(), "negative"s);
        shown.map()->setFocus();
        QTest::keyClick(shown.map(), Qt::Key_End); // The question for the gradient has it too.
        QVERIFY(context.last<core::AskTrace>().gradients);
        QCOMPARE(asked(), "negative"s);
        QCOMPARE(box->currentIndex(), 1);
        context.look(QStringLiteral("another film"));
        QCOMPARE(asked(), ""s);
        QCOMPARE(box->currentIndex(), 0);
        context.shown.text = QStringLiteral("a film of the data");
        context.shown.reference = QStringLiteral("positive");
        shown.view.follow(context.shown);
        QCOMPARE(asked(), "positive"s);
        QCOMPARE(box->currentIndex(), 2);
        box->setCurrentIndex(0);
        QCOMPARE(asked(), ""s);
        QCOMPARE(box->currentIndex(), 0);
    }

    void theTimelineIsAFilm()
    {
        Answered shown;
        shown.look();
        const QTemporaryDir folder;
        const QString place = folder.filePath(QStringLiteral("film"));
        const ui::Figure figure = figureOf(shown.view, "unrolled");
        QCOMPARE(figure.film.frames(), 17);
        ui::writeFilm(figure.film, {800, 500}, place);
        const QStringList files = QDir(place).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files.size(), 17);
        QCOMPARE(files.front(), QStringLiteral("0001.png"));
        QCOMPARE(files.back(), QStringLiteral("0017.png"));
        const auto frame = [&](int number) { return QImage(QDir(place).filePath(files[number])); };
        QCOMPARE(frame(0).size(), QSize(800, 500));
        for (const int step : {0, 1, 2, 6, 9, 15})
            QVERIFY2(frame(step) != frame(step + 1), qPrintable(QString::number(step)));
        QVERIFY_THROWS_EXCEPTION(core::Error, ui::writeFilm(figure.film, {800, 500}, place));
    }

    void anotherTextAndTheZeroKeyFitThePicture()
    {
        Answered shown;
        shown.look();
        ui::UnrolledMap* map = shown.map();
        map->setFocus();
        const auto isOpen = [map] { return map->picture().layout().sizes().isOpen; };
        const auto column = [map] { return map->picture().layout().sizes().column; };
        const double fitted = column();
        for (const Qt::Key key : {Qt::Key_0, Qt::Key_Escape}) {
            map->toggleOpen();
            QVERIFY(isOpen() && column() > fitted);
            QTest::keyClick(map, key);
            QVERIFY(!isOpen());
            QCOMPARE(column(), fitted);
        }
        map->toggleOpen();
        core::Trace other = traced();
        other.tokens = {"a", "fine", "film"};
        map->setTrace(std::make_shared<core::Trace>(other));
        QVERIFY(!isOpen());
        QCOMPARE(map->horizontalScrollBar()->value(), 0);
        map->toggleOpen();
        other.layers[1].type = "Bidirectional LSTM"; // As many layers, but another network.
        map->setTrace(std::make_shared<core::Trace>(other));
        QVERIFY(!isOpen());
    }

    void theFirstUpdateOfATrainingIsPlayed()
    {
        Answered shown;
        shown.look();
        auto* bar = shown.view.findChild<ui::TransportBar*>(u"unrolledTransportBar"_s);
        QVERIFY(!bar->isPlaying());
        int64_t step = 1;
        shown.context.answerWith<core::AskTrace>([&step](const core::AskTrace& question) {
            core::Trace trace = answered(question);
            trace.step = step;
            return trace;
        });
        shown.context.shown.choice.run = u"/runs/new"_s;
        shown.context.look(u"not bad film"_s);
        QVERIFY(bar->isPlaying());
        bar->goTo(3);
        shown.view.setTrace([] {
            core::Trace same = traced(); // Asked again: it is the same update.
            same.step = 1;
            return same;
        }());
        QVERIFY(!bar->isPlaying());
    }

    void steppingByKeyEndsThePlaying()
    {
        Answered shown;
        shown.look();
        auto* bar = shown.view.findChild<ui::TransportBar*>(u"unrolledTransportBar"_s);
        bar->first();
        bar->togglePlay();
        QVERIFY(bar->isPlaying());
        QTest::keyClick(shown.map(), Qt::Key_Right);
        QVERIFY(!bar->isPlaying());
        QCOMPARE(bar->step(), 1);
    }

    void aLongTextScrollsWithItsTokenInTheMiddle()
    {
        FakeContext context;
        context.answerWith<core::AskTrace>(longTrace);
        ui::UnrolledView view(context);
        view.resize(2600, 500);
        view.show();
        context.lead(view);
        context.look(QStringLiteral("many words"));
        auto* map = view.findChild<ui::UnrolledMap*>(u"unrolledMap"_s);
        auto* overview = view.findChild<ui::UnrolledOverview*>();
        QVERIFY(map != nullptr && overview != nullptr);
        QVERIFY(!overview->isVisible()); // All of it fits.
        map->setFocus();
        QTest::keyClick(map, Qt::Key_Plus);
        QTest::keyClick(map, Qt::Key_Plus);
        QTest::keyClick(map, Qt::Key_Plus);
        QVERIFY(overview->isVisible());
        QScrollBar* bar = map->horizontalScrollBar();
        QVERIFY(bar->maximum() > 0);
        map->setBeat(22.0); // The forward direction reads its 21st token.
        QCOMPARE(map->picture().layout().rows()[1].cells[20].born, 22.0);
        const double middle = (map->picture().labelWidth() + map->viewport()->width()) / 2.0;
        const double at = map->picture().activeCell(22.0).center().x() - bar->value();
        QVERIFY2(std::abs(at - middle) < 3.0, qPrintable(QString::number(at)));
        QTest::mouseClick(overview, Qt::LeftButton, {}, {2, overview->height() / 2});
        QCOMPARE(bar->value(), 0);
        QTest::mouseClick(overview, Qt::LeftButton, {},
                          {overview->width() - 2, overview->height() / 2});
        QCOMPARE(bar->value(), bar->maximum());
        takePictures(view, QStringLiteral("unrolled_long"));
    }

    void zoomKeysWorkOnEveryControl()
    {
        Answered shown;
        shown.look();
        auto* button = shown.view.findChild<QToolButton*>(QStringLiteral("unrolledLarger"));
        QVERIFY(button != nullptr);
        const auto column = [&] { return shown.map()->picture().layout().sizes().column; };
        const double before = column();
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Plus);
        QVERIFY(column() > before);
        QTest::keyClick(button, Qt::Key_Minus);
        QCOMPARE(column(), before);
        auto* bar = shown.view.findChild<ui::TransportBar*>(QStringLiteral("unrolledTransportBar"));
        QTest::keyClick(button, Qt::Key_Home);
        QCOMPARE(bar->step(), 0);
    }

    /// What the pointer is at in another view is framed here, and the other way round.
    void pointedTokensAreLinked()
    {
        Answered shown;
        shown.look();
        ui::UnrolledMap* map = shown.map();
        std::vector<ui::Mark> reported;
        connect(&ui::Pointing::instance(), &ui::Pointing::changed, map,
                [&](const std::vector<ui::Mark>& marks) { reported = marks; });
        const ui::Mark bad{ui::Mark::Kind::Source, 1, u"bad"_s};
        const ui::Mark layer{ui::Mark::Kind::Layer, -1, u"encoder.rnn.l0"_s};
        map->setCurrent({1, 2});
        QVERIFY(reported == (std::vector{layer, bad}));
        map->setCurrent({0, 4}); // The vector of the whole text.
        QVERIFY(reported == (std::vector{ui::Mark{ui::Mark::Kind::Layer, -1, u"head.output"_s}}));
        const QImage before = map->grab().toImage();
        const auto isSeen = [&](const ui::Mark& mark) {
            ui::Pointing::instance().point({mark}, false, shown.view);
            return map->grab().toImage() != before;
        };
        QVERIFY(isSeen(bad));
        QVERIFY(isSeen(layer));
        QVERIFY(!isSeen({ui::Mark::Kind::Source, 0, u"bad"_s})); // Another place in another text.
        QVERIFY(!isSeen({ui::Mark::Kind::Layer, -1, u"encoder.rnn.l1"_s}));
    }

    /// A tab has the focus when the window opens: Space plays nevertheless.
    void keysThatNothingElseUsesArePlayed()
    {
        FakeContext context;
        context.answerWith<core::AskTrace>(answered);
        QWidget window;
        auto* tabs = new QTabBar(&window);
        tabs->addTab(u"Unrolled"_s);
        auto* field = new QLineEdit(&window);
        auto* view = new ui::UnrolledView(context, &window);
        auto* column = new QVBoxLayout(&window);
        for (QWidget* each : QWidgetList{tabs, field, view})
            column->addWidget(each);
        window.resize(900, 600);
        window.show();
        context.lead(*view);
        context.look(u"not bad film"_s);
        auto* bar = view->findChild<ui::TransportBar*>(u"unrolledTransportBar"_s);
        QTest::keyClick(field, Qt::Key_Space);
        QVERIFY(!bar->isPlaying());
        QCOMPARE(field->text(), u" "_s);
        QTest::keyClick(tabs, Qt::Key_Space);
        QVERIFY(bar->isPlaying());
        QTest::keyClick(tabs, Qt::Key_Space);
        QVERIFY(!bar->isPlaying());
        view->hide(); // Behind another tab.
        QTest::keyClick(tabs, Qt::Key_Space);
        QVERIFY(!bar->isPlaying());
    }

    void aLanguageModelWritesItsNextColumn()
    {
        FakeContext context;
        context.answerWith<core::AskTrace>([](const core::AskTrace& question) {
            core::Trace trace = answered(question);
            if (question.example.text == "not bad film")
                trace.continuation = " again";
            if (question.example.text == "not bad film again")
                trace.continuation = "\n"; // A token of a stream as any other.
            return trace;
        });
        ui::UnrolledView view(context);
        view.resize(900, 500);
        view.show();
        context.lead(view);
        auto* button = view.findChild<QToolButton*>(QStringLiteral("unrolledWriteButton"));
        QVERIFY(button != nullptr);
        context.look(QStringLiteral("not bad"));
        QVERIFY(!button->isVisible()); // A classifier writes nothing.
        context.shown.spec.task.kind = core::kLanguageModelTask;
        context.look(QStringLiteral("not bad film"));
        QVERIFY(button->isVisible() && button->isEnabled());
        button->click();
        QCOMPARE(context.last<core::AskTrace>().example.text, "not bad film again"s);
        button->click();
        QCOMPARE(context.last<core::AskTrace>().example.text, "not bad film again\n"s);
        QVERIFY(!button->isEnabled()); // The network ends the text here.
    }
};
UNROLL_TEST(UnrolledViewTest, QApplication)
#include "unrolled_view_test.moc"
