#pragma once

#include "ui/unrolled/unrolled_picture.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/pointing.h"

#include <QPixmap>
#include <QVariantAnimation>

namespace ui {

/// The unrolled network on the screen. Up, down and clicks choose a vector, plus and minus zoom,
/// Page Up and Page Down step through the units of open cells. While it plays, the token of the
/// beat stays in the middle.
class UnrolledMap : public ScrollCanvas {
    Q_OBJECT
public:
    static constexpr double kHallLines = 40.0; ///< Lines of text that fit on a screen in a hall.

    explicit UnrolledMap(QWidget* parent = nullptr);

    /// The beat stays where the text is the same; the values of the same network move from the
    /// former ones to the new ones within a third of a second.
    void setTrace(ShownTrace trace);
    const UnrolledPicture& picture() const { return m_picture; }
    void setHead(int head);
    void setBeat(double beat); ///< @param beat  of UnrolledLayout's timeline.
    double beat() const { return m_beat; }
    int lastBeat() const; ///< The number of steps of the timeline.
    void zoom(double factor); ///< The current vector, or the middle, stays in sight.
    void fit(); ///< To its room, with words that can be read, or else with all of a long text.
    /// Shows the quantities of the current recurrent cell with their equations, or no longer.
    void toggleOpen();
    QPoint current() const { return m_items->current(); } ///< Step and row; (-1, -1): none.
    void setCurrent(QPoint cell) { m_items->setCurrent(cell); }
    QString describe(int row, int step) const;
    /// Open cells show the numbers of this unit: the one under the pointer, or chosen by keys.
    int unit() const { return m_unit; }

    QSize wholeSize() const { return m_picture.size().toSize(); }
    void drawWhole(QPainter& painter) const; ///< For exported pictures.
    bool handleZoomKey(const QKeyEvent& event); ///< @return whether it was one.
    QSize sizeHint() const override { return {640, 420}; }

Q_SIGNALS:
    void beatWanted(int beat); ///< By a key; may lie beyond the timeline.
    void cellChosen(QPoint cell); ///< Step and row; (-1, -1): none.
    void headChosen(int head); ///< In another view.
    void laidOut(); ///< Another picture, beat or zoom.
    void exported(); ///< All that can be computed is wanted.

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void layOut() override;
    void restyle() override;

private:
    /// The connections as they were painted last. They cost most of a frame, and between two beats,
    /// under the pointer and at rest they stay as they are.
    struct Edges {
        QPixmap picture; ///< Null: to be painted.
        QPoint scrolled;
        size_t events = 0; ///< UnrolledNetwork::eventsUntil().
    };
    const QPixmap& edges();
    QRect seen(int row, int step) const;
    std::optional<QPoint> steppedByKey(int key);
    UnrolledChoice chosen() const;
    /// For other views: token, layer and unit of a cell.
    std::vector<Mark> marksOf(QPoint cell) const;
    Mark tokenMark(bool target, size_t index) const;
    void link();
    void react(const std::vector<Mark>& marks);
    void drawHead(int head);
    void setUnit(int unit);
    void stepUnit(int by);
    void showChange(double share);
    /// Brings what is computed at this beat into the middle; the current vector follows within its
    /// row.
    void follow();
    void centre(const QRect& place);
    double smallestText() const;

    UnrolledPicture m_picture;
    Edges m_edges;
    Items* m_items;
    QVariantAnimation m_change;
    ShownTrace m_former; ///< The values that m_change starts from.
    UnrolledPicture m_between; ///< It is painted while m_change runs.
    double m_beat = 0.0, m_zoom = 1.0;
    int m_unit = -1; ///< Pointed at.
    int m_head = -1; ///< The chosen one; another is drawn while it is pointed at in another view.
    UnrolledChoice m_pointed; ///< In another view.
};

} // namespace ui
