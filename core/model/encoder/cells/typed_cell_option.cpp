#include "core/model/encoder/cells/typed_cell_option.h"

#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/cells/cell_text.h"

namespace core {

namespace {

/// The known cells as texts. That of torch.nn.LSTM has two biases, where one is enough.
std::vector<Choice> typedExamples()
{
    std::vector<Choice> examples{{kTypedExample, "LSTM"}};
    for (const NamedCell& each : namedCells())
        if (each.id != "lstm")
            examples.push_back({textOfCell(*each.graph), each.title});
    return examples;
}

} // namespace

OptionDescription cellTextOption(const std::string& help)
{
    return {.name = "cell_text",
            .label = "Equations",
            .help = help
                + "One equation on each line. h is the output, x the input. A matrix with a "
                  "capital letter stands before its operand, W_f x; * multiplies element by "
                  "element; sigmoid, tanh, relu, LN and 1 - v are known. If a name is read before "
                  "its line, it is the value of the step before.",
            .syntax = "cell",
            .examples = typedExamples()};
}

void checkCellText(const Json& options, std::vector<Problem>& problems)
{
    const auto text = options.at("cell_text").get<std::string>();
    if (const TypedCell cell = typedCell(text); cell.fault)
        problems.push_back(
            {"model.network.cell_text",
             {"%1 %2", {faultText(*cell.fault, text).plain(), cell.fault->advice.plain()}}});
}

const CellGraph& cellNamed(const std::string& id, const std::string& equations)
{
    return id == kTypedCell ? cellOfText(equations) : *namedCell(id).graph;
}

} // namespace core
