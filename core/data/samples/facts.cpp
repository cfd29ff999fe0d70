#include "core/data/cells/spans.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

#include <algorithm>
#include <optional>

namespace core {

namespace {

struct FactOptions : SampleOptions {
    int64_t sentences = 4; ///< The number in each passage.
};

/// A sentence that says something about someone, and what can be asked about it.
struct FactKind {
    std::string about; ///< Its slot.
    std::vector<std::string> sentences;
    PhraseLists questions; ///< By the slot that is asked for.
};

struct FactWords {
    PhraseLists values;
    std::vector<FactKind> kinds;
};

const FactWords& factWords()
{
    static const FactWords words = [] {
        const Json data = sampleData("facts");
        FactWords all{phraseLists(data.at("values")), {}};
        for (const Json& fact : data.at("facts"))
            all.kinds.push_back({fact.at("about"),
                                 fact.at("sentences").get<std::vector<std::string>>(),
                                 phraseLists(fact.at("questions"))});
        return all;
    }();
    return words;
}

/// A fact with values in all its slots.
struct Fact {
    const FactKind* kind = nullptr;
    std::string sentence; ///< With its slots.
    SlotBindings values;

    bool saysSame(const Fact& other) const
    {
        return kind == other.kind && values.at(kind->about) == other.values.at(kind->about);
    }
};

Fact drawnFact(Draws& draws)
{
    Fact fact;
    fact.kind = &draws.pick(factWords().kinds);
    fact.sentence = draws.pick(fact.kind->sentences);
    for (const auto& [slot, values] : factWords().values)
        fact.values[slot] = draws.pick(values);
    return fact;
}

/// Facts that a question can tell apart: no two are of the same kind about the same.
std::vector<Fact> drawnFacts(int64_t count, Draws& draws)
{
    std::vector<Fact> facts;
    while (std::ssize(facts) < count) {
        Fact fact = drawnFact(draws);
        if (std::none_of(facts.begin(), facts.end(),
                         [&](const Fact& other) { return other.saysSame(fact); }))
            facts.push_back(std::move(fact));
    }
    return facts;
}

struct AskedText {
    std::string text, answers;
};

/// Fills the sentence, and appends its answer to a question for `slot`.
std::string filledSentence(const Fact& fact, const std::string& slot, size_t start,
                           std::string* answers)
{
    std::string text;
    for (std::string_view rest = fact.sentence; !rest.empty();) {
        const size_t open = std::min(rest.find('{'), rest.size());
        text += rest.substr(0, open);
        rest.remove_prefix(open);
        if (rest.empty())
            break;
        const size_t close = rest.find('}');
        const std::string name(rest.substr(1, close - 1));
        if (answers != nullptr && name == slot)
            appendReference(*answers, fact.values.at(name),
                            static_cast<int64_t>(start + text.size()));
        text += fact.values.at(name);
        rest.remove_prefix(close + 1);
    }
    return text;
}

AskedText askedPassage(int64_t sentences, Draws& draws)
{
    const std::vector<Fact> facts = drawnFacts(sentences, draws);
    const size_t asked = draws.below(facts.size());
    const FactKind& kind = *facts[asked].kind;
    std::vector<std::string> slots;
    for (const auto& [slot, questions] : kind.questions)
        slots.push_back(slot);
    const std::string slot = draws.pick(slots);
    const std::string question
        = Grammar(factWords().values)
              .expand(draws.pick(kind.questions.at(slot)), facts[asked].values, draws);
    AskedText result;
    std::string passage;
    for (size_t i = 0; i < facts.size(); ++i) {
        passage += i == 0 ? "" : " ";
        passage += filledSentence(facts[i], slot, passage.size(),
                                  i == asked ? &result.answers : nullptr);
    }
    result.text = joinedQuestion(question, passage);
    return result;
}

GeneratedCorpus factCorpus(const FactOptions& options)
{
    DistinctDraws draws(options.seed);
    const auto split = [&](int64_t count) {
        LabelledTexts rows;
        while (std::ssize(rows.texts) < count) {
            std::string answers;
            rows.texts.push_back(draws.next([&](Draws& source) {
                AskedText asked = askedPassage(options.sentences, source);
                answers = std::move(asked.answers);
                return std::move(asked.text);
            }));
            rows.spans.push_back(std::move(answers));
        }
        return rows;
    };
    GeneratedCorpus corpus;
    corpus.train = split(options.texts);
    corpus.valid = split(heldOutTexts(options.texts));
    corpus.test = split(heldOutTexts(options.texts));
    return corpus;
}

} // namespace

SampleRegistry::Entry factsEntry()
{
    return SampleRegistry::entry<FactOptions>(
        {.id = "facts",
         .title = "Questions about people and towns",
         .summary
         = "Short passages of facts about invented people and towns, each with a question that "
           "one of the facts answers. Several facts have a town or a year, so the network has to "
           "find the sentence that the question is about.",
         .example = "Where does Anna work?  Anna works as a baker in [Brindal]. Boris was born in "
                    "Torvik in 1952."},
        sampleSchema<FactOptions>().add(
            &FactOptions::sentences,
            {.name = "sentences",
             .label = "Sentences in a passage",
             .help = "If the task is too easy or too hard, change the number of facts among which "
                     "the answer has to be found.",
             .minimum = 1,
             .maximum = 12}),
        factCorpus);
}

} // namespace core
