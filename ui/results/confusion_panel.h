#pragma once

#include "ui/figure/figure.h"

#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

class QLabel;

namespace ui {

class ColourScale;
class HeatMap;

/// What stands in a confusion matrix, in the words of a task.
struct ConfusionWords {
    QString rows, columns; ///< "true class", "predicted class".
    QString help; ///< What clicking a cell does.
    /// "3 of 12 texts of “good” predicted as “bad”".
    std::function<QString(qint64 cell, qint64 support, const QString& truth,
                          const QString& predicted)>
        describe;
    /// Of more classes cells have their colours alone, so that all of them are seen at once.
    int mostWritten = std::numeric_limits<int>::max();
};

/// A confusion matrix with its scale, and the cell under the pointer in words. Colour is the share
/// of the row, because rows of different support must be comparable.
class ConfusionPanel : public QWidget {
    Q_OBJECT
public:
    explicit ConfusionPanel(ConfusionWords words, QWidget* parent = nullptr);

    /// @param counts  [classes * classes]: rows the truth, columns what was predicted.
    void setCounts(const QStringList& classes, std::vector<int64_t> counts);
    void chooseNone(); ///< No cell is the current one.
    Figure figure() const;

Q_SIGNALS:
    void cellActivated(int trueClass, int predictedClass);

private:
    int64_t support(int row) const;
    QString describe(int row, int column) const;

    ConfusionWords m_words;
    QStringList m_classes;
    std::vector<int64_t> m_counts;
    ColourScale* m_scale;
    HeatMap* m_map;
    QLabel* m_pointed;
};

} // namespace ui
