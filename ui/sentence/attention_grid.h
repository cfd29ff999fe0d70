#pragma once

#include "core/probe/inspection.h"

#include <QImage>
#include <QWidget>

#include <vector>

namespace ui {

/// All attention maps at a glance: layers down, heads across, each a small picture scaled to its
/// own largest weight. One is current; click or arrow keys choose it. New maps of the same layers
/// and heads keep the choice.
class AttentionGrid : public QWidget {
    Q_OBJECT
public:
    explicit AttentionGrid(QWidget* parent = nullptr);

    void setMaps(const std::vector<core::AttentionMap>& maps);
    int layers() const { return m_layers; }
    int heads() const { return m_heads; }
    /// Index of the current map in what was set; -1: there is none.
    int current() const { return m_current; }
    void setCurrent(int index);
    QRect thumbnailRect(int index) const;
    QString describe(int index) const; ///< "layer 2, head 3"

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Thumbnail {
        int layer = 0, head = 0; ///< From 0.
        QImage picture;
    };
    void redraw();
    int thumbnailSize(int width) const;
    int labelWidth() const;
    int indexOf(int layer, int head) const;

    std::vector<core::AttentionMap> m_maps; ///< Kept for a change of colours.
    std::vector<Thumbnail> m_thumbnails;
    int m_layers = 0, m_heads = 0;
    int m_current = -1;
};

} // namespace ui
