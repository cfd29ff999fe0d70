#pragma once

#include "core/probe/inspection.h"

#include <QWidget>

class QLabel;
class QPainter;
class QScrollArea;
class QSplitter;

namespace ui {

class AttentionGrid;
class ColourScale;
class HeatMap;

/// Self-attention opened up: every layer and head small, one large, its formula and what it means.
/// New values keep the chosen head, the current cell and the scrolling.
class AttentionPanel : public QWidget {
    Q_OBJECT
public:
    explicit AttentionPanel(QWidget* parent = nullptr);

    void setInspection(const core::Inspection& inspection);
    int currentMap() const; ///< Index in Inspection::attention; -1: none.
    QSize wholeSize() const; ///< Of the large map with its title and scale.
    void drawWhole(QPainter& painter) const;

Q_SIGNALS:
    void mapChosen(int map);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildLeft();
    QWidget* buildRight();
    QWidget* buildWords();
    void fitLeft();
    void showMap();
    void point(int row, int column);
    QString title() const;
    QString describe(int row, int column) const;

    core::Inspection m_inspection;
    AttentionGrid* m_grid;
    QScrollArea* m_gridArea;
    HeatMap* m_map;
    ColourScale* m_scale;
    QLabel *m_title, *m_pointed;
    QSplitter* m_splitter;
    bool m_sized = false; ///< The user has moved the border.
};

} // namespace ui
