#include "ui/widgets/selection_item.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/option_fields_selection.h"
#include "ui/widgets/option_rows.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

namespace ui {

namespace {

constexpr int kRemove = 0; ///< A value of `change` of a button; -1 and +1 move the item.

} // namespace

SelectionItem::SelectionItem(const OptionContext& context, SelectionListField& list, int index,
                             const core::Json& value, QWidget* parent)
    : QWidget(parent), m_list(list), m_index(index), m_value(value)
{
    const std::string id = value.is_object() ? value.value("kind", std::string()) : std::string();
    const core::KindDescription* kind = core::findKind(context.catalogue, list.option().family, id);
    m_title = kind == nullptr ? QString::fromStdString(id) : coreText(kind->title);
    const QString summary = kind == nullptr ? QString() : coreText(kind->summary);
    const std::string path = list.path() + "[" + std::to_string(index) + "]";
    setObjectName(QString::fromStdString(path));
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("%1 %2: %3").arg(list.label()).arg(index + 1).arg(m_title));
    setAccessibleDescription(tr("%1 Alt+Up and Alt+Down move it, Delete removes it.").arg(summary));
    auto* layout = makeColumn(this, {makeHeader(m_title, summary)}, 4, {0, 2, 0, 2});
    if (kind == nullptr || kind->options.empty())
        return;
    m_rows = new OptionRows(context, kind->options, path, this);
    m_rows->setContentsMargins(3 * kGrid, 0, 0, 0);
    m_rows->setValue(value);
    connect(m_rows, &OptionRows::edited, &list, &OptionField::edited);
    layout->addWidget(m_rows);
}

QWidget* SelectionItem::makeHeader(const QString& title, const QString& summary)
{
    auto* header = new QWidget(this);
    auto* handle = new QLabel(header);
    setIcon(*handle, QStringLiteral("handle"), IconTone::Muted);
    handle->setCursor(Qt::OpenHandCursor);
    setHelp(*handle, tr("Drag to another place"));
    handle->setAccessibleName(tr("Drag %1 to another place").arg(title));
    handle->installEventFilter(this);
    QLabel* name = makeLabel(title, LabelRole::Plain, header);
    setHelp(*name, summary);
    makeRow(header, {handle, {name, 1}}, 2);
    addButton(*header, QStringLiteral("up"), tr("Move up"), "up", -1);
    addButton(*header, QStringLiteral("down"), tr("Move down"), "down", +1);
    addButton(*header, QStringLiteral("close"), tr("Remove"), "remove", kRemove);
    return header;
}

void SelectionItem::addButton(QWidget& header, const QString& icon, const QString& action,
                              const char* name, int change)
{
    auto* button = named(new QToolButton(&header), objectName() + u'.' + QLatin1String(name));
    button->setAutoRaise(true);
    setHelp(*button, action);
    button->setAccessibleName(tr("%1: %2").arg(m_title, action));
    setIcon(*button, icon);
    header.layout()->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, change] {
        if (change == kRemove)
            m_list.remove(m_index);
        else
            m_list.move(m_index, m_index + change);
    });
}

core::Json SelectionItem::value() const
{
    if (m_rows == nullptr)
        return m_value;
    core::Json value = {{"kind", m_value.at("kind")}}; // First, as it is written in a spec.
    value.update(m_rows->value());
    return value;
}

void SelectionItem::keyPressEvent(QKeyEvent* event)
{
    const bool alt = event->modifiers().testFlag(Qt::AltModifier);
    if (alt && event->key() == Qt::Key_Up)
        m_list.move(m_index, m_index - 1);
    else if (alt && event->key() == Qt::Key_Down)
        m_list.move(m_index, m_index + 1);
    else if (event->key() == Qt::Key_Delete)
        m_list.remove(m_index);
    else
        QWidget::keyPressEvent(event);
}

void SelectionItem::paintEvent(QPaintEvent*)
{
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::instance().accent(), 1.5));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
}

void SelectionItem::focusInEvent(QFocusEvent*)
{
    update();
}

void SelectionItem::focusOutEvent(QFocusEvent*)
{
    update();
}

/// Events of the handle: the item moves to the place where it is dropped.
bool SelectionItem::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress) {
        setFocus(Qt::MouseFocusReason);
        return true;
    }
    if (event->type() != QEvent::MouseButtonRelease)
        return QWidget::eventFilter(watched, event);
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const int y = parentWidget()->mapFromGlobal(mouse->globalPosition().toPoint()).y();
    m_list.move(m_index, m_list.placeAt(y));
    return true;
}

} // namespace ui
