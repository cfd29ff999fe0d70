#include "core/probe/by_hand/state_plane.h"

#include <cmath>

namespace core {

namespace {

void describePlane(const StatePlane& plane, Readout& readout)
{
    readout.value({"largest_singular_value", "Largest singular value of U"}, plane.largest)
        .value({"smallest_singular_value", "Smallest singular value of U"}, plane.smallest)
        .value({"eigenvalue_modulus_1", "Modulus of the first eigenvalue of U"}, plane.modulus1)
        .value({"eigenvalue_modulus_2", "Modulus of the second eigenvalue of U"}, plane.modulus2)
        .value({"eigenvalue_angle", "Angle of the first eigenvalue", "radians"}, plane.angle)
        .table({"steps", "Steps"}, plane.steps, column({"step", "Step"}, &PlaneStep::step),
               column({"word", "Word"}, &PlaneStep::word),
               column({"input_1", "(W x)_1"}, &PlaneStep::input1),
               column({"input_2", "(W x)_2"}, &PlaneStep::input2),
               column({"h_1", "h_1"}, &PlaneStep::h1), column({"h_2", "h_2"}, &PlaneStep::h2),
               column({"jacobian_11", "dh_T1/dh_1"}, &PlaneStep::j11),
               column({"jacobian_12", "dh_T1/dh_2"}, &PlaneStep::j12),
               column({"jacobian_21", "dh_T2/dh_1"}, &PlaneStep::j21),
               column({"jacobian_22", "dh_T2/dh_2"}, &PlaneStep::j22),
               column({"largest", "Long half axis"}, &PlaneStep::largest),
               column({"smallest", "Short half axis"}, &PlaneStep::smallest));
    const NumberTable& last = plane.grids.back();
    readout.matrix({"grid", "Grid after the last word (rows: points)"}, last.values,
                   static_cast<size_t>(last.rows), static_cast<size_t>(last.columns));
}

void addMatrix(Schema<AskStatePlane>& schema)
{
    constexpr double kMost = 10.0;
    const auto entry = [&schema](double AskStatePlane::*member, const char* name, const char* label,
                                 const char* help) {
        schema.add(
            member,
            {.name = name, .label = label, .help = help, .minimum = -kMost, .maximum = kMost});
    };
    schema.add(&AskStatePlane::cell,
               {.name = "cell",
                .label = "Activation",
                .help = "If you want to see the matrix alone, choose none.",
                .choices = {{"linear", "None"}, {"rnn", "tanh"}, {"relu", "ReLU"}}});
    entry(&AskStatePlane::u11, "u11", "U row 1, column 1",
          "Where U moves (1, 0) to: to the right.");
    entry(&AskStatePlane::u21, "u21", "U row 2, column 1", "Where U moves (1, 0) to: upwards.");
    entry(&AskStatePlane::u12, "u12", "U row 1, column 2",
          "Where U moves (0, 1) to: to the right.");
    entry(&AskStatePlane::u22, "u22", "U row 2, column 2", "Where U moves (0, 1) to: upwards.");
    entry(&AskStatePlane::h1, "h1", "First state, unit 1", "The state before the first word.");
    entry(&AskStatePlane::h2, "h2", "First state, unit 2", "The state before the first word.");
}

AskStatePlane planeOf(const std::string& cell, double u11, double u12, double u21, double u22)
{
    AskStatePlane question;
    question.cell = cell;
    question.u11 = u11;
    question.u12 = u12;
    question.u21 = u21;
    question.u22 = u22;
    return question;
}

/// A rotation by a sixth of a circle, times a factor.
AskStatePlane turned(double factor)
{
    const double cosine = 0.5, sine = std::sqrt(3.0) / 2.0;
    AskStatePlane question
        = planeOf("linear", factor * cosine, -factor * sine, factor * sine, factor * cosine);
    question.inputScale = 0.2;
    return question;
}

} // namespace

const std::vector<PlaneExample>& planeExamples()
{
    // clang-format off
    static const std::vector<PlaneExample> all{
        {"tanh bends the plane", {}},
        {"A rotation: nothing vanishes", turned(1.0)},
        {"Singular values 0.8: the ellipse shrinks", turned(0.8)},
        {"Singular values 1.2: the ellipse grows", turned(1.2)},
        {"One direction is forgotten: 1 and 0.3", planeOf("linear", 1.0, 0.0, 0.0, 0.3)},
        {"A shear: eigenvalues 1, a singular value above 1", planeOf("linear", 1.0, 0.6, 0.0, 1.0)},
        {"tanh with large weights: two states attract all", planeOf("rnn", 2.0, 0.0, 0.0, 2.0)},
        {"ReLU folds three quadrants away", planeOf("relu", 1.0, 0.3, -0.3, 1.0)}};
    // clang-format on
    return all;
}

QuestionKind<AskStatePlane> AskStatePlane::kind()
{
    Schema<AskStatePlane> schema;
    addMatrix(schema);
    schema
        .add(&AskStatePlane::text,
             {.name = "text",
              .label = "Text",
              .help = "Words between blanks. Each word has a drawn input W x, and the same word "
                      "always the same one."})
        .add(&AskStatePlane::inputScale,
             {.name = "input_scale",
              .label = "Input scale",
              .help = "The standard deviation of the drawn inputs. 0: words have no effect.",
              .minimum = 0,
              .maximum = 3})
        .add(&AskStatePlane::lines,
             {.name = "lines",
              .label = "Grid lines",
              .help = "If the grid is hard to follow, draw fewer lines.",
              .minimum = 2,
              .maximum = 21})
        .add(&AskStatePlane::extent,
             {.name = "extent",
              .label = "Grid extent",
              .help = "The grid reaches from minus this to this in both units.",
              .minimum = 0.1,
              .maximum = 3})
        .add(&AskStatePlane::seed,
             {.name = "seed",
              .label = "Seed",
              .help = "Another seed draws other inputs of words.",
              .minimum = 0,
              .maximum = 1e9});
    return {"State plane",
            "The plane of a network with two units: the grid of states under the map of each word, "
            "the way of a text, and the ellipse of its gradients on the way back.",
            std::move(schema), &describePlane};
}

} // namespace core
