#pragma once

#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "ui/setup/setup_panel.h"
#include "ui/widgets/theme.h"

/// Tests of a panel that has a specification, with the pages of its preview.
class OpenedSetupPanel : public QObject {
protected:
    ui::Theme m_theme;
    std::unique_ptr<ui::SetupPanel> m_panel;

    template <class Widget> Widget* find(const char* name) const
    {
        auto* found = m_panel->findChild<Widget*>(QString::fromLatin1(name));
        const auto* stack = qobject_cast<QStackedWidget*>(m_panel->preview());
        if (found == nullptr) // Each page has a progress bar: that of the current one is meant.
            found = stack->currentWidget()->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            found = stack->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }

    void openPanel()
    {
        m_panel = std::make_unique<ui::SetupPanel>(fixture::knowledge());
        m_panel->setSpec(fixture::spec());
        m_panel->resize(344, 700);
        m_panel->preview()->resize(700, 700);
    }
};
