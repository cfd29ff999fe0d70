#include "ui/widgets/quiet_style.h"

#include <QApplication>
#include <QKeyEvent>
#include <QStyleFactory>
#include <QWidget>

namespace ui {

QuietStyle::QuietStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
    qApp->installEventFilter(this);
}

int QuietStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const
{
    if (hint == SH_UnderlineShortcut)
        return m_altHeld ? 1 : 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

bool QuietStyle::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::KeyPress || type == QEvent::KeyRelease) {
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt)
            setAltHeld(type == QEvent::KeyPress);
    } else if (type == QEvent::ApplicationDeactivate || type == QEvent::WindowDeactivate) {
        setAltHeld(false); // The release goes to another window.
    }
    return QProxyStyle::eventFilter(watched, event);
}

void QuietStyle::setAltHeld(bool held)
{
    if (held == m_altHeld)
        return;
    m_altHeld = held;
    for (QWidget* window : QApplication::topLevelWidgets()) {
        if (!window->isVisible())
            continue;
        window->update();
        for (QWidget* child : window->findChildren<QWidget*>())
            child->update();
    }
}

} // namespace ui
