#pragma once

#include "ui/crf/trellis_text.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace ui {

class ColourScale;
class HeatMap;
class NumberBox;

/// The scores of moving from tag to tag as a heat map that one can change: choose a cell, then type
/// a score or forbid the move. Moves that the scheme forbids are hatched, those that are not taken
/// struck out, those that were changed framed.
class TransitionPanel : public QWidget {
    Q_OBJECT
public:
    explicit TransitionPanel(QWidget* parent = nullptr);

    void setTrellis(ShownTrellis trellis, const std::vector<int>& tags); ///< That have a row.
    const std::vector<core::TransitionChange>& changes() const { return m_changes; }
    void clear(); ///< For another network; without changed().
    HeatMap& map() const { return *m_map; }
    const ColourScale& scale() const { return *m_scale; }

Q_SIGNALS:
    void changed(); ///< The scores set by hand are others.

private:
    QWidget* buildControls();
    void showMap();
    void showMove();
    void set(double score);
    void takeBack();
    void takeAllBack();
    int fromOf(int row) const { return row == 0 ? -1 : m_tags[size_t(row) - 1]; }
    int toOf(int column) const;
    bool hasMove() const; ///< A cell is chosen that stands for one.
    std::vector<core::TransitionChange>::iterator changeOf(int from, int to);
    bool isChanged(int from, int to) const;
    QString describe(int row, int column) const;

    ShownTrellis m_trellis;
    std::vector<int> m_tags;
    std::vector<core::TransitionChange> m_changes;
    double m_scaleEnd = 0.0;
    HeatMap* m_map;
    ColourScale* m_scale;
    QLabel *m_move = nullptr, *m_said = nullptr;
    NumberBox* m_score = nullptr;
    QToolButton *m_forbid = nullptr, *m_learned = nullptr, *m_reset = nullptr;
};

} // namespace ui
