#include "core/data/cells/cell_text.h"
#include "core/data/samples/corpus_builder.h"

namespace core {

namespace {

/// "<PER Ada Lovelace > writes" is B-PER I-PER O.
TaggedSentence sentenceWithNames(std::string_view phrase)
{
    TaggedSentence sentence;
    std::string type;
    bool begins = false;
    for (const std::string_view token : tokensOf(phrase)) {
        if (token.front() == '<') {
            type = token.substr(1);
            begins = true;
        } else if (token == ">") {
            type.clear();
        } else {
            sentence.tokens.emplace_back(token);
            sentence.tags.push_back(type.empty() ? "O" : (begins ? "B-" : "I-") + type);
            begins = false;
        }
    }
    return sentence;
}

Grammar entitiesGrammar(bool heldOut)
{
    const Json data = sampleData("entities");
    PhraseLists lists;
    for (const char* group : {"names", "spans", "sentences"})
        lists = joinedLists(std::move(lists), phraseLists(data.at(group)));
    if (heldOut)
        lists = joinedLists(std::move(lists), phraseLists(data.at("held_out")));
    return Grammar(std::move(lists));
}

} // namespace

SampleRegistry::Entry entitiesEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "entities",
         .title = "Names in the news",
         .summary = "Invented news with people, places, organisations and dates, tagged as BIO. "
                    "Jordan, Washington, May and others may be several of them, or none. The "
                    "held-out texts have names that do not occur in the training texts.",
         .example = "Jordan/B-PER Banks/I-PER flew/O to/O Jordan/B-LOC"},
        sampleSchema(), [](const SampleOptions& options) {
            return buildTaggedCorpus(options, entitiesGrammar(false), entitiesGrammar(true),
                                     sentenceWithNames);
        });
}

} // namespace core
