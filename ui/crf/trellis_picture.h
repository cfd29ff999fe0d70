#pragma once

#include "ui/crf/trellis_text.h"

#include <QCoreApplication>
#include <QPoint>
#include <QRect>

class QColor;
class QPainter;

namespace ui {

/// Quantity that the colours and numbers of a trellis' nodes show.
enum class TrellisValues { Emissions, Scores, Marginals };

/// A trellis as a picture without a widget: tokens across, tags down, back pointers between
/// columns, the best path thick, a chosen runner-up dashed, beneath it the tags of the best path
/// and those with the CRF switched off. Labels stay in sight while the nodes scroll under them.
class TrellisPicture {
    Q_DECLARE_TR_FUNCTIONS(ui::TrellisPicture)
public:
    TrellisPicture();

    void setTrellis(ShownTrellis trellis);
    const core::Trellis& trellis() const { return *m_trellis; }
    void setTags(std::vector<int> tags) { m_tags = std::move(tags); } ///< That have a row.
    const std::vector<int>& tags() const { return m_tags; }
    void setValues(TrellisValues values) { m_values = values; }
    void setStep(int step) { m_step = step; }
    int step() const { return m_step; }
    void setArrows(bool shown) { m_arrows = shown; }
    void setPath(int path) { m_path = path; } ///< A runner-up to be marked; below 1: none.
    double scaleEnd() const { return m_scaleEnd; } ///< End of the colour scale of the emissions.

    int columns() const { return int(m_trellis->tokens.size()); }
    int rows() const { return int(m_tags.size()); }
    void fit(const QSize& room); ///< Spreads nodes over it, within what reads well.
    QSize size() const; ///< With labels, nothing scrolled away.
    QSize nodesSize() const { return {m_pitch.width() * columns(), m_pitch.height() * rows()}; }
    int labelWidth() const { return m_left; }
    int labelHeight() const { return m_top; }
    int footerHeight() const;
    /// Rectangle of a node with its arrow and numbers, not scrolled.
    QRect cell(int row, int column) const;
    QPoint cellAt(const QPoint& position) const; ///< Column and row, not scrolled; (-1, -1): none.

    /// @param current  column and row of the current node; (-1, -1): none.
    void draw(QPainter& painter, const QPoint& scrolled, const QSize& room,
              const QPoint& current) const;

private:
    struct Footer {
        QString name;
        const core::TagPath* path = nullptr;
    };
    std::vector<Footer> footers() const;
    const core::TagPath* runnerUp() const;
    QRect node(int row, int column) const;
    int rowOf(int tag) const; ///< -1: folded away.
    bool hasValue(int column) const;
    QColor colourOf(int row, int column) const;
    QString textOf(int row, int column) const;
    void drawArrows(QPainter& painter, const QPoint& current) const;
    void drawArrow(QPainter& painter, int column, int fromTag, int toTag) const;
    void drawWays(QPainter& painter, int row, int column) const;
    void drawPath(QPainter& painter, const core::TagPath& path, bool dashed) const;
    void drawNode(QPainter& painter, int row, int column, bool current) const;
    void drawTokens(QPainter& painter, int scrolled, int width) const;
    void drawTags(QPainter& painter, int scrolled, int height) const;
    void drawFooters(QPainter& painter, int scrolled, const QSize& room) const;

    ShownTrellis m_trellis;
    std::vector<int> m_tags, m_swatches;
    std::vector<float> m_columnBest; ///< Best score of each column.
    TrellisValues m_values = TrellisValues::Emissions;
    double m_scaleEnd = 0.0;
    int m_step = 0, m_path = 0;
    bool m_arrows = true;
    QSize m_pitch{80, 28}; ///< From node to node.
    int m_left = 0, m_top = 0;
    int m_node = 40; ///< Width of a node.
};

} // namespace ui
