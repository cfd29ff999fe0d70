#pragma once

#include "core/probe/question.h"
#include "core/probe/updates/layer_quantity.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

template <class Question> struct QuestionKind;

/// The quantities of layers over a whole training in a few columns: each stands for as many updates
/// as it takes, twice as many whenever there are too many columns.
class LayerSeries {
public:
    static constexpr size_t kColumns = 48;

    struct Sum {
        double sum = 0.0; ///< Sum of squares, if isMagnitude().
        int64_t updates = 0;
    };
    /// Some updates after each other. Magnitudes are root mean squares over them, other quantities
    /// means; updates at which a value is not a number are left out of it.
    struct Column {
        int64_t first = 0, last = 0; ///< Updates.
        int64_t updates = 0, clipped = 0;
        double before = 0.0, after = 0.0; ///< Squares of norms over all layers, added up.
        ByQuantity<std::vector<Sum>> layers;

        double normBefore() const;
        double normAfter() const;
        double value(LayerQuantity quantity, size_t place) const; ///< NaN: not measured.
        double middle() const { return 0.5 * static_cast<double>(first + last); }
    };

    LayerSeries() = default;
    /// @param places  the names of the places of each quantity.
    /// @param most  columns; at least 2.
    explicit LayerSeries(ByQuantity<std::vector<std::string>> places, size_t most = kColumns);
    void append(const MeasuredUpdate& update);

    const std::vector<std::string>& places(LayerQuantity quantity) const
    {
        return m_places[quantity];
    }
    /// Whether any update has a value of it.
    bool has(LayerQuantity quantity) const;
    /// The first update with a value at a place; 0: none.
    int64_t firstKnown(LayerQuantity quantity, size_t place) const;
    const std::vector<Column>& columns() const { return m_columns; }
    int64_t updates() const;
    int64_t clipped() const;
    /// Mean of norm after / norm before over all clipped updates; 1: none was.
    double meanFactor() const;

private:
    void halve();

    ByQuantity<std::vector<std::string>> m_places;
    ByQuantity<std::vector<int64_t>> m_firstKnown; ///< By place.
    std::vector<Column> m_columns;
    size_t m_most = kColumns;
    int64_t m_each = 1; ///< Updates of a column.
    double m_factors = 0.0;
};

/// A quantity of the layers over the training.
struct LayerCurves {
    LayerQuantity quantity = LayerQuantity::GradientNorm;
    LayerSeries series;
};

/// Asks for it. The run's reports are read where the question is made: TaskAnswers::locate().
struct AskLayerCurves {
    static constexpr const char* kName = "layer_curves";
    using Answer = LayerCurves;
    static QuestionKind<AskLayerCurves> kind();
    LayerQuantity quantity = LayerQuantity::GradientNorm;
    int64_t columns = LayerSeries::kColumns; ///< At most.
    std::shared_ptr<const LayerSeries> series = {};
    friend bool operator==(const AskLayerCurves&, const AskLayerCurves&) = default;
};
/// @throws Error{BadSetting} when the run does not have the quantity.
LayerCurves layerCurves(const AskLayerCurves& question);

} // namespace core
