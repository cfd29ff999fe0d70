#include "ui/widgets/problem_line.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <array>

namespace ui {

ProblemLine::ProblemLine(QWidget* parent)
    : QWidget(parent), m_text(makeLabel({}, LabelRole::Problem, this))
{
    auto* layout = makeRow(this, {}, 4, {0, 0, 0, 4});
    auto* sign = new QLabel(this);
    setIcon(*sign, QStringLiteral("warning"), IconTone::Bad);
    sign->setAccessibleName(tr("Problem"));
    layout->addWidget(sign, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    hide();
}

void ProblemLine::setText(const QString& text)
{
    m_text->setText(breakable(text));
    setVisible(!text.isEmpty());
}

QString ProblemLine::text() const
{
    return m_text->text();
}

FieldProblem::FieldProblem(QWidget* field) : ProblemLine(field->parentWidget()), m_field(field)
{
    constexpr int kAir = 6;
    layout()->setContentsMargins(kAir, kAir, kAir, kAir);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    field->installEventFilter(this);
    connect(field, &QObject::destroyed, this, &QObject::deleteLater);
    connect(qApp, &QApplication::focusChanged, this, &FieldProblem::place);
}

void FieldProblem::setText(const QString& text)
{
    ProblemLine::setText(text);
    place();
}

bool FieldProblem::eventFilter(QObject* object, QEvent* event)
{
    const auto type = event->type();
    const bool moved = type == QEvent::Move || type == QEvent::Resize;
    if (moved || type == QEvent::Show || type == QEvent::Hide)
        QMetaObject::invokeMethod(this, &FieldProblem::place, Qt::QueuedConnection);
    return ProblemLine::eventFilter(object, event);
}

/// The ancestor that the line lies on and that scrolls with the field.
QWidget* FieldProblem::ground() const
{
    QWidget* ground = m_field->parentWidget();
    const auto scrolls = [](const QWidget* widget) {
        const QWidget* viewport = widget->parentWidget();
        return viewport != nullptr
            && qobject_cast<const QAbstractScrollArea*>(viewport->parentWidget()) != nullptr;
    };
    while (!scrolls(ground) && !ground->isWindow() && ground->parentWidget() != nullptr)
        ground = ground->parentWidget();
    return ground;
}

void FieldProblem::place()
{
    if (m_field.isNull() || text().isEmpty() || m_field->isHidden()) {
        hide();
        return;
    }
    QWidget* on = ground();
    if (parentWidget() != on)
        setParent(on);
    const int width = std::max(on->width() - 2 * kGrid, minimumSizeHint().width());
    const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width)
                                                     : sizeHint().height();
    const QRect field(m_field->mapTo(on, QPoint()), m_field->size());
    const QRect under(kGrid, field.bottom() + 2, width, height);
    const QRect above(kGrid, field.top() - height - 1, width, height);
    const QWidget* focus = QApplication::focusWidget();
    const bool elsewhere = focus != nullptr && !m_field->isAncestorOf(focus) && focus != m_field
        && on->isAncestorOf(focus);
    // Never where the user works now: a field is often left for the one below it.
    const auto isFree = [&](const QRect& place) {
        return place.top() >= 0 && place.bottom() < on->height()
            && !(elsewhere && place.intersects(QRect(focus->mapTo(on, QPoint()), focus->size())));
    };
    QRect beyond = under;
    if (elsewhere)
        beyond.moveTop(focus->mapTo(on, QPoint(0, focus->height())).y() + 2);
    const std::array places{under, above, beyond};
    const auto* const place = std::find_if(places.begin(), places.end(), isFree);
    if (place != places.end())
        setGeometry(*place);
    setVisible(place != places.end() && m_field->isVisibleTo(on));
    raise();
}

void FieldProblem::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Theme::instance().bad());
    painter.setBrush(Theme::instance().base());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

} // namespace ui
