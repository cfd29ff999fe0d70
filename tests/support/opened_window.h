#pragma once

#include "tests/support/ui_fixture.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <memory>

/// A new window for each test, on screen and in front.
class OpenedWindow {
protected:
    void open()
    {
        m_window = std::make_unique<ui::MainWindow>(fixture::knowledge());
        m_window->setup().setSpec(fixture::spec());
        m_context = std::make_unique<FakeContext>(*m_window);
        m_context->kinds = fixture::catalogue();
        showSized(*m_window, {1280, 800});
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void close()
    {
        m_window.reset();
        m_context.reset();
        m_theme.setScheme(ui::ColourScheme::Light);
    }
    /// A run of this task is the current one.
    void showRunOf(const char* task)
    {
        m_context->shown.spec.task.kind = task;
        core::Json& options = m_context->shown.spec.model.network.options;
        options["positions"] = "learned";
        options["heads"] = 4;
        options["layers"] = 1;
        options["hidden_size"] = 8;
        m_context->shown.choice.run = QString::fromLatin1(task);
        m_window->follow(m_context->shown);
    }

    template <class Type> Type* find(const char* name) const
    {
        return namedChild<Type>(*m_window, name);
    }

    ui::Theme m_theme;
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<FakeContext> m_context;
};
