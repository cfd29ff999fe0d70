#pragma once

#include "core/base/registry.h"
#include "core/model/classifier.h"

#include <functional>
#include <memory>
#include <vector>

namespace core {

using NetworkRegistry = Registry<std::shared_ptr<Classifier>, const NetworkContext&>;

/// One network that users can pick.
struct NetworkEntry {
    NetworkRegistry::Entry entry;
    /// Rules between several fields: appends a Problem, with its path in the spec, for each broken
    /// one. May be empty. `options` are complete and each within its own range.
    std::function<void(const Json& options, const EmbeddingSpec& embedding,
                       std::vector<Problem>& problems)>
        check;
};

NetworkEntry meanNetwork();
NetworkEntry fastTextNetwork();
NetworkEntry convolutionalNetwork();
NetworkEntry rnnNetwork();
NetworkEntry lstmNetwork();
NetworkEntry gruNetwork();
NetworkEntry transformerNetwork();

} // namespace core
