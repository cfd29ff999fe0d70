#include "core/task/classification/classification_questions.h"
#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "ui/decoding/decoding_view.h"
#include "ui/positions/positions_view.h"
#include "ui/results/results_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/sentence/translation_view.h"
#include "ui/views.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"
#include "ui/window/help_windows.h"
#include "ui/window/main_window.h"
#include "ui/window/view_tabs.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QMouseEvent>
#include <QProgressBar>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QSplitter>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

using ui::MainWindow;
using ui::TrainingState;

namespace {

/// Something that people press, type into or choose from; no part that Qt makes inside it.
bool isControl(const QWidget& widget)
{
    const bool control = qobject_cast<const QAbstractButton*>(&widget) != nullptr
        || qobject_cast<const QLineEdit*>(&widget) != nullptr
        || qobject_cast<const QComboBox*>(&widget) != nullptr
        || qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr
        || (qobject_cast<const QAbstractSlider*>(&widget) != nullptr
            && qobject_cast<const QScrollBar*>(&widget) == nullptr)
        || qobject_cast<const QAbstractItemView*>(&widget) != nullptr;
    // Parts that Qt makes inside its own widgets are named by their owner.
    const QString name = widget.objectName();
    const QWidget* owner = widget.parentWidget();
    const bool inner = name.startsWith(QLatin1String("qt_"))
        || qobject_cast<const QComboBox*>(owner) != nullptr
        || qobject_cast<const QAbstractSpinBox*>(owner) != nullptr
        || qobject_cast<const QLineEdit*>(owner) != nullptr
        || qobject_cast<const QAbstractItemView*>(owner) != nullptr
        || widget.inherits("QHeaderView") || widget.inherits("QComboBoxListView")
        || widget.inherits("QToolBarExtension") || widget.inherits("QTableCornerButton")
        || owner->inherits("QTabBar") || widget.inherits("QMenuBarExtension");
    return control && !inner;
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<FakeContext> m_context;

    QStringList m_windows; ///< That were shown beside the main one.

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Show && widget != nullptr && widget->isWindow()
            && widget != m_window.get())
            m_windows << QString::fromLatin1(widget->metaObject()->className());
        return false;
    }
    /// A run of this task is the current one.
    void showRunOf(const char* task)
    {
        m_context->shown.spec.task.kind = task;
        m_context->shown.choice.run = QString::fromLatin1(task);
        m_window->follow(m_context->shown);
    }
    /// The index of a tab by its text.
    static int tab(const QTabBar& bar, const char* text)
    {
        for (int i = 0; i < bar.count(); ++i) {
            if (bar.tabText(i) == QLatin1String(text))
                return i;
        }
        return -1;
    }

    template <class Type> Type* find(const char* name) const
    {
        return namedChild<Type>(*m_window, name);
    }

    void click(const char* button) const
    {
        QTest::mouseClick(find<QToolButton>(button), Qt::LeftButton);
    }

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

    /// As the desktop does: the drag enters `target` or the first parent that takes it.
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

    /// From any place on, Tab comes to every control that is seen and back to where it began; the
    /// buttons of the tool bars are actions, which have keys and stand in the menus.
    void allIsReachedByTab()
    {
        QTest::qWait(1); // What was laid out anew is seen now.
        constexpr int kMost = 2000;
        QWidget* first = find<QTabBar>("viewGroups"); // in sight in every view
        first->setFocus();
        QSet<const QWidget*> reached;
        int turns = 0;
        do {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        } while (QApplication::focusWidget() != first && ++turns < kMost);
        QVERIFY(turns < kMost);
        QStringList missed;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const auto* button = qobject_cast<const QToolButton*>(widget);
            const bool action = button != nullptr
                && qobject_cast<const QToolBar*>(widget->parentWidget()) != nullptr;
            const bool seen = widget->isVisible() && widget->isEnabled() && !action;
            if (seen && isControl(*widget) && !reached.contains(widget)
                && !reached.contains(widget->focusProxy()))
                missed << QString::fromLatin1(widget->metaObject()->className()) + u' '
                        + widget->objectName();
        }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QStringLiteral(", "))));
    }

private Q_SLOTS:
    void init()
    {
        m_window = std::make_unique<MainWindow>(fixture::knowledge());
        m_window->setup().setSpec(fixture::spec());
        m_context = std::make_unique<FakeContext>(*m_window);
        m_context->kinds = fixture::catalogue();
        showSized(*m_window, {1280, 800});
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_context.reset();
        m_theme.setScheme(ui::ColourScheme::Light);
    }

    void startNeedsSomethingToStart()
    {
        QSignalSpy started(m_window.get(), &MainWindow::startRequested);
        click("startButton");
        QCOMPARE(started.count(), 0);
        m_window->setStartable(false, QStringLiteral("There is no data yet."));
        QVERIFY(find<QToolButton>("startButton")
                    ->toolTip()
                    .contains(QStringLiteral("There is no data yet.")));
        m_window->setStartable(true, {});
        click("startButton");
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QCOMPARE(started.count(), 2);
    }

    void anEditOfTheLastMomentIsToldBeforeTheStart()
    {
        m_window->setStartable(true, {});
        QStringList order;
        connect(&m_window->setup(), &ui::SetupPanel::specChanged, this,
                [&] { order << QStringLiteral("edit"); });
        connect(m_window.get(), &MainWindow::startRequested, this,
                [&] { order << QStringLiteral("start"); });
        QTest::keyClicks(find<QLineEdit>("name"), QStringLiteral("x"));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QCOMPARE(order, QStringList({QStringLiteral("edit"), QStringLiteral("start")}));
    }

    void aStepFromRestNeedsWhatAStartNeeds()
    {
        QSignalSpy stepped(m_window.get(), &MainWindow::stepRequested);
        m_window->setStartable(false, QStringLiteral("No data."));
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
        QTest::keyClick(m_window.get(), Qt::Key_F6);
        QTest::keyClick(m_window.get(), Qt::Key_F7);
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(paused.count(), 1);
        QCOMPARE(proceeded.count(), 1);
        QCOMPARE(stepped.count(), 1);
        QCOMPARE(stopped.count(), 1);
        m_window->setTrainingState(TrainingState::Stopping);
        click("stopButton");
        QCOMPARE(stopped.count(), 1);
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
        QCOMPARE(find<QLabel>("epochLabel")->text(), QStringLiteral("epoch 3/10"));
        QCOMPARE(find<QProgressBar>("runProgress")->value(), 250);
        const QString text = find<QLabel>("runText")->accessibleName();
        for (const char* part : {"0.431", "87.1 %", "12.4k tok/s", "1:15 left"})
            QVERIFY2(text.contains(QString::fromLatin1(part)), part);
        // A stage between two updates says how long it takes, and nothing any more once it is over.
        m_window->setProgress({{"Validating", {}}, 0.75, 4.0});
        QCOMPARE(find<QLabel>("runText")->accessibleName(),
                 QStringLiteral("Validating, 4.0 s left"));
        QCOMPARE(find<QProgressBar>("runProgress")->value(), 750);
        m_window->setProgress({{"Validating", {}}, 1.0, 0.0});
        QCOMPARE(find<QLabel>("runText")->accessibleName(), text);
        QCOMPARE(find<QProgressBar>("runProgress")->value(), 250);
    }

    void theViewsFollowTheTask()
    {
        const auto* groups = find<QTabBar>("viewGroups");
        const auto* tabs = find<QTabBar>("views");
        showRunOf("classification");
        m_window->showView(QStringLiteral("decoding"));
        QCOMPARE(m_window->view(), QStringLiteral("preview")); // It is greyed.
        m_window->showView(QStringLiteral("sentence"));
        QCOMPARE(groups->tabText(groups->currentIndex()), QStringLiteral("Sentence"));
        QVERIFY(!tabs->isTabEnabled(tab(*tabs, "Decoding")));
        QVERIFY(tabs->tabToolTip(tab(*tabs, "Decoding")).contains(QStringLiteral("Translation")));
        const auto* action = find<QAction>("viewAction4");
        QVERIFY(!action->isEnabled() && action->toolTip().contains(QStringLiteral("Translation")));
        QVERIFY(m_window->findChild<ui::SentenceView*>()->isVisible());
        showRunOf("translation"); // The place stays, another view stands there.
        QCOMPARE(m_window->view(), QStringLiteral("sentence"));
        QVERIFY(m_window->findChild<ui::TranslationView*>()->isVisible());
        QVERIFY(!m_window->findChild<ui::SentenceView*>()->isVisible());
        QVERIFY(tabs->isTabEnabled(tab(*tabs, "Decoding")) && action->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::AltModifier);
        QCOMPARE(m_window->view(), QStringLiteral("decoding"));
        m_window->showView(QStringLiteral("results"));
        QVERIFY(m_window->findChild<ui::TranslationResultsView*>()->isVisible());
        m_window->showView(QStringLiteral("decoding"));
        showRunOf("classification"); // What is greyed is not looked at.
        QCOMPARE(m_window->view(), QStringLiteral("sentence"));
        QVERIFY(m_window->findChild<ui::SentenceView*>()->isVisible());
        showRunOf("translation"); // Back to where the user was.
        QCOMPARE(m_window->view(), QStringLiteral("decoding"));
        showRunOf("classification");
        QTest::keyClick(m_window.get(), Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(m_window->view(), QStringLiteral("positions")); // Past the greyed one.
    }

    void viewsAreMadeWhenTheyAreFirstSeen()
    {
        showRunOf("classification");
        QVERIFY(m_window->findChild<ui::SentenceView*>() == nullptr);
        qApp->installEventFilter(this);
        for (const char* task : {"translation", "classification"}) {
            showRunOf(task);
            for (const char* place : {"curves", "positions", "decoding"})
                m_window->showView(QString::fromLatin1(place));
        }
        m_window->showView(QStringLiteral("sentence"));
        const auto* made = m_window->findChild<ui::SentenceView*>();
        QVERIFY(made != nullptr);
        QVERIFY(m_window->findChild<ui::ResultsView*>() == nullptr);
        m_window->showView(QStringLiteral("results"));
        showRunOf("translation"); // Results of translators
        m_window->showView(QStringLiteral("sentence"));
        showRunOf("classification");
        qApp->removeEventFilter(this);
        QVERIFY2(m_windows.isEmpty(), // No part of a view was a window before it had a parent.
                 qPrintable(m_windows.join(QStringLiteral(", "))));
        m_window->showView(QStringLiteral("curves"));
        m_window->showView(QStringLiteral("sentence"));
        QCOMPARE(m_window->findChildren<ui::SentenceView*>(),
                 QList{const_cast<ui::SentenceView*>(made)});
    }

    void onlyWhatIsSeenIsAskedFor()
    {
        m_context->shown.text = QStringLiteral("not bad");
        m_context->shown.live = true;
        showRunOf("classification");
        QVERIFY(m_context->asked.empty());
        m_window->showView(QStringLiteral("sentence"));
        QCOMPARE(m_context->asked.size(), size_t{1});
        QCOMPARE(m_context->last<core::AskInspection>().text, std::string("not bad"));
        m_window->showView(QStringLiteral("curves"));
        m_context->shown.text = QStringLiteral("bad");
        m_window->follow(m_context->shown);
        QCOMPARE(m_context->asked.size(), size_t{1}); // Hidden now.
        m_window->showView(QStringLiteral("sentence"));
        QCOMPARE(m_context->last<core::AskInspection>().text, std::string("bad"));
        core::Inspection answer;
        answer.tokens = {"bad"};
        answer.ids = {4};
        answer.classes = {"negative", "positive"};
        answer.probabilities = {0.75F, 0.25F};
        m_context->asked.back()->answer<core::AskInspection>(answer);
        QTest::qWait(170);
        m_window->trained();
        QCOMPARE(m_context->asked.size(), size_t{3}); // It is watched while it learns.
    }

    void fifteenViewsFitAt1280Pixels()
    {
        std::vector<std::string> titles;
        for (int i = 0; i < 15; ++i)
            titles.push_back("View " + std::to_string(i));
        std::vector<ui::ViewEntry> entries;
        for (int i = 0; i < 15; ++i)
            entries.push_back({titles[size_t(i)].c_str(),
                               titles[size_t(i)].c_str(),
                               static_cast<ui::ViewGroup>(i / 3),
                               {},
                               nullptr});
        const core::Catalogue catalogue;
        const ui::TaskQuestions questions;
        ui::ViewTabs tabs(entries, catalogue, questions);
        showSized(tabs, {700, 600}); // Beside set-up and runs.
        for (const auto& place : tabs.places()) {
            tabs.show(place.id);
            QTest::qWait(1); // Layouts settle.
            for (const char* name : {"viewGroups", "views"}) {
                const auto* bar = namedChild<QTabBar>(tabs, name);
                for (int i = 0; i < bar->count(); ++i) {
                    const QRect whole = bar->tabRect(i);
                    QVERIFY(bar->rect().contains(whole));
                    QVERIFY(whole.width() > bar->fontMetrics().horizontalAdvance(bar->tabText(i)));
                }
            }
        }
        QCOMPARE(namedChild<QTabBar>(tabs, "viewGroups")->count(), 5);
    }

    void everyViewHasAPlaceAndKnownQuestions()
    {
        std::set<std::string> ids, questions;
        for (const auto& [task, all] : fixture::knowledge().questions)
            questions.insert(all.begin(), all.end());
        for (const ui::ViewEntry& entry : ui::views()) {
            QVERIFY2(ids.insert(entry.id).second, entry.id);
            for (const std::string& question : entry.questions)
                QVERIFY2(questions.contains(question), question.c_str());
        }
    }

    void viewsAndStepsByKeys()
    {
        QSignalSpy viewed(m_window.get(), &MainWindow::viewChanged);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(m_window->view(), QStringLiteral("curves"));
        QTest::keyClick(m_window.get(), Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(m_window->view(), QStringLiteral("sentence"));
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(m_window->setup().step(), ui::SetupStep::Model);
        QCOMPARE(m_window->view(), QStringLiteral("preview"));
        QCOMPARE(viewed.count(), 3);
    }

    void dropsAnywhereAreTaken()
    {
        QSignalSpy dropped(m_window.get(), &MainWindow::openRequested);
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(QStringLiteral("/data/reviews.csv"))});
        QVERIFY(drag(m_window.get(), mime, QEvent::DragEnter));
        QVERIFY(find<QWidget>("dropOverlay")->isVisible());
        QVERIFY(drag(m_window.get(), mime, QEvent::Drop));
        QVERIFY(!find<QWidget>("dropOverlay")->isVisible());
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped.first().first().toStringList(),
                 QStringList(QStringLiteral("/data/reviews.csv")));
        // A line edit would take the file as text: it must leave it to the window.
        QVERIFY(drag(find<QLineEdit>("pinnedEdit"), mime, QEvent::DragEnter));
        QVERIFY(find<QWidget>("dropOverlay")->isVisible());
        QVERIFY(drag(find<QLineEdit>("pinnedEdit"), mime, QEvent::Drop));
        QCOMPARE(dropped.count(), 2);
        QVERIFY(m_window->pinnedText().isEmpty());
        QMimeData text;
        text.setText(QStringLiteral("some words"));
        QVERIFY(drag(find<QLineEdit>("pinnedEdit"), text, QEvent::DragEnter));
        QVERIFY(!drag(m_window.get(), text, QEvent::DragEnter));
    }

    void openTakesAnyFilesAsADropDoes()
    {
        const QTemporaryDir folder;
        QFile table(folder.filePath(QStringLiteral("reviews.csv")));
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

    void messagesStandInPlaceUntilClosed()
    {
        auto* bar = m_window->centralWidget()->findChild<ui::MessageBar*>(
            QStringLiteral("messageBar"), Qt::FindDirectChildrenOnly);
        QVERIFY(bar != nullptr && bar->text().isEmpty());
        m_window->showFailure({core::ErrorCode::FileMissing,
                               {"%1 cannot be read.", {"a.csv"}},
                               {"Check the path.", {}},
                               "errno 2"});
        QCOMPARE(bar->text(), QStringLiteral("a.csv cannot be read. Check the path."));
        QCOMPARE(bar->kind(), ui::MessageBar::Kind::Failure);
        QTest::mouseClick(bar->findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(!bar->isVisible());
        m_window->showFailure({core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
        QCOMPARE(bar->kind(), ui::MessageBar::Kind::Notice);
        QVERIFY(QApplication::activeModalWidget() == nullptr);
    }

    void theSliderChoosesEpochsAndLatest()
    {
        auto* slider = find<QSlider>("epochSlider");
        QVERIFY(!slider->isEnabled());
        QSignalSpy chosen(m_window.get(), &MainWindow::epochChosen);
        m_window->setEpochs({2, 4, 6}, 4);
        QCOMPARE(chosen.count(), 0);
        QCOMPARE(find<QLabel>("shownEpochLabel")->text(), QStringLiteral("epoch 4"));
        QTest::keyClick(slider, Qt::Key_Right);
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(chosen.at(0).first().toInt(), 6);
        QCOMPARE(chosen.at(1).first().toInt(), -1);
        QCOMPARE(find<QLabel>("shownEpochLabel")->text(), QStringLiteral("latest"));
        m_window->setEpochs({2, 4, 6, 8}, -1); // Stays on latest while epochs are added.
        QCOMPARE(find<QLabel>("shownEpochLabel")->text(), QStringLiteral("latest"));
    }

    void thePinnedSentenceIsToldAfterTyping()
    {
        QSignalSpy changed(m_window.get(), &MainWindow::pinnedTextChanged);
        QTest::keyClicks(find<QLineEdit>("pinnedEdit"), QStringLiteral("not bad"));
        QVERIFY(changed.wait(2000));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(m_window->pinnedText(), QStringLiteral("not bad"));
        m_window->setPinnedText(QStringLiteral("not bad")); // No news.
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
                return QStringLiteral("/out/") + name;
            });
        for (QMenu* menu : m_window->findChildren<QMenu*>()) {
            for (QAction* action : menu->actions()) {
                const QString id = action->data().toString();
                if (id == QLatin1String("imdb-transformer") || id == QLatin1String("safetensors"))
                    action->trigger();
            }
        }
        QCOMPARE(preset.first().first().toString(), QStringLiteral("imdb-transformer"));
        QCOMPARE(exported.first().at(0).toString(), QStringLiteral("safetensors"));
        QVERIFY(exported.first().at(1).toString().endsWith(QStringLiteral(".safetensors")));
        QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(saved.first().first().toString(), QStringLiteral("/out/reviews-lstm.unroll"));
        auto* box = find<QComboBox>("deviceComboBox");
        m_window->setDevices(QStringLiteral("cpu"));
        QCOMPARE(device.count(), 0);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(device.first().first().toString(), QStringLiteral("cuda:0"));
    }

    void presentationPutsMenusAndPanelsAwayAndBringsThemBack()
    {
        find<QAction>("showRunsAction")->setChecked(false);
        QTest::keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(m_theme.presentation());
        QVERIFY(!m_window->menuBar()->isVisible());
        QVERIFY(!m_window->setup().isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F11); // Works although the menu is hidden.
        QVERIFY(!m_theme.presentation());
        QVERIFY(m_window->menuBar()->isVisible());
        QVERIFY(m_window->setup().isVisible());
        QVERIFY(m_window->runs().isFolded()); // As it was before.
    }

    void lightAndDarkByKey()
    {
        m_theme.setScheme(ui::ColourScheme::Light);
        QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier);
        QVERIFY(m_theme.isDark());
        QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier);
        QVERIFY(!m_theme.isDark());
    }

    void stateIsRememberedOnlyWhereAsked()
    {
        const QTemporaryDir folder;
        const QString ini = folder.filePath(QStringLiteral("unroll.ini"));
        m_window->rememberStateIn(ini);
        m_window->resize(790, 760); // Later versions of Qt fit a window to the screen.
        m_window->showView(QStringLiteral("results"));
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
        QCOMPARE(again.view(), QStringLiteral("results"));
        QVERIFY(m_theme.isDark());
        again.show();
        QVERIFY(QTest::qWaitForWindowExposed(&again));
        QCOMPARE(again.findChild<QSplitter*>(QStringLiteral("mainSplitter"))->sizes(), sizes);
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
        const QStringList titles{"Picture (PNG) ...", "Drawing (SVG) ...", "Document (PDF) ...",
                                 "Table (CSV) ...",   "Table (TSV) ...",   "In words (TXT) ...",
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
                 (QStringList{"positions.png", "positions.svg", "positions.pdf", "positions.csv",
                              "positions.tsv", "positions.txt"}));
        for (const QString& name : suggested)
            QVERIFY2(QFileInfo(folder.filePath(name)).size() > 100, qPrintable(name));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("dimensions")));
        const auto* message = m_window->centralWidget()->findChild<ui::MessageBar*>(
            QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(message->text().startsWith(QStringLiteral("Saved as ")));
        m_window->setSaveChooser([&](auto&&...) { return folder.filePath("none/a.csv"); });
        menu.actions()[3]->trigger();
        QCOMPARE(message->kind(), ui::MessageBar::Kind::Failure);
    }

    void shortcutsAreListedAndDiffer()
    {
        find<QAction>("shortcutsAction")->trigger();
        auto* table = find<QTableWidget>("shortcutsTable");
        QSet<QString> keys;
        for (int row = 0; row < table->rowCount(); ++row) {
            keys.insert(table->item(row, 0)->text());
            QVERIFY(!table->item(row, 1)->text().contains(u'&'));
            QVERIFY(!table->item(row, 2)->text().isEmpty());
        }
        QCOMPARE(keys.size(), table->rowCount());
        for (const char* key : {"F5", "F6", "F7", "Shift+F5", "F11", "Ctrl+T", "Ctrl+Tab",
                                // of Decoding
                                "Home", "End", "Space", "Ctrl+Left", "Ctrl+Right", "Left", "Right",
                                "Up, Down", "Return", "0"})
            QVERIFY2(keys.contains(QString::fromLatin1(key)), key);
    }

    void settingsAreExplainedAndFound()
    {
        auto* help = new ui::SettingsHelp(fixture::knowledge(), m_window.get());
        const int all = help->shownEntries();
        QVERIFY(all > 30);
        help->search(QStringLiteral("clip norm"));
        QCOMPARE(help->shownEntries(), 1);
        QVERIFY(help->findChild<QTextBrowser*>()->toPlainText().contains(
            QStringLiteral("training.clip_norm")));
        help->search(QStringLiteral("nothing-like-it"));
        QCOMPARE(help->shownEntries(), 0);
    }

    void everyControlHasAnAccessibleName()
    {
        m_window->setup().setDataPreview(fixture::dataPreview());
        m_window->setup().setTextPreview(fixture::textPreview());
        m_window->setup().setModelSummary(fixture::modelSummary());
        for (const auto& [task, questions] : fixture::knowledge().questions) {
            showRunOf(task.c_str());
            for (const ui::ViewEntry& entry : ui::views())
                m_window->showView(QString::fromLatin1(entry.placeId()));
        }
        QCOMPARE(m_window->findChildren<ui::View*>().size(), qsizetype(ui::views().size()));
        QStringList nameless;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!isControl(*widget))
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool named = !widget->accessibleName().isEmpty()
                || (button != nullptr && !button->text().isEmpty());
            if (!named)
                nameless << QString::fromLatin1(widget->metaObject()->className()) + u' '
                        + widget->objectName();
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
    }

    void everythingIsReachedByTab()
    {
        m_window->setup().setDataPreview(fixture::dataPreview());
        m_window->setup().setTextPreview(fixture::textPreview());
        m_window->setup().setModelSummary(fixture::modelSummary());
        m_window->setup().setScheduleCurve(fixture::scheduleCurve());
        viewIn<ui::PositionsView>(*m_window, "positions").setPositions(fixture::positions());
        for (const char* task : {"classification", "translation"}) {
            showRunOf(task);
            for (int step = 0; step < 4; ++step) {
                m_window->setup().setStep(static_cast<ui::SetupStep>(step));
                m_window->showView(QStringLiteral("preview"));
                allIsReachedByTab();
            }
            for (const ui::ViewEntry& entry : ui::views()) {
                m_window->showView(QString::fromLatin1(entry.placeId()));
                allIsReachedByTab();
            }
        }
    }
};

UNROLL_TEST(MainWindowTest, QApplication)
#include "main_window_test.moc"
