#pragma once

#include "tests/support/test_case.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "ui/widgets/theme.h"

/// Tests of a view with a context that answers as it is told. A test begins with begin() and ends
/// with end().
template <class View> class ViewTests : public QObject {
protected:
    ui::Theme m_theme;
    std::unique_ptr<FakeContext> m_context;
    std::unique_ptr<View> m_view;

    void begin()
    {
        QLocale::setDefault(QLocale(QLocale::English));
        m_context = std::make_unique<FakeContext>();
    }
    void end()
    {
        m_view.reset();
        m_context.reset();
    }
    /// Shows a view that looks at a text.
    void show(const QSize& size, const QString& text, const QString& truth = {})
    {
        m_view = std::make_unique<View>(*m_context);
        showSized(*m_view, size);
        m_context->lead(*m_view);
        m_context->look(text, truth);
    }
    template <class Widget> Widget& find(const char* name) const
    {
        return *namedChild<Widget>(*m_view, name);
    }
    QString text(const char* label) const { return labelText(*m_view, label); }
};
