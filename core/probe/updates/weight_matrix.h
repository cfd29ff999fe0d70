#pragma once

#include "core/probe/question.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

class LiveModel;

/// A parameter of a network as a picture of limited size: a vector is one row, and a parameter of
/// more dimensions has its first as rows. Where it is larger, a cell is the mean of a block of
/// weights.
struct WeightMatrix {
    std::vector<std::string> parameters; ///< All that can be shown.
    std::string parameter; ///< The one that is shown.
    std::vector<int64_t> shape; ///< Its shape.
    /// Its equal blocks of rows, "i", "f", "g" and "o" of an LSTM, "Q", "K" and "V"; empty: it is
    /// one.
    std::vector<std::string> gates;
    int64_t rows = 0, columns = 0; ///< Cells.
    int64_t rowBlock = 1, columnBlock = 1; ///< Weights of a cell; fewer at the lower right edges.
    std::vector<float> weights; ///< [rows * columns]
    std::vector<float> change; ///< The same of the update's step, after - before; empty: unknown.
    double largestWeight = 0.0, largestChange = 0.0; ///< Largest absolute value of any cell.
    int64_t update = 0; ///< The update after which they are; 0: before the first.
    std::vector<int64_t> keptUpdates; ///< Updates whose weights were recorded.
    int64_t step = 0, epoch = 0; ///< Update and epoch of the network that answered.
};

/// The weights of a network, or those that were recorded around an update.
struct AskWeightMatrix {
    static constexpr const char* kName = "weight_matrix";
    static constexpr int64_t kSize = 64;
    using Answer = WeightMatrix;
    static QuestionKind<AskWeightMatrix> kind();
    std::string run; ///< Its folder, which may have recorded weights.
    std::string parameter = {}; ///< Empty: the first matrix behind the embeddings.
    int64_t update = 0; ///< The nearest recorded one is shown; 0: the network itself.
    int64_t size = kSize; ///< Most rows and columns of cells.
    friend bool operator==(const AskWeightMatrix&, const AskWeightMatrix&) = default;
};
/// @throws Error{BadSetting} for a parameter that there is not, or an update if none was recorded.
WeightMatrix weightMatrix(const LiveModel& model, const AskWeightMatrix& question);

/// Means over blocks of rowBlock x columnBlock of a matrix. @return [cells]
std::vector<float> blockMeans(const std::vector<float>& values, int64_t rows, int64_t columns,
                              int64_t rowBlock, int64_t columnBlock);

} // namespace core
