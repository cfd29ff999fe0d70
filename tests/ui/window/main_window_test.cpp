#include "tests/support/opened_window.h"
#include "tests/support/test_case.h"
#include "tests/ui/file_content.h"
#include "ui/positions/positions_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/views.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/message_bar.h"

using ui::MainWindow;
using ui::TrainingState;

class MainWindowTest : public QObject, private OpenedWindow {
    Q_OBJECT
private:
    void click(const char* button) const { mouseClick(find<QToolButton>(button), Qt::LeftButton); }

    static void drag(QSplitterHandle& handle, int by)
    {
        const QPointF from(handle.rect().center()), to = from + QPointF(by, 0);
        for (const auto& [type, place] :
             {std::pair(QEvent::MouseButtonPress, from), std::pair(QEvent::MouseMove, to),
              std::pair(QEvent::MouseButtonRelease, to)}) {
            QMouseEvent event(type, place, handle.mapToGlobal(place), Qt::LeftButton,
                              Qt::LeftButton, {});
            QApplication::sendEvent(&handle, &event);
        }
    }

    /// Like the desktop: the drag enters `target` or the first parent that accepts it.
    bool drag(QWidget* target, QMimeData& mime, QEvent::Type type) const
    {
        if (type == QEvent::DragEnter) {
            QDragEnterEvent event(QPoint(4, 4), Qt::CopyAction, &mime, Qt::LeftButton, {});
            event.ignore();
            QApplication::sendEvent(target, &event);
            return event.isAccepted();
        }
        QDropEvent event(QPointF(4, 4), Qt::CopyAction, &mime, Qt::LeftButton, {});
        event.ignore();
        QApplication::sendEvent(target, &event);
        return event.isAccepted();
    }

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void viewsStandInMenusThatFitASmallScreen()
    {
        constexpr int kSmallScreen = 700; // 800 without the bars of the window and the desktop.
        QStringList found;
        for (const QAction* top : m_window->menuBar()->actions()) {
            QVERIFY(top->menu()->sizeHint().height() < kSmallScreen);
            for (const QAction* entry : top->menu()->actions())
                if (entry->menu() != nullptr) {
                    QVERIFY(entry->menu()->sizeHint().height() < kSmallScreen);
                    for (const QAction* view : entry->menu()->actions())
                        found << view->text();
                }
        }
        for (const ui::ViewEntry& entry : ui::views())
            if (entry.place == nullptr)
                QVERIFY2(found.contains(QCoreApplication::translate("View", entry.title)),
                         entry.id);
    }

    void startNeedsSomethingToStart()
    {
        QSignalSpy started(m_window.get(), &MainWindow::startRequested);
        click("startButton");
        QCOMPARE(started.count(), 0);
        m_window->setStartable(false, u"There is no data yet."_s);
        QVERIFY(find<QToolButton>("startButton")->toolTip().contains(u"There is no data yet."_s));
        m_window->setStartable(true, {});
        click("startButton");
        keyClick(m_window.get(), Qt::Key_F5);
        QCOMPARE(started.count(), 2);
    }

    void anEditOfTheLastMomentIsToldBeforeTheStart()
    {
        m_window->setStartable(true, {});
        QStringList order;
        connect(&m_window->setup(), &ui::SetupPanel::specChanged, this,
                [&] { order << u"edit"_s; });
        connect(m_window.get(), &MainWindow::startRequested, this, [&] { order << u"start"_s; });
        keyClicks(find<QLineEdit>("name"), u"x"_s);
        keyClick(m_window.get(), Qt::Key_F5);
        QCOMPARE(order, QStringList({u"edit"_s, u"start"_s}));
    }

    void aStepFromRestNeedsWhatAStartNeeds()
    {
        QSignalSpy stepped(m_window.get(), &MainWindow::stepRequested);
        m_window->setStartable(false, u"No data."_s);
        click("stepButton");
        QCOMPARE(stepped.count(), 0);
        m_window->setStartable(true, {});
        click("stepButton");
        QCOMPARE(stepped.count(), 1);
    }

    void pauseGoOnStepAndStopByMouseAndKeys()
    {
        QSignalSpy paused(m_window.get(), &MainWindow::pauseRequested);
        QSignalSpy proceeded(m_window.get(), &MainWindow::proceedRequested);
        QSignalSpy stepped(m_window.get(), &MainWindow::stepRequested);
        QSignalSpy stopped(m_window.get(), &MainWindow::stopRequested);
        m_window->setTrainingState(TrainingState::Running);
        QVERIFY(!find<QToolButton>("startButton")->isEnabled());
        click("stepButton"); // Only while paused.
        click("pauseButton");
        m_window->setTrainingState(TrainingState::Paused);
        keyClick(m_window.get(), Qt::Key_F6);
        keyClick(m_window.get(), Qt::Key_F7);
        keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(paused.count(), 1);
        QCOMPARE(proceeded.count(), 1);
        QCOMPARE(stepped.count(), 1);
        QCOMPARE(stopped.count(), 1);
        m_window->setTrainingState(TrainingState::Stopping);
        click("stopButton");
        QCOMPARE(stopped.count(), 1);
    }

    void whatIsStartedAndStoppedIsNamed()
    {
        core::Json spec = fixture::spec();
        spec["name"] = "a&b";
        m_window->setup().setSpec(spec);
        m_window->setStartable(true, u"Ready: a&b, not yet trained."_s);
        QCOMPARE(find<QAction>("startAction")->text(), u"&Start a&&b"_s);
        QCOMPARE(find<QAction>("startAction")->iconText(), u"Start a&b"_s);
        QVERIFY(find<QAction>("startAction")
                    ->toolTip()
                    .contains(u"Train a&amp;b with these settings (F5)"_s));
        QCOMPARE(find<QLabel>("runText")->accessibleName(), u"Ready: a&b, not yet trained."_s);
        m_window->setTrainingRun(u"a-name-that-is-longer-than-a-button"_s);
        m_window->setTrainingState(TrainingState::Running);
        QVERIFY(
            find<QAction>("stopAction")->text().contains(u"a-name-that-is-longer-than-a-button"_s));
        const QString shown = find<QAction>("stopAction")->iconText();
        QVERIFY2(shown.startsWith(u"Stop a-name"_s) && shown.size() < 26, qPrintable(shown));
        m_window->setTrainingState(TrainingState::Idle);
        QCOMPARE(find<QAction>("stopAction")->iconText(), u"Stop"_s);
    }

    void theToolBarTellsHowFarTheRunIs()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        core::StartReport start;
        start.updatesPerEpoch = 100;
        start.totalUpdates = 1000;
        core::UpdateReport update;
        update.step = 250;
        update.epoch = 3;
        update.loss = 0.43123;
        update.scores = {{"accuracy", 0.871}};
        update.seconds = 25;
        update.tokensPerSecond = 12400;
        m_window->setTrainingState(TrainingState::Running);
        m_window->setLatest(update, start);
        QCOMPARE(find<QLabel>("epochLabel")->text(), u"epoch 3/10"_s);
        QCOMPARE(find<QProgressBar>("runProgress")->value(), 250);
        const QString text = find<QLabel>("runText")->accessibleName();
        for (const char* part : {"0.431", "87.1 %", "12.4k tok/s", "1:15 left"})
            QVERIFY2(text.contains(QString::fromLatin1(part)), part);
        // A stage between two updates says how long it takes, and nothing any more once it is over.
        m_window->setProgress({{"Validating", {}}, 0.75, 4.0});
        QCOMPARE(find<QLabel>("runText")->accessibleName(), u"Validating, 4.0 s left"_s);
        QCOMPARE(find<QProgressBar>("runProgress")->value(), 750);
        m_window->setProgress({{"Validating", {}}, 1.0, 0.0});
        QCOMPARE(find<QLabel>("runText")->accessibleName(), text);
        QCOMPARE(find<QProgressBar>("runProgress")->value(), 250);
        // Held, there is no time left to wait for; and no number is cut off in its middle.
        m_window->setTrainingState(TrainingState::Paused);
        auto* label = find<ui::ElidedLabel>("runText");
        QVERIFY2(label->fullText().startsWith(u"Paused.  loss 0.431  "_s)
                     && !label->fullText().contains(u"left"_s),
                 qPrintable(label->fullText()));
        ui::ElidedLabel narrow;
        narrow.setParts({u"Paused."_s, u"loss 0.431"_s});
        narrow.resize(narrow.sizeHint());
        QCOMPARE(narrow.shownText(), u"Paused.  loss 0.431"_s);
        narrow.resize(narrow.width() - 8, narrow.height());
        QCOMPARE(narrow.shownText(), u"Paused."_s);
    }

    void noNameMakesTheWindowWiderThanTheScreen()
    {
        const QString name(3000, u'x');
        const int before = m_window->minimumSizeHint().width();
        m_window->showFailure(
            {core::ErrorCode::FileMissing, {"There is no file %1.", {name.toStdString()}}, {}, {}});
        m_context->shown.name = name;
        m_window->setTrainingRun(name);
        m_window->setStartable(false, name);
        m_window->follow(m_context->shown);
        core::Json spec = fixture::spec();
        spec["name"] = name.toStdString();
        m_window->setup().setSpec(spec);
        m_window->setup().setProblems(
            {{"data.train", {"There is no file %1.", {name.toStdString()}}}});
        m_window->setup().pages().setFailure(
            ui::SetupStep::Data,
            {core::ErrorCode::FileMissing, {"There is no file %1.", {name.toStdString()}}, {}, {}});
        QTest::qWait(50);
        QVERIFY2(m_window->minimumSizeHint().width() <= std::max(before, 1280),
                 qPrintable(QString::number(m_window->minimumSizeHint().width())));
        QCOMPARE(m_window->width(), 1280);
    }

    void dropsAnywhereAreTaken()
    {
        QSignalSpy dropped(m_window.get(), &MainWindow::openRequested);
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(u"/data/reviews.csv"_s)});
        QVERIFY(drag(m_window.get(), mime, QEvent::DragEnter));
        QVERIFY(find<QWidget>("dropOverlay")->isVisible());
        QVERIFY(drag(m_window.get(), mime, QEvent::Drop));
        QVERIFY(!find<QWidget>("dropOverlay")->isVisible());
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped.first().first().toStringList(), QStringList(u"/data/reviews.csv"_s));
        // A line edit would take the file as text: it must leave it to the window.
        QVERIFY(drag(find<QLineEdit>("pinnedEdit"), mime, QEvent::DragEnter));
        QVERIFY(find<QWidget>("dropOverlay")->isVisible());
        QVERIFY(drag(find<QLineEdit>("pinnedEdit"), mime, QEvent::Drop));
        QCOMPARE(dropped.count(), 2);
        QVERIFY(m_window->pinned().text().isEmpty());
        QMimeData text;
        text.setText(u"some words"_s);
        QVERIFY(drag(find<QLineEdit>("pinnedEdit"), text, QEvent::DragEnter));
        QVERIFY(!drag(m_window.get(), text, QEvent::DragEnter));
    }

    void openTakesAnyFilesAsADropDoes()
    {
        const QTemporaryDir folder;
        QFile table(folder.filePath(u"reviews.csv"_s));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.close();
        QSignalSpy opened(m_window.get(), &MainWindow::openRequested);
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            answer.stop();
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(table.fileName());
            QMetaObject::invokeMethod(dialog, "accept");
        });
        answer.start(20);
        find<QAction>("openAction")->trigger(); // Returns when the dialog is closed.
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.first().first().toStringList(), QStringList(table.fileName()));
    }

    void openTakesFoldersToo()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(u"classes"_s));
        QSignalSpy opened(m_window.get(), &MainWindow::openRequested);
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            answer.stop();
            dialog->setDirectory(folder.filePath(u"classes"_s));
            mouseClick(namedChild<QPushButton>(*dialog, "openFolderButton"), Qt::LeftButton);
        });
        answer.start(20);
        keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.first().first().toStringList(), QStringList(folder.filePath(u"classes"_s)));
    }

    /// The runs, the set-up and the empty page have the same dialog and the same answer to it.
    void whatWasOpenedLatelyIsOpenedAlike()
    {
        QSignalSpy opened(m_window.get(), &MainWindow::openRequested);
        m_window->setup().setRecent({u"/data/old.unroll"_s});
        find<QToolButton>("recentButton")->menu()->actions().front()->trigger();
        QCOMPARE(opened.first().first().toStringList(), QStringList(u"/data/old.unroll"_s));
    }

    void theSettingsOfTheRunShownAreOffered()
    {
        QSignalSpy wanted(m_window.get(), &MainWindow::settingsRequested);
        m_window->offerSettings(u"imdb"_s, u"reverse-lstm-001"_s, u"/runs/reverse-lstm-001"_s);
        auto* bar = m_window->centralWidget()->findChild<ui::MessageBar*>(
            u"messageBar"_s, Qt::FindDirectChildrenOnly);
        QCOMPARE(bar->text(), u"The set-up shows imdb; the run shown is reverse-lstm-001."_s);
        auto* button = namedChild<QPushButton>(*bar, "messageOfferButton");
        mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.first().first().toString(), u"/runs/reverse-lstm-001"_s);
        QVERIFY(!bar->isVisible());
        m_window->showNotice({"Something else.", {}});
        QVERIFY(!button->isVisible());
    }

    /// It stands above what is looked at: who goes back and forth has read it.
    void theSettingsOfARunAreOfferedOnce()
    {
        auto* bar = m_window->centralWidget()->findChild<ui::MessageBar*>(
            u"messageBar"_s, Qt::FindDirectChildrenOnly);
        const auto offers = [&](const char* setup, const char* run) {
            m_window->offerSettings(QString::fromLatin1(setup), QString::fromLatin1(run),
                                    u"/runs/"_s + QLatin1String(run));
            return !bar->isHidden();
        };
        QVERIFY(offers("imdb", "one"));
        QVERIFY(offers("imdb", "two"));
        QVERIFY(!offers("imdb", "one"));
        QVERIFY(offers("names", "one"));
    }

    void presetsWaitForTheEndOfTheTraining()
    {
        auto* button = find<QToolButton>("presetButton");
        QVERIFY(button->isEnabled());
        const QString help = button->toolTip();
        m_window->setTrainingState(TrainingState::Running);
        QVERIFY(!button->isEnabled());
        QVERIFY2(button->toolTip().contains(u"once the training has ended"_s),
                 qPrintable(button->toolTip()));
        m_window->setTrainingState(TrainingState::Idle);
        QVERIFY(button->isEnabled());
        QCOMPARE(button->toolTip(), help);
    }

    void messagesStandInPlaceUntilClosed()
    {
        auto* bar = m_window->centralWidget()->findChild<ui::MessageBar*>(
            u"messageBar"_s, Qt::FindDirectChildrenOnly);
        QVERIFY(bar != nullptr && bar->text().isEmpty());
        m_window->showFailure({core::ErrorCode::FileMissing,
                               {"%1 cannot be read.", {"a.csv"}},
                               {"Check the path.", {}},
                               "errno 2"});
        QCOMPARE(bar->text(), u"a.csv cannot be read. Check the path."_s);
        QCOMPARE(bar->kind(), ui::MessageBar::Kind::Failure);
        mouseClick(bar->findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(!bar->isVisible());
        m_window->showFailure({core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
        QCOMPARE(bar->kind(), ui::MessageBar::Kind::Notice);
        QVERIFY(QApplication::activeModalWidget() == nullptr);
    }

    void aNoticeCoversNeitherAViewNorThePinnedSentences()
    {
        auto* bar = m_window->centralWidget()->findChild<ui::MessageBar*>(
            u"messageBar"_s, Qt::FindDirectChildrenOnly);
        auto* pinned = find<QLineEdit>("pinnedEdit");
        const QRect before(pinned->mapToGlobal(QPoint()), pinned->size());
        m_window->showNotice(u"The training has ended."_s);
        QCoreApplication::sendPostedEvents();
        const QRect said(bar->mapToGlobal(QPoint()), bar->size());
        QVERIFY(said.top() > before.bottom());
        QCOMPARE(QRect(pinned->mapToGlobal(QPoint()), pinned->size()), before);
    }

    void withoutAMessageTheLineSaysWhatIsPointedAt()
    {
        auto* tip = find<ui::ElidedLabel>("statusTip");
        QStatusTipEvent event(u"Starts the training"_s);
        QApplication::sendEvent(m_window.get(), &event);
        QCOMPARE(tip->fullText(), u"Starts the training"_s);
    }

    void aNoticeLeavesOnceWhatItCoversIsUsed()
    {
        auto* bar = m_window->centralWidget()->findChild<ui::MessageBar*>(
            u"messageBar"_s, Qt::FindDirectChildrenOnly);
        auto* pinned = find<QLineEdit>("pinnedEdit");
        m_window->showNotice(u"The training has ended."_s);
        QTest::qWait(1600);
        mouseClick(pinned, Qt::LeftButton);
        QVERIFY(bar->isVisible()); // It covers nothing.
        m_window->showNotice(u"The training has ended, after many epochs. "_s.repeated(16));
        mouseClick(pinned, Qt::LeftButton);
        QVERIFY(bar->isVisible()); // It has hardly been seen.
        QTest::qWait(1600);
        mouseClick(find<QLineEdit>("filterEdit"), Qt::LeftButton);
        QVERIFY(bar->isVisible()); // Beside it.
        mouseClick(pinned, Qt::LeftButton);
        QVERIFY(!bar->isVisible());
    }

    void theSliderChoosesEpochsAndLatest()
    {
        auto* slider = find<QSlider>("epochSlider");
        QVERIFY(!slider->isEnabled());
        QSignalSpy chosen(m_window.get(), &MainWindow::epochChosen);
        m_window->setEpochs({2, 4, 6}, 4);
        QCOMPARE(chosen.count(), 0);
        QCOMPARE(find<QLabel>("shownEpochLabel")->text(), u"epoch 4"_s);
        keyClick(slider, Qt::Key_Right);
        keyClick(slider, Qt::Key_Right);
        QCOMPARE(chosen.at(0).first().toInt(), 6);
        QCOMPARE(chosen.at(1).first().toInt(), -1);
        QCOMPARE(find<QLabel>("shownEpochLabel")->text(), u"latest"_s);
        m_window->setEpochs({2, 4, 6, 8}, -1); // Stays on latest while epochs are added.
        QCOMPARE(find<QLabel>("shownEpochLabel")->text(), u"latest"_s);
        const int left = slider->mapTo(m_window.get(), QPoint()).x();
        m_window->setEpochs({2, 4, 6, 8}, -1, u"best (epoch 6)"_s);
        QCOMPARE(find<QLabel>("shownEpochLabel")->text(), u"best (epoch 6)"_s);
        QVERIFY(slider->accessibleDescription().contains(u"best (epoch 6)"_s));
        QCoreApplication::processEvents();
        QCOMPARE(slider->mapTo(m_window.get(), QPoint()).x(), left); // Nothing moves.
        mouseClick(slider, Qt::LeftButton, {}, QPoint(4, slider->height() / 2));
        QCOMPARE(chosen.last().first().toInt(), 2); // To the place, not one step towards it.
    }

    void thePinnedSentenceIsToldAfterTyping()
    {
        QSignalSpy changed(&m_window->pinned(), &ui::PinnedBar::textChanged);
        keyClicks(find<QLineEdit>("pinnedEdit"), u"not bad"_s);
        QVERIFY(changed.wait(2000));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(m_window->pinned().text(), u"not bad"_s);
        m_window->pinned().setTexts({u"not bad"_s}); // No news.
        QCOMPARE(changed.count(), 1);
    }

    void presetsExportsSavingAndDevices()
    {
        QSignalSpy preset(m_window.get(), &MainWindow::presetChosen);
        QSignalSpy exported(m_window.get(), &MainWindow::exportRequested);
        QSignalSpy saved(m_window.get(), &MainWindow::saveSpecRequested);
        QSignalSpy device(m_window.get(), &MainWindow::deviceChosen);
        QStringList suggested;
        m_window->setSaveChooser(
            [&](QWidget*, const QString&, const QString& name, const QString&) {
                suggested << name;
                return u"/out/"_s + name;
            });
        for (QMenu* menu : m_window->findChildren<QMenu*>()) {
            for (QAction* action : menu->actions()) {
                const QString id = action->data().toString();
                if (id == "imdb-transformer"_L1 || id == "safetensors"_L1)
                    action->trigger();
            }
        }
        QCOMPARE(preset.first().first().toString(), u"imdb-transformer"_s);
        QCOMPARE(exported.first().at(0).toString(), u"safetensors"_s);
        QVERIFY(exported.first().at(1).toString().endsWith(u".safetensors"_s));
        keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(saved.first().first().toString(), u"/out/reviews-lstm.unroll"_s);
        auto* box = find<QComboBox>("deviceComboBox");
        m_window->setDevices(u"cpu"_s);
        QCOMPARE(device.count(), 0);
        box->setFocus();
        keyClick(box, Qt::Key_Down);
        QCOMPARE(device.first().first().toString(), u"cuda:0"_s);
    }

    void lightAndDarkByKey()
    {
        m_theme.setScheme(ui::ColourScheme::Light);
        keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier);
        QVERIFY(m_theme.isDark());
        keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier);
        QVERIFY(!m_theme.isDark());
    }

    void stateIsRememberedOnlyWhereAsked()
    {
        const QTemporaryDir folder;
        const QString ini = folder.filePath(u"settings.json"_s);
        m_window->rememberStateIn(ini);
        m_window->resize(790, 760); // Later versions of Qt fit a window to the screen.
        m_window->showView(u"results"_s);
        m_theme.setScheme(ui::ColourScheme::Dark);
        const QList<int> before = find<QSplitter>("mainSplitter")->sizes();
        drag(*find<QSplitter>("mainSplitter")->handle(2), -40);
        const QList<int> sizes = find<QSplitter>("mainSplitter")->sizes();
        QVERIFY(sizes != before);
        QSignalSpy closing(m_window.get(), &MainWindow::closing);
        m_window->close();
        QCOMPARE(closing.count(), 1);
        m_theme.setScheme(ui::ColourScheme::Light);
        MainWindow again(fixture::knowledge());
        again.rememberStateIn(ini);
        QCOMPARE(again.view(), u"results"_s);
        QVERIFY(m_theme.isDark());
        again.show();
        QVERIFY(QTest::qWaitForWindowExposed(&again));
        QCOMPARE(again.findChild<QSplitter*>(u"mainSplitter"_s)->sizes(), sizes);
    }

    void whatTheViewShowsIsSavedAndCopied()
    {
        auto& view = viewIn<ui::PositionsView>(*m_window, "positions");
        view.setNoModel();
        auto* button = find<QToolButton>("exportViewButton");
        QMenu& menu = *button->menu();
        QVERIFY(QMetaObject::invokeMethod(&menu, "aboutToShow"));
        QCOMPARE(menu.actions().size(), 1);
        QVERIFY(!menu.actions()[0]->isEnabled()); // says that there is nothing
        view.setPositions(fixture::positions());
        QVERIFY(QMetaObject::invokeMethod(&menu, "aboutToShow"));
        const QStringList titles{"Picture (PNG) ...", "Drawing (SVG) ...",     "Document (PDF) ...",
                                 "Tables (CSV)",      "Everything (JSON) ...", "In words (TXT) ...",
                                 "Copy in words"};
        QStringList found;
        for (const QAction* action : menu.actions())
            found << action->text();
        QCOMPARE(found, titles);
        const QTemporaryDir folder;
        QStringList suggested;
        m_window->setSaveChooser(
            [&](QWidget*, const QString&, const QString& name, const QString&) {
                suggested << name;
                return folder.filePath(name);
            });
        for (QAction* action : menu.actions())
            action->trigger();
        QCOMPARE(suggested,
                 (QStringList{"positions.png", "positions.svg", "positions.pdf", "positions.json",
                              "positions.txt"}));
        for (const QString& name : suggested)
            QVERIFY2(QFileInfo(folder.filePath(name)).size() > 100, qPrintable(name));
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"dimensions"_s));
        const auto* message = m_window->centralWidget()->findChild<ui::MessageBar*>(
            QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(message->text().startsWith(QStringLiteral("Saved as ")));
        // The suffix that was typed decides.
        m_window->setSaveChooser([&](auto&&...) { return folder.filePath("typed.JSON"); });
        menu.actions()[2]->trigger();
        QCOMPARE(fileBytes(folder.filePath("typed.JSON")),
                 fileBytes(folder.filePath("positions.json")));
        m_window->setSaveChooser([&](auto&&...) { return folder.filePath("typed.tsv"); });
        menu.actions()[3]->menu()->actions().last()->trigger();
        QVERIFY(fileBytes(folder.filePath("typed.tsv")).startsWith("number\tname\trow\t"));
        m_window->setSaveChooser([&](auto&&...) { return folder.filePath("typed.csv"); });
        menu.actions()[2]->trigger(); // The first table.
        QVERIFY(fileBytes(folder.filePath("typed.csv")).startsWith("number,name\n"));
        m_window->setSaveChooser([&](auto&&...) { return folder.filePath("none/a.csv"); });
        menu.actions()[0]->trigger();
        QCOMPARE(message->kind(), ui::MessageBar::Kind::Failure);
    }
};

UNROLL_TEST(MainWindowTest, QApplication)
#include "main_window_test.moc"
