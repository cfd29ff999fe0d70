#include "core/data/cells/cell_text.h"
#include "core/data/samples/corpus_builder.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

const Json& data()
{
    static const Json all = sampleData("tagged");
    return all;
}

/// The tag of a word of a closed class; all other words are nouns.
std::string tagOfEntity(std::string_view word)
{
    static const PhraseLists closed = phraseLists(data().at("closed_classes"));
    for (const auto& [tag, words] : closed)
        if (std::find(words.begin(), words.end(), word) != words.end())
            return tag;
    return "NOUN";
}

TaggedSentence taggedSentence(std::string_view phrase)
{
    TaggedSentence sentence;
    for (const std::string_view token : tokensOf(phrase)) {
        const size_t slash = token.rfind('/');
        const std::string_view word = token.substr(0, slash);
        sentence.tokens.emplace_back(word);
        sentence.tags.push_back(slash == std::string_view::npos
                                    ? tagOfEntity(word)
                                    : std::string(token.substr(slash + 1)));
    }
    return sentence;
}

/// The lists "base", "third", "past" and "continuous" of whole verb phrases: the forms of each verb
/// with what may follow it.
PhraseLists verbPhrases(const Json& verbs)
{
    constexpr std::array<const char*, 4> kForms{"base", "third", "past", "continuous"};
    PhraseLists lists;
    for (const Json& verb : verbs)
        for (const Json& rest : verb.at("rests"))
            for (size_t form = 0; form < kForms.size(); ++form)
                lists[kForms[form]].push_back(verb.at("forms").at(form).get<std::string>()
                                              + "/VERB " + rest.get<std::string>());
    return lists;
}

Grammar taggedGrammar(bool heldOut)
{
    PhraseLists lists = phraseLists(data().at("words"));
    lists = joinedLists(std::move(lists), phraseLists(data().at("patterns")));
    lists = joinedLists(std::move(lists), verbPhrases(data().at("verbs")));
    if (heldOut) {
        lists = joinedLists(std::move(lists), phraseLists(data().at("held_out")));
        lists = joinedLists(std::move(lists), verbPhrases(data().at("held_out_verbs")));
    }
    return Grammar(std::move(lists));
}

} // namespace

SampleRegistry::Entry taggedEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "tagged",
         .title = "Parts of speech",
         .summary
         = "Sentences with the universal parts of speech. Only their context determines whether "
           "words such as can, book, play, light and watch are nouns, verbs, modals or adjectives. "
           "The held-out texts have words that do not occur in the training texts.",
         .example = "They/PRON can/AUX book/VERB a/DET light/ADJ can/NOUN"},
        sampleSchema(), [](const SampleOptions& options) {
            return buildTaggedCorpus(options, taggedGrammar(false), taggedGrammar(true),
                                     taggedSentence);
        });
}

} // namespace core
