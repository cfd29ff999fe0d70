#pragma once

#include "core/nn/by_hand/number_table.h"
#include "core/probe/question_kind.h"

#include <string>
#include <vector>

namespace core {

/// A moment of a network with two units: before the first word (step 0) or after a word.
struct PlaneStep {
    int64_t step = 0;
    std::string word; ///< Empty before the first.
    double input1 = 0.0, input2 = 0.0; ///< W x of the word.
    double h1 = 0.0, h2 = 0.0;
    /// dh_T / dh_t, row by row. A gradient at the end times its transpose is the one here.
    double j11 = 1.0, j12 = 0.0, j21 = 0.0, j22 = 1.0;
    /// Half the axes of the ellipse that the gradients of length 1 at the end become here.
    double largest = 1.0, smallest = 1.0;
};

/// A word and its W x, biases included.
struct PlaneInput {
    std::string word;
    double first = 0.0, second = 0.0;
    friend bool operator==(const PlaneInput&, const PlaneInput&) = default;
};

/// The plane of the states of a network with two units.
struct StatePlane {
    std::vector<PlaneStep> steps; ///< 0 ... T
    int64_t lines = 0; ///< Lines of the grid in each direction.
    std::vector<NumberTable> grids; ///< [0 ... T] [lines * lines, 2] row by row from below.
    double largest = 0.0, smallest = 0.0; ///< Singular values of U.
    /// The complex eigenvalues of U are modulus · e^(±i angle); real ones have the angle 0 or π.
    double modulus1 = 0.0, modulus2 = 0.0, angle = 0.0;
};

/// The effect of h -> φ(U h + W x) on the plane, word after word, and on gradients on the way back
/// (V13). The input W x of a word is drawn; the same word has the same one.
struct AskStatePlane {
    static constexpr const char* kName = "state_plane";
    static constexpr size_t kMostWords = 60;
    using Answer = StatePlane;
    static QuestionKind<AskStatePlane> kind();

    std::string cell = "rnn"; ///< "linear", "rnn" or "relu".
    double u11 = 0.9, u12 = -0.5, u21 = 0.5, u22 = 0.9;
    std::string text = "the film was not bad at all";
    double inputScale = 0.5;
    double h1 = 0.0, h2 = 0.0; ///< The first state.
    int64_t lines = 11;
    double extent = 1.0; ///< The grid reaches from -extent to extent.
    int64_t seed = 1;
    friend bool operator==(const AskStatePlane&, const AskStatePlane&) = default;
};

/// The drawn inputs of the words. @throws Error{BadSetting} when there is no word, or too many.
std::vector<PlaneInput> planeInputs(const AskStatePlane& question);
/// The plane for these inputs in place of drawn ones. @pre there is one.
StatePlane statePlane(const AskStatePlane& question, const std::vector<PlaneInput>& inputs);
/// @throws Error{BadSetting} as planeInputs().
StatePlane answerByHand(const AskStatePlane& question);

struct PlaneExample {
    const char* title;
    AskStatePlane question;
};
const std::vector<PlaneExample>& planeExamples();

} // namespace core
