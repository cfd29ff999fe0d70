#include "core/exchange/graph/torchscript_module.h"

#include "core/base/error.h"
#include "core/exchange/graph/network_weights.h"
#include "core/nn/tensors.h"

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/export.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace core {

NetworkWeights::NetworkWeights(const torch::nn::Module& network)
{
    for (const auto& entry : network.named_parameters())
        m_names.emplace(entry.value().unsafeGetTensorImpl(), entry.key());
    for (const auto& entry : network.named_buffers())
        m_names.emplace(entry.value().unsafeGetTensorImpl(), entry.key());
}

const std::string& NetworkWeights::name(const torch::Tensor& weight) const
{
    const auto found = m_names.find(weight.unsafeGetTensorImpl());
    if (found == m_names.end())
        throw Error(ErrorCode::Internal, {"A graph reads a tensor that is no weight.", {}});
    return found->second;
}

torch::Tensor writtenTensor(const torch::Tensor& tensor)
{
    const torch::Tensor written = tensor.detach().to(torch::kCPU).contiguous();
    return written.storage().nbytes() == written.nbytes() ? written : written.clone();
}

namespace {

namespace jit = torch::jit;
using jit::NamedValue;

c10::Symbol atenSymbol(const std::string& name)
{
    return c10::Symbol::fromQualString("aten::" + name);
}

/// Nodes of the namespace aten, in the body of one method.
class AtenBuilder : public GraphBuilder {
public:
    AtenBuilder(jit::Graph& graph, jit::Value* self, const NetworkWeights& weights)
        : m_graph(graph), m_self(self), m_weights(weights)
    {
        // Weights are read in front of this, so that loops can use what was first read in another.
        m_start = graph.insertNode(graph.createNone());
    }
    void finish() { m_start->destroy(); }
    /// New tensors stand where this input does.
    void computeBeside(const GraphValue& input)
    {
        m_device = m_graph.insert(c10::prim::device, {input.value});
    }
    /// Names of weights that were read, and of modules on the way.
    const std::map<std::string, jit::Value*>& read() const { return m_read; }

    GraphValue wrapped(jit::Value* value, torch::ScalarType type) { return {this, value, type}; }

    GraphValue weight(const torch::Tensor& weight) override
    {
        const jit::WithInsertPoint there(m_start);
        jit::Value* value = m_self;
        std::istringstream path(m_weights.name(weight));
        std::string whole;
        for (std::string part; std::getline(path, part, '.');) {
            whole += (whole.empty() ? "" : ".") + part;
            jit::Value*& known = m_read[whole];
            if (known == nullptr)
                known = m_graph.insertGetAttr(value, part);
            value = known;
        }
        return wrapped(value, weight.scalar_type());
    }
    GraphValue transposedWeight(const torch::Tensor& weight) override
    {
        const GraphValue matrix = this->weight(weight);
        jit::Value*& known = m_read["transposed " + m_weights.name(weight)];
        if (known == nullptr) {
            const jit::WithInsertPoint there(m_start);
            known = transpose(matrix, {1, 0}).value;
        }
        return wrapped(known, matrix.type);
    }
    GraphValue constant(const torch::Tensor& value) override
    {
        jit::Value* const written = m_graph.insertConstant(writtenTensor(value));
        return of(value.scalar_type(), "to",
                  {written, m_device, c10::IValue(value.scalar_type()), false, false});
    }
    GraphValue number(double value, torch::ScalarType type) override
    {
        return wrapped(type == torch::kFloat ? m_graph.insertConstant(value)
                                             : m_graph.insertConstant(static_cast<int64_t>(value)),
                       type);
    }
    GraphValue apply(const GraphOperation& operation, const GraphValues& operands) override
    {
        std::vector<NamedValue> all;
        for (const GraphValue& each : operands)
            all.emplace_back(each.value);
        return wrapped(m_graph.insert(atenSymbol(operation.aten), all),
                       operation.compares ? torch::kBool : operands.front().type);
    }
    GraphValue cast(GraphValue x, torch::ScalarType type) override
    {
        return of(type, "to", {x.value, c10::IValue(type), false, false});
    }
    GraphValue softmax(GraphValue x, int64_t axis) override
    {
        return of(x.type, "softmax", {x.value, axis});
    }
    GraphValue sum(GraphValue x, int64_t axis) override
    {
        return of(x.type, "sum", {x.value, list({axis}), false});
    }
    GraphValue mean(GraphValue x, int64_t axis) override
    {
        return of(x.type, "mean", {x.value, list({axis}), true});
    }
    GraphValue maximum(GraphValue x, int64_t axis) override
    {
        return of(x.type, "amax", {x.value, list({axis}), false});
    }
    GraphValue likeliest(GraphValue x, int64_t axis) override
    {
        return of(torch::kLong, "argmax", {x.value, axis, false});
    }
    GraphValue runningSum(GraphValue x, int64_t axis) override
    {
        return of(x.type, "cumsum", {x.value, axis});
    }
    GraphValue fillWhere(GraphValue x, GraphValue mask, double value) override
    {
        return of(x.type, "masked_fill", {x.value, mask.value, number(value, x.type).value});
    }
    GraphValue transpose(GraphValue x, const std::vector<int64_t>& axes) override
    {
        return of(x.type, "permute", {x.value, list(axes)});
    }
    GraphValue reshape(GraphValue x, const std::vector<int64_t>& sizes) override
    {
        std::vector<GraphSize> all;
        for (size_t i = 0; i < sizes.size(); ++i)
            all.push_back(sizes[i] == 0 ? GraphSize(size(x, static_cast<int64_t>(i)))
                                        : GraphSize(sizes[i]));
        return of(x.type, "reshape", {x.value, integers(all)});
    }
    GraphValue unsqueeze(GraphValue x, int64_t axis) override
    {
        return of(x.type, "unsqueeze", {x.value, axis});
    }
    GraphValue squeeze(GraphValue x, int64_t axis) override
    {
        return of(x.type, "squeeze", {x.value, axis});
    }
    GraphValue expandAs(GraphValue x, GraphValue other) override
    {
        return of(x.type, "expand_as", {x.value, other.value});
    }
    GraphValue slice(GraphValue x, int64_t axis, int64_t begin, std::optional<int64_t> end) override
    {
        return of(
            x.type, "slice",
            {x.value, axis, begin, end.value_or(std::numeric_limits<int64_t>::max()), int64_t{1}});
    }
    GraphValue select(GraphValue x, int64_t axis, GraphValue index) override
    {
        return of(x.type, "select", {x.value, axis, index.value});
    }
    GraphValue join(const GraphValues& parts, int64_t axis) override
    {
        std::vector<jit::Value*> all;
        for (const GraphValue& part : parts)
            all.push_back(part.value);
        jit::Value* const together
            = m_graph.insertNode(m_graph.createList(c10::TensorType::get(), all))->output();
        return of(parts.front().type, "cat", {together, axis});
    }
    GraphValue rows(GraphValue table, GraphValue ids) override
    {
        return of(table.type, "embedding", {table.value, ids.value});
    }
    GraphValue gather(GraphValue x, int64_t axis, GraphValue index) override
    {
        return of(x.type, "gather", {x.value, axis, index.value});
    }
    GraphValue size(GraphValue x, int64_t axis) override
    {
        return of(torch::kLong, "size", {x.value, axis});
    }
    GraphValue range(GraphValue count) override
    {
        return wrapped(
            m_graph.insert(atenSymbol("arange"), {count.value}, {NamedValue("device", m_device)}),
            torch::kLong);
    }
    GraphValue filled(const std::vector<GraphSize>& sizes, double value,
                      torch::ScalarType type) override
    {
        jit::Value* const filled = m_graph.insert(
            atenSymbol("full"), {integers(sizes), number(value, type).value},
            {NamedValue("dtype", c10::IValue(type)), NamedValue("device", m_device)});
        return wrapped(filled, type);
    }
    GraphValue reverse(GraphValue x, int64_t axis) override
    {
        return of(x.type, "flip", {x.value, list({axis})});
    }
    GraphValue convolution(GraphValue x, GraphValue weight, GraphValue bias) override
    {
        return of(x.type, "conv1d", {x.value, weight.value, bias.value});
    }
    GraphStep loop(GraphValue count, const GraphValues& initial, size_t kept,
                   const Body& body) override
    {
        std::vector<jit::Value*> lists;
        for (size_t i = 0; i < kept; ++i)
            lists.push_back(
                m_graph.insertNode(m_graph.createList(c10::TensorType::get(), {}))->output());
        jit::Node* const loop = m_graph.insertNode(m_graph.create(c10::prim::Loop, 0));
        loop->addInput(count.value);
        {
            const jit::WithInsertPoint before(loop);
            loop->addInput(m_graph.insertConstant(true));
        }
        jit::Block* const block = loop->addBlock();
        const GraphValue index
            = wrapped(block->addInput("step")->setType(c10::IntType::get()), torch::kLong);
        GraphStep result;
        GraphValues states;
        for (const GraphValue& state : initial) {
            loop->addInput(state.value);
            states.push_back(wrapped(block->addInput()->setType(state.value->type()), state.type));
            result.states.push_back(
                wrapped(loop->addOutput()->setType(state.value->type()), state.type));
        }
        std::vector<torch::ScalarType> types;
        {
            const jit::WithInsertPoint inside(block);
            const GraphStep step = body(index, states);
            for (size_t i = 0; i < kept; ++i) {
                m_graph.insert(c10::aten::append, {lists[i], step.kept.at(i).value});
                types.push_back(step.kept[i].type);
            }
            block->registerOutput(m_graph.insertConstant(true));
            for (const GraphValue& state : step.states)
                block->registerOutput(state.value);
        }
        for (size_t i = 0; i < kept; ++i)
            result.kept.push_back(of(types[i], "stack", {lists[i], int64_t{0}}));
        return result;
    }

private:
    GraphValue of(torch::ScalarType type, const char* name, at::ArrayRef<NamedValue> operands)
    {
        return wrapped(m_graph.insert(atenSymbol(name), operands), type);
    }
    static NamedValue list(const std::vector<int64_t>& numbers)
    {
        return NamedValue(c10::IValue(numbers));
    }
    jit::Value* integers(const std::vector<GraphSize>& sizes)
    {
        std::vector<jit::Value*> all;
        for (const GraphSize& size : sizes)
            all.push_back(size.dynamic.defined() ? size.dynamic.value
                                                 : m_graph.insertConstant(size.fixed));
        return m_graph.insertNode(m_graph.createList(c10::IntType::get(), all))->output();
    }

    jit::Graph& m_graph;
    jit::Value* m_self;
    const NetworkWeights& m_weights;
    jit::Node* m_start;
    jit::Value* m_device = nullptr;
    std::map<std::string, jit::Value*> m_read; ///< By the path of attributes.
};

using Names = std::set<std::string>;

/// The tree of modules in which each tensor stands under its name.
/// @param wanted  names of weights and of modules; empty: all.
/// @param path    the name of `network`, with a dot behind it.
jit::Module moduleTree(const torch::nn::Module& network, const Names& wanted,
                       const std::string& path = "")
{
    std::string type = "Network." + path;
    type.pop_back();
    std::replace(type.begin(), type.end(), '.', '_');
    jit::Module tree("__torch__." + type);
    const auto has
        = [&](const std::string& name) { return wanted.empty() || wanted.contains(path + name); };
    for (const auto& entry : network.named_parameters(/*recurse=*/false))
        if (has(entry.key()))
            tree.register_parameter(entry.key(), writtenTensor(entry.value()), /*is_buffer=*/false);
    for (const auto& entry : network.named_buffers(/*recurse=*/false))
        if (has(entry.key()))
            tree.register_buffer(entry.key(), writtenTensor(entry.value()));
    for (const auto& child : network.named_children())
        if (has(child.key()))
            tree.register_module(child.key(),
                                 moduleTree(*child.value(), wanted, path + child.key() + "."));
    tree.register_attribute("training", c10::BoolType::get(), false);
    return tree;
}

/// @return the names that moduleTree() must have for it.
Names addMethod(jit::Module& module, const GraphFunction& function, const NetworkWeights& weights)
{
    const auto graph = std::make_shared<jit::Graph>();
    jit::Value* const self = graph->addInput("self")->setType(module.type());
    AtenBuilder builder(*graph, self, weights);
    GraphValues inputs;
    for (const GraphPort& port : function.inputs)
        inputs.push_back(builder.wrapped(
            graph->addInput(port.name)->setType(c10::TensorType::get()), port.type));
    builder.computeBeside(inputs.front());
    std::vector<jit::Value*> outputs;
    for (const GraphValue& output : function.build(builder, inputs))
        outputs.push_back(output.value);
    Names names;
    for (const auto& [name, value] : builder.read())
        names.insert(name);
    builder.finish();
    graph->registerOutput(outputs.size() == 1
                              ? outputs.front()
                              : graph->insertNode(graph->createTuple(outputs))->output());
    const auto compiled = module._ivalue()->compilation_unit()->create_function(
        c10::QualifiedName(*module.type()->name(), function.name), graph);
    module.type()->addMethod(compiled);
    return names;
}

} // namespace

std::string torchScriptBytes(const torch::nn::Module& network,
                             const std::vector<GraphFunction>& functions, const std::string& source,
                             const std::map<std::string, std::string>& files)
{
    const torch::NoGradGuard noGradient;
    const NetworkWeights weights(network);
    Names read{""}; // Only weights that are read are written.
    jit::Module all = moduleTree(network, {});
    for (const GraphFunction& function : functions)
        read.merge(addMethod(all, function, weights));
    jit::Module module = moduleTree(network, read);
    for (const GraphFunction& function : functions)
        addMethod(module, function, weights);
    if (!source.empty())
        module.define(source);
    std::ostringstream bytes;
    module.save(bytes, {files.begin(), files.end()});
    return bytes.str();
}

} // namespace core
