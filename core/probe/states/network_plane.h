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

/// The update from which on a matrix that was set has an effect.
struct PlaneSet {
    int64_t step = 0, epoch = 0; ///< The network's when it was set.
};

/// Sets U of the layer to another matrix while the network is trained; the training goes on with
/// it, and writes it into its events. Only this question changes a network.
struct AskSetPlane {
    static constexpr const char* kName = "set_plane";
    using Answer = PlaneSet;
    static QuestionKind<AskSetPlane> kind();
    int64_t layer = -1; ///< As AskNetworkPlane's.
    double u11 = 1.0, u12 = 0.0, u21 = 0.0, u22 = 1.0;
    friend bool operator==(const AskSetPlane&, const AskSetPlane&) = default;
};

class LiveCells;
/// Only the first AskStatePlane::kMostWords tokens are read.
/// @throws Error{BadSetting} when the layer is another one.
NetworkPlane networkPlane(const LiveCells& model, const AskNetworkPlane& question);
/// @throws Error{BadSetting} likewise, and when the network is not trained.
PlaneSet setPlane(LiveCells& model, const AskSetPlane& question);

} // namespace core
