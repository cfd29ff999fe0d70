#pragma once

#include "core/metric/classification.h"
#include "ui/figure/figure.h"
#include "ui/table/row_view.h"
#include "ui/widgets/splitter.h"

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

/// The texts of a table of scores, in the terms of a task.
struct ClassScoresWords {
    QString title; ///< Title of the table for screen readers.
    QString name; ///< Title of the first column: "Class".
    QString precision, recall, support, last; ///< Help for the columns and the last row.
};

/// Precision, recall, F1 and support of every class; the last row is the total.
class ClassScoresTable : public RowView {
    Q_OBJECT
public:
    explicit ClassScoresTable(ClassScoresWords words, QWidget* parent = nullptr);
    void setScores(std::vector<core::ClassScore> scores, core::ClassScore last);

private:
    std::vector<RowColumn> columns() const;

    ClassScoresWords m_words;
    std::vector<core::ClassScore> m_scores;
};

/// The texts of a confusion matrix, in the terms of a task.
struct ConfusionWords {
    QString rows, columns; ///< "true class", "predicted class".
    QString help; ///< The effect of a click on a cell.
    /// "3 of 12 texts of “good” predicted as “bad”".
    std::function<QString(qint64 cell, qint64 support, const QString& truth,
                          const QString& predicted)>
        describe;
    /// With more classes, cells have colours only, so that all of them fit.
    int mostWritten = std::numeric_limits<int>::max();
};

/// A confusion matrix with its scale and a description of the cell under the pointer. Colour is the
/// share of the row, so that rows of different support are comparable.
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

/// Two pictures of scores and the rows that were scored: a wide view has the scores beside the
/// rows; a narrow one has them above, so that texts stay long enough to be read.
class ScoresAndRows : public Splitter {
    Q_OBJECT
public:
    /// @param confusionShare  of the height beside the rows.
    ScoresAndRows(QWidget* confusion, QWidget* scores, QWidget* rows, double confusionShare = 0.6,
                  QWidget* parent = nullptr);

    void arrange(QWidget& view); ///< Adapts to its width; call when that changes.

private:
    bool isWide() const { return orientation() == Qt::Horizontal; }
    void shareByWidth(Splitter& splitter, double wide, double narrow);

    Splitter* m_scores;
};

} // namespace ui
