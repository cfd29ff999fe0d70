#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// A tensor of a run's network beside those of a checkpoint of another program.
struct TensorRow {
    enum class State {
        Taken,
        Constant, ///< The checkpoint has none: it is filled by definition, or begins anew.
        Missing,
        OtherShape,
        LeftOver, ///< Only the checkpoint has it.
        Ambiguous ///< Several tensors of the checkpoint fit.
    };

    State state = State::Taken;
    std::string ours, theirs; ///< Names; of several that are joined "a + b"; either may be empty.
    std::string ourShape, theirShape; ///< "100 x 64"
};

/// All tensors of both.
struct TensorTable {
    std::vector<TensorRow> rows;

    int64_t count(TensorRow::State state) const;
    /// Whether every tensor of the run has its numbers. Tensors that are left over do not matter.
    bool isComplete() const;
    /// The rows of the states that a person should know of, in columns: what is missing or fits
    /// nothing first, then what is left over. Empty: none.
    std::string text() const;
    /// "pooler.dense.weight, pooler.dense.bias": what the checkpoint alone has.
    std::string leftOver() const;
};

/// "missing"
std::string stateName(TensorRow::State state);

} // namespace core
