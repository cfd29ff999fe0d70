#include "core/model/encoder/cells/typed_cell_option.h"

#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/cells/cell_text.h"

namespace core {

namespace {

/// A known cell as a text. That of torch.nn.LSTM has two biases, where one is enough.
std::string equationsOf(const NamedCell& cell)
{
    return cell.id == "lstm" ? kTypedExample : textOfCell(*cell.graph);
}

/// The known cells as texts, with the one with which typing begins first.
std::vector<Choice> typedExamples()
{
    std::vector<Choice> examples{{kTypedExample, "LSTM"}};
    for (const NamedCell& each : namedCells())
        if (each.id != "lstm")
            examples.push_back({equationsOf(each), each.title});
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

OptionDescription comparedCellOption()
{
    std::vector<Choice> choices{{"none", "Nothing"}};
    for (const NamedCell& cell : namedCells())
        choices.push_back({cell.id, cell.title});
    return {.name = "compared_with",
            .label = "Train beside it",
            .help = "To see what a changed equation is worth, choose the cell that you changed. "
                    "Start then trains two runs, one after another, that differ in the equations "
                    "alone: the same seed, data and settings.",
            .choices = std::move(choices)};
}

std::string comparedEquations(const Selection& network)
{
    const bool isTyped
        = network.kind == kTypedCell || network.options.value("cell", "") == kTypedCell;
    const std::string id = network.options.value("compared_with", "none");
    return isTyped && id != "none" ? equationsOf(namedCell(id)) : std::string();
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
