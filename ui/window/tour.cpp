#include "ui/window/tour.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>

#include <algorithm>

namespace ui {

namespace {

constexpr int kBubbleLetters = 56; ///< Letters in a line of the bubble.
constexpr int kApart = 10; ///< Distance to the control.

/// A thick frame that is transparent for the mouse.
class ControlFrame : public QWidget {
public:
    explicit ControlFrame(QWidget* window) : QWidget(window)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(Theme::instance().accent(), 3));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 5, 5);
    }
};

} // namespace

Tour::Tour(std::vector<TourStep> steps, QWidget* window)
    : QFrame(window)
    , m_steps(std::move(steps))
    , m_window(window)
    , m_frame(new ControlFrame(window))
    , m_title(named(makeLabel({}, LabelRole::Heading, this), "tourTitle"))
    , m_text(makeLabel({}, LabelRole::Plain, this))
    , m_count(makeLabel({}, LabelRole::Muted, this))
    , m_back(named(new QPushButton(tr("&Back"), this), "tourBack"))
    , m_next(named(new QPushButton(this), "tourNext"))
    , m_skip(named(new QPushButton(tr("S&kip the tour"), this), "tourSkip"))
{
    setObjectName(QStringLiteral("tour"));
    m_count->setWordWrap(false);
    auto* buttons = makeRow(nullptr, {m_skip, {m_count, 1}, m_back, m_next});
    m_count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const int space = 2 * kGrid;
    auto* column = makeColumn(this, {m_title, m_text}, -1, {space, space, space, space});
    column->addSpacing(space / 2);
    column->addLayout(buttons);
    connect(m_back, &QPushButton::clicked, this, [this] { show(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { show(m_step + 1); });
    connect(m_skip, &QPushButton::clicked, this, &Tour::end);
    connect(&Theme::instance(), &Theme::changed, this, &Tour::place);
    window->installEventFilter(this);
    for (QPushButton* button : {m_skip, m_back, m_next})
        button->installEventFilter(this); // Arrow keys turn the pages, rather than the focus.
    show(0);
}

Tour::~Tour()
{
    delete m_frame; // It belongs to the window.
}

void Tour::show(int step)
{
    if (step >= int(m_steps.size()))
        return end();
    m_step = std::max(step, 0);
    const TourStep& shown = m_steps[size_t(m_step)];
    m_title->setText(shown.title);
    m_text->setText(shown.text);
    m_count->setText(tr("%1 of %2").arg(m_step + 1).arg(m_steps.size()));
    m_back->setEnabled(m_step > 0);
    m_next->setText(m_step + 1 < int(m_steps.size()) ? tr("&Next") : tr("&Done"));
    setAccessibleName(tr("Tour, %1: %2. %3").arg(m_count->text(), shown.title, shown.text));
    QFrame::show();
    place();
    m_next->setFocus(Qt::TabFocusReason); // Shows the focus ring; keys work at once.
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

/// Places the bubble below the control, or beside it.
void Tour::place()
{
    if (m_step < 0)
        return;
    const int letter = QFontMetrics(Theme::instance().textFont()).averageCharWidth();
    const int width = std::min(kBubbleLetters * letter, m_window->width() - 2 * kApart);
    setFixedWidth(width);
    const int height = layout()->hasHeightForWidth() ? layout()->heightForWidth(width)
                                                     : layout()->sizeHint().height();
    const QWidget* control = m_steps[size_t(m_step)].control();
    const bool there = control != nullptr && control->isVisible();
    const QRect whole = m_window->rect().adjusted(kApart, kApart, -kApart, -kApart);
    const QRect around = there
        ? QRect(control->mapTo(m_window, QPoint(0, 0)), control->size()).adjusted(-4, -4, 4, 4)
        : QRect(whole.center(), QSize(1, 1));
    m_frame->setVisible(there);
    m_frame->setGeometry(around.intersected(m_window->rect()));
    QRect bubble(QPoint(around.left(), around.bottom() + kApart), QSize(width, height));
    if (bubble.bottom() > whole.bottom()) // Above low controls, beside tall ones.
        bubble.moveBottom(around.top() - kApart);
    if (bubble.top() < whole.top()) {
        bubble.moveTop(std::max(around.top() + 4 * kApart, whole.top()));
        bubble.moveLeft(around.right() + kApart + width <= whole.right()
                            ? around.right() + kApart
                            : around.left() - kApart - width);
    }
    bubble.moveLeft(
        std::clamp(bubble.left(), whole.left(), std::max(whole.right() - width, whole.left())));
    setGeometry(bubble);
    m_frame->raise();
    raise();
}

void Tour::end()
{
    hide();
    delete m_frame;
    deleteLater();
    Q_EMIT ended();
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        end();
    else if (event->key() == Qt::Key_Right)
        show(m_step + 1);
    else if (event->key() == Qt::Key_Left)
        show(m_step - 1);
    else
        QFrame::keyPressEvent(event);
}

void Tour::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent(), 2));
    painter.setBrush(theme.base());
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_window && event->type() == QEvent::Resize)
        QTimer::singleShot(0, this, &Tour::place); // After its layout.
    if (watched == m_window && event->type() == QEvent::WindowActivate
        && !isAncestorOf(m_window->focusWidget()))
        m_next->setFocus(Qt::TabFocusReason); // At the first start, the window takes the focus.
    if (watched != m_window && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            static_cast<QPushButton*>(watched)->click();
            return true;
        }
        if (key == Qt::Key_Left || key == Qt::Key_Right) {
            show(key == Qt::Key_Right ? m_step + 1 : m_step - 1);
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace ui
