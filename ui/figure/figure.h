#pragma once

#include <QSize>
#include <QString>

#include <functional>
#include <vector>

class QCPPainter;

namespace ui {

class Plot;
class TableText;

/// Of pictures that wrap like text, in device-independent pixels.
constexpr int kPictureWidth = 720;

/// Something that a view shows, for those who want it elsewhere: as a picture, as numbers or in
/// words. The functions read what the view shows when they are called, and are called while it
/// lives; an empty one means that there is no such form.
struct Figure {
    QString title; ///< Names it in menus and inside files.
    QString name; ///< Of its files, without suffix: "curves".
    QSize size = {}; ///< Of the picture in device-independent pixels.
    /// Draws it from (0, 0), of lines and texts: whoever scales the painter has it at any size.
    std::function<void(QCPPainter&)> paint = {};
    std::function<void(TableText&)> table = {}; ///< A line of column names, then one a row.
    std::function<QString()> words = {}; ///< For screen readers, and to be copied.
};

/// A plot as a picture of its present size.
Figure figureOf(Plot& plot, const QString& title, const QString& name);

} // namespace ui
