#include "core/model/translator.h"

#include "core/text/tokens/vocabulary.h"

namespace core {

void Translator::encodeSeen(const SequenceBatch&, const CellLook&)
{
    throw Error(ErrorCode::Internal, {"This translator has no recurrent layers.", {}});
}

namespace {

std::vector<GraphPort> joinedPorts(std::vector<GraphPort> first, std::vector<GraphPort> second,
                                   const std::string& prefix = "")
{
    for (GraphPort& port : second) {
        port.name = prefix + port.name;
        for (std::string& axis : port.axes)
            axis = axis == "places" ? prefix + axis : axis;
        first.push_back(std::move(port));
    }
    return first;
}

/// "memory, visible, state_h"
std::string namesOf(const std::vector<GraphPort>& ports)
{
    std::string names;
    for (const GraphPort& port : ports)
        names += (names.empty() ? "" : ", ") + port.name;
    return names;
}

} // namespace

std::vector<GraphFunction> Translator::graphs() const
{
    const std::vector<GraphPort> sources = graphSources(), place = graphPlace();
    const auto count = static_cast<std::ptrdiff_t>(sources.size());
    const std::vector<GraphPort> source{{"source", torch::kLong, {"batch", "source_length"}},
                                        {"source_lengths", torch::kLong, {"batch"}}};
    const GraphFunction encode{"encode", "Reads the sources.", source, joinedPorts(sources, place),
                               [this](GraphBuilder& builder, const GraphValues& inputs) {
                                   return graphEncoded(builder, inputs[0], inputs[1]);
                               }};
    const GraphFunction step{
        "step", "Feeds one token of each target and scores the next ones.",
        joinedPorts({{"tokens", torch::kLong, {"batch"}}}, joinedPorts(sources, place)),
        joinedPorts({{"scores", torch::kFloat, {"batch", "vocabulary"}}}, place, "next_"),
        [this, count](GraphBuilder& builder, const GraphValues& inputs) {
            const auto first = inputs.begin() + 1;
            return graphStep(builder, inputs[0], {first, first + count},
                             {first + count, inputs.end()});
        }};
    const GraphFunction forward{
        "forward",
        "Scores of each next token of known targets, which begin with their begin mark.",
        joinedPorts(source, {{"target", torch::kLong, {"batch", "target_length"}}}),
        {{"scores", torch::kFloat, {"batch", "predictions", "vocabulary"}}},
        [this, count](GraphBuilder& builder, const GraphValues& inputs) {
            const GraphValues encoded = graphEncoded(builder, inputs[0], inputs[1]);
            const GraphValues known(encoded.begin(), encoded.begin() + count);
            const GraphStep all = builder.loop(
                builder.size(inputs[2], 1) - 1.0, {encoded.begin() + count, encoded.end()}, 1,
                [&](GraphValue index, const GraphValues& before) {
                    const GraphValues after
                        = graphStep(builder, builder.select(inputs[2], 1, index), known, before);
                    return GraphStep{{after.begin() + 1, after.end()}, {after.front()}};
                });
            return GraphValues{builder.transpose(all.kept.front(), {1, 0, 2})};
        }};
    return {forward, encode, step};
}

std::string Translator::greedySource() const
{
    const std::string sources = namesOf(graphSources()), place = namesOf(graphPlace());
    return R"py(
def greedy(self, source: Tensor, source_lengths: Tensor, longest: int) -> Tensor:
    )py" + sources
        + ", " + place + R"py( = self.encode(source, source_lengths)
    tokens = torch.full_like(source_lengths, )py"
        + std::to_string(kBeginId) + R"py()
    going_on = torch.ones_like(tokens)
    written = torch.zeros_like(tokens).unsqueeze(1).repeat([1, longest])
    for i in range(longest):
        scores, )py"
        + place + " = self.step(tokens, " + sources + ", " + place + R"py()
        for never in [)py"
        + std::to_string(kPadId) + ", " + std::to_string(kUnknownId) + ", "
        + std::to_string(kBeginId) + R"py(]:
            scores[:, never] = -1e30
        tokens = scores.argmax(1)
        going_on = going_on * tokens.ne()py"
        + std::to_string(kEndId) + R"py().long()
        if bool(going_on.max().eq(0)):
            break
        written[:, i] = tokens * going_on
    return written
)py";
}

// Each in a file of its own.
TranslatorEntry recurrentTranslator();
TranslatorEntry transformerTranslator();

const std::vector<TranslatorEntry>& translatorEntries()
{
    static const std::vector<TranslatorEntry> entries
        = {recurrentTranslator(), transformerTranslator()};
    return entries;
}

namespace {

void checkTranslatorContext(const TranslatorContext& context)
{
    if (context.sourceVocabulary < 1 || context.targetVocabulary < 1 || context.longestSource < 1
        || context.longestTarget < 1)
        throw Error(
            ErrorCode::BadSetting,
            {"A translator needs at least one token and place on each side; it was given "
             "%1 and %2 tokens, %3 and %4 places.",
             {std::to_string(context.sourceVocabulary), std::to_string(context.targetVocabulary),
              std::to_string(context.longestSource), std::to_string(context.longestTarget)}});
    if (context.joint && context.sourceVocabulary != context.targetVocabulary)
        throw Error(
            ErrorCode::BadSetting,
            {"A joint vocabulary has one size; it was given %1 and %2 tokens.",
             {std::to_string(context.sourceVocabulary), std::to_string(context.targetVocabulary)}});
}

} // namespace

std::shared_ptr<Translator> makeTranslator(const ModelSpec& spec, const TranslatorContext& context)
{
    checkTranslatorContext(context);
    const ModelSpec model = completedModel(spec, context.embedding);
    const auto network
        = chosenEntry(translatorEntries(), model).entry.make(model.network.options, context);
    if (context.weights == Weights::Fresh)
        initialise(*network, model);
    return network;
}

} // namespace core
