#include "core/train/foreign/tensor_source.h"

#include "core/nn/batch/sequence_batch.h"
#include "core/nn/tensors.h"
#include "core/train/checkpoint.h"

#include <torch/types.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace core {

namespace {

using Change = TensorSource::Change;
using State = TensorRow::State;

bool takesRows(Change change)
{
    return change == Change::Rows || change == Change::Outputs;
}

std::string joinedNames(const std::vector<std::string>& names)
{
    std::string all;
    for (const std::string& name : names)
        all += (all.empty() ? "" : " + ") + name;
    return all;
}

std::string shapesText(const std::vector<const torch::Tensor*>& tensors)
{
    std::string all;
    for (const torch::Tensor* tensor : tensors)
        all += (all.empty() ? "" : " + ") + shapeText(*tensor);
    return all;
}

/// Whether the tensors become one of the shape `wanted`.
bool becomes(const std::vector<const torch::Tensor*>& tensors, const TensorSource& source,
             const std::vector<int32_t>& rows, at::IntArrayRef wanted)
{
    const auto fits = [&](const torch::Tensor& tensor, int64_t firstSize) {
        std::vector<int64_t> sizes = tensor.sizes().vec();
        if (source.change == Change::Transposed)
            std::reverse(sizes.begin(), sizes.end());
        return !sizes.empty() && sizes.size() == wanted.size()
            && (firstSize < 0 || sizes[0] == firstSize)
            && std::equal(sizes.begin() + 1, sizes.end(), wanted.begin() + 1);
    };
    if (takesRows(source.change)) {
        const int32_t last = rows.empty() ? -1 : *std::max_element(rows.begin(), rows.end());
        return tensors.size() == 1 && fits(*tensors[0], -1)
            && wanted[0] == static_cast<int64_t>(rows.size()) && tensors[0]->size(0) > last;
    }
    if (tensors.size() == 1 && source.change == Change::None)
        return tensors[0]->sizes() == wanted;
    int64_t sum = 0;
    for (const torch::Tensor* tensor : tensors) {
        if (!fits(*tensor, -1))
            return false;
        sum += source.change == Change::Transposed ? tensor->size(1) : tensor->size(0);
    }
    return sum == wanted[0];
}

using TensorsByName = std::unordered_map<std::string, const torch::Tensor*>;

TensorsByName byName(const TensorFile& file)
{
    TensorsByName named;
    for (const auto& [name, tensor] : file.tensors)
        named.emplace(name, &tensor);
    return named;
}

TensorRow rowFor(const std::string& name, const torch::Tensor& ours, const TensorSources& sources,
                 const TensorsByName& theirs)
{
    TensorRow row{State::Missing, name, {}, shapeText(ours), {}};
    const auto source = std::find_if(sources.all.begin(), sources.all.end(),
                                     [&](const TensorSource& each) { return each.ours == name; });
    if (source == sources.all.end()) {
        const bool drawn
            = std::find(sources.drawn.begin(), sources.drawn.end(), name) != sources.drawn.end();
        row.state = drawn ? State::Constant : State::Missing;
        return row;
    }
    row.theirs = joinedNames(source->theirs);
    if (source->theirs.empty()) {
        row.state = State::Constant;
        return row;
    }
    std::vector<const torch::Tensor*> found;
    for (const std::string& part : source->theirs)
        if (const auto tensor = theirs.find(part); tensor != theirs.end())
            found.push_back(tensor->second);
    row.theirShape = shapesText(found);
    if (found.size() == source->theirs.size())
        row.state = becomes(found, *source, sources.rowsOf(source->change), ours.sizes())
            ? State::Taken
            : State::OtherShape;
    return row;
}

torch::Tensor inOrderOfIds(const torch::Tensor& table, const std::vector<int32_t>& rows,
                           float absent)
{
    std::vector<int64_t> from;
    for (const int32_t row : rows)
        from.push_back(std::max(row, 0));
    torch::Tensor result = table.index_select(0, tensorOf(std::move(from)));
    for (size_t id = 0; id < rows.size(); ++id)
        if (rows[id] < 0)
            result[static_cast<int64_t>(id)].fill_(absent);
    return result;
}

} // namespace

TensorTable tensorTable(const torch::nn::Module& network, const TensorSources& sources,
                        const TensorFile& theirs)
{
    const TensorsByName named = byName(theirs);
    TensorTable table;
    std::unordered_set<std::string> used(sources.constants.begin(), sources.constants.end());
    const auto add = [&](const std::string& name, const torch::Tensor& ours) {
        table.rows.push_back(rowFor(name, ours, sources, named));
    };
    for (const auto& parameter : network.named_parameters())
        add(parameter.key(), parameter.value());
    for (const auto& buffer : network.named_buffers())
        add(buffer.key(), buffer.value());
    for (const TensorSource& source : sources.all)
        used.insert(source.theirs.begin(), source.theirs.end());
    for (const auto& [name, tensor] : theirs.tensors)
        if (!used.contains(name))
            table.rows.push_back({State::LeftOver, {}, name, {}, shapeText(tensor)});
    return table;
}

TensorFile assembledWeights(const TensorSources& sources, TensorFile theirs)
{
    const torch::NoGradGuard noGradient;
    std::unordered_map<std::string, size_t> places, uses;
    for (size_t i = 0; i < theirs.tensors.size(); ++i)
        places.emplace(theirs.tensors[i].first, i);
    for (const TensorSource& source : sources.all)
        for (const std::string& name : source.theirs)
            ++uses[name];
    TensorFile weights;
    for (const TensorSource& source : sources.all) {
        std::vector<torch::Tensor> parts;
        for (const std::string& name : source.theirs) {
            torch::Tensor& tensor = theirs.tensors[places.at(name)].second;
            parts.push_back(tensor.to(torch::kFloat32));
            if (source.change == Change::Transposed)
                parts.back() = parts.back().t();
            if (--uses[name] == 0)
                tensor.reset();
        }
        torch::Tensor whole = parts.empty()
            ? torch::zeros({static_cast<int64_t>(sources.outputs.size())})
            : parts.size() == 1 ? parts[0]
                                : torch::cat(parts);
        if (takesRows(source.change))
            whole = inOrderOfIds(whole, sources.rowsOf(source.change), source.absent);
        weights.tensors.emplace_back(source.ours, whole.contiguous());
    }
    return weights;
}

} // namespace core
