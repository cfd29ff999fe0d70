#include "core/probe/plain_values.h"

#include "core/nn/tensors.h"

namespace core {

std::vector<float> plainFloats(const torch::Tensor& tensor)
{
    const torch::Tensor plain = tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
    const auto* first = plain.data_ptr<float>();
    return {first, first + plain.numel()};
}

std::vector<PositionTable> positionTables(const torch::Tensor& table)
{
    if (!table.defined())
        return {};
    return {{"positions", table.size(0), table.size(1), plainFloats(table)}};
}

torch::Tensor embeddingTable(const torch::nn::Module& network)
{
    const auto parameters = network.named_parameters();
    const torch::Tensor* table = parameters.find("encoder.embedding.weight");
    return table == nullptr ? torch::Tensor() : *table;
}

TokenVectors tokenVectors(const torch::nn::Module& network, const std::vector<int64_t>& ids)
{
    TokenVectors vectors;
    const torch::Tensor table = embeddingTable(network);
    if (!table.defined())
        return vectors;
    vectors.tableRows = table.size(0);
    for (const int64_t id : ids)
        vectors.rows.push_back(plainFloats(table[id]));
    return vectors;
}

QuestionKind<AskPositions> AskPositions::kind()
{
    return {"Vectors of positions", "The vectors that the network adds for positions.",
            Schema<AskPositions>().add(&AskPositions::length,
                                       {.name = "length",
                                        .label = "Length",
                                        .help = "0: as far as the network reaches.",
                                        .unit = "positions",
                                        .minimum = 0,
                                        .maximum = 100000}),
            [](const std::vector<PositionTable>& tables, Readout& readout) {
                if (tables.empty())
                    throw Error(ErrorCode::BadSetting,
                                {"This network adds no vectors for positions.", {}},
                                {"Choose a run whose network does, such as a Transformer.", {}});
                readout.parts({"tables", "Table"}, tables,
                              [](const PositionTable& table, Readout& part) {
                                  part.value({"name", "Name"}, table.name)
                                      .matrix({"values", "Values (rows: positions)"}, table.values,
                                              static_cast<size_t>(table.length),
                                              static_cast<size_t>(table.features));
                              });
            }};
}

} // namespace core
