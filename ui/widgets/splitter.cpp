#include "ui/widgets/splitter.h"

#include "ui/widgets/settings.h"
#include "ui/widgets/theme.h"

#include <QHash>

#include <QTimer>

namespace ui {

namespace {

/// States of QSplitter by arrangement.
QHash<QString, QByteArray>& memory()
{
    static QHash<QString, QByteArray> states;
    return states;
}

QString prefix()
{
    return QStringLiteral("splitters/");
}

} // namespace

Splitter::Splitter(const QString& id, Qt::Orientation orientation, QWidget* parent)
    : QSplitter(orientation, parent), m_id(id)
{
    setObjectName(id + QStringLiteral("Splitter"));
    setChildrenCollapsible(false);
    connect(&Theme::instance(), &Theme::changed, this, &Splitter::shareSoon);
    connect(this, &QSplitter::splitterMoved, this, [this] {
        m_restored = arrangement();
        memory()[m_restored] = saveState();
    });
}

QString Splitter::arrangement() const
{
    QString parts; // Only visible parts; a folded one has a size of its own.
    for (int part = 0; part < count(); ++part) {
        const QWidget& each = *widget(part);
        const bool folded = orientation() == Qt::Horizontal
            ? each.minimumWidth() == each.maximumWidth()
            : each.minimumHeight() == each.maximumHeight();
        if (!each.isHidden())
            parts += folded ? u'f' : u'o';
    }
    if (Theme::instance().presentation())
        parts += u'p';
    return QStringLiteral("%1-%2-%3")
        .arg(m_id, orientation() == Qt::Horizontal ? u"across" : u"down", parts);
}

void Splitter::setSharing(Sharing sharing)
{
    m_sharing = std::move(sharing);
    share();
}

void Splitter::share()
{
    const int whole = orientation() == Qt::Horizontal ? width() : height();
    const QString now = arrangement();
    const QByteArray state = memory().value(now);
    if (state.isEmpty()) {
        m_restored.clear();
        if (m_sharing)
            setSizes(m_sharing(whole));
    } else if (m_restored != now) {
        restoreState(state);
        m_restored = now;
    }
}

void Splitter::shareSoon()
{
    if (m_waiting)
        return;
    m_waiting = true;
    QTimer::singleShot(0, this, [this] {
        m_waiting = false;
        share();
    });
}

void Splitter::resizeEvent(QResizeEvent* event)
{
    QSplitter::resizeEvent(event);
    share();
    if (m_sharing)
        shareSoon();
}

void Splitter::load(const Settings& settings)
{
    memory().clear();
    for (const QString& key : settings.all().keys()) {
        if (key.startsWith(prefix()))
            memory()[key.mid(prefix().size())] = settings.bytes(key);
    }
}

void Splitter::save(Settings& settings)
{
    for (auto state = memory().cbegin(); state != memory().cend(); ++state)
        settings.setBytes(prefix() + state.key(), state.value());
}

} // namespace ui
