#pragma once

#include "core/model/classifier.h"
#include "core/model/networks/transformer_options.h"

#include <string>

namespace core {

/// Constructor lines that all networks share.
struct PythonEnds {
    std::string embedding;
    std::string output;
};

/// The class Network of a transformer, with what it needs beside Pooling.
std::string transformerPython(const TransformerNetworkOptions& options,
                              const NetworkContext& context, const PythonEnds& ends);

} // namespace core
