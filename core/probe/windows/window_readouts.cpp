#include "core/probe/question_kind.h"
#include "core/probe/windows/filter_windows.h"

#include <algorithm>

namespace core {

namespace {

void describeWindows(const FilterWindows& answer, Readout& readout)
{
    readout.value({"text", "Text"}, answer.text);
    readout.value({"prediction", "Prediction"}, answer.prediction);
    if (answer.probability >= 0.0)
        readout.value({"probability", "Probability"}, answer.probability);
    readout.value({"exact", "Shares add up to the output"}, answer.exact);
    readout.list({"tokens", "Tokens"}, answer.tokens).list({"outputs", "Outputs"}, answer.outputs);
    readout.list({"unknown", "Words that are not in the vocabulary"}, answer.unknown);
    const auto predicted = static_cast<size_t>(answer.predicted);
    readout.table(
        {"filters", "Filters"}, answer.filters, column({"filter", "Filter"}, &FilterWindow::filter),
        column({"width", "Width", "tokens"}, &FilterWindow::width),
        column({"first", "First token"}, &FilterWindow::first),
        column({"words", "Window"}, [&](const FilterWindow& each) { return answer.words(each); }),
        column({"value", "Value"}, &FilterWindow::value),
        column({"share", "Share of the predicted output"},
               [&](const FilterWindow& each) { return each.shares[predicted]; }));
    describeMoment(answer, readout);
}

void describeStrongest(const StrongestWindows& answer, Readout& readout)
{
    readout.value({"filter", "Filter"}, answer.filter)
        .value({"width", "Width", "tokens"}, answer.width)
        .value({"texts_read", "Texts that were read"}, answer.read)
        .value({"texts_available", "Texts that there are"}, answer.available)
        .value({"texts_silent", "Texts in which the filter is 0"}, answer.silent)
        .table({"windows", "Strongest windows"}, answer.windows,
               column({"words", "Window"}, &StrongWindow::words),
               column({"value", "Value"}, &StrongWindow::value),
               column({"texts", "Texts in which it won"}, &StrongWindow::texts),
               column({"label", "Label of the first"}, &StrongWindow::label),
               column({"text", "First text"}, &StrongWindow::text));
    describeMoment(answer, readout);
}

} // namespace

std::string windowWords(const std::vector<std::string>& tokens, int64_t first, int64_t width)
{
    std::string words;
    for (int64_t i = first; i < std::min(first + width, std::ssize(tokens)); ++i)
        words += (i > first ? " " : "") + tokens[static_cast<size_t>(i)];
    return words;
}

std::string FilterWindows::words(const FilterWindow& window) const
{
    return windowWords(tokens, window.first, window.width);
}

QuestionKind<AskFilterWindows> AskFilterWindows::kind()
{
    return {"Windows of a text",
            "The window of words that won the pooling of each filter of a convolutional network, "
            "its value, and how much the filter adds to the predicted output.",
            Schema<AskFilterWindows>().flatten(&AskFilterWindows::example, readTextSchema()),
            &describeWindows};
}

QuestionKind<AskStrongestWindows> AskStrongestWindows::kind()
{
    Schema<AskStrongestWindows> options = splitOptions<AskStrongestWindows>();
    options
        .add(&AskStrongestWindows::filter,
             {.name = "filter",
              .label = "Filter",
              .help = "Number of the filter, from 0: those of the smallest width come first.",
              .minimum = 0})
        .add(&AskStrongestWindows::count,
             {.name = "count",
              .label = "Listed windows",
              .help = "Number of windows.",
              .minimum = 1})
        .add(&AskStrongestWindows::texts,
             {.name = "texts",
              .label = "Texts read",
              .help = "Largest number of texts that are read, the first ones. 0: all.",
              .minimum = 0})
        .add(&AskStrongestWindows::sentences,
             {.name = "sentences",
              .label = "Sentences",
              .help = "Sentences that are read in place of the data; a JSON list if one of them "
                      "contains a comma."});
    return {"Strongest windows of a filter",
            "The windows of words in the data to which a filter of a convolutional network "
            "responds most, and in how many texts each won the pooling.",
            options, &describeStrongest};
}

} // namespace core
