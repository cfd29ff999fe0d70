#include "core/probe/counterfactuals/counterfactuals.h"
#include "core/probe/question_kind.h"

#include <limits>

namespace core {

namespace {

/// Nothing for a number, which has no probability.
std::optional<double> knownProbability(const BriefAnswer& answer)
{
    return answer.probability < 0.0 ? std::nullopt : std::optional(answer.probability);
}

/// A value of a token, of the original text (0) or of a changed one.
struct TokenRow {
    int64_t text = 0, place = 0;
    std::string token, predicted;
    std::string series;
    std::optional<double> value{};
};

void addTokens(int64_t text, const Outcome& outcome, std::vector<TokenRow>& rows)
{
    for (size_t i = 0; i < outcome.tokens.size(); ++i) {
        TokenRow row{text,
                     static_cast<int64_t>(i),
                     outcome.tokens[i],
                     outcome.predicted.empty() ? std::string() : outcome.predicted[i],
                     {}};
        if (outcome.series.empty())
            rows.push_back(row);
        for (const OutcomeSeries& series : outcome.series) {
            row.series = series.name;
            row.value = knownNumber(series.values[i]);
            rows.push_back(row);
        }
    }
}

void describeTokens(const Counterfactuals& answer, Readout& readout)
{
    std::vector<TokenRow> rows;
    addTokens(0, answer.before, rows);
    for (size_t i = 0; i < answer.rows.size(); ++i)
        addTokens(static_cast<int64_t>(i + 1), answer.rows[i].answer, rows);
    if (!rows.empty())
        readout.table({"tokens", "Tokens of the text (0) and of the changed texts (from 1)"}, rows,
                      column({"text", "Text"}, &TokenRow::text),
                      column({"place", "Place"}, &TokenRow::place),
                      column({"token", "Token"}, &TokenRow::token),
                      column({"predicted", "Prediction"}, &TokenRow::predicted),
                      column({"series", "Value of"}, &TokenRow::series),
                      column({"value", "Value"}, &TokenRow::value));
}

void describeCounterfactuals(const Counterfactuals& answer, Readout& readout)
{
    readout.value({"text", "Text"}, answer.text)
        .value({"answer", "Prediction"}, answer.before.text)
        .value({"probability", "Probability"}, knownProbability(answer.before))
        .value({"nats", "Mean -ln p of the tokens"}, knownNumber(answer.before.meanNats()))
        .table({"changes", "Changed texts"}, answer.rows,
               column({"change", "Change"}, &Counterfactual::change),
               column({"text", "Text"}, &Counterfactual::text),
               column({"answer", "Prediction"},
                      [](const Counterfactual& row) { return row.answer.text; }),
               column({"probability", "Probability"},
                      [](const Counterfactual& row) { return knownProbability(row.answer); }),
               column({"nats", "Mean -ln p"},
                      [](const Counterfactual& row) { return knownNumber(row.answer.meanNats()); }),
               column({"same", "Same prediction"}, &Counterfactual::same))
        .value({"orders", "Other orders that the words have"}, answer.orders)
        .value({"shuffled", "Orders of the words"}, answer.shuffled)
        .value({"shuffled_same", "Orders with the same prediction"}, answer.shuffledSame);
    describeTokens(answer, readout);
    describeMoment(answer, readout);
}

} // namespace

double OutcomeSeries::mean() const
{
    double sum = 0.0, known = 0.0;
    for (const double value : values)
        if (!std::isnan(value)) {
            sum += value;
            known += 1.0;
        }
    return known > 0.0 ? sum / known : std::numeric_limits<double>::quiet_NaN();
}

void Outcome::divideByTokens()
{
    parts.clear();
    for (size_t i = 0; i < tokens.size(); ++i)
        parts.push_back(tokens[i] + ' ' + predicted[i]);
}

double Outcome::meanNats() const
{
    OutcomeSeries all;
    for (const OutcomeSeries& each : series)
        if (each.unit == OutcomeSeries::Unit::Nats)
            all.values.insert(all.values.end(), each.values.begin(), each.values.end());
    return all.mean();
}

QuestionKind<AskCounterfactuals> AskCounterfactuals::kind()
{
    return {
        "Predictions for a changed text",
        "The prediction for a text and for changes of it: texts of your own, the gender of its "
        "pronouns exchanged, its words shuffled; and in how many orders of the words the "
        "prediction stays. If the text is a question with its passage, only the passage is "
        "shuffled.",
        Schema<AskCounterfactuals>()
            .add(&AskCounterfactuals::text, textOption())
            .add(&AskCounterfactuals::className, classOption())
            .add(&AskCounterfactuals::variants,
                 {.name = "variants",
                  .label = "Changed texts",
                  .help = "Texts to compare with; a JSON list if one of them contains a comma."})
            .add(&AskCounterfactuals::gender,
                 {.name = "gender",
                  .label = "Exchange the gender",
                  .help = "Also the text with he and she, his and her, man and woman exchanged, in "
                          "English and German."})
            .add(&AskCounterfactuals::shuffles,
                 {.name = "shuffles",
                  .label = "Shuffles",
                  .help
                  = "Number of different random orders of the words; fewer where the text has "
                    "fewer.",
                  .minimum = 0,
                  .maximum = 1000})
            .add(&AskCounterfactuals::seed,
                 {.name = "seed",
                  .label = "Seed",
                  .help = "The same seed gives the same orders.",
                  .minimum = 0,
                  .maximum = 1e9}),
        &describeCounterfactuals};
}

} // namespace core
