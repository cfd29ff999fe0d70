#include "core/train/foreign/tensor_matching.h"

#include "core/base/error.h"

#include <algorithm>
#include <map>

namespace core {

namespace {

struct NamedShape {
    std::string name;
    std::vector<int64_t> shape;
    bool taken = false;
};

std::vector<std::pair<std::string, torch::Tensor>> tensorsOfNetwork(
    const torch::nn::Module& network)
{
    std::vector<std::pair<std::string, torch::Tensor>> all;
    for (const auto& parameter : network.named_parameters())
        all.emplace_back(parameter.key(), parameter.value());
    for (const auto& buffer : network.named_buffers())
        all.emplace_back(buffer.key(), buffer.value());
    return all;
}

/// A shape with -1 for the rows of the vocabulary.
std::vector<int64_t> comparedShape(const torch::Tensor& tensor, int64_t vocabulary)
{
    std::vector<int64_t> shape = tensor.sizes().vec();
    if (vocabulary > 0 && !shape.empty() && shape[0] == vocabulary)
        shape[0] = -1;
    return shape;
}

std::vector<NamedShape> namedShapes(
    const std::vector<std::pair<std::string, torch::Tensor>>& tensors, int64_t vocabulary)
{
    std::vector<NamedShape> all;
    for (const auto& [name, tensor] : tensors)
        all.push_back({name, comparedShape(tensor, vocabulary)});
    return all;
}

/// How many parts, which points separate, two names have in common at their ends.
int64_t equalEnds(const std::string& a, const std::string& b)
{
    int64_t parts = 0;
    for (size_t i = 1;; ++i) {
        const bool aEnds = i > a.size(), bEnds = i > b.size();
        const bool aParts = aEnds || a[a.size() - i] == '.';
        const bool bParts = bEnds || b[b.size() - i] == '.';
        if (aParts && bParts)
            ++parts;
        if (aEnds || bEnds || a[a.size() - i] != b[b.size() - i])
            return parts;
    }
}

/// The partners of `one` with the most equal ends; without any: all of its shape.
std::vector<NamedShape*> bestPartners(const NamedShape& one, std::vector<NamedShape>& others)
{
    std::vector<NamedShape*> best;
    int64_t most = 0;
    for (NamedShape& other : others) {
        if (other.taken || other.shape != one.shape)
            continue;
        const int64_t equal = equalEnds(one.name, other.name);
        if (equal > most)
            best.clear();
        if (equal >= most)
            best.push_back(&other);
        most = std::max(most, equal);
    }
    return best;
}

/// Pairs each two that are the only best partners of each other. @return whether there were any.
bool pairOnce(std::vector<NamedShape>& ours, std::vector<NamedShape>& theirs,
              TensorMapping& mapping)
{
    bool any = false;
    for (NamedShape& own : ours) {
        if (own.taken)
            continue;
        const std::vector<NamedShape*> partners = bestPartners(own, theirs);
        if (partners.size() != 1)
            continue;
        const std::vector<NamedShape*> back = bestPartners(*partners[0], ours);
        if (back.size() != 1 || back[0] != &own)
            continue;
        own.taken = partners[0]->taken = any = true;
        mapping[own.name] = partners[0]->name;
    }
    return any;
}

[[noreturn]] void throwMapping(const std::string& name, const std::string& why)
{
    throw Error(ErrorCode::FileMalformed,
                {"The mapping is not right at \"%1\": %2.", {shown(name), why}},
                {"Write it again with --write-mapping, then replace names in it.", {}});
}

} // namespace

TensorMapping matchedTensors(const torch::nn::Module& network, const TensorFile& theirs,
                             const VocabularySizes& sizes)
{
    std::vector<NamedShape> ours = namedShapes(tensorsOfNetwork(network), sizes.ours);
    std::vector<NamedShape> others = namedShapes(theirs.tensors, sizes.theirs);
    TensorMapping mapping = Json::object();
    for (const NamedShape& own : ours)
        mapping[own.name] = Json::array();
    while (pairOnce(ours, others, mapping)) { }
    for (const NamedShape& own : ours)
        if (!own.taken)
            for (const NamedShape* partner : bestPartners(own, others))
                mapping[own.name].push_back(partner->name);
    return mapping;
}

TensorSources sourcesOf(const TensorMapping& mapping, const torch::nn::Module& network,
                        const TensorFile& theirs, const VocabularySizes& sizes)
{
    if (!mapping.is_object())
        throwMapping("", "it is not an object");
    std::map<std::string, torch::Tensor> ours;
    for (const auto& [name, tensor] : tensorsOfNetwork(network))
        ours.emplace(name, tensor);
    TensorSources sources;
    for (const auto& [name, from] : mapping.items()) {
        const auto own = ours.find(name);
        if (own == ours.end())
            throwMapping(name, "the network has no tensor of this name");
        if (from.is_null() || from.is_array())
            continue;
        const torch::Tensor* its
            = from.is_string() ? theirs.find(from.get<std::string>()) : nullptr;
        if (its == nullptr)
            throwMapping(name, "the checkpoint has no tensor " + shown(from.dump()));
        const bool rows = sizes.theirs > 0 && own->second.dim() > 0
            && own->second.size(0) == sizes.ours && its->dim() > 0 && its->size(0) == sizes.theirs;
        sources.all.push_back({name,
                               {from.get<std::string>()},
                               rows ? TensorSource::Change::Rows : TensorSource::Change::None});
    }
    return sources;
}

TensorTable mappedTable(const TensorMapping& mapping, const torch::nn::Module& network,
                        const TensorSources& sources, const TensorFile& theirs)
{
    using State = TensorRow::State;
    TensorTable table = tensorTable(network, sources, theirs);
    for (TensorRow& row : table.rows) {
        const auto from = mapping.find(row.ours);
        if (row.state != State::Missing || from == mapping.end())
            continue;
        if (from->is_null()) {
            row.state = State::Constant;
        } else if (from->is_array() && !from->empty()) {
            row.state = State::Ambiguous;
            for (const Json& each : *from)
                row.theirs += (row.theirs.empty() ? "" : " or ")
                    + (each.is_string() ? each.get<std::string>() : each.dump());
        }
    }
    return table;
}

} // namespace core
