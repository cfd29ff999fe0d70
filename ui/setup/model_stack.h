#pragma once

#include "core/model/model_summary.h"

#include <QCoreApplication>
#include <QRectF>
#include <QStringList>

#include <vector>

class QPainter;

namespace ui {

/// Layers on top of each other, over four tokens at the bottom. A layer whose output has a length
/// axis is a row of boxes, one a token; any other is one wide box. Recurrent layers have arrows
/// from box to box, attention lines from each box to the boxes above that attend to it.
class ModelStack {
    Q_DECLARE_TR_FUNCTIONS(ModelStack)
public:
    enum class Captions { Left, Right };
    struct Layer {
        QString title; ///< "Bidirectional LSTM"
        QString size; ///< "256", the last axis; may be empty.
        bool perToken = false;
        core::SourceUse source = core::SourceUse::None;
    };

    /// @param tokens   the labels of the four columns.
    /// @param caption  of the tokens' row; may be empty.
    ModelStack(QStringList tokens, QString caption, Captions captions);

    void add(const core::LayerSummary& summary);
    const std::vector<Layer>& layers() const { return m_layers; } ///< From the tokens up.
    QString spoken() const; ///< "Embedding 100, LSTM 256"

    static int rowHeight();
    int height() const; ///< With the tokens' row.
    /// @param boxes     the space of the boxes; the tokens stand at its lower edge.
    /// @param captions  likewise, of the layers' names.
    void setPlace(const QRectF& boxes, const QRectF& captions);
    void draw(QPainter& painter) const;
    /// All boxes of a layer together; row 0 are the tokens.
    QRectF row(int index) const;

private:
    enum class Link { None, Forward, Both, All, Earlier };

    QRectF box(int row, int column) const;
    QPointF top(int row, int column) const;
    QPointF bottom(int row, int column) const;
    bool isPerToken(int row) const;
    void drawTokens(QPainter& painter) const;
    void drawBoxes(QPainter& painter, int row) const;
    void drawCaption(QPainter& painter, int row, const QString& caption) const;
    void drawInputs(QPainter& painter, int row) const;
    void drawRecurrence(QPainter& painter, int row) const;

    QStringList m_tokens;
    QString m_caption;
    Captions m_captions;
    std::vector<Layer> m_layers;
    std::vector<Link> m_links; ///< One for each layer.
    QRectF m_boxes, m_captionSpace;
};

void drawArrow(QPainter& painter, const QPointF& from, const QPointF& to);

} // namespace ui
