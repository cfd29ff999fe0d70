#pragma once

#include "ui/widgets/splitter.h"

namespace ui {

/// Two pictures of scores and the rows that were scored: a wide view has the scores beside the
/// rows; a narrow one has them above, so that texts stay long enough to be read.
class ScoresAndRows : public Splitter {
    Q_OBJECT
public:
    /// @param confusionShare  of the height beside the rows.
    ScoresAndRows(QWidget* confusion, QWidget* scores, QWidget* rows, double confusionShare = 0.6,
                  QWidget* parent = nullptr);

    void arrange(QWidget& view); ///< For its width, whenever that changes.

private:
    bool isWide() const { return orientation() == Qt::Horizontal; }
    void shareByWidth(Splitter& splitter, double wide, double narrow);

    Splitter* m_scores;
};

} // namespace ui
