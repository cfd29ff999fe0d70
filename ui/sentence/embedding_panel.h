#pragma once

#include "ui/widgets/canvas.h"

#include <cstdint>
#include <vector>

class QLabel;

namespace ui {

class ColourScale;
class ValueStrip;

/// A one-hot vector drawn to scale: one place of |V| is 1, its index beneath.
class OneHotStrip : public Canvas {
    Q_OBJECT
public:
    explicit OneHotStrip(QWidget* parent = nullptr);
    void setPlace(int64_t index, int64_t size);
    QRect markRect() const; ///< Place of the 1.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }
    void draw(QPainter& painter, const QRect& box) const override;

private:
    QRect bar() const;
    int64_t m_index = 0, m_size = 0;
};

/// Step by step from a token to its vector (T5): token -> id -> one-hot vector x -> E^T x, which is
/// row `id` of the table E.
class EmbeddingPanel : public QWidget {
    Q_OBJECT
public:
    explicit EmbeddingPanel(QWidget* parent = nullptr);

    struct Token {
        QString text;
        int64_t id = 0;
        std::vector<float> vector; ///< Row `id` of the table.
        int64_t vocabularySize = 0; ///< Rows of the table.
        double largest = 1.0; ///< Magnitude of the last colour.
    };
    void setToken(const Token& token);

private:
    void showNumber(int index);

    QLabel *m_way, *m_rowName, *m_number;
    OneHotStrip* m_oneHot;
    ValueStrip* m_vector;
    ColourScale* m_scale;
};

} // namespace ui
