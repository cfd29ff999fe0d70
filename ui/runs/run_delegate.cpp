#include "ui/runs/run_delegate.h"

#include "ui/curves/curve_settings.h"
#include "ui/runs/run_list_model.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

namespace ui {

namespace {

/// Long enough for a whole period of every dash pattern.
int sampleWidth()
{
    return int(18 + 12 * Theme::instance().lineWidth());
}
constexpr int kRunGap = 6;
constexpr int kRunWidth = 200;
constexpr int kWrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
constexpr int kStateGap = kRunGap + 4; ///< Advances are rounded.

QFont secondFont()
{
    const Theme& theme = Theme::instance();
    return theme.sized(theme.textFont(), 0.9);
}

/// A star, and a pencil where something was noted.
QString markSigns(const core::RunMarks& marks)
{
    QString text;
    if (!marks.note.empty())
        text += QStringLiteral("\u270e");
    if (marks.starred)
        text += QStringLiteral("\u2605");
    return text;
}

/// Draws its own background, because the style's frame is invisible on a dark or a selected row.
void paintCheckBox(QPainter& painter, const QRect& box, bool checked)
{
    const Theme& theme = Theme::instance();
    painter.setPen(QPen(theme.mutedText(), 1));
    painter.setBrush(theme.base());
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    if (!checked)
        return;
    const auto at = [&box](double x, double y) {
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
    };
    painter.setPen(QPen(theme.text(), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{{at(0.22, 0.52), at(0.42, 0.74), at(0.78, 0.28)}});
}

} // namespace

RunDelegate::RunDelegate(const RunListModel& model, QObject* parent)
    : QStyledItemDelegate(parent), m_model(model)
{
}

int RunDelegate::signWidth()
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    return kRunGap + line + kRunGap + sampleWidth() + kRunGap;
}

/// The height of the wrapped text; 0 if there is none.
int RunDelegate::subtitleHeight(int row, int width) const
{
    const QString text = m_model.subtitleOf(row);
    return text.isEmpty() ? 0
                          : QFontMetrics(secondFont())
                                .boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX), kWrapped, text)
                                .height();
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int first = QFontMetrics(Theme::instance().textFont()).height();
    if (m_folded)
        return {signWidth(), m_model.isHeading(index.row()) ? 2 * kRunGap : first + 2 * kRunGap};
    if (m_model.isHeading(index.row()))
        return {kRunWidth, first + 2 * kRunGap};
    const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = (list != nullptr ? list->viewport()->width() : kRunWidth) - 2 * kRunGap - 1;
    return {kRunWidth, 2 * first + subtitleHeight(index.row(), width) + 2 * kRunGap};
}

QRect RunDelegate::checkRect(const QStyleOptionViewItem& option) const
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    const int side = line - 4;
    return {option.rect.left() + kRunGap, option.rect.top() + kRunGap + (line - side) / 2, side,
            side};
}

QRect RunDelegate::nameRect(const QStyleOptionViewItem& option) const
{
    const int left = checkRect(option).right() + kRunGap + sampleWidth() + kRunGap;
    return {left, option.rect.top() + kRunGap, option.rect.right() - left - kRunGap,
            QFontMetrics(Theme::instance().textFont()).height()};
}

QWidget* RunDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const
{
    if (m_folded)
        return nullptr;
    QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
    named(editor, "renameEdit", tr("Name of the run; empty: that of its folder"));
    return editor;
}

void RunDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                       const QModelIndex&) const
{
    editor->setGeometry(nameRect(option).adjusted(-4, -4, kRunGap, 4));
}

void RunDelegate::paintHeading(QPainter& painter, const QRect& rect, const QString& text) const
{
    const Theme& theme = Theme::instance();
    painter.setPen(theme.line());
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
    if (m_folded)
        return;
    QFont bold = theme.textFont();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text());
    const QRect room = rect.adjusted(kRunGap, 0, -kRunGap, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideMiddle, room.width()));
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    if (m_model.isHeading(index.row())) {
        painter->save();
        paintHeading(*painter, option.rect, m_model.nameOf(index.row()));
        painter->restore();
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle& style = item.widget ? *item.widget->style() : *QApplication::style();
    style.drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect box = checkRect(option);
    paintCheckBox(*painter, box, m_model.at(index.row()).shown);
    const int left = box.right() + kRunGap;
    const CurveStyle curve = curveStyle(m_model.at(index.row()).colourIndex);
    QPen pen = curve.strong;
    pen.setWidthF(Theme::instance().lineWidth() + 1.0);
    // With its own background, so that the colour is visible on a selected row, too.
    const QRect sample(left, box.top(), sampleWidth(), box.height());
    painter->fillRect(sample, Theme::instance().base());
    painter->setPen(pen);
    painter->drawLine(QPointF(sample.left() + 2, sample.center().y() + 0.5),
                      QPointF(sample.right() - 1, sample.center().y() + 0.5));
    if (!m_folded)
        paintTexts(*painter, item, index.row(), nameRect(option));
    if (option.state & QStyle::State_HasFocus) {
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(item.palette.color(QPalette::Text), 1, Qt::DotLine));
        painter->drawRect(option.rect.adjusted(1, 1, -2, -2));
    }
    painter->restore();
}

/// State and best value. Where they do not fit, the state without its word, else the value without
/// its name.
std::pair<QString, QString> RunDelegate::stateAndBest(int row, int width) const
{
    const QFontMetrics words(secondFont()), numbers(Theme::instance().numberFont());
    const QString best = m_model.bestOf(row);
    for (const QString& state : {m_model.stateOf(row), m_model.shortStateOf(row)})
        if (words.horizontalAdvance(state) + numbers.horizontalAdvance(best) + kStateGap <= width)
            return {state, best};
    return {m_model.stateOf(row), m_model.bestValueOf(row)};
}

void RunDelegate::paintTexts(QPainter& painter, const QStyleOptionViewItem& option, int row,
                             const QRect& room) const
{
    const Theme& theme = Theme::instance();
    const bool selected = option.state & QStyle::State_Selected;
    const QColor strong = selected ? option.palette.color(QPalette::HighlightedText) : theme.text();
    const QColor weak = selected ? strong : theme.mutedText();
    const QFontMetrics numbers(theme.numberFont());
    const int whole = room.right() - option.rect.left() - kRunGap;
    const auto [state, best] = stateAndBest(row, whole);
    const int bestWidth = numbers.horizontalAdvance(best) + 2;
    const int first = QFontMetrics(theme.textFont()).height();
    QRect line = room;
    painter.setPen(strong);
    painter.setFont(theme.textFont());
    const QString marks = markSigns(m_model.at(row).summary.marks);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, marks);
    if (!marks.isEmpty())
        line.setRight(line.right() - painter.fontMetrics().horizontalAdvance(marks) - kRunGap);
    painter.drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_model.nameOf(row), Qt::ElideMiddle, line.width()));
    line = QRect(option.rect.left() + kRunGap, room.top() + first, whole, first);
    const int left = line.left();
    painter.setFont(theme.numberFont());
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, best);
    painter.setPen(weak);
    painter.setFont(secondFont());
    line.setWidth(whole - bestWidth - kRunGap);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(state, Qt::ElideRight, line.width()));
    const QRect below(left, line.top() + first, whole, subtitleHeight(row, whole));
    painter.drawText(below, kWrapped, m_model.subtitleOf(row));
}

/// The check box is where this delegate paints it, not where the style would.
bool RunDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                              const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (m_model.isHeading(index.row()))
        return false;
    const auto toggle = [&] {
        const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return model->setData(index, shown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    };
    if (event->type() == QEvent::KeyPress) {
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space)
            return toggle();
        return false;
    }
    const bool pressed = event->type() == QEvent::MouseButtonPress;
    const bool released = event->type() == QEvent::MouseButtonRelease;
    if (!pressed && !released)
        return false;
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const QRect target = checkRect(option).adjusted(-kRunGap, -kRunGap, kRunGap / 2, kRunGap);
    if (mouse->button() != Qt::LeftButton || !target.contains(mouse->pos()))
        return false;
    return pressed || toggle();
}

} // namespace ui
