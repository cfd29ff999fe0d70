#include "core/probe/question_kind.h"
#include "core/probe/trace/trace_question.h"

namespace core {

namespace {

/// @param tokens  that the steps read; another number of them names none.
void describeVectors(const TraceVectors& vectors, const std::vector<std::string>& tokens,
                     Readout& readout)
{
    const auto steps = static_cast<size_t>(vectors.steps);
    const std::vector<std::string> named
        = tokens.size() == steps ? tokens : std::vector<std::string>();
    readout.list({"norms", "Norm at each token"}, vectors.norms)
        .list({"gradient_norms", "Norm of the loss's derivative at each token"},
              vectors.gradientNorms, "norms")
        .list({"tokens", "Tokens"}, named, "norms")
        .matrix({"values", "Values (rows: tokens, columns: units)"}, vectors.values, steps,
                static_cast<size_t>(vectors.units), named);
}

void describeRow(const TraceRow& row, const Trace& trace, Readout& readout)
{
    const LayerSummary& layer = trace.layers[static_cast<size_t>(row.layer)];
    readout.key({"name", "Name"}, layer.name)
        .value({"type", "Type"}, layer.type)
        .value({"shape", "Output shape"}, layer.outputShape)
        .value({"parameters", "Parameters"}, layer.parameters)
        .value({"depth", "Layer of its stack"}, row.depth)
        .value({"direction", "Direction"}, row.direction)
        .value({"features", "Units"}, row.features);
    const auto& tokens = layer.side == LayerSide::Target ? trace.targetTokens : trace.tokens;
    describeVectors(row.output, tokens, readout);
    readout.list({"passed_shares", "Share of the units that the pooling passes on from each token"},
                 row.passedShares);
    readout.parts({"quantities", "Quantity"}, row.quantities,
                  [&](const TraceQuantity& quantity, Readout& part) {
                      part.key({"name", "Name"}, quantity.description.name)
                          .value({"equation", "Equation"}, quantity.description.equation)
                          .value({"gate", "Gate"}, quantity.description.gate)
                          .value({"state", "State"}, quantity.description.state);
                      describeVectors(quantity.vectors, tokens, part);
                  });
}

void describeOutputs(const Trace& trace, Readout& readout)
{
    struct Row {
        int64_t place = 0;
        TraceOutput output;
    };
    std::vector<Row> rows;
    for (size_t place = 0; place < trace.outputs.size(); ++place)
        for (const TraceOutput& each : trace.outputs[place])
            rows.push_back({static_cast<int64_t>(place), each});
    readout.table({"outputs", "Likeliest outputs"}, rows, column({"place", "Place"}, &Row::place),
                  column({"output", "Output"}, [](const Row& row) { return row.output.name; }),
                  column({"probability", "Probability"},
                         [](const Row& row) { return row.output.probability; }));
}

void describeChain(const TraceChain& chain, Readout& readout)
{
    const size_t tags = chain.tags.size();
    readout.list({"tags", "Tags that matter most in the text"}, chain.tags)
        .list({"path", "Index of the predicted tag of each token"}, chain.path)
        .matrix({"transitions", "Score with which the tag of the column follows that of the row"},
                chain.transitions, tags, tags)
        .matrix({"probabilities", "Softmax of the emissions (rows: tokens, columns: tags)"},
                chain.probabilities, chain.probabilities.size() / tags, tags);
}

void describeTrace(const Trace& trace, Readout& readout)
{
    readout.value({"text", "Text"}, trace.text)
        .list({"tokens", "Tokens"}, trace.tokens)
        .list({"unknown", "Not in the vocabulary"}, trace.unknown)
        .list({"target_tokens", "Tokens that the decoder reads"}, trace.targetTokens)
        .value({"cut_tokens", "Tokens that are not shown"}, trace.cutTokens)
        .parts({"rows", "Layer"}, trace.rows,
               [&](const TraceRow& row, Readout& part) { describeRow(row, trace, part); })
        .parts(
            {"attention", "Attention"}, trace.attention,
            [&](const AttentionMap& map, Readout& part) { describeAttention(map, {}, {}, part); });
    describeOutputs(trace, readout);
    readout.value({"continuation", "Text that the likeliest next token adds"}, trace.continuation);
    if (trace.chain) {
        Readout chain;
        describeChain(*trace.chain, chain);
        readout.part({"chain", "CRF"}, std::move(chain));
    }
    if (trace.update)
        readout.part({"update", "Last recorded update"},
                     std::move(Readout()
                                   .value({"step", "Update"}, trace.update->step)
                                   .list({"changes", "Norm of the change of each layer"},
                                         trace.update->changes)
                                   .list({"weights", "Norm of the weights before"},
                                         trace.update->weights, "changes")));
    readout.value({"loss", "Loss"}, trace.verdict.loss)
        .value({"loss_of", "The loss is that of"}, trace.verdict.lossOf);
    describeMoment(trace, readout);
}

} // namespace

QuestionKind<AskTrace> AskTrace::kind()
{
    return {"The network unrolled over a text",
            "The output of each layer at each token, the gates and states of recurrent layers, all "
            "attention, the likeliest outputs and, if asked for, how large the derivative of the "
            "loss is at each of them.",
            Schema<AskTrace>()
                .flatten(&AskTrace::example, exampleSchema())
                .add(&AskTrace::gradients,
                     {.name = "gradients",
                      .label = "Gradients",
                      .help = "Also the norm of the derivative of the loss with respect to each "
                              "vector."}),
            &describeTrace};
}

} // namespace core
