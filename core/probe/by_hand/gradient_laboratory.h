#pragma once

#include "core/nn/by_hand/number_table.h"
#include "core/nn/cells/cell_walk.h"
#include "core/probe/question_kind.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// One step of a cell and the gradient that comes back to it. Step 0 is before the first input.
struct LaboratoryStep {
    int64_t step = 0;
    double state = 0.0; ///< |h_t|
    double gradient = 0.0; ///< |dL/dh_t|
    std::optional<double> memory, memoryGradient; ///< Likewise of c_t, if the cell has one.
    /// The norm of what the step adds to dL/dU and to dL/dW, and its signed share of them: the
    /// component along the whole gradient, divided by its norm. Shares sum to 1. None: there is no
    /// such step, or no gradient.
    std::optional<double> recurrentPart, recurrentShare, inputPart, inputShare;
};

struct LaboratoryParameter {
    std::string name; ///< "weight_hh"
    NumberTable value, gradient; ///< A row for each number of a vector.
};

/// A cell in the laboratory: its states forwards, its gradients backwards.
struct LaboratoryCell {
    std::string id, title;
    std::vector<LaboratoryStep> steps; ///< 0 ... T
    NumberTable states, gradients; ///< [T + 1, units] h and dL/dh.
    std::vector<LaboratoryParameter> parameters;
    double singularValue = 0.0; ///< The largest of the blocks of its recurrent matrices.
    double loss = 0.0;
    double gradientNorm = 0.0; ///< All parameters together.
    double recurrentNorm = 0.0, inputNorm = 0.0; ///< |dL/dU|, |dL/dW|
    double clipFactor = 1.0; ///< Clipping the norm multiplies all gradients with it.
};

struct GradientLaboratory {
    int64_t steps = 0;
    double clip = 0.0;
    bool numbers = false; ///< The matrices are part of the written answer.
    NumberTable inputs; ///< [T, units] x_t, the same for all cells.
    NumberTable initial; ///< [1, units] h_0
    NumberTable injected; ///< [T, units] dL/dh_t where L reads h_t.
    std::vector<LaboratoryCell> cells;
};

/// Vanishing and exploding gradients without training (V13): cells side by side on one sequence of
/// drawn inputs, with L = Σ v_t · h_t for drawn vectors v_t of length 1.
struct AskGradientLaboratory {
    static constexpr const char* kName = "gradient_laboratory";
    static constexpr const char* kNoCell = "none";
    static constexpr const char* kTypedCell = "typed";
    using Answer = GradientLaboratory;
    static QuestionKind<AskGradientLaboratory> kind();

    std::string cell = "rnn", beside = "lstm", third = kNoCell; ///< See laboratoryCells().
    std::string equations; ///< The equations of a typed cell; see typedCell().
    int64_t steps = 50;
    int64_t units = 16; ///< Size of the state and of the input.
    std::string weights = "orthogonal";
    double deviation = 0.1; ///< Standard deviation of normal weights.
    double singularValue = 1.0; ///< The largest of each block of U; 0: as it was drawn.
    double biasF = 1.0, biasI = 0.0, biasO = 0.0, biasR = 0.0, biasZ = 0.0;
    std::string input = "noise";
    double inputScale = 0.5;
    std::string initial = "zero";
    std::string error = "last";
    double clip = 1.0;
    int64_t seed = 1;
    bool numbers = false; ///< States, gradients and parameters are written, too.
    friend bool operator==(const AskGradientLaboratory&, const AskGradientLaboratory&) = default;
};

/// The cells that can be chosen, with their titles.
const std::vector<Choice>& laboratoryCells();
/// The equations of a cell. @throws Error{BadSetting} when typed equations cannot be read.
const CellGraph& laboratoryGraph(const std::string& id, const std::string& equations);

/// A situation that a lecture shows.
struct LaboratoryExample {
    const char* title;
    AskGradientLaboratory question;
};
const std::vector<LaboratoryExample>& laboratoryExamples();

/// @throws Error{BadSetting} when typed equations cannot be read.
GradientLaboratory answerByHand(const AskGradientLaboratory& question);

} // namespace core
