#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace torch::jit {
struct Value;
}

namespace core {

class GraphBuilder;

/// A value of a graph under construction: the operand of the operators and functions below. It is
/// valid as long as its builder. A number next to it has its type.
struct GraphValue {
    GraphBuilder* builder = nullptr; ///< Null: there is no value.
    torch::jit::Value* value = nullptr;
    torch::ScalarType type = torch::kFloat;

    bool defined() const { return builder != nullptr; }
};
using GraphValues = std::vector<GraphValue>;

/// An operation without attributes, by its names in both languages.
struct GraphOperation {
    const char* aten;
    const char* onnx;
    bool compares = false; ///< The result is bool.
};

/// The size of an axis: a number, or a value of GraphBuilder::size().
struct GraphSize {
    GraphSize(int64_t number) : fixed(number) { } // NOLINT(google-explicit-constructor)
    GraphSize(GraphValue value) : dynamic(value) { } // NOLINT(google-explicit-constructor)
    int64_t fixed = 0;
    GraphValue dynamic{};
};

/// The states after a step of a loop, and what is kept of the step.
struct GraphStep {
    GraphValues states, kept{};
};

/// Builds the data-flow graph of a network in evaluation mode, for programs that know nothing of
/// this one. Encoders, heads and layers describe what they compute once by these operations; each
/// format of export has an implementation. Operations broadcast as LibTorch's do. Batch and length
/// are never fixed by the graph.
class GraphBuilder {
public:
    virtual ~GraphBuilder() = default;

    /// A parameter or buffer of the network, under its name in the state_dict.
    virtual GraphValue weight(const torch::Tensor& weight) = 0;
    /// A matrix of the network with its axes exchanged; made once for all steps of loops.
    virtual GraphValue transposedWeight(const torch::Tensor& weight) = 0;
    virtual GraphValue constant(const torch::Tensor& value) = 0;
    /// A number of a type, without axes.
    virtual GraphValue number(double value, torch::ScalarType type) = 0;

    virtual GraphValue apply(const GraphOperation& operation, const GraphValues& operands) = 0;
    virtual GraphValue cast(GraphValue x, torch::ScalarType type) = 0;
    virtual GraphValue softmax(GraphValue x, int64_t axis) = 0;
    virtual GraphValue sum(GraphValue x, int64_t axis) = 0; ///< Without the axis.
    virtual GraphValue mean(GraphValue x, int64_t axis) = 0; ///< The axis gets the size 1.
    virtual GraphValue maximum(GraphValue x, int64_t axis) = 0; ///< Without the axis.
    virtual GraphValue likeliest(GraphValue x, int64_t axis) = 0; ///< Argmax, without the axis.
    virtual GraphValue runningSum(GraphValue x, int64_t axis) = 0;
    /// x where `mask` is false, `value` where it is true.
    virtual GraphValue fillWhere(GraphValue x, GraphValue mask, double value) = 0;

    virtual GraphValue transpose(GraphValue x, const std::vector<int64_t>& axes) = 0;
    /// @param sizes  0: that of the same axis of x; -1: all that remains.
    virtual GraphValue reshape(GraphValue x, const std::vector<int64_t>& sizes) = 0;
    virtual GraphValue unsqueeze(GraphValue x, int64_t axis) = 0;
    virtual GraphValue squeeze(GraphValue x, int64_t axis) = 0;
    virtual GraphValue expandAs(GraphValue x, GraphValue other) = 0;
    /// @param end  negative: counted from the end; nothing: up to it.
    virtual GraphValue slice(GraphValue x, int64_t axis, int64_t begin,
                             std::optional<int64_t> end = {})
        = 0;
    /// Without the axis. @param index  of a loop, or computed from it and from sizes.
    virtual GraphValue select(GraphValue x, int64_t axis, GraphValue index) = 0;
    virtual GraphValue join(const GraphValues& parts, int64_t axis) = 0;

    /// Rows of a table [rows, ...] by ids [...] int64.
    virtual GraphValue rows(GraphValue table, GraphValue ids) = 0;
    /// As torch.gather. @param index  with as many axes as x.
    virtual GraphValue gather(GraphValue x, int64_t axis, GraphValue index) = 0;

    virtual GraphValue size(GraphValue x, int64_t axis) = 0;
    virtual GraphValue range(GraphValue count) = 0; ///< 0 ... count - 1 [count] int64.
    virtual GraphValue filled(const std::vector<GraphSize>& sizes, double value,
                              torch::ScalarType type = torch::kFloat)
        = 0;

    virtual GraphValue reverse(GraphValue x, int64_t axis) = 0;
    /// As torch.nn.Conv1d. @param x [batch, features, length]
    virtual GraphValue convolution(GraphValue x, GraphValue weight, GraphValue bias) = 0;

    using Body = std::function<GraphStep(GraphValue index, const GraphValues& states)>;
    /// `count` steps. @param kept  how many values each step keeps.
    /// @return the last states, and for each kept value all steps along a new first axis.
    virtual GraphStep loop(GraphValue count, const GraphValues& initial, size_t kept,
                           const Body& body)
        = 0;

    // Made of those above.

    /// x Wᵀ + b. @param bias  undefined: none.
    GraphValue linear(GraphValue x, const torch::Tensor& weight, const torch::Tensor& bias);
    /// Over the last axis. @param weight, bias  undefined: none.
    GraphValue layerNorm(GraphValue x, const torch::Tensor& weight, const torch::Tensor& bias,
                         double epsilon);
    GraphValue gelu(GraphValue x, bool byTanh = false);
    GraphValue select(GraphValue x, int64_t axis, int64_t index);
    GraphValue stack(const GraphValues& parts, int64_t axis);
    GraphValue lookUp(const torch::Tensor& table, GraphValue ids)
    {
        return rows(weight(table), ids);
    }
    /// Zeros in front of and behind the last axis of x [batch, features, length].
    GraphValue padded(GraphValue x, int64_t features, int64_t before, int64_t behind);
    /// [batch, length] bool. @param ids [batch, length] @param lengths [batch]
    GraphValue mask(GraphValue ids, GraphValue lengths);
    /// x[b, index[b]] [batch, features]. @param x [batch, length, features] @param index [batch]
    GraphValue rowAt(GraphValue x, GraphValue index);
};

GraphValue operator+(GraphValue x, GraphValue y);
GraphValue operator-(GraphValue x, GraphValue y);
GraphValue operator*(GraphValue x, GraphValue y);
GraphValue operator/(GraphValue x, GraphValue y);
GraphValue operator+(GraphValue x, double y);
GraphValue operator-(GraphValue x, double y);
GraphValue operator*(GraphValue x, double y);
GraphValue operator/(GraphValue x, double y);
GraphValue operator-(double x, GraphValue y);
GraphValue operator!(GraphValue x);
GraphValue matmul(GraphValue x, GraphValue y);
GraphValue sigmoid(GraphValue x);
GraphValue tanh(GraphValue x);
GraphValue relu(GraphValue x);
GraphValue less(GraphValue x, GraphValue y);
GraphValue equal(GraphValue x, GraphValue y);
GraphValue atMost(GraphValue x, GraphValue y); ///< x <= y
GraphValue smaller(GraphValue x, GraphValue y); ///< The minimum of both.
GraphValue larger(GraphValue x, GraphValue y);
GraphValue both(GraphValue x, GraphValue y); ///< Logical and.
GraphValue remainder(GraphValue x, GraphValue y);
GraphValue choose(GraphValue condition, GraphValue x, GraphValue y); ///< x where it is true.
GraphValue sine(GraphValue x);
GraphValue cosine(GraphValue x);

/// A batch of texts in a graph, as SequenceBatch.
struct GraphTexts {
    GraphValue ids; ///< [batch, length]
    GraphValue lengths{}; ///< [batch]; nothing where all tokens are real.
    GraphValue mask{}; ///< [batch, length] bool; nothing likewise.
    GraphValue classes{}; ///< [batch]; nothing: texts are for no class.
    /// As WordForms: [batch, length], [words, longest], [words], [words], [words, columns].
    GraphValue ofToken{}, characters{}, characterLengths{}, cases{}, features{};
    GraphValues state{}; ///< Carried from the tokens before; empty: texts begin.
};

/// As TokenStates.
struct GraphStates {
    GraphValue states{}, mask{}, lengths{}, last{};
};

/// As Encoded.
struct GraphEncoded {
    GraphStates tokens{};
    GraphValue texts{}; ///< [batch, features]
    GraphValues state{}; ///< Carried to the tokens that follow.
};

/// An input or output of a graph. An axis that is written as a number has that size; any other text
/// names a size that is known only when the graph runs.
struct GraphPort {
    std::string name;
    torch::ScalarType type = torch::kFloat;
    std::vector<std::string> axes;
};

/// A computation of a network that leaves as one graph: "forward", "step".
struct GraphFunction {
    std::string name;
    std::string summary; ///< A sentence for users.
    std::vector<GraphPort> inputs, outputs;
    std::function<GraphValues(GraphBuilder& builder, const GraphValues& inputs)> build;
};

/// @throws Error{BadSetting} with the reason and another format.
[[noreturn]] void refuseGraph(const std::string& part);

} // namespace core
