#pragma once

#include "ui/language/rank_level.h"
#include "ui/language/text_glass.h"

#include <array>

namespace ui {

/// Legend of the grounds of a TextGlass: the four levels of ranks with their numbers of tokens, or
/// the scale of losses from none to that of guessing.
class GlassLegend : public Canvas {
    Q_OBJECT
public:
    explicit GlassLegend(QWidget* parent = nullptr);

    /// @param vocabularySize  levels that no rank can have are left out; 0: it is not known yet.
    void setRanks(const std::array<int64_t, 4>& levels, int64_t vocabularySize);
    /// @param guess  loss of guessing among all tokens, nats.
    void setLosses(double guess);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void draw(QPainter& painter, const QRect& box) const override;

private:
    QString text(int level) const; ///< "rank 1 to 10: 34 (57.6 %)"
    std::vector<QRect> places(int width) const; ///< Places of the levels.
    void drawScale(QPainter& painter, int width) const;

    TextGlass::Colours m_colours = TextGlass::Colours::Ranks;
    std::array<int64_t, 4> m_levels{};
    int m_reached = kRankLevels; ///< Levels that ranks can have.
    double m_guess = 1.0;
};

} // namespace ui
