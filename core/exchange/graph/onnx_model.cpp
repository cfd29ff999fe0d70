#include "core/exchange/graph/onnx_model.h"

#include "core/base/error.h"
#include "core/exchange/graph/network_weights.h"
#include "core/nn/tensors.h"

#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/serialization/export.h>

#include <limits>

namespace core {

namespace {

namespace ir = torch::jit;

constexpr int64_t kOpset = 17;

/// Nodes of the namespace onnx.
class OnnxBuilder : public GraphBuilder {
public:
    OnnxBuilder(ir::Graph& graph, const torch::nn::Module& network)
        : m_graph(graph), m_weights(network)
    {
    }

    std::map<std::string, at::Tensor>& initialisers() { return m_initialisers; }

    GraphValue wrapped(ir::Value* value, torch::ScalarType type) { return {this, value, type}; }
    GraphValue identity(GraphValue x) { return node(x.type, "Identity", {x}); }

    GraphValue weight(const torch::Tensor& weight) override
    {
        const std::string& name = m_weights.name(weight);
        ir::Value*& known = m_read[name];
        if (known == nullptr) {
            known = m_graph.addInput(name);
            m_initialisers[name] = writtenTensor(weight);
            known->setType(c10::TensorType::create(m_initialisers[name]));
        }
        return wrapped(known, weight.scalar_type());
    }
    GraphValue transposedWeight(const torch::Tensor& weight) override
    {
        const GraphValue matrix = this->weight(weight);
        ir::Value*& known = m_read["transposed " + m_weights.name(weight)];
        if (known == nullptr) {
            const ir::WithInsertPoint there(*m_graph.nodes().begin()); // In front of all loops.
            known = transpose(matrix, {1, 0}).value;
        }
        return wrapped(known, matrix.type);
    }
    GraphValue constant(const torch::Tensor& value) override
    {
        ir::Node* const node = create("Constant", {});
        node->t_(c10::attr::value, writtenTensor(value));
        return wrapped(node->output(), value.scalar_type());
    }
    GraphValue number(double value, torch::ScalarType type) override
    {
        return constant(torch::full({}, value, type));
    }
    GraphValue apply(const GraphOperation& operation, const GraphValues& operands) override
    {
        return node(operation.compares ? torch::kBool : operands.front().type, operation.onnx,
                    operands);
    }
    GraphValue cast(GraphValue x, torch::ScalarType type) override
    {
        constexpr int64_t kFloat = 1, kInt64 = 7, kBool = 9; // TensorProto.DataType
        return node(type, "Cast", {x},
                    {{"to",
                      type == torch::kFloat      ? kFloat
                          : type == torch::kBool ? kBool
                                                 : kInt64}});
    }
    GraphValue softmax(GraphValue x, int64_t axis) override
    {
        return node(x.type, "Softmax", {x}, {{"axis", axis}});
    }
    GraphValue sum(GraphValue x, int64_t axis) override
    {
        return node(x.type, "ReduceSum", {x, list({axis})}, {{"keepdims", 0}});
    }
    GraphValue mean(GraphValue x, int64_t axis) override
    {
        return reduced("ReduceMean", x, axis, 1);
    }
    GraphValue maximum(GraphValue x, int64_t axis) override
    {
        return reduced("ReduceMax", x, axis, 0);
    }
    GraphValue likeliest(GraphValue x, int64_t axis) override
    {
        return node(torch::kLong, "ArgMax", {x}, {{"axis", axis}, {"keepdims", 0}});
    }
    GraphValue runningSum(GraphValue x, int64_t axis) override
    {
        return node(x.type, "CumSum", {x, number(static_cast<double>(axis), torch::kLong)});
    }
    GraphValue fillWhere(GraphValue x, GraphValue mask, double value) override
    {
        return node(x.type, "Where", {mask, number(value, x.type), x});
    }
    GraphValue transpose(GraphValue x, const std::vector<int64_t>& axes) override
    {
        ir::Node* const node = create("Transpose", {x});
        node->is_(c10::Symbol::attr("perm"), axes);
        return wrapped(node->output(), x.type);
    }
    GraphValue reshape(GraphValue x, const std::vector<int64_t>& sizes) override
    {
        return node(x.type, "Reshape", {x, list(sizes)}); // 0 and -1 mean the same there.
    }
    GraphValue unsqueeze(GraphValue x, int64_t axis) override
    {
        return node(x.type, "Unsqueeze", {x, list({axis})});
    }
    GraphValue squeeze(GraphValue x, int64_t axis) override
    {
        return node(x.type, "Squeeze", {x, list({axis})});
    }
    GraphValue expandAs(GraphValue x, GraphValue other) override
    {
        return node(x.type, "Expand", {x, node(torch::kLong, "Shape", {other})});
    }
    GraphValue slice(GraphValue x, int64_t axis, int64_t begin, std::optional<int64_t> end) override
    {
        return node(x.type, "Slice",
                    {x, list({begin}), list({end.value_or(std::numeric_limits<int64_t>::max())}),
                     list({axis})});
    }
    GraphValue select(GraphValue x, int64_t axis, GraphValue index) override
    {
        return node(x.type, "Gather", {x, index}, {{"axis", axis}});
    }
    GraphValue join(const GraphValues& parts, int64_t axis) override
    {
        return node(parts.front().type, "Concat", parts, {{"axis", axis}});
    }
    GraphValue rows(GraphValue table, GraphValue ids) override
    {
        return node(table.type, "Gather", {table, ids}, {{"axis", 0}});
    }
    GraphValue gather(GraphValue x, int64_t axis, GraphValue index) override
    {
        return node(x.type, "GatherElements", {x, index}, {{"axis", axis}});
    }
    GraphValue size(GraphValue x, int64_t axis) override
    {
        return node(
            torch::kLong, "Gather",
            {node(torch::kLong, "Shape", {x}), number(static_cast<double>(axis), torch::kLong)},
            {{"axis", 0}});
    }
    GraphValue range(GraphValue count) override
    {
        return node(torch::kLong, "Range",
                    {number(0, torch::kLong), count, number(1, torch::kLong)});
    }
    GraphValue filled(const std::vector<GraphSize>& sizes, double value,
                      torch::ScalarType type) override
    {
        GraphValues parts;
        for (const GraphSize& size : sizes)
            parts.push_back(size.dynamic.defined() ? unsqueeze(size.dynamic, 0)
                                                   : list({size.fixed}));
        ir::Node* const node = create("ConstantOfShape", {join(parts, 0)});
        node->t_(c10::attr::value, torch::full({1}, value, type));
        return wrapped(node->output(), type);
    }
    GraphValue reverse(GraphValue x, int64_t axis) override
    {
        return node(
            x.type, "Slice",
            {x, list({-1}), list({std::numeric_limits<int64_t>::min()}), list({axis}), list({-1})});
    }
    GraphValue convolution(GraphValue x, GraphValue weight, GraphValue bias) override
    {
        return node(x.type, "Conv", {x, weight, bias});
    }
    GraphStep loop(GraphValue count, const GraphValues& initial, size_t kept,
                   const Body& body) override
    {
        GraphValues operands{count, constant(torch::full({}, true, torch::kBool))};
        operands.insert(operands.end(), initial.begin(), initial.end());
        ir::Node* const loop = create("Loop", operands, initial.size() + kept);
        ir::Block* const block = loop->addBlock();
        const auto scalar = [&](torch::ScalarType type) { // ONNX Runtime needs the shapes of these.
            ir::Value* const value = block->addInput();
            value->setType(c10::TensorType::createContiguous(type, c10::kCPU, {}));
            return wrapped(value, type);
        };
        const GraphValue index = scalar(torch::kLong), goesOn = scalar(torch::kBool);
        GraphValues states;
        for (const GraphValue& state : initial)
            states.push_back(wrapped(typed(block->addInput(), state.type), state.type));
        GraphStep result;
        const ir::WithInsertPoint inside(block);
        const GraphStep step = body(index, states);
        block->registerOutput(identity(goesOn).value);
        for (size_t i = 0; i < initial.size() + kept; ++i) {
            const bool isState = i < initial.size();
            const GraphValue& each = isState ? step.states.at(i) : step.kept.at(i - initial.size());
            block->registerOutput(identity(each).value);
            (isState ? result.states : result.kept)
                .push_back(wrapped(typed(loop->outputs()[i], each.type), each.type));
        }
        return result;
    }

private:
    using Attributes = std::vector<std::pair<const char*, int64_t>>;

    static ir::Value* typed(ir::Value* value, torch::ScalarType type)
    {
        return value->setType(
            c10::TensorType::create(type, c10::kCPU, c10::optional<size_t>(), c10::nullopt));
    }
    ir::Node* create(const char* name, const GraphValues& operands, size_t outputs = 1)
    {
        std::vector<ir::Value*> inputs;
        for (const GraphValue& operand : operands)
            inputs.push_back(operand.value);
        return m_graph.insertNode(m_graph.create(
            c10::Symbol::fromQualString(std::string("onnx::") + name), inputs, outputs));
    }
    GraphValue node(torch::ScalarType type, const char* name, const GraphValues& operands,
                    const Attributes& attributes = {})
    {
        ir::Node* const made = create(name, operands);
        for (const auto& [attribute, value] : attributes)
            made->i_(c10::Symbol::attr(attribute), value);
        return wrapped(typed(made->output(), type), type);
    }
    GraphValue reduced(const char* name, GraphValue x, int64_t axis, int64_t keep)
    {
        ir::Node* const made = create(name, {x});
        made->is_(c10::Symbol::attr("axes"), {axis});
        made->i_(c10::Symbol::attr("keepdims"), keep);
        return wrapped(made->output(), x.type);
    }
    GraphValue list(const std::vector<int64_t>& numbers)
    {
        return constant(torch::tensor(at::ArrayRef<int64_t>(numbers), torch::kLong));
    }

    ir::Graph& m_graph;
    NetworkWeights m_weights;
    std::map<std::string, ir::Value*> m_read;
    std::map<std::string, at::Tensor> m_initialisers;
};

using DynamicAxes = std::unordered_map<std::string, std::unordered_map<int64_t, std::string>>;

/// Gives a value the name, the type and the axes of a port.
void describePort(ir::Value* value, const GraphPort& port, DynamicAxes& dynamic)
{
    std::vector<c10::ShapeSymbol> sizes;
    for (size_t axis = 0; axis < port.axes.size(); ++axis) {
        const std::string& name = port.axes[axis];
        const bool fixed = name.find_first_not_of("0123456789") == std::string::npos;
        sizes.push_back(fixed ? c10::ShapeSymbol::fromStaticSize(std::stoll(name))
                              : c10::ShapeSymbol::newSymbol());
        if (!fixed)
            dynamic[port.name][static_cast<int64_t>(axis)] = name;
    }
    value->setDebugName(port.name);
    value->setType(c10::TensorType::create(port.type, c10::kCPU, c10::SymbolicShape(sizes),
                                           c10::VaryingShape<c10::Stride>(sizes.size()),
                                           c10::nullopt));
}

void appendVarint(std::string& bytes, size_t number)
{
    constexpr size_t kSeven = 0x80;
    for (; number >= kSeven; number /= kSeven)
        bytes.push_back(static_cast<char>(number % kSeven + kSeven));
    bytes.push_back(static_cast<char>(number));
}

/// A field of bytes as protobuf writes it.
void appendField(std::string& bytes, size_t field, const std::string& value)
{
    constexpr size_t kLengthDelimited = 2;
    appendVarint(bytes, field * 8 + kLengthDelimited);
    appendVarint(bytes, value.size());
    bytes += value;
}

/// Fields of ModelProto.metadata_props. A message and more of its fields, one after another, are
/// one message.
std::string metadataFields(const std::map<std::string, std::string>& metadata)
{
    constexpr size_t kMetadataProps = 14;
    std::string bytes;
    for (const auto& [key, value] : metadata) {
        std::string entry;
        appendField(entry, 1, key);
        appendField(entry, 2, value);
        appendField(bytes, kMetadataProps, entry);
    }
    return bytes;
}

void checkFits(const std::map<std::string, at::Tensor>& initialisers)
{
    constexpr size_t kMost = size_t{2'000'000'000}; // A message of protobuf has fewer than 2^31.
    size_t bytes = 0;
    for (const auto& [name, tensor] : initialisers)
        bytes += tensor.nbytes();
    if (bytes > kMost)
        throw Error(ErrorCode::BadSetting,
                    {"An ONNX file holds at most 2 GB; the weights of this network have %1 MB.",
                     {std::to_string(bytes / 1'000'000)}},
                    {"Export it as TorchScript: --format torchscript.", {}});
}

} // namespace

std::string onnxBytes(const torch::nn::Module& network, const GraphFunction& function,
                      const std::map<std::string, std::string>& metadata)
{
    const torch::NoGradGuard noGradient;
    const auto graph = std::make_shared<ir::Graph>();
    OnnxBuilder builder(*graph, network);
    DynamicAxes axes;
    GraphValues inputs;
    for (const GraphPort& port : function.inputs) {
        inputs.push_back(builder.wrapped(graph->addInput(), port.type));
        describePort(inputs.back().value, port, axes);
    }
    const GraphValues outputs = function.build(builder, inputs);
    for (size_t i = 0; i < outputs.size(); ++i) {
        ir::Value* const output = builder.identity(outputs[i]).value;
        describePort(output, function.outputs.at(i), axes);
        graph->registerOutput(output);
    }
    checkFits(builder.initialisers());
    const auto model = std::get<0>(
        ir::export_onnx(graph, builder.initialisers(), kOpset, axes, /*defer_weight_export=*/false,
                        torch::onnx::OperatorExportTypes::ONNX, /*strip_doc_string=*/true,
                        /*keep_initializers_as_inputs=*/false));
    std::string bytes = ir::serialize_model_proto_to_string(model) + metadataFields(metadata);
    ir::check_onnx_proto(bytes);
    return bytes;
}

} // namespace core
