#include "core/probe/classification/classification_questions.h"
#include "tests/support/opened_window.h"
#include "tests/support/test_case.h"
#include "ui/results/results_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/sentence/sentence_view.h"
#include "ui/sentence/translation_view.h"
#include "ui/unrolled/unrolled_view.h"
#include "ui/views.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/view_tabs.h"

using ui::MainWindow;

class ViewTabsTest : public QObject, private OpenedWindow {
    Q_OBJECT
private:
    QStringList m_windows; ///< That were shown beside the main one.

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Show && widget != nullptr && widget->isWindow()
            && widget != m_window.get())
            m_windows << QString::fromLatin1(widget->metaObject()->className());
        return false;
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

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void whileARunPreparesTheOldOneIsNotShown()
    {
        showRunOf("classification");
        m_window->showView(u"sentence"_s);
        const auto* view = m_window->findChild<ui::SentenceView*>();
        QVERIFY(view->isVisible());
        m_context->shown.name = u"new-002"_s;
        m_context->shown.live = true;
        m_context->shown.askable = false;
        m_window->follow(m_context->shown);
        QVERIFY(!view->isVisible());
        const auto* preparing = find<QWidget>("preparing");
        QVERIFY(preparing->isVisible());
        QCOMPARE(labelText(*preparing, "emptyTitle"), u"new-002 is being prepared"_s);
        m_window->showView(u"results"_s);
        QVERIFY(preparing->isVisible());
        m_window->showView(u"curves"_s); // It has something to say of other runs.
        QVERIFY(!preparing->isVisible());
        m_window->showView(u"sentence"_s);
        QVERIFY(preparing->isVisible());
        m_context->shown.askable = true;
        m_window->follow(m_context->shown);
        QVERIFY(view->isVisible() && !preparing->isVisible());
    }

    void theViewsFollowTheTask()
    {
        const auto* groups = find<QTabBar>("viewGroups");
        const auto* tabs = find<QTabBar>("views");
        showRunOf("classification");
        m_window->showView(u"decoding"_s);
        QCOMPARE(m_window->view(), u"preview"_s); // It is greyed.
        m_window->showView(u"sentence"_s);
        QCOMPARE(groups->tabText(groups->currentIndex()), u"Sentence"_s);
        QVERIFY(tab(*tabs, "Decoding") < 0); // The menu says why.
        const auto* action = find<QAction>("viewAction7");
        QVERIFY(!action->isEnabled() && action->toolTip().contains(u"Translation"_s));
        keyClick(m_window.get(), Qt::Key_7, Qt::AltModifier); // Its key says why, too.
        const auto* message = m_window->centralWidget()->findChild<ui::MessageBar*>(
            u"messageBar"_s, Qt::FindDirectChildrenOnly);
        QVERIFY(message->text().startsWith(u"Decoding is for runs of the task"_s));
        QVERIFY(m_window->findChild<ui::SentenceView*>()->isVisible());
        showRunOf("translation"); // The place stays, another view stands there.
        QCOMPARE(m_window->view(), u"sentence"_s);
        QVERIFY(m_window->findChild<ui::TranslationView*>()->isVisible());
        QVERIFY(!m_window->findChild<ui::SentenceView*>()->isVisible());
        QVERIFY(tabs->isTabEnabled(tab(*tabs, "Decoding")) && action->isEnabled());
        keyClick(m_window.get(), Qt::Key_7, Qt::AltModifier);
        QCOMPARE(m_window->view(), u"decoding"_s);
        m_window->showView(u"results"_s);
        QVERIFY(m_window->findChild<ui::TranslationResultsView*>()->isVisible());
        m_window->showView(u"decoding"_s);
        showRunOf("classification"); // The first of the group stands in for what is greyed.
        QCOMPARE(m_window->view(), u"unrolled"_s);
        QVERIFY(m_window->findChild<ui::UnrolledView*>()->isVisible());
        showRunOf("translation"); // Back to where the user was.
        QCOMPARE(m_window->view(), u"decoding"_s);
        showRunOf("classification");
        m_window->showView(u"sentence"_s);
        keyClick(m_window.get(), Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(m_window->view(), u"epochs"_s); // Past the greyed one.
    }

    void groupsWithoutAViewForTheTaskAreNotOffered()
    {
        const std::vector<ui::ViewEntry> entries{
            {"map", "Map", ui::ViewGroup::Meanings, {"map"}, nullptr},
            {"states", "States", ui::ViewGroup::Inside, {"states"}, nullptr},
            {"results", "Scores", ui::ViewGroup::Results, {"scores"}, nullptr}};
        const core::Catalogue catalogue;
        const ui::TaskQuestions questions{{"classification", {"map", "states", "scores"}},
                                          {"word_vectors", {"map", "states"}}};
        ui::ViewTabs tabs(entries, catalogue, questions);
        const auto* groups = namedChild<QTabBar>(tabs, "viewGroups");
        ui::Shown shown = m_context->shown;
        const auto showTask = [&](const char* task) {
            shown.spec.task.kind = task;
            shown.choice.run = QString::fromLatin1(task);
            tabs.follow(shown);
        };
        showTask("classification");
        tabs.show(u"results"_s);
        QCOMPARE(groups->tabText(groups->currentIndex()),
                 u"Scores"_s); // The only one of its group.
        showTask("word_vectors");
        QVERIFY(tab(*groups, "Scores") < 0);
        QVERIFY(tabs.current() != u"results"_s);
        tabs.show(u"map"_s);
        QCOMPARE(groups->tabText(groups->currentIndex()), u"Map"_s);
        showTask("classification");
        tabs.show(u"results"_s);
        QCOMPARE(groups->tabText(groups->currentIndex()), u"Scores"_s);
    }

    /// A view of something that not every network of the task has.
    void theViewsFollowTheNetwork()
    {
        showRunOf("classification"); // Of a network with positions.
        m_window->showView(u"positions"_s);
        QCOMPARE(m_window->view(), u"positions"_s);
        core::Json& options = m_context->shown.spec.model.network.options;
        for (const char* without : {"", "rotary", "none"}) {
            options = core::Json::object();
            if (*without != '\0')
                options["positions"] = without;
            m_window->follow(m_context->shown);
            QCOMPARE(m_window->view(), u"gradients"_s); // Of the same group.
            for (const QAction* action : m_window->findChildren<QAction*>()) {
                if (action->text().remove(u'&') == u"Positions"_s)
                    QVERIFY(!action->isEnabled() && action->toolTip().contains("network"));
            }
            options["positions"] = "sinusoidal";
            m_window->follow(m_context->shown);
            QCOMPARE(m_window->view(), u"positions"_s);
        }
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
        m_window->showView(u"sentence"_s);
        const auto* made = m_window->findChild<ui::SentenceView*>();
        QVERIFY(made != nullptr);
        QVERIFY(m_window->findChild<ui::ResultsView*>() == nullptr);
        m_window->showView(u"results"_s);
        showRunOf("translation"); // Results of translators
        m_window->showView(u"sentence"_s);
        showRunOf("classification");
        qApp->removeEventFilter(this);
        QVERIFY2(m_windows.isEmpty(), // No part of a view was a window before it had a parent.
                 qPrintable(m_windows.join(u", "_s)));
        m_window->showView(u"curves"_s);
        m_window->showView(u"sentence"_s);
        QCOMPARE(m_window->findChildren<ui::SentenceView*>(),
                 QList{const_cast<ui::SentenceView*>(made)});
    }

    void onlyWhatIsSeenIsAskedFor()
    {
        m_context->shown.text = u"not bad"_s;
        m_context->shown.live = true;
        showRunOf("classification");
        QVERIFY(m_context->asked.empty());
        m_window->showView(u"sentence"_s);
        QCOMPARE(m_context->asked.size(), size_t{1});
        QCOMPARE(m_context->last<core::AskInspection>().example.text, "not bad"s);
        m_window->showView(u"curves"_s);
        m_context->shown.text = u"bad"_s;
        m_window->follow(m_context->shown);
        QCOMPARE(m_context->asked.size(), size_t{1}); // Hidden now.
        m_window->showView(u"sentence"_s);
        QCOMPARE(m_context->last<core::AskInspection>().example.text, "bad"s);
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

    void eighteenViewsFitAt1280Pixels()
    {
        Strings titles;
        for (int i = 0; i < 18; ++i)
            titles.push_back("View " + std::to_string(i));
        std::vector<ui::ViewEntry> entries;
        for (int i = 0; i < 18; ++i)
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
        QCOMPARE(namedChild<QTabBar>(tabs, "viewGroups")->count(), 6);
    }

    void everyViewHasAnIdOfItsOwn()
    {
        std::set<std::string> ids;
        for (const ui::ViewEntry& entry : ui::views())
            QVERIFY2(ids.insert(entry.id).second, entry.id);
    }

    void viewsAndStepsByKeys()
    {
        QSignalSpy viewed(m_window.get(), &MainWindow::viewChanged);
        keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(m_window->view(), u"curves"_s);
        for (const char* next : {"influence", "gradient_laboratory", "state_plane", "unrolled"}) {
            keyClick(m_window.get(), Qt::Key_Tab, Qt::ControlModifier);
            QCOMPARE(m_window->view(), QString::fromLatin1(next));
        }
        keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(m_window->setup().step(), ui::SetupStep::Model);
        QCOMPARE(m_window->view(), u"unrolled"_s); // It shows the network of this step.
        QVERIFY(!m_window->setup().isFolded());
        keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(m_window->setup().step(), ui::SetupStep::Data);
        QCOMPARE(m_window->view(), u"preview"_s);
        QCOMPARE(viewed.count(), 6);
    }
};

UNROLL_TEST(ViewTabsTest, QApplication)
#include "view_tabs_test.moc"
