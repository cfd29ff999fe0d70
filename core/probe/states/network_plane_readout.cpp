#include "core/probe/states/network_plane.h"

namespace core {

namespace {

void describeNetworkPlane(const NetworkPlane& answer, Readout& readout)
{
    const AskStatePlane& plane = answer.plane;
    readout.value({"cell", "Activation"}, plane.cell)
        .matrix({"u", "U"}, std::vector<double>{plane.u11, plane.u12, plane.u21, plane.u22}, 2, 2)
        .part({"plane", "State plane"}, readoutOf<AskStatePlane>(statePlane(plane, answer.inputs)));
    describeMoment(answer, readout);
}

} // namespace

QuestionKind<AskNetworkPlane> AskNetworkPlane::kind()
{
    Schema<AskNetworkPlane> options;
    options.flatten(&AskNetworkPlane::example, readTextSchema())
        .add(&AskNetworkPlane::layer,
             {.name = "layer",
              .label = "Layer",
              .help = "From 0; -1, or a number beyond the layers, selects the last.",
              .minimum = -1});
    return {"State plane of the network",
            "The plane of the states of an RNN with two units on a text: its matrix, its inputs, "
            "and the gradients on the way back.",
            std::move(options), &describeNetworkPlane};
}

} // namespace core
