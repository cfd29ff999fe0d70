#include "core/task/language_model/language_options.h"

#include "core/model/encoder/encoder.h"
#include "core/task/further_columns.h"
#include "core/text/tokenisers/tokeniser.h"

#include <algorithm>

namespace core {

namespace {

const Schema<WritingSpec>& writingSchema()
{
    static const Schema<WritingSpec> schema
        = Schema<WritingSpec>()
              .add(&WritingSpec::search,
                   {.name = "search",
                    .label = "Search",
                    .help = "The text repeats itself: sample. The text makes no sense: sample at a "
                            "lower temperature, or from fewer tokens.",
                    .family = "search"})
              .add(&WritingSpec::length,
                   {.name = "length",
                    .label = "Tokens to write",
                    .help = "If the text ends too early, raise it.",
                    .unit = "tokens",
                    .minimum = 1,
                    .maximum = 10000})
              .add(&WritingSpec::stopAtLineEnd,
                   {.name = "stop_at_line_end",
                    .label = "Stop at the end of a line",
                    .help = "If each line is a text of its own, tick it."});
    return schema;
}

Schema<LanguageOptions>& addTied(Schema<LanguageOptions>& schema)
{
    return schema.add(
        &LanguageOptions::tied,
        {.name = "tied",
         .label = "Tied weights",
         .help = "Overfitting, or a vocabulary that takes most of the parameters: the output uses "
                 "the rows of the embedding as its weights. Needs states of the embedding's "
                 "dimension. Press and Wolf (2017)."});
}

/// The way in of a class or of numbers, and what a text that is generated for them needs.
void addCondition(Schema<LanguageOptions>& schema, const char* label, const char* help)
{
    schema
        .add(&LanguageOptions::condition,
             {.name = "condition",
              .label = label,
              .help = help,
              .choices = {{"every_input", "At every token: added to its embedding"},
                          {"first_input", "At the first token: added to its embedding"},
                          {"initial_state", "As the initial state"}}})
        .add(&LanguageOptions::teacherForcing,
             {.name = "teacher_forcing",
              .label = "Teacher forcing",
              .help = "Good on validation loss but poor texts (exposure bias): feed the "
                      "network more and more of its own tokens. Slower.",
              .family = "teacher_forcing"});
}

Schema<LanguageOptions>& addWriting(Schema<LanguageOptions>& schema)
{
    return schema.section(&LanguageOptions::writing,
                          {.name = "writing",
                           .label = "Writing",
                           .help = "How the model continues a text.",
                           .advanced = true},
                          writingSchema());
}

int64_t integerOption(const Selection& selection, const char* name)
{
    const auto found = selection.options.find(name);
    return found != selection.options.end() && found->is_number_integer() ? found->get<int64_t>()
                                                                          : 0;
}

bool beginsWithState(const std::string& network)
{
    const auto& all = encoderEntries();
    return std::any_of(all.begin(), all.end(), [&](const EncoderEntry& each) {
        return each.entry.description.id == network && each.beginsWithState;
    });
}

} // namespace

const Schema<LanguageOptions>& languageSchema()
{
    static const Schema<LanguageOptions> schema = [] {
        Schema<LanguageOptions> all;
        all.add(&LanguageOptions::reading,
                {.name = "reading",
                 .label = "Reading",
                 .help = "Lines that have nothing to do with each other, such as shuffled "
                         "sentences: read them line by line. A book: as one text.",
                 .choices = {{"stream", "One text: states are carried on from line to line"},
                             {"lines", "Line by line"}}})
            .add(&LanguageOptions::window,
                 {.name = "window",
                  .label = "Window",
                  .help = "For one text: tokens that each row of a batch reads between updates; "
                          "gradients flow back no further (truncated backpropagation through "
                          "time). Long-range dependencies are not learned: raise it. Slow: lower "
                          "it.",
                  .unit = "tokens",
                  .minimum = 1,
                  .maximum = 4096,
                  .logarithmic = true});
        addTied(all);
        return addWriting(all);
    }();
    return schema;
}

const Schema<LanguageOptions>& classToTextSchema()
{
    static const Schema<LanguageOptions> schema = [] {
        Schema<LanguageOptions> all;
        addCondition(all, "Class input",
                     "The text forgets its class: add the class's vector at every token rather "
                     "than once. As the initial state it is all that a recurrent network "
                     "begins with: in every layer h, and with an LSTM c.");
        addTied(all);
        return addWriting(all);
    }();
    return schema;
}

const Schema<LanguageOptions>& numbersToTextSchema()
{
    static const Schema<LanguageOptions> schema = [] {
        Schema<LanguageOptions> all;
        addCondition(all, "Input of the numbers",
                     "The text forgets its numbers: add their vector, a linear layer's output, at "
                     "every token rather than once. As the initial state it is all that a "
                     "recurrent network begins with: in every layer h, and with an LSTM c.");
        all.add(&LanguageOptions::features,
                {.name = "features",
                 .label = "Further columns of numbers",
                 .help = "The texts depend on more than the number of step 1: name the further "
                         "columns of numbers that they are generated for, each by its name or by "
                         "its number from 1.",
                 .beside = "model"});
        addTied(all);
        return addWriting(all);
    }();
    return schema;
}

LanguageOptions languageOptions(const ExperimentSpec& spec)
{
    if (!isConditional(spec))
        return languageSchema().fromJson(spec.task.options);
    LanguageOptions options;
    options.reading = "lines";
    options.writing.stopAtLineEnd = true;
    const auto& schema = hasClasses(spec) ? classToTextSchema() : numbersToTextSchema();
    return schema.fromJson(spec.task.options, options), options;
}

DecodingSpec decodingOf(const WritingSpec& writing)
{
    DecodingSpec decoding;
    decoding.search = writing.search;
    decoding.lengthFactor = 0.0;
    decoding.lengthMargin = writing.length;
    return decoding;
}

std::string tokenUnit(const TextSpec& text)
{
    const std::string& tokeniser = text.tokeniser.kind;
    if (tokeniser == "character" || tokeniser == "byte")
        return tokeniser;
    return learnsSubwords(tokeniser) ? "subword" : "word";
}

void checkLanguageModel(const ExperimentSpec& spec, std::vector<Problem>& problems)
{
    const LanguageOptions options = languageOptions(spec);
    const Selection& network = spec.model.network;
    const auto add = [&](const std::string& path, Message what) {
        problems.push_back({path, std::move(what)});
    };
    if (network.options.contains("causal") && !network.options.value("causal", false))
        add("model.network.causal",
            {"model.network.causal is off, but a language model must not see the tokens that it "
             "predicts; turn it on.",
             {}});
    const int64_t projected = integerOption(network, "projection_size");
    const int64_t states = projected > 0 ? projected : integerOption(network, "hidden_size");
    if (options.tied && states > 0 && states != spec.model.embedding.dimension)
        add("task.tied",
            {"task.tied takes the rows of the embedding as weights of the output, but the "
             "network's states have %1 features and model.embedding.dimension is %2; make them "
             "equal, or turn task.tied off.",
             {std::to_string(states), std::to_string(spec.model.embedding.dimension)}});
    checkFeatures(options.features, spec, problems);
    if (isConditional(spec) && options.condition == "initial_state"
        && !beginsWithState(network.kind))
        add("task.condition",
            {"task.condition is \"initial_state\", but the network \"%1\" has none; take a "
             "recurrent network or \"every_input\".",
             {network.kind}});
}

} // namespace core
