#pragma once

#include "core/probe/texts/inspection.h"

#include <QWidget>

#include <array>
#include <cstdint>
#include <optional>

class QLabel;

namespace ui {

class FormulaLabel;

/// The way from a score to a weight in one cell of an attention map:
/// score -> mask -> exp(score - max) / sum -> weight.
struct AttentionPath {
    enum class Mask {
        None,
        Future, ///< A position behind the row's own, which is yet to be written.
        Padding ///< Not a token of this sentence.
    };
    double score = 0.0; ///< -infinity where masked.
    Mask mask = Mask::None;
    int64_t visible = 0; ///< Columns of the row that are not masked.
    double largest = 0.0; ///< Score of the row.
    double exponential = 0.0; ///< exp(score - largest).
    double sum = 0.0; ///< Sum of the exponentials of the row.
    double share = 0.0; ///< exponential / sum: what the softmax gives.
    double weight = 0.0; ///< Weight that the network used.
    double rowSum = 0.0; ///< Sum of the weights of the row.
};

/// Empty where the map does not know its scores, and beside the map.
std::optional<AttentionPath> attentionPath(const core::AttentionMap& map, int64_t row,
                                           int64_t column);

/// True where no weight may go. False where scores are not known.
bool isMasked(const core::AttentionMap& map, size_t cell);

/// The steps from score to weight of one cell, each with its formula and its real numbers.
class AttentionPathPanel : public QWidget {
    Q_OBJECT
public:
    explicit AttentionPathPanel(QWidget* parent = nullptr);

    /// @param cell  "film -> not". A cell beside the map: says how to choose one.
    void setCell(const core::AttentionMap& map, int row, int column, const QString& cell);
    /// A word made up of several tokens has no path of its own: only this sentence.
    void setSentence(const QString& text);

private:
    enum Step { Score, Mask, Softmax, Weight, Steps };
    void setStep(Step step, const QString& html, const QString& text);
    void setStep(Step step, const QString& text);
    void clearSteps();

    QLabel* m_cell;
    std::array<QLabel*, Steps> m_names{};
    std::array<FormulaLabel*, Steps> m_texts{};
};

} // namespace ui
