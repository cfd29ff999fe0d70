#include "core/model/translator.h"

namespace core {

void Translator::encodeSeen(const SequenceBatch&, const CellLook&)
{
    throw Error(ErrorCode::Internal, {"This translator has no recurrent layers.", {}});
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
