#include "ui/widgets/message_bar.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QStatusTipEvent>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kReservedMargin = 1; ///< Above and below a message in its line.
constexpr int kNoticeMs = 20000;
constexpr int kLeastNoticeMs = 1500; ///< To see that it is there.

bool isUse(const QEvent& event)
{
    return event.type() == QEvent::MouseButtonPress || event.type() == QEvent::Wheel
        || event.type() == QEvent::KeyPress;
}

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), m_tip(named(new ElidedLabel(nullptr, Qt::ElideRight), "statusTip"))
{
    setObjectName(QStringLiteral("statusLine"));
    m_tip->setProperty("role", QStringLiteral("muted"));
    makeRow(this, {{m_tip, 1}}, 0, {2 * kGrid, 0, 2 * kGrid, 0});
    hideInPresentation(*this);
}

void StatusLine::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_watched == window())
        return;
    m_watched = window();
    m_watched->installEventFilter(this);
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::StatusTip)
        m_tip->setFullText(static_cast<QStatusTipEvent*>(event)->tip());
    return QWidget::eventFilter(watched, event);
}

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent)
    , m_layout(makeRow(this, {}, kGrid, {2 * kGrid, kGrid, kGrid, kGrid}))
    , m_sign(new QLabel(this))
    , m_text(named(makeLabel({}, LabelRole::Plain, this), "messageText"))
    , m_offer(new QPushButton(this))
    , m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    named(m_close, "closeMessageButton", tr("Close this message"), tr("Close this message"));
    m_close->setAutoRaise(true);
    setIcon(*m_close, QStringLiteral("close"));
    m_layout->addWidget(m_sign, 0, Qt::AlignTop);
    m_layout->addWidget(m_text, 1);
    named(m_offer, "messageOfferButton", tr("Suggested action"));
    m_offer->hide();
    m_layout->addWidget(m_offer, 0, Qt::AlignTop);
    m_layout->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_offer, &QPushButton::clicked, this, [this] {
        const auto take = m_take; // It may bring another message.
        m_close->click();
        if (take)
            take();
    });
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        Q_EMIT closed();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        fitLine();
        update();
    });
    m_leaving.setSingleShot(true);
    m_leaving.setInterval(kNoticeMs);
    m_leaving.setTimerType(Qt::PreciseTimer); // Its remaining time tells how long it was seen.
    connect(&m_leaving, &QTimer::timeout, this, &MessageBar::leave);
    hide();
}

void MessageBar::showMessage(const QString& text, Kind kind, const Offer& offer)
{
    m_kind = kind;
    m_take = offer.take;
    m_offer->setText(offer.text);
    if (!offer.text.isEmpty())
        m_offer->setAccessibleName(offer.text);
    m_offer->setVisible(!offer.text.isEmpty());
    const bool failure = kind == Kind::Failure;
    // A sign per kind: the tint behind it is never the only difference.
    setIcon(*m_sign, failure ? QStringLiteral("warning") : QStringLiteral("info"),
            failure ? IconTone::Bad : IconTone::Accent);
    m_sign->setAccessibleName(failure ? tr("Failure") : tr("Notice"));
    m_text->setText(
        breakable(QString(text).replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"))));
    setAccessibleName(failure ? tr("Failure: %1").arg(text) : tr("Notice: %1").arg(text));
    show();
    place();
    announce();
    m_leaving.stop();
    if (m_reserved != nullptr && !failure)
        m_leaving.start();
}

/// A notice does not stand there for ever, unless it is being read.
void MessageBar::leave()
{
    if (underMouse() || isAncestorOf(QApplication::focusWidget()) || m_text->hasSelectedText())
        m_leaving.start();
    else
        m_close->click();
}

void MessageBar::standIn(StatusLine* line)
{
    m_reserved = line;
    m_layout->setContentsMargins(2 * kGrid, kReservedMargin, kGrid, kReservedMargin);
    qApp->installEventFilter(this);
    fitLine();
}

void MessageBar::fitLine()
{
    if (m_reserved != nullptr)
        m_reserved->setFixedHeight(
            std::max({QFontMetrics(Theme::instance().textFont()).height(),
                      m_close->sizeHint().height(), m_offer->sizeHint().height()})
            + 2 * kReservedMargin);
    place();
}

/// From the lower edge of its line upwards; in a presentation, which has no such line, from that of
/// the window.
void MessageBar::place()
{
    if (m_reserved == nullptr || isHidden())
        return;
    const QSize room = parentWidget()->size();
    const int line = m_reserved->height();
    const QRect area = m_reserved->isVisibleTo(parentWidget())
        ? QRect(m_reserved->mapTo(parentWidget(), QPoint()), m_reserved->size())
        : QRect(0, room.height() - line, room.width(), line);
    const int wanted = m_layout->hasHeightForWidth() ? m_layout->heightForWidth(area.width())
                                                     : sizeHint().height();
    const int tall = std::max(wanted, area.height());
    setGeometry(area.left(), area.bottom() + 1 - tall, area.width(), tall);
    raise();
}

bool MessageBar::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        place();
    return done;
}

/// A part of it; not what both lie in.
bool MessageBar::covers(const QWidget& other) const
{
    if (&other == this || isAncestorOf(&other) || other.isAncestorOf(this))
        return false;
    const auto onScreen
        = [](const QWidget& widget) { return QRect(widget.mapToGlobal(QPoint()), widget.size()); };
    return other.window() == window() && onScreen(*this).intersects(onScreen(other));
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event)
{
    const bool around = watched == m_reserved || watched == parent();
    if (around && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        place();
    const auto* used = isUse(*event) ? qobject_cast<QWidget*>(watched) : nullptr;
    if (used != nullptr && m_leaving.isActive() && covers(*used)
        && m_leaving.remainingTime() < kNoticeMs - kLeastNoticeMs)
        m_close->click(); // What it covers is wanted.
    return QWidget::eventFilter(watched, event);
}

QPushButton* MessageBar::addButton(const QString& text)
{
    auto* button = new QPushButton(text, this);
    m_layout->insertWidget(m_layout->indexOf(m_close), button, 0, Qt::AlignTop);
    return button;
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::announce()
{
    // Qt 6.8 has an announcement event; an alert is what earlier versions can send.
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    QColor tint = m_kind == Kind::Failure ? theme.bad() : theme.accent();
    painter.fillRect(rect(), theme.base());
    painter.fillRect(QRect(0, 0, 4, height()), tint);
    tint.setAlphaF(0.10F);
    painter.fillRect(rect(), tint);
    if (m_reserved != nullptr)
        painter.fillRect(QRect(0, 0, width(), 1), theme.line());
}

} // namespace ui
