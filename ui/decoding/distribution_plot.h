#pragma once

#include "ui/decoding/tree_picture.h"
#include "ui/widgets/canvas.h"

#include <map>
#include <vector>

namespace ui {

/// One bar of a distribution.
struct DistributionBar {
    int32_t token = 0;
    double probability = 0.0;
};

/// Summary of a next-token distribution.
struct DistributionFacts {
    double entropyNats = 0.0;
    double perplexity = 1.0; ///< exp(entropy): as unsure as among so many equally likely tokens.
};

/// -sum p log p over tokens; log probabilities of -infinity add nothing.
DistributionFacts distributionFacts(const std::vector<float>& logProbabilities);

/// A whole next-token distribution as bars, likeliest first: token, bar, number, and what became of
/// the candidates that the search made of it. Scrolls through the vocabulary; Ctrl and wheel, + and
/// - widen the bars, so that small ones are seen; the mass below the last visible bar is written.
class DistributionPlot : public ScrollCanvas {
    Q_OBJECT
public:
    explicit DistributionPlot(QWidget* parent = nullptr);

    /// Shows the distribution after `node`, as known at `step`; nothing for a node without a
    /// distribution. The current bar stays with its node.
    void show(ShownSearch search, int32_t node, int step);
    const std::vector<DistributionBar>& bars() const { return m_bars; } ///< Likeliest first.
    double zoom() const { return m_zoom; }
    void setZoom(double zoom); ///< 1: the likeliest token's bar fills the width.
    int firstVisible() const;
    int visibleRows() const;
    double massBelow(int row) const; ///< Mass of the bars from `row` on.
    int current() const { return m_items->currentRow(); } ///< -1: none.
    QRect barRect(int row) const; ///< In the viewport.
    QString describe(int row) const;
    QSize sizeHint() const override { return {300, 20 * rowHeight() + footerHeight()}; }
    QSize minimumSizeHint() const override { return {160, 3 * rowHeight() + footerHeight()}; }

Q_SIGNALS:
    void tokenActivated(int token); ///< Double click or Return.

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void layOut() override;

private:
    int rowHeight() const;
    int footerHeight() const { return rowHeight() + 4; }
    int rowAt(const QPoint& position) const;
    void showCurrent(int row);
    QString restText() const;
    void drawRow(QPainter& painter, int row, const QRect& box, int nameWidth,
                 int numberWidth) const;
    void sortBars();

    std::vector<DistributionBar> m_bars;
    std::vector<double> m_below; ///< Mass of the bars from each row on.
    ShownSearch m_search;
    int32_t m_node = -1;
    std::map<int32_t, core::Fate> m_fates;
    double m_zoom = 1.0;
    Items* m_items;
};

} // namespace ui
