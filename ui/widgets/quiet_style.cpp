#include "ui/widgets/quiet_style.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSlider>
#include <QStringList>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

namespace ui {

namespace {

double theScale = 1.0; ///< The style belongs to the application and outlives the theme.

constexpr int kArrowRoom = 12; ///< Beside the text of a button that opens a menu.

/// The whole button opens a menu: Fusion's arrow for it is a speck in the corner.
const QStyleOptionToolButton* menuButtonOption(const QStyleOption* option)
{
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    const bool opensMenu = button != nullptr
        && button->features.testFlag(QStyleOptionToolButton::HasMenu)
        && !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
    return opensMenu ? button : nullptr;
}

/// Above the title in the middle: beside a title that fills its column the arrow lies on letters.
bool drawSortArrow(const QStyleOption* option, QPainter& painter, const QWidget* widget)
{
    const auto* section = qstyleoption_cast<const QStyleOptionHeader*>(option);
    const auto* header = qobject_cast<const QHeaderView*>(widget);
    if (section == nullptr || header == nullptr || header->orientation() != Qt::Horizontal)
        return false;
    constexpr double kHalf = 4.0, kHigh = 4.0;
    const double middle = header->sectionViewportPosition(section->section)
        + header->sectionSize(section->section) / 2.0;
    const bool up = section->sortIndicator == QStyleOptionHeader::SortUp;
    const double base = up ? kHigh : 0.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(option->palette.color(QPalette::Text));
    painter.drawConvexPolygon(
        QPolygonF{{middle - kHalf, base}, {middle + kHalf, base}, {middle, kHigh - base}});
    painter.restore();
    return true;
}

/// Titles of columns that are too narrow for them end in an ellipsis: Qt, with a style sheet, cuts
/// through a letter.
QStyleOptionHeader elidedTitle(const QStyleOptionHeader& whole)
{
    QStyleOptionHeader section(whole);
    QStringList lines = whole.text.split(QLatin1Char('\n'));
    for (QString& line : lines)
        line = whole.fontMetrics.elidedText(line, Qt::ElideRight, whole.rect.width());
    section.text = lines.join(QLatin1Char('\n'));
    return section;
}

/// Fusion's edges are darker than the ground, which on a dark ground is no edge.
void drawEdge(const QStyleOption& option, QPainter& painter)
{
    if (option.state.testFlag(QStyle::State_HasFocus))
        return; // Fusion draws that one in the accent colour.
    QColor edge = option.palette.color(QPalette::Dark);
    if (!option.state.testFlag(QStyle::State_Enabled))
        edge.setAlphaF(0.4F);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(edge, 1));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

/// Only the tick marks of a slider, in the colour of edges: Fusion draws them darker than the
/// background as well.
QStyleOptionSlider tickMarks(const QStyleOptionSlider& whole)
{
    constexpr int kFusionDarkens = 140; // per cent, of the window's colour
    QStyleOptionSlider marks(whole);
    marks.subControls = QStyle::SC_SliderTickmarks;
    marks.palette.setColor(QPalette::Window,
                           whole.palette.color(QPalette::Dark).lighter(kFusionDarkens));
    return marks;
}

bool turnsByWheel(const QObject* object)
{
    return qobject_cast<const QComboBox*>(object) != nullptr
        || qobject_cast<const QAbstractSpinBox*>(object) != nullptr
        || qobject_cast<const QSlider*>(object) != nullptr;
}

} // namespace

QuietStyle::QuietStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
    qApp->installEventFilter(this);
}

void QuietStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (turnsByWheel(widget) && widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(Qt::StrongFocus); // Passing over it with the wheel is no choice.
}

int QuietStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const
{
    if (hint == SH_UnderlineShortcut) // An open menu takes the letters without Alt.
        return m_altHeld || qobject_cast<const QMenu*>(widget) != nullptr ? 1 : 0;
    if (hint == SH_Slider_AbsoluteSetButtons) // A click beside a slider's handle brings it there.
        return Qt::LeftButton;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

void QuietStyle::setScale(double scale)
{
    theScale = scale;
}

int QuietStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                            const QWidget* widget) const
{
    const int normal = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength:
    case PM_CheckBoxLabelSpacing:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return normal > 0 ? qRound(normal * theScale) : normal;
    default:
        return normal;
    }
}

void QuietStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const
{
    if (element == PE_IndicatorArrowDown && menuButtonOption(option) != nullptr) {
        QStyleOption arrow(*option);
        const QRect whole = widget == nullptr ? option->rect : widget->rect();
        arrow.rect = QRect(whole.right() - kArrowRoom, whole.center().y() - 4, 10, 10);
        QProxyStyle::drawPrimitive(element, &arrow, painter, widget);
        return;
    }
    if (element == PE_IndicatorHeaderArrow && drawSortArrow(option, *painter, widget))
        return;
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool field = element == PE_FrameLineEdit || element == PE_IndicatorCheckBox;
    if (field && option->rect.isValid())
        drawEdge(*option, *painter);
    const auto* box = element == PE_Frame ? qobject_cast<const QPlainTextEdit*>(widget) : nullptr;
    if (box != nullptr && !box->isReadOnly()) {
        QStyleOption frame(*option);
        frame.state.setFlag(State_HasFocus, false); // Fusion draws no other one around a box.
        drawEdge(frame, *painter);
    }
}

void QuietStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    const auto* section = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element == CE_HeaderLabel && section != nullptr) {
        const QStyleOptionHeader elided = elidedTitle(*section);
        QProxyStyle::drawControl(element, &elided, painter, widget);
        return;
    }
    const auto* button = element == CE_ToolButtonLabel ? menuButtonOption(option) : nullptr;
    if (button == nullptr) {
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    }
    QStyleOptionToolButton label(*button);
    label.rect.adjust(0, 0, -kArrowRoom, 0);
    QProxyStyle::drawControl(element, &label, painter, widget);
}

void QuietStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const
{
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control == CC_Slider && slider != nullptr) {
        QStyleOptionSlider rest(*slider);
        rest.subControls.setFlag(SC_SliderTickmarks, false);
        QProxyStyle::drawComplexControl(control, &rest, painter, widget);
        if (slider->subControls.testFlag(SC_SliderTickmarks)) {
            const QStyleOptionSlider marks = tickMarks(*slider);
            QProxyStyle::drawComplexControl(control, &marks, painter, widget);
        }
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox || control == CC_ComboBox)
        drawEdge(*option, *painter);
}

QSize QuietStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const
{
    QSize whole = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ToolButton && menuButtonOption(option) != nullptr)
        whole.rwidth() += kArrowRoom;
    return whole;
}

bool QuietStyle::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::KeyPress || type == QEvent::KeyRelease) {
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt)
            setAltHeld(type == QEvent::KeyPress);
    } else if (type == QEvent::ApplicationDeactivate || type == QEvent::WindowDeactivate) {
        setAltHeld(false); // The release goes to another window.
    } else if (type == QEvent::Wheel && turnsByWheel(watched)
               && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore(); // Qt offers it to the parents, up to what scrolls.
        return true;
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
