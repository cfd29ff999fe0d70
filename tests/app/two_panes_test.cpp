#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/widgets/token_line.h"
#include "ui/window/epoch_film.h"
#include "ui/window/pinned_bar.h"
#include "ui/window/second_pane.h"

using support::kLongMs;
using support::Program;

/// Two views of one trained network side by side, and the film of its epochs.
class TwoPanesTest : public QObject {
    Q_OBJECT
private:
    /// Trains two epochs, each with a checkpoint, and opens the sentence in both panes.
    static void open(Program& program)
    {
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        program.laboratory.open({program.written("reviews",
                                                 {{"data.sample.texts", "400"},
                                                  {"training.epochs", "2"},
                                                  {"training.keep_epochs", "all"},
                                                  {"training.threads", "1"}})});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(ended.count() > 0 || ended.wait(kLongMs));
        program.window.pinned().setTexts({u"the film was not bad at all"_s});
        program.window.showView(u"sentence"_s);
        program.window.findChild<QAction*>(u"panesBesideAction"_s)->trigger();
        QVERIFY(program.window.second() != nullptr);
    }
    static ui::SentenceView& own(const Program& program)
    {
        return *program.window.second()->findChild<ui::SentenceView*>();
    }
    static ui::SentenceView& first(const Program& program)
    {
        for (auto* view : program.window.findChildren<ui::SentenceView*>())
            if (view != &own(program))
                return *view;
        qFatal("no sentence in the first pane");
    }
    static QString words(const ui::SentenceView& view)
    {
        const auto figures = view.figures();
        return figures.empty() || !figures.front().words ? QString() : figures.front().words();
    }

private Q_SLOTS:
    void twoEpochsOfOneSentenceStandSideBySide()
    {
        Program program;
        open(program);
        QTRY_VERIFY_WITH_TIMEOUT(!words(first(program)).isEmpty(), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(!words(own(program)).isEmpty(), kLongMs);
        auto* epochs = program.window.second()->findChild<QComboBox*>(u"secondEpochComboBox"_s);
        QCOMPARE(epochs->count(), 4); // Same, latest, 1 and 2.
        epochs->setCurrentIndex(2);
        Q_EMIT epochs->activated(2);
        QTRY_VERIFY_WITH_TIMEOUT(words(own(program)).contains(u"epoch 1"_s), kLongMs);
        QVERIFY(!words(first(program)).contains(u"epoch 1"_s));

        // Pointing at a word frames it in the other pane; a choice is made in both.
        auto& here = *first(program).findChild<ui::TokenLine*>();
        auto& there = *own(program).findChild<ui::TokenLine*>();
        const QImage before = there.grab().toImage();
        QTest::mouseMove(&here, here.chipRect(3).center());
        QTRY_VERIFY(there.grab().toImage() != before);
        QCOMPARE(there.current(), -1);
        here.setCurrent(3);
        QCOMPARE(there.current(), 3);
        there.setCurrent(1);
        QCOMPARE(here.current(), 1);

        // Another sentence shares a token only at the same position.
        here.setCurrent(-1);
        program.window.pinned().setTexts({u"the film was not bad at all"_s, u"the dull film"_s});
        auto* texts = program.window.second()->findChild<QComboBox*>(u"secondTextComboBox"_s);
        texts->setCurrentIndex(2);
        Q_EMIT texts->activated(2);
        QTRY_COMPARE_WITH_TIMEOUT(there.tokens().size(), size_t(3), kLongMs);
        here.setCurrent(1); // "film", which is the third token there.
        QVERIFY(there.current() != 1);
        here.setCurrent(0);
        QCOMPARE(there.current(), 0);
    }

    void theFilmOfTheEpochsIsSavedPictureByPicture()
    {
        Program program;
        open(program);
        auto& film = *program.window.findChild<ui::EpochFilm*>();
        QSignalSpy recorded(&film, &ui::EpochFilm::recorded);
        const QString folder = program.folder.filePath(u"film"_s);
        film.record(first(program), folder);
        QVERIFY(film.plays());
        QVERIFY(recorded.wait(kLongMs));
        QVERIFY(!film.plays());
        QCOMPARE(recorded.first().first().toInt(), 2); // The best state is one of the epochs.
        const QStringList files = QDir(folder).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files, (QStringList{u"0001.png"_s, u"0002.png"_s}));
        const QImage one(folder + u"/0001.png"_s), two(folder + u"/0002.png"_s);
        QVERIFY(!one.isNull() && one.size() == two.size() && one != two);

        QSignalSpy failed(&film, &ui::EpochFilm::failed);
        film.record(first(program), folder); // Holds a film already.
        film.record(first(program), program.write(u"taken"_s, "a file, not a folder"));
        QCOMPARE(failed.count(), 2);
        QVERIFY(!film.plays());
    }
};

UNROLL_TEST(TwoPanesTest, QApplication)
#include "two_panes_test.moc"
