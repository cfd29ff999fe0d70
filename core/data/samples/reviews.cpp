#include "core/data/samples/corpus_builder.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

namespace core {

namespace {

constexpr int32_t kPositive = 1;

/// One way to say the verdict, and its share of the sentences in percent. Plain ones give a bag of
/// words something to learn, negated ones take most of it away again.
struct Manner {
    std::string name;
    size_t percent;
};

const std::vector<Manner>& manners()
{
    static const std::vector<Manner> all = {{"plain", 34},       {"negated", 14}, {"contrast", 20},
                                            {"expectation", 16}, {"scope", 7},    {"order", 9}};
    return all;
}

const std::string& drawManner(Draws& draws)
{
    size_t at = draws.below(100);
    for (const Manner& manner : manners()) {
        if (at < manner.percent)
            return manner.name;
        at -= manner.percent;
    }
    return manners().back().name;
}

/// Binds the slots of a verdict about a part of `subject`.
SlotBindings bindingsFor(const std::string& subject, bool positive, Draws& draws)
{
    const std::vector<std::string>& parts = reviewGrammar().list(subject + ".part");
    const size_t part = draws.below(parts.size());
    const size_t other = (part + 1 + draws.below(parts.size() - 1)) % parts.size();
    SlotBindings bindings = {{"part", parts[part]},
                             {"other", parts[other]},
                             {"pro", positive ? "{good}" : "{bad}"},
                             {"con", positive ? "{bad}" : "{good}"},
                             {"proverb", positive ? "{like}" : "{dislike}"},
                             {"converb", positive ? "{dislike}" : "{like}"},
                             {"proverbed", positive ? "{liked}" : "{disliked}"},
                             {"converbed", positive ? "{disliked}" : "{liked}"}};
    for (const char* slot : {"thing", "things", "counted", "unit", "kind", "met"})
        bindings[slot] = "{" + subject + "." + slot + "}";
    return bindings;
}

/// A sentence that says the verdict.
std::string verdict(const std::string& subject, bool positive, Draws& draws)
{
    const Grammar& grammar = reviewGrammar();
    const std::string manner = drawManner(draws);
    std::vector<std::string> phrases;
    if (manner != "scope")
        phrases = grammar.list("both." + manner);
    if (manner == "scope" || manner == "contrast" || manner == "expectation") {
        const auto& own = grammar.list((positive ? "positive." : "negative.") + manner);
        phrases.insert(phrases.end(), own.begin(), own.end());
    }
    return grammar.expand(draws.pick(phrases), bindingsFor(subject, positive, draws), draws);
}

/// One or two verdicts among up to two sentences that tell nothing.
std::string review(int32_t label, Draws& draws)
{
    const std::string& subject = draws.pick(reviewSubjects());
    const bool positive = label == kPositive;
    std::vector<std::string> sentences = {verdict(subject, positive, draws)};
    if (draws.chance(35))
        sentences.push_back(verdict(subject, positive, draws));
    for (size_t neutral = draws.below(3); neutral > 0; --neutral)
        sentences.push_back(reviewGrammar().expand("{" + subject + ".neutral}", {}, draws));
    draws.shuffle(sentences);
    std::string text;
    for (const std::string& sentence : sentences)
        text += (text.empty() ? "" : " ") + sentence;
    return asSentences(text);
}

} // namespace

SampleRegistry::Entry reviewsEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "reviews",
         .title = "Short reviews",
         .summary = "Films, books and restaurants, praised or panned with negation (\"not bad at "
                    "all\"), contrast (\"dull, but\") and expectations. Single words carry little "
                    "information: networks that use word order outperform those that count words."},
        sampleSchema(), [](const SampleOptions& options) {
            return buildCorpus({"negative", "positive"}, options.texts, options.seed, review);
        });
}

} // namespace core
