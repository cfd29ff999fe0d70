#pragma once

#include "ui/curves/curve_plot.h"

#include <QTableWidget>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ui {

/// The values at the cursor, one row per run, each at the point nearest to the cursor; without a
/// cursor, the latest values. Each score of the updates has three columns, as the loss has. Columns
/// of low priority are hidden if there is no room. The table is below the plots, so that it covers
/// nothing and magnifiers and screen readers can reach it. The run nearest to the cursor is bold;
/// without a cursor, the current run.
class HoverTable : public QTableWidget {
    Q_OBJECT
public:
    /// The columns of every run; those of the scores follow the loss.
    enum Column { Run, Update, Epoch, Loss, SmoothLoss, ValidLoss, FirstScore };

    explicit HoverTable(QWidget* parent = nullptr);
    /// @param cursor a place on `axis`; none: the end of each run.
    void showValues(const std::vector<CurveSource>& sources, XAxis axis,
                    std::optional<double> cursor);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Description of a column.
    struct Content {
        QString title;
        QString widest; ///< The longest text to be expected.
        std::function<QString(RunCurves&, size_t point, const core::EpochReport* epoch)> text;
        int wanted = 0; ///< Priority: the lowest are hidden first.
    };
    static std::vector<Content> contentsFor(const std::vector<std::string>& scores);
    static std::array<Content, 3> scoreContents(const std::string& score);
    void setScores(const std::vector<std::string>& scores);
    void fillRow(int row, const CurveSource& source, XAxis axis, std::optional<double> cursor);
    void setText(int row, int column, const QString& text);
    void restyle();
    void fitColumns();
    int nameWidth(const QString& name) const;
    void hideColumns();
    int heightOf(int rows) const;

    QString m_current; ///< The run that was scrolled to.
    QStringList m_names; ///< Names in the rows.
    std::vector<std::string> m_scores; ///< Scores with columns.
    std::vector<Content> m_contents; ///< One for each column.
};

} // namespace ui
