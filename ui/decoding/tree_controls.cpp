#include "ui/decoding/tree_controls.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kMostDropped = 50;
constexpr int kUsualDropped = 1;
constexpr double kTreeButtonZoomStep = 1.25;
constexpr NodeShape kShapes[] = {NodeShape::Open,    NodeShape::Finished, NodeShape::Chosen,
                                 NodeShape::Dropped, NodeShape::Blocked,  NodeShape::CutOff};

core::OptionDescription droppedOption()
{
    core::OptionDescription option;
    option.type = core::OptionType::Integer;
    option.minimum = 0;
    option.maximum = kMostDropped;
    return option;
}

/// One entry of the legend and where it goes on.
struct LegendCursor {
    QPainter* painter; ///< Null: only measures.
    int width, x = 0, line = 0;
    int lineHeight = QFontMetrics(Theme::instance().textFont()).height() + 8;

    /// Makes room for a sign and a word. @returns where they stand.
    QRect place(int needed)
    {
        if (x > 0 && x + needed > width) {
            x = 0;
            ++line;
        }
        const QRect box(x, line * lineHeight, needed, lineHeight);
        x += needed + 14;
        return box;
    }
};

void addEntry(LegendCursor& cursor, const QString& word,
              const std::function<void(QPainter&, const QRectF&)>& drawSign)
{
    const QFontMetrics words(Theme::instance().textFont());
    const int sign = 2 * words.height() - 6;
    const QRect box = cursor.place(sign + 6 + words.horizontalAdvance(word) + 2);
    if (cursor.painter == nullptr)
        return;
    drawSign(*cursor.painter,
             QRectF(box.left() + 2, box.top() + 5, sign - 4, cursor.lineHeight - 10));
    cursor.painter->setFont(Theme::instance().textFont());
    cursor.painter->setPen(Theme::instance().mutedText());
    cursor.painter->drawText(box.adjusted(sign + 6, 0, 4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             word);
}

int layLegend(QPainter* painter, int width)
{
    LegendCursor cursor{painter, width};
    for (const NodeShape shape : kShapes)
        addEntry(cursor, shapeName(shape), [shape](QPainter& at, const QRectF& box) {
            TreePainter::drawShape(at, box, shape, false);
        });
    addEntry(cursor, TreeLegend::tr("best so far"), [](QPainter& at, const QRectF& box) {
        QPen pen(Theme::instance().series(0), 4);
        pen.setCapStyle(Qt::FlatCap);
        at.setPen(pen);
        at.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
    });
    return (cursor.line + 1) * cursor.lineHeight;
}

} // namespace

TreeLegend::TreeLegend(QWidget* parent) : Canvas(parent)
{
    setObjectName(QStringLiteral("treeLegend"));
    wrapInWidth(QSizePolicy::Expanding);
    QStringList names;
    for (const NodeShape shape : kShapes)
        names << shapeName(shape);
    setAccessibleName(tr("Legend of the tree: %1").arg(names.join(QStringLiteral(", "))));
    setHelp(*this,
            tr("A node shows the token, and below it its log probability and the total of the "
               "hypothesis, or both as probabilities. Solid outlines are open, double outlines "
               "have ended, dashed ones were dropped, dotted ones were blocked by a rule, torn "
               "ones reached the maximum length. The number beside a node counts its candidates "
               "that are not drawn."));
}

void TreeLegend::draw(QPainter& painter, const QRect& box) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    layLegend(&painter, box.width());
}

int TreeLegend::heightForWidth(int width) const
{
    return layLegend(nullptr, width);
}

QSize TreeLegend::sizeHint() const
{
    return {52 * QFontMetrics(Theme::instance().textFont()).averageCharWidth(),
            layLegend(nullptr, 100000)};
}

QSize TreeLegend::minimumSizeHint() const
{
    return {160, layLegend(nullptr, 100000)};
}

TreeControls::TreeControls(QWidget* parent) : QWidget(parent)
{
    m_dropped = named(new NumberBox(droppedOption()), "droppedBox", tr("Dropped candidates shown"));
    m_dropped->setValue(kUsualDropped);
    const QString help = tr("How many dropped candidates are drawn at each step, best first; 0 "
                            "folds all of them away");
    setHelp(*m_dropped, help);
    connect(m_dropped, &NumberBox::edited, this,
            [this](double value) { Q_EMIT droppedShownChanged(int(value)); });
    auto* label = makeLabel(tr("&Dropped"), LabelRole::Muted);
    label->setWordWrap(false);
    label->setBuddy(m_dropped);
    setHelp(*label, help);
    auto* form = named(new QuietComboBox, "numberFormBox", tr("Numbers in the tree"),
                       tr("Numbers in the tree: the probability of the token, then of the whole "
                          "hypothesis, as natural logarithms or as probabilities"));
    form->addItems({tr("log p"), tr("%")});
    form->setMinimumContentsLength(4);
    connect(form, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_form = NumberForm(index);
        Q_EMIT numberFormChanged(m_form);
    });
    makeRow(this, {{new TreeLegend, 1}, label, m_dropped, form}, 6);
    addZoom("zoomOutButton", QStringLiteral("zoom-out"), tr("Smaller (-, or Ctrl and wheel)"),
            1 / kTreeButtonZoomStep);
    addZoom("zoomInButton", QStringLiteral("zoom-in"), tr("Larger (+, or Ctrl and wheel)"),
            kTreeButtonZoomStep);
    addZoom("zoomFitButton", QStringLiteral("zoom-fit"), tr("The whole tree (0)"), 0.0);
}

void TreeControls::addZoom(const char* name, const QString& iconName, const QString& help,
                           double factor)
{
    auto* button = named(new QToolButton, name);
    setIcon(*button, iconName);
    setHelp(*button, help);
    button->setAccessibleName(help);
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, [this, factor] {
        if (factor > 0)
            Q_EMIT zoomRequested(factor);
        else
            Q_EMIT fitRequested();
    });
    layout()->addWidget(button);
}

int TreeControls::droppedShown() const
{
    return int(m_dropped->value());
}

} // namespace ui
