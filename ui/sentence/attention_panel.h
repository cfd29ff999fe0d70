#pragma once

#include "core/probe/attention/attention_questions.h"
#include "ui/sentence/attention_content.h"

#include <QPoint>
#include <QWidget>

class QAbstractButton;
class QPushButton;
class QComboBox;
class QLabel;
class QPainter;
class QScrollArea;
class QStackedWidget;

namespace ui {

class FormulaLabel;

class AttentionGrid;
class AttentionLines;
class AttentionPathPanel;
class ColourScale;
class HeatMap;
class Splitter;

/// Attention opened up: every group, layer and head small, one large, as a map or as lines between
/// the tokens, the gold alignment, its formula and what it means; where that is wanted, the way
/// from score to weight of the cell under the pointer. New values keep the chosen head, the current
/// cell, the scrolling and the scale.
class AttentionPanel : public QWidget {
    Q_OBJECT
public:
    explicit AttentionPanel(QWidget* parent = nullptr);

    void setContent(AttentionContent content);
    int currentMap() const; ///< Index in AttentionContent::maps; -1: none.
    QSize wholeSize() const; ///< Size of the large map with its title and scale.
    void drawWhole(QPainter& painter) const;

Q_SIGNALS:
    void mapChosen(int map);
    /// The head of a cell is wanted as tables. @param query, key  tokens of the cell.
    void byHandWanted(const core::AttentionSite& site, int query, int key);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildLeft();
    QWidget* buildRight();
    QWidget* buildWords();
    QLayout* buildTop();
    QWidget* buildToggles();
    QList<int> shares(int whole) const;
    void fitWords();
    void showGroups();
    void showToggles();
    void showLeft();
    double largestShown() const;
    void showMap();
    void showWords();
    void showFormula(const core::Formula& score);
    void point(int row, int column);
    void pointAt(const QString& lines);
    void showPath(int row, int column);
    void takeByHand();
    QString title() const;
    QString describe(int row, int column) const;

    AttentionContent m_content;
    ShownMap m_shown;
    AttentionGrid* m_grid = nullptr;
    QScrollArea* m_gridArea = nullptr;
    QWidget *m_left = nullptr, *m_maps = nullptr;
    AttentionPathPanel* m_path = nullptr;
    HeatMap* m_map = nullptr;
    AttentionLines* m_lines = nullptr;
    QStackedWidget* m_pictures = nullptr; ///< The map, or the lines.
    ColourScale* m_scale = nullptr;
    QComboBox* m_group = nullptr;
    QAbstractButton *m_asWords = nullptr, *m_gold = nullptr, *m_asLines = nullptr,
                    *m_steps = nullptr, ///< From score to weight.
                        *m_ownScales = nullptr;
    QPushButton* m_byHand = nullptr;
    QLabel *m_title = nullptr, *m_pointed = nullptr, *m_meaning = nullptr;
    FormulaLabel* m_formula = nullptr;
    Splitter* m_splitter = nullptr;
    double m_scaleEnd = 0.0;
    bool m_scored = false; ///< Some map has its scores.
    QPoint m_pointedCell{-1, -1}; ///< Column and row; stays while new values come.
};

} // namespace ui
