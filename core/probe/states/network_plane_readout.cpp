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

template <class Question> Schema<Question>& addPlaneLayer(Schema<Question>& options)
{
    return options.add(&Question::layer,
                       {.name = "layer",
                        .label = "Layer",
                        .help = "From 0; -1, or a number beyond the layers, selects the last.",
                        .minimum = -1});
}

} // namespace

QuestionKind<AskNetworkPlane> AskNetworkPlane::kind()
{
    Schema<AskNetworkPlane> options;
    addPlaneLayer(options.flatten(&AskNetworkPlane::example, readTextSchema()));
    return {"State plane of the network",
            "The plane of the states of an RNN with two units on a text: its matrix, its inputs, "
            "and the gradients on the way back.",
            std::move(options), &describeNetworkPlane};
}

QuestionKind<AskSetPlane> AskSetPlane::kind()
{
    Schema<AskSetPlane> options;
    addPlaneLayer(options);
    const auto entry
        = [&options](double AskSetPlane::*member, const char* name, const char* place) {
              options.add(member,
                          {.name = name,
                           .label = std::string("U, ") + place,
                           .help = "An entry of the matrix that is set.",
                           .minimum = -100,
                           .maximum = 100});
          };
    entry(&AskSetPlane::u11, "u11", "row 1, column 1");
    entry(&AskSetPlane::u12, "u12", "row 1, column 2");
    entry(&AskSetPlane::u21, "u21", "row 2, column 1");
    entry(&AskSetPlane::u22, "u22", "row 2, column 2");
    return {"Setting U of the network",
            "Sets the matrix of an RNN with two units while it is trained; the training goes on "
            "with it.",
            std::move(options),
            [](const PlaneSet& answer, Readout& readout) { describeMoment(answer, readout); }};
}

} // namespace core
