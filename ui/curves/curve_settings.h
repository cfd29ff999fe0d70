#pragma once

#include "ui/series/run_curves.h"
#include "ui/widgets/plot.h"

#include <QPen>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace ui {

/// How curves are drawn; the same for every plot.
struct CurveSettings {
    XAxis x = XAxis::Update;
    double smoothing = 0.9; ///< Weight of DebiasedSmoother.
    bool logarithmicX = false;
    bool logarithmicY = false; ///< Where it makes sense: loss, learning rate, gradient norm.
    bool middleOnly = false; ///< Fit the y axis to the middle 90 % of what is seen.
    QStringList plots; ///< Ids of the plots shown.

    friend bool operator==(const CurveSettings&, const CurveSettings&) = default;
};

/// One of the plots there are.
struct CurvePlotKind {
    enum class Place { Large, Strip };
    enum class Scale {
        Linear,
        Choosable, ///< Logarithmic when the user asks for logarithmic values.
        Logarithmic
    };
    QString id; ///< "loss"; frozen, because settings hold it.
    QString title;
    QString help; ///< Its definition.
    std::optional<Quantity> quantity;
    EpochQuantity epochQuantity;
    Place place = Place::Large;
    Scale scale = Scale::Linear;
    bool share = false; ///< Lies in 0 ... 1.
    bool shownAtFirst = true;
    bool isScore = false; ///< Only runs whose task measures it have it; the id is its name.
};

/// The plots that every run may have, in their order in the view.
std::vector<CurvePlotKind> curvePlotKinds();
/// The plot of a score that a run's updates or epochs have: "bleu" (metric/score.h).
CurvePlotKind scorePlotKind(const std::string& score);

/// "Loss: cross-entropy (nats)"; without a name: "Loss".
QString lossTitle(const core::LossDescription& loss);

/// "Perplexity (4.8 % of tokens unknown)". @param unknown  shares of the runs; none: not known.
QString perplexityTitle(const std::vector<double>& unknown);

/// "update", "epoch" ...: title of the axis.
QString xAxisTitle(XAxis axis);

/// How the curves of one run look: colour, line style and marker together, never colour alone.
struct CurveStyle {
    QPen strong; ///< The smoothed line.
    QPen pale; ///< Every update.
    QPen thin; ///< Between validation points.
    QCPScatterStyle marker; ///< A validation point.
    QCPScatterStyle star; ///< The best one.
    QCPScatterStyle cross; ///< A clipped update.
    QCPScatterStyle flag; ///< Resumed here.
};

/// @param colourIndex as in RunRow.
CurveStyle curveStyle(int colourIndex);

} // namespace ui
