#pragma once

#include "core/probe/by_hand/state_plane.h"
#include "core/probe/example.h"

namespace core {

/// A layer of two units as it reads a text, for a state plane.
struct NetworkPlane {
    AskStatePlane plane; ///< Its activation and its U.
    std::vector<PlaneInput> inputs; ///< W x + b of each token.
    int64_t step = 0, epoch = 0;
};

/// The state plane of a run's own layer, which is an RNN with two units that reads forwards.
struct AskNetworkPlane {
    static constexpr const char* kName = "network_plane";
    using Answer = NetworkPlane;
    static QuestionKind<AskNetworkPlane> kind();
    Example example;
    int64_t layer = -1; ///< -1, or a number beyond the layers: the last.
    friend bool operator==(const AskNetworkPlane&, const AskNetworkPlane&) = default;
};

class LiveCells;
/// Only the first AskStatePlane::kMostWords tokens are read.
/// @throws Error{BadSetting} when the layer is another one.
NetworkPlane networkPlane(const LiveCells& model, const AskNetworkPlane& question);

} // namespace core
