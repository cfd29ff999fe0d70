#pragma once

#include "ui/widgets/plot.h"

#include <QStringList>

#include <vector>

namespace ui {

/// Norms on a logarithmic axis, or signed values on a linear one, a line each: over the words of a
/// text, or over updates.
class FlowPlot : public Plot {
    Q_OBJECT
public:
    explicit FlowPlot(const QString& name, QWidget* parent = nullptr);

    struct Line {
        QString name;
        int colour = 0; ///< Theme::series.
        int pattern = 0; ///< 0 solid, 1 dashes, 2 dots: lines of one colour.
        std::vector<double> values;
        std::vector<double> places = {}; ///< On the x axis; empty: 0, 1, 2 ...
        std::vector<double> low = {}, high = {}; ///< A band around it; empty: none.
        bool marked = false; ///< Signs on the line tell its colour from others.
    };
    enum class Values { Positive, Signed }; ///< Logarithmic or linear axis.
    /// @param labels  of the places 0, 1 ... on the x axis; empty: numbers.
    void setLines(std::vector<Line> lines, const QStringList& labels, const QString& x,
                  const QString& y, Values values = Values::Positive);

protected:
    void applyTheme() override;

private:
    void addBand(const Line& line);
    void fitValues(double low, double high);
    void style();

    std::vector<Line> m_lines; ///< One a graph.
    std::vector<QCPGraph*> m_bands; ///< [line] Its upper border; null: it has none.
    QStringList m_labels;
};

} // namespace ui
