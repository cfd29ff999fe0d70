#include "core/probe/question_kind.h"
#include "core/probe/updates/weight_matrix.h"

namespace core {

namespace {

void describeWeightMatrix(const WeightMatrix& matrix, Readout& readout)
{
    readout.value({"parameter", "Parameter"}, matrix.parameter)
        .list({"shape", "Shape"}, matrix.shape)
        .list({"gates", "Equal blocks of rows"}, matrix.gates)
        .value({"update", "After update"}, matrix.update)
        .value({"row_block", "Rows of weights of a cell"}, matrix.rowBlock)
        .value({"column_block", "Columns of weights of a cell"}, matrix.columnBlock)
        .value({"largest_weight", "Largest absolute value of a cell"}, matrix.largestWeight)
        .matrix({"weights", "Weights, means of the blocks"}, matrix.weights,
                static_cast<size_t>(matrix.rows), static_cast<size_t>(matrix.columns));
    if (!matrix.change.empty())
        readout.value({"largest_step", "Largest absolute value of the step"}, matrix.largestChange)
            .matrix({"step_taken", "Step of the update, after - before"}, matrix.change,
                    static_cast<size_t>(matrix.rows), static_cast<size_t>(matrix.columns));
    readout.list({"kept_updates", "Updates whose weights were recorded"}, matrix.keptUpdates)
        .list({"parameters", "Parameters"}, matrix.parameters);
    describeMoment(matrix, readout);
}

} // namespace

QuestionKind<AskWeightMatrix> AskWeightMatrix::kind()
{
    return {"Weight matrix",
            "A parameter of the network as a matrix of limited size, and the step of an update "
            "whose weights were recorded.",
            Schema<AskWeightMatrix>()
                .add(&AskWeightMatrix::parameter,
                     {.name = "parameter",
                      .label = "Parameter",
                      .help = "Its name, as \"parameters\" of an answer lists them. Without one, "
                              "the first matrix behind the embeddings."})
                .add(&AskWeightMatrix::update,
                     {.name = "update",
                      .label = "Update",
                      .help
                      = "The recorded update nearest to this one is shown; 0: the network itself.",
                      .minimum = 0})
                .add(&AskWeightMatrix::size,
                     {.name = "size",
                      .label = "Cells",
                      .help = "Largest number of rows and of columns. A larger matrix is averaged "
                              "over blocks.",
                      .minimum = 1,
                      .maximum = 4096}),
            &describeWeightMatrix};
}

} // namespace core
