#include "core/probe/language_model/language_questions.h"
#include "core/task/language_model/language_options.h"
#include "tests/support/test_case.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "ui/epochs/epochs_view.h"
#include "ui/figure/figure.h"
#include "ui/widgets/theme.h"
#include "ui/window/pinned_bar.h"

/// The pinned sentences, and what is said of them over the epochs.
class EpochsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    static QAction* action(const ui::PinnedBar& bar, const char* name)
    {
        auto* menu = namedChild<QToolButton>(bar, "pinnedButton")->menu();
        Q_EMIT menu->aboutToShow();
        for (QAction* each : menu->actions()) {
            if (each->objectName() == QLatin1String(name))
                return each;
        }
        qFatal("no %s", name);
    }

private Q_SLOTS:
    void upToFiveSentencesArePinned()
    {
        ui::PinnedBar bar;
        QSignalSpy text(&bar, &ui::PinnedBar::textChanged);
        QSignalSpy texts(&bar, &ui::PinnedBar::textsChanged);
        bar.setTexts({u"one"_s});
        QCOMPARE(texts.count(), 1);
        for (const char* each : {"two", "three", "four", "five"})
            bar.pin(QString::fromLatin1(each));
        QCOMPARE(bar.texts().size(), 5);
        QCOMPARE(bar.text(), u"five"_s);
        QVERIFY(!action(bar, "pinAnotherAction")->isEnabled());
        bar.pin(u"six"_s); // In place of the current one.
        QCOMPARE(bar.texts(), QStringList({u"one"_s, u"two"_s, u"three"_s, u"four"_s, u"six"_s}));
        bar.pin(u"two"_s); // There is one already: it becomes the current one.
        QCOMPARE(bar.texts().size(), 5);
        QCOMPARE(bar.edit().text(), u"two"_s);
        QCOMPARE(text.last().first().toString(), u"two"_s);
        action(bar, "unpinAction")->trigger();
        QCOMPARE(bar.texts().size(), 4);
        QCOMPARE(bar.text(), u"one"_s);
    }

    void whatIsTypedIsPinnedAfterAShortWhile()
    {
        ui::PinnedBar bar;
        showSized(bar, {600, 40});
        bar.setTexts({u"one"_s});
        action(bar, "pinAnotherAction")->trigger();
        QSignalSpy texts(&bar, &ui::PinnedBar::textsChanged);
        keyClicks(&bar.edit(), u"new"_s);
        QCOMPARE(texts.count(), 0);
        QVERIFY(texts.wait(2000));
        QCOMPARE(texts.last().first().toStringList(), QStringList({u"one"_s, u"new"_s}));
        QCOMPARE(namedChild<QToolButton>(bar, "pinnedButton")->text(), u"2 of 2"_s);
    }

    void examplesOfTheDataAreAskedForAndPinned()
    {
        ui::PinnedBar bar;
        QSignalSpy wanted(&bar, &ui::PinnedBar::examplesWanted);
        auto* menu = namedChild<QToolButton>(bar, "pinnedButton")->menu();
        Q_EMIT menu->aboutToShow();
        QCOMPARE(wanted.count(), 1);
        bar.setExamples({{u"Short"_s, u"a & b"_s}});
        QAction* example = menu->actions().last()->menu()->actions().first();
        QCOMPARE(example->text(), u"Short: a && b"_s);
        example->trigger();
        QCOMPARE(bar.texts(), QStringList{u"a & b"_s});
    }

    void eachSentenceIsAskedAfterEachEpochAndChangesAreMarked()
    {
        FakeContext context;
        context.answerWith<core::AskBriefly>([&](const core::AskBriefly& question) {
            // The film is seen as bad until epoch 2; the other stays good.
            const int epoch = context.asked.back()->choice.epoch;
            const bool good = question.text == "superb" || epoch > 2;
            return core::BriefAnswer{good ? "good" : "bad", 0.75, 10, epoch};
        });
        context.shown.epochs = {1, 2, 3};
        context.shown.pinned = {u"not bad"_s, u"superb"_s};
        ui::EpochsView view(context);
        showSized(view, {900, 400});
        context.lead(view);
        const QAbstractItemModel& model
            = *namedChild<QAbstractItemView>(view, "epochsTable")->model();
        QCOMPARE(model.rowCount(), 3);
        QTRY_COMPARE(context.count<core::AskBriefly>(), size_t{6});
        QTRY_COMPARE(model.index(0, 1).data().toString(), u"75.0 %  bad"_s);
        const auto cell
            = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(cell(1, 1), u"75.0 %  bad"_s);
        QCOMPARE(cell(2, 1), u"\u2192 75.0 %  good"_s); // No longer bad.
        QVERIFY(model.index(2, 1).data(Qt::FontRole).value<QFont>().bold());
        QCOMPARE(cell(2, 2), u"75.0 %  good"_s);
        QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), u"not bad"_s);
        const auto current = [&view] {
            return namedChild<QAbstractItemView>(view, "epochsTable")->currentIndex().row();
        };
        for (const int epoch : {1, 3, 2}) { // As a film plays.
            context.shown.choice.epoch = epoch;
            view.follow(context.shown);
            QCOMPARE(current(), epoch - 1);
        }
        // One more sentence: only what is not known is asked.
        context.shown.pinned << u"so so"_s;
        view.follow(context.shown);
        QTRY_COMPARE(context.count<core::AskBriefly>(), size_t{9});
        ui::TableText table;
        view.figures().front().table(table);
        QVERIFY(
            table.text().starts_with("epoch,sentence,answer,probability\n1,not bad,bad,0.75\n"));
        // Another run has answers of its own.
        context.shown.choice.run = u"/runs/two"_s;
        context.shown.epochs = {1};
        view.follow(context.shown);
        QCOMPARE(model.rowCount(), 1);
        QTRY_COMPARE(context.count<core::AskBriefly>(), size_t{12});
    }

    void anEpochThatFailsIsSaidAndStopsNoOther()
    {
        FakeContext context;
        context.shown.epochs = {1, 2, 3};
        context.shown.pinned = {u"not bad"_s};
        ui::EpochsView view(context);
        showSized(view, {900, 400});
        context.lead(view);
        QCOMPARE(context.asked.back()->choice.epoch, 3);
        context.asked.back()->hearer.failed(
            {core::ErrorCode::FileMissing, {"No checkpoint of epoch 3.", {}}, {}, {}});
        QCOMPARE(labelText(view, "messageText"), u"No checkpoint of epoch 3."_s);
        QTRY_COMPARE(context.count<core::AskBriefly>(), size_t{2});
        QCOMPARE(context.asked.back()->choice.epoch, 2);
        const QAbstractItemModel& model
            = *namedChild<QAbstractItemView>(view, "epochsTable")->model();
        QCOMPARE(model.index(2, 1).data().toString(), u"(no answer)"_s);
    }

    /// One update, as F7 makes it: nothing comes after it that would have it asked again.
    void aSingleUpdateIsNotMissed()
    {
        FakeContext context;
        context.shown.live = true;
        context.shown.pinned = {u"not bad"_s};
        ui::EpochsView view(context);
        showSized(view, {900, 400});
        context.lead(view);
        QCOMPARE(context.count<core::AskBriefly>(), size_t{1});
        context.asked.back()->answer<core::AskBriefly>(core::BriefAnswer{"bad", 0.75, 1, 1});
        Q_EMIT context.updated({u"/runs/one"_s, {}});
        QTRY_COMPARE_WITH_TIMEOUT(context.count<core::AskBriefly>(), size_t{2}, 3000);
    }

    void ofWhatWritesForClassesEachClassIsAsked()
    {
        FakeContext context;
        context.answerWith<core::AskWrittenClasses>([](const core::AskWrittenClasses&) {
            return Strings{"Greek", "Irish"};
        });
        context.answerWith<core::AskBriefly>([](const core::AskBriefly& question) {
            return core::BriefAnswer{question.className + "-" + question.text, 0.5, 1, 1};
        });
        context.shown.spec.task.kind = core::kClassToTextTask;
        context.shown.epochs = {1, 2};
        context.shown.pinned = {u"Schmidt"_s};
        ui::EpochsView view(context);
        showSized(view, {900, 400});
        context.lead(view);
        const QAbstractItemModel& model
            = *namedChild<QAbstractItemView>(view, "epochsTable")->model();
        QTRY_COMPARE(context.count<core::AskBriefly>(), size_t{4}); // The last epoch first.
        QCOMPARE(model.columnCount(), 3);
        QTRY_COMPARE(model.index(0, 2).data().toString(), u"50.0 %  Irish-"_s);
        QCOMPARE(model.index(1, 2).data().toString(), u"50.0 %  Irish-"_s);
        QCOMPARE(model.index(0, 1).data().toString(), u"50.0 %  Greek-"_s);
        QCOMPARE(context.count<core::AskBriefly>(), size_t{4});
        // Another pinned name is no news.
        context.shown.pinned = {u"Jones"_s};
        view.follow(context.shown);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(context.count<core::AskBriefly>(), size_t{4});
    }

    void withoutRunOrSentenceItSaysHowToGetOne()
    {
        FakeContext context;
        context.shown.pinned = {u"not bad"_s};
        context.shown.choice.run.clear();
        ui::EpochsView view(context);
        showSized(view, {600, 300});
        view.follow(context.shown);
        QCOMPARE(labelText(view, "emptyTitle"), u"No network yet"_s);
        context.shown.choice.run = u"/runs/one"_s;
        context.shown.pinned.clear();
        view.follow(context.shown);
        QCOMPARE(labelText(view, "emptyTitle"), u"No sentence is pinned"_s);
        QCOMPARE(context.count<core::AskBriefly>(), size_t{0});
    }
};

UNROLL_TEST(EpochsTest, QApplication)
#include "epochs_test.moc"
