#pragma once

#include "core/base/registry.h"
#include "core/experiment/spec.h"

#include <functional>
#include <memory>
#include <vector>

namespace core {

/// One kind of the family "network" that users can pick: a maker of a `Network` for a `Context`
/// (sizes that follow from the data), and its rules.
template <class Network, class Context> struct ModelEntry {
    typename Registry<std::shared_ptr<Network>, const Context&>::Entry entry;
    /// Rules between several fields: appends a Problem, with its path in the spec, for each broken
    /// one. May be empty. `options` are complete and each within its own range.
    std::function<void(const Json& options, const EmbeddingSpec& embedding,
                       std::vector<Problem>& problems)>
        check;
};

} // namespace core
