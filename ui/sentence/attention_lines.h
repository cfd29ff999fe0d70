#pragma once

#include "ui/widgets/canvas.h"
#include "ui/widgets/heat_map.h"

#include <vector>

namespace ui {

/// A map of attention as lines between two rows of tokens: keys above, queries below; where these
/// are too wide, keys at the right and queries at the left. The larger a weight, the thicker and
/// stronger its line. The lines of one token, under the pointer or chosen by mouse or arrow keys,
/// stand out and say their weights. Dashed: aligned in the data.
class AttentionLines : public Canvas {
    Q_OBJECT
public:
    explicit AttentionLines(QWidget* parent = nullptr);

    /// Rows are queries, columns keys. The chosen token stays while the tokens do.
    void setContent(HeatMapContent content);

    struct Token {
        bool isQuery = true;
        int index = -1; ///< -1: none.
        friend bool operator==(const Token&, const Token&) = default;
    };
    Token current() const { return tokenOf(m_items->currentRow()); }
    void setCurrent(Token token) { m_items->setCurrentRow(rowOf(token)); }
    QRect tokenRect(Token token) const;
    /// "film: 0.62 from bad, 0.21 from not": the largest weights of its lines. Empty: no token.
    QString describe(Token token) const;
    void draw(QPainter& painter, const QRect& box) const override;

Q_SIGNALS:
    void pointed(const QString& said); ///< Text of describe(); empty: the pointer has left.

protected:
    void resizeEvent(QResizeEvent* event) override;
    void restyle() override;

private:
    struct Places {
        bool across = true; ///< Rows one above the other; else columns side by side.
        std::vector<QRect> queries, keys;
        const std::vector<QRect>& of(const Token& token) const
        {
            return token.isQuery ? queries : keys;
        }
    };
    Places places(const QSize& area) const;
    bool fitsAcross(int width) const;
    void keepRoom();
    QPoint itemAt(const QPoint& position) const;
    Token tokenOf(int row) const; ///< Items are the queries, then the keys.
    int rowOf(Token token) const; ///< -1: none.
    std::optional<QPoint> itemByKey(int key) const;
    Token followed() const { return tokenOf(m_items->pointedItem().y()); }
    double weight(int query, int key) const;
    bool isOf(const Token& token, int query, int key) const;
    void drawLines(QPainter& painter, const Places& places) const;
    void drawLine(QPainter& painter, const Places& places, int query, int key) const;
    void drawWeights(QPainter& painter, const Places& places) const;
    void drawTokens(QPainter& painter, const Places& places, bool queries) const;
    void drawTitles(QPainter& painter, const QSize& area, bool across) const;

    HeatMapContent m_content;
    Items* m_items;
};

} // namespace ui
