#include "tests/support/opened_window.h"
#include "tests/support/test_case.h"
#include "ui/positions/positions_view.h"
#include "ui/views.h"
#include "ui/window/help_windows.h"

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
    const bool inner = name.startsWith("qt_"_L1) || qobject_cast<const QComboBox*>(owner) != nullptr
        || qobject_cast<const QAbstractSpinBox*>(owner) != nullptr
        || qobject_cast<const QLineEdit*>(owner) != nullptr
        || qobject_cast<const QAbstractItemView*>(owner) != nullptr
        || widget.inherits("QHeaderView") || widget.inherits("QComboBoxListView")
        || widget.inherits("QToolBarExtension") || widget.inherits("QTableCornerButton")
        || owner->inherits("QTabBar") || widget.inherits("QMenuBarExtension");
    return control && !inner;
}

} // namespace

class WindowAccessTest : public QObject, private OpenedWindow {
    Q_OBJECT
private:
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
            keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        } while (QApplication::focusWidget() != first && ++turns < kMost);
        QVERIFY2(turns < kMost,
                 qPrintable(u"Tab does not leave "_s + QApplication::focusWidget()->objectName()
                            + QString::fromLatin1(
                                QApplication::focusWidget()->metaObject()->className())));
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
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u", "_s)));
    }

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

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
        help->search(u"clip norm"_s);
        QCOMPARE(help->shownEntries(), 1);
        QVERIFY(help->findChild<QTextBrowser*>()->toPlainText().contains(u"training.clip_norm"_s));
        help->search(u"nothing-like-it"_s);
        QCOMPARE(help->shownEntries(), 0);
    }

    void everyControlHasAnAccessibleName()
    {
        m_window->setup().setDataPreview(fixture::dataPreview());
        m_window->setup().setTextPreview(fixture::textPreview());
        m_window->setup().pages().setModelSummary(fixture::modelSummary());
        for (const auto& [task, questions] : fixture::knowledge().questions) {
            showRunOf(task.c_str());
            for (const ui::ViewEntry& entry : ui::views())
                m_window->showView(QString::fromLatin1(entry.placeId()));
        }
        // Only a convolutional network has filters, and it has nothing of the others.
        showRunOf("classification");
        m_context->shown.spec.model.network.options = {{"filters", 6}};
        m_window->follow(m_context->shown);
        m_window->showView(u"filter_windows"_s);
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
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u", "_s)));
    }

    void everythingIsReachedByTab()
    {
        m_window->setup().setDataPreview(fixture::dataPreview());
        m_window->setup().setTextPreview(fixture::textPreview());
        m_window->setup().pages().setModelSummary(fixture::modelSummary());
        m_window->setup().pages().setScheduleCurve(fixture::scheduleCurve());
        viewIn<ui::PositionsView>(*m_window, "positions").setPositions(fixture::positions());
        for (const char* task : {"classification", "translation", "tagging"}) {
            showRunOf(task);
            for (int step = 0; step < 4; ++step) {
                m_window->setup().setStep(static_cast<ui::SetupStep>(step));
                m_window->showView(u"preview"_s);
                allIsReachedByTab();
            }
            for (const ui::ViewEntry& entry : ui::views()) {
                m_window->showView(QString::fromLatin1(entry.placeId()));
                allIsReachedByTab();
            }
        }
    }
};

UNROLL_TEST(WindowAccessTest, QApplication)
#include "window_access_test.moc"
