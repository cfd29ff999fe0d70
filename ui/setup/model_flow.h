#pragma once

#include "core/model/model_summary.h"

#include <QWidget>

namespace ui {

/// The network drawn over four tokens, from the tokens at the bottom to the classes at the top. A
/// layer whose output has a length axis is a row of boxes, one a token; any other is one wide box.
/// Recurrent layers have arrows from box to box, attention lines from each box to every box above.
class ModelFlow : public QWidget {
    Q_OBJECT
public:
    explicit ModelFlow(QWidget* parent = nullptr);

    void setSummary(const core::ModelSummary& summary);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Link { None, Forward, Both, All };
    struct Layer {
        QString title; ///< "Bidirectional LSTM"
        QString size; ///< "256", the last axis.
        bool perToken = false;
        Link link = Link::None;
    };

    static Layer layerOf(const core::LayerSummary& summary);
    int rowHeight() const;
    QRectF box(int row, int column, bool wide) const;
    void drawLayer(QPainter& painter, int row) const;
    void drawLinks(QPainter& painter, int row) const;
    void drawInputs(QPainter& painter) const;

    std::vector<Layer> m_layers; ///< From the tokens up.
};

} // namespace ui
