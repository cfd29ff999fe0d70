#pragma once

#include "core/probe/texts/inspection.h"

#include <QWidget>

#include <array>

class QLabel;

namespace ui {

class FormulaLabel;

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
