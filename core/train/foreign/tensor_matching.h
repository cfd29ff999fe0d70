#pragma once

#include "core/base/json.h"
#include "core/train/foreign/tensor_source.h"

#include <torch/nn/module.h>

#include <string>
#include <vector>

namespace core {

/// How many rows the tables of a vocabulary have, here and in a checkpoint; 0: tables are compared
/// as other tensors are.
struct VocabularySizes {
    int64_t ours = 0, theirs = 0;
};

/// Which tensor of a checkpoint each tensor of a network comes from.
///
/// It is a JSON object with a member for each tensor of the network: the name of a tensor of the
/// checkpoint; null, if it is begun anew; or a list of the names that fit, if they are several. A
/// list is a question: one name of it has to replace it.
using TensorMapping = Json;

/// Pairs the tensors of both that have one shape. Among several, a pair belongs together if their
/// names end in more equal parts ("layers.0.linear1.weight") than those of every other pair that
/// one of them could be in. Names that are undecided after that stay a list; nothing is drawn from
/// the order.
TensorMapping matchedTensors(const torch::nn::Module& network, const TensorFile& theirs,
                             const VocabularySizes& sizes);

/// The sources that a mapping names. Its lists and nulls have none.
/// @throws Error{FileMalformed} for a mapping of another form.
TensorSources sourcesOf(const TensorMapping& mapping, const torch::nn::Module& network,
                        const TensorFile& theirs, const VocabularySizes& sizes);

/// As tensorTable(), with what the mapping leaves open and what it begins anew.
TensorTable mappedTable(const TensorMapping& mapping, const torch::nn::Module& network,
                        const TensorSources& sources, const TensorFile& theirs);

} // namespace core
