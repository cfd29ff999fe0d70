#include "tests/support/ui_fixture.h"

#include "ui/views.h"

namespace fixture {

namespace {

core::OptionDescription option(core::OptionType type, const std::string& name,
                               const std::string& label, core::Json standard)
{
    core::OptionDescription result;
    result.type = type;
    result.name = name;
    result.label = label;
    result.help = label + " is too small: raise it; too large: lower it.";
    result.defaultValue = std::move(standard);
    return result;
}

core::OptionDescription selection(const std::string& name, const std::string& label,
                                  const std::string& family, const std::string& kind)
{
    core::OptionDescription result
        = option(core::OptionType::Selection, name, label, {{"kind", kind}});
    result.family = family;
    return result;
}

core::OptionDescription forTranslation(core::OptionDescription description)
{
    description.tasks = {"translation"};
    return description;
}

core::OptionDescription advanced(core::OptionDescription description)
{
    description.advanced = true;
    return description;
}

core::OptionDescription inUnit(core::OptionDescription description, const std::string& unit)
{
    description.unit = unit;
    return description;
}

core::OptionDescription inPowers(core::OptionDescription description)
{
    description.logarithmic = true;
    return description;
}

core::OptionDescription choice(const std::string& name, const std::string& label,
                               std::vector<core::Choice> choices)
{
    core::OptionDescription result
        = option(core::OptionType::Choice, name, label, choices.front().value);
    result.choices = std::move(choices);
    return result;
}

std::vector<core::KindDescription> networks()
{
    const auto size
        = inUnit(inPowers(integer("hidden_size", "Hidden size", 128, 1, 8192)), "features");
    const auto layers = integer("layers", "Layers", 1, 1, 16);
    const auto both = option(core::OptionType::Boolean, "bidirectional", "Both directions", false);
    const auto dropout = real("dropout", "Dropout between layers", 0.0, 0.0, 0.95);
    const auto pooling = selection("pooling", "Sentence vector", "pooling", "last");
    core::OptionDescription widths
        = option(core::OptionType::IntegerList, "widths", "Filter widths", {3, 4, 5});
    widths.minimum = 1;
    widths.maximum = 15;
    return {{"lstm",
             "LSTM",
             "Long short-term memory: gates decide what a cell keeps. The safe choice for "
             "sentences.",
             // As the real one has it, so that it has a picture.
             {"c\u209c = f\u209c \u2299 c\u209c\u208b\u2081 + i\u209c \u2299 g\u209c,  "
              "h\u209c = o\u209c \u2299 tanh c\u209c",
              R"tex(\begin{aligned}
i_t &= \sigma(W_i x_t + U_i h_{t-1} + b_i) \\
f_t &= \sigma(W_f x_t + U_f h_{t-1} + b_f) \\
g_t &= \tanh(W_g x_t + U_g h_{t-1} + b_g) \\
o_t &= \sigma(W_o x_t + U_o h_{t-1} + b_o) \\
c_t &= f_t \odot c_{t-1} + i_t \odot g_t \\
h_t &= o_t \odot \tanh(c_t) \\
&\phantom{{}={}} (\text{projected: } h_t = P\,(o_t \odot \tanh(c_t)))
\end{aligned})tex"},
             {},
             {size, layers, both, dropout, pooling},
             {}},
            {"gru",
             "GRU",
             "Like an LSTM with fewer gates.",
             {"h\u209c = (1 - z\u209c) \u2299 n\u209c "
              "+ z\u209c \u2299 h\u209c\u208b\u2081"},
             {},
             {size, layers, both, pooling},
             {}},
            {.id = "cnn",
             .title = "Convolution",
             .summary = "Filters over neighbouring words.",
             .options = {widths}},
            {.id = "tagger",
             .title = "Tagger",
             .summary = "Not for classification.",
             .tasks = {"tagging"}},
            {"lstm_translator",
             "LSTM encoder-decoder",
             "Reads a sentence, then writes another one.",
             {"s\u209c = LSTM(y\u209c\u208b\u2081, s\u209c\u208b\u2081)"},
             {},
             {size, layers},
             {"translation"}}};
}

core::OptionDescription section(const std::string& name, const std::string& label,
                                std::vector<core::OptionDescription> children)
{
    core::OptionDescription result
        = option(core::OptionType::Section, name, label, core::Json::object());
    for (const core::OptionDescription& child : children)
        result.defaultValue[child.name] = child.defaultValue;
    result.children = std::move(children);
    return result;
}

std::vector<core::OptionDescription> textOptions()
{
    core::OptionDescription cleaning
        = option(core::OptionType::SelectionList, "cleaning", "Cleaning", core::Json::array());
    cleaning.family = "cleaning";
    return {
        cleaning, selection("tokeniser", "Tokeniser", "tokeniser", "basic_english"),
        inUnit(inPowers(integer("vocabulary_size", "Vocabulary at most", 20000, 5, 1e6)), "tokens"),
        inUnit(inPowers(integer("maximum_length", "Maximum length", 256, 1, 10000)), "tokens")};
}

std::vector<core::OptionDescription> targetTextOptions()
{
    std::vector<core::OptionDescription> all = textOptions();
    all.insert(all.begin(),
               option(core::OptionType::Boolean, "joint", "One vocabulary for both sides", false));
    return all;
}

std::vector<core::OptionDescription> decodingOptions()
{
    return {selection("search", "Search", "search", "beam"),
            advanced(integer("validation_sentences", "Translate after each epoch", 200, 0, 1e6))};
}

std::vector<core::OptionDescription> translationOptions()
{
    core::OptionDescription target = section("target_text", "Target text", targetTextOptions());
    target.beside = "text";
    return {target, selection("teacher_forcing", "Teacher forcing", "teacher_forcing", "always"),
            advanced(section("decoding", "Decoding", decodingOptions()))};
}

core::Catalogue makeCatalogue()
{
    const auto rate = [](double standard) {
        return inPowers(real("learning_rate", "Learning rate", standard, 0.0, 100.0));
    };
    core::OptionDescription columns
        = option(core::OptionType::TextList, "text_columns", "Text columns", core::Json::array());
    core::Catalogue all;
    all["task"] = {{"classification", "Text classification", "A class for each text."},
                   {.id = "translation",
                    .title = "Translation",
                    .summary = "A sentence for each sentence.",
                    .options = translationOptions()},
                   {"language_model", "Language model", "What comes next in a text."}};
    all["teacher_forcing"] = {{"always", "always", "The true token, always."},
                              {"linear", "linear decay", "Less and less."}};
    all["search"] = {{"greedy", "greedy", "The likeliest token at each step."},
                     {.id = "beam",
                      .title = "beam search",
                      .summary = "The k best hypotheses go on.",
                      .options = {integer("width", "Width", 5, 1, 100)}}};
    all["sample"] = {{"none", "None", "Files are used."},
                     {.id = "reverse",
                      .title = "reverse",
                      .summary = "Numbers in reverse order.",
                      .options = {integer("pairs", "Pairs", 10000, 10, 1e6)},
                      .tasks = {"translation"}},
                     {.id = "reviews",
                      .title = "reviews",
                      .summary = "Short reviews with negation.",
                      .options = {inUnit(integer("size", "Size", 10000, 100, 1e6), "texts")},
                      .tasks = {"classification"}}};
    all["format"] = {
        {"auto", "Recognise", "Finds out by itself."},
        {.id = "delimited",
         .title = "Delimited values",
         .summary = "Rows with a character between the columns.",
         .options = {choice("delimiter", "Delimiter", {{"auto", "Recognise"}, {"comma", "Comma"}}),
                     columns, option(core::OptionType::Text, "label_column", "Label column", "")}},
        {.id = "spreadsheet",
         .title = "Spreadsheet",
         .summary = "A sheet of a workbook.",
         .options = {option(core::OptionType::Text, "sheet", "Sheet", ""), columns}}};
    all["cleaning"]
        = {{"lower_case", "Lower case", "All letters small."},
           {.id = "urls",
            .title = "Web addresses",
            .summary = "Takes out web addresses.",
            .options = {option(core::OptionType::Text, "replacement", "Put instead", " ")}},
           {"html", "HTML", "Takes out tags."}};
    all["tokeniser"] = {{"basic_english", "basic English", "Splits at punctuation."},
                        {"whitespace", "white space", "Splits at blanks."},
                        {"unigram", "SentencePiece unigram", "Learns pieces of words."}};
    all["network"] = networks();
    all["pooling"] = {{"last", "last state", "The state after the last token."},
                      {"attention",
                       "attention",
                       "A learned mean of all states.",
                       {"a = softmax(v \u00B7 tanh(W h))"},
                       {},
                       {integer("attention_size", "Attention size", 64, 1, 4096)}}};
    all["initialisation"] = {{"standard", "Standard", "PyTorch's own."}};
    all["optimiser"] = {{"adam",
                         "Adam",
                         "Works almost everywhere.",
                         {"\u03B8 \u2190 \u03B8 - \u03B7 m\u0302 / (\u221Av\u0302 + \u03B5)"},
                         {},
                         {rate(0.001), advanced(real("epsilon", "Epsilon", 1e-8, 0.0, 1.0))}},
                        {"sgd",
                         "SGD",
                         "Shows the theory.",
                         {"\u03B8 \u2190 \u03B8 - \u03B7 g"},
                         {},
                         {rate(0.1), real("momentum", "Momentum", 0.0, 0.0, 0.999)}}};
    all["schedule"] = {{"constant", "constant", "The same throughout."},
                       {.id = "cosine",
                        .title = "cosine with warm-up",
                        .summary = "Rises, then falls along a cosine.",
                        .options = {real("warm_up", "Warm-up", 0.1, 0.0, 1.0)}}};
    all["export"] = {{"safetensors", "safetensors", "Weights only."},
                     {"python", "Python module", "A folder that runs."}};
    return all;
}

std::vector<core::OptionDescription> dataOptions()
{
    return {
        selection("sample", "Sample", "sample", "none"),
        option(core::OptionType::PathList, "train", "Training files", core::Json::array()),
        option(core::OptionType::PathList, "test", "Test files", core::Json::array()),
        forTranslation(option(core::OptionType::PathList, "train_target",
                              "Training files, target side", core::Json::array())),
        forTranslation(option(core::OptionType::Text, "source_language", "Source language", "")),
        forTranslation(option(core::OptionType::Text, "target_language", "Target language", "")),
        selection("format", "Format", "format", "auto"),
        inUnit(real("valid_fraction", "Held out for validation", 0.1, 0.0, 0.9), "share"),
        option(core::OptionType::Boolean, "skip_bad_rows", "Skip bad rows", false),
        advanced(choice("encoding", "Encoding", {{"auto", "Recognise"}, {"utf-8", "UTF-8"}}))};
}

std::vector<core::OptionDescription> modelOptions()
{
    return {selection("network", "Network", "network", "lstm"),
            section("embedding", "Embedding",
                    {inUnit(integer("dimension", "Dimension", 100, 1, 8192), "features"),
                     option(core::OptionType::Path, "vectors", "Pretrained vectors", "")}),
            advanced(selection("initialisation", "Initialisation", "initialisation", "standard"))};
}

std::vector<core::OptionDescription> trainingOptions()
{
    return {inUnit(integer("epochs", "Epochs", 5, 1, 100000), "epochs"),
            inUnit(inPowers(integer("batch_size", "Batch size", 64, 1, 65536)), "texts"),
            selection("optimiser", "Optimiser", "optimiser", "adam"),
            selection("schedule", "Schedule", "schedule", "constant"),
            real("clip_norm", "Clip gradient norm", 1.0, 0.0, 1e6),
            choice("monitor", "Best by",
                   {{"valid_loss", "Validation loss"}, {"valid_accuracy", "Validation accuracy"}}),
            integer("seed", "Seed", 1, 0, 2147483647),
            option(core::OptionType::Text, "device", "Device", "cpu"),
            advanced(integer("threads", "Threads", 0, 0, 1024))};
}

/// Questions that only some tasks answer; each task answers all other questions of the views.
struct TaskSpecific {
    std::set<std::string> tasks;
    std::set<std::string> questions;
};

ui::TaskQuestions questions()
{
    static const std::vector<TaskSpecific> restrictions{
        {{"classification", "regression"},
         {"inspection", "word_effects", "neighbours", "word_sum"}},
        {{"word_vectors"}, {"word_scores"}},
        {{"masked_language_model"}, {"fill_in"}},
        {{"bidirectional_language_model"}, {"both_sides"}},
        {{"masked_language_model", "bidirectional_language_model"}, {"in_context"}},
        {{"classification", "regression", "tagging", "translation", "language_model",
          "class_to_text", "numbers_to_text", "masked_language_model"},
         {"similar_texts"}},
        {{"classification", "regression", "translation"}, {"positions"}},
        {{"classification"},
         {"scores", "states", "state_pattern", "gradient_flow", "batch_gradients", "attention_test",
          "attention_entropy", "attention_scores"}},
        {{"regression"}, {"number_scores", "update_batch", "recording", "landscape"}},
        {{"translation"}, {"translation", "comparison", "gains", "translation_scores"}},
        {{"translation", "language_model"}, {"decoding"}},
        {{"language_model"},
         {"reading", "row_readings", "suggestions", "written_classes", "language_scores"}},
        {{"question_answering"}, {"answer", "answer_scores"}},
        {{"tagging"}, {"tags", "trellis", "tag_scores"}}};
    ui::TaskQuestions all;
    for (const char* task : {"classification", "regression", "translation", "language_model",
                             "tagging", "question_answering", "word_vectors",
                             "masked_language_model", "bidirectional_language_model"}) {
        for (const ui::ViewEntry& entry : ui::views())
            all[task].insert(entry.questions.begin(), entry.questions.end());
        for (const TaskSpecific& each : restrictions) {
            if (each.tasks.contains(task))
                continue;
            for (const std::string& question : each.questions)
                all[task].erase(question);
        }
    }
    return all;
}

} // namespace

core::OptionDescription integer(const std::string& name, const std::string& label, int64_t standard,
                                double minimum, double maximum)
{
    core::OptionDescription result = option(core::OptionType::Integer, name, label, standard);
    result.minimum = minimum;
    result.maximum = maximum;
    return result;
}

core::OptionDescription real(const std::string& name, const std::string& label, double standard,
                             double minimum, double maximum)
{
    core::OptionDescription result = option(core::OptionType::Real, name, label, standard);
    result.minimum = minimum;
    result.maximum = maximum;
    return result;
}

core::Catalogue catalogue()
{
    return makeCatalogue();
}

std::vector<core::OptionDescription> specOptions()
{
    return {option(core::OptionType::Text, "name", "Name", "experiment"),
            selection("task", "Task", "task", "classification"),
            section("data", "Data", dataOptions()),
            section("text", "Text", textOptions()),
            section("model", "Model", modelOptions()),
            section("training", "Training", trainingOptions())};
}

core::Json spec()
{
    std::vector<core::Problem> problems;
    const core::Json chosen
        = {{"name", "reviews-lstm"},
           {"data", {{"sample", {{"kind", "reviews"}}}}},
           {"text",
            {{"cleaning", {{{"kind", "lower_case"}}, {{"kind", "urls"}, {"replacement", ""}}}}}},
           {"model", {{"network", {{"kind", "lstm"}, {"pooling", {{"kind", "attention"}}}}}}},
           {"training", {{"schedule", {{"kind", "cosine"}}}}}};
    return core::completed(chosen, specOptions(), catalogue(), "", problems);
}

core::Json translationSpec()
{
    std::vector<core::Problem> problems;
    const core::Json chosen = {
        {"name", "reverse"},
        {"task",
         {{"kind", "translation"},
          {"target_text", {{"vocabulary_size", 6000}}},
          {"teacher_forcing", {{"kind", "linear"}}}}},
        {"data",
         {{"sample", {{"kind", "reverse"}}}, {"source_language", "de"}, {"target_language", "en"}}},
        {"text", {{"vocabulary_size", 8000}}},
        {"model", {{"network", {{"kind", "lstm_translator"}}}}}};
    return core::completed(chosen, specOptions(), catalogue(), "", problems);
}

ui::Knowledge knowledge()
{
    ui::Knowledge all;
    all.taskColumns = {{"classification", {core::ColumnKind::Text, core::ColumnKind::Class}},
                       {"translation", {core::ColumnKind::Text, core::ColumnKind::Text}}};
    all.catalogue = catalogue();
    all.specOptions = specOptions();
    all.presets = {{"reviews", "Short reviews with negation", false, spec()},
                   {"imdb-transformer", "IMDB reviews, Transformer encoder", true, spec()},
                   {"reverse", "Reverse: numbers backwards", false, translationSpec()}};
    all.devices = {{"cpu", "CPU"}, {"cuda:0", "NVIDIA H100"}};
    all.questions = questions();
    return all;
}

} // namespace fixture
