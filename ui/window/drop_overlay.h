#pragma once

#include <QWidget>

namespace ui {

/// Covers the window while files are dragged over it: "Drop to load".
class DropOverlay : public QWidget {
    Q_OBJECT
public:
    explicit DropOverlay(QWidget* window);

    void appear(); ///< Over the whole window.

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ui
