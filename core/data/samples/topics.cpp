#include "core/data/samples/corpus_builder.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/grammar.h"

namespace core {

namespace {

/// Sorted: the order of the classes, and the prefix of the lists of each.
const std::vector<std::string>& topics()
{
    static const std::vector<std::string> all = {"business", "culture", "science", "sport"};
    return all;
}

const Grammar& topicGrammar()
{
    static const Grammar grammar = groupedGrammar("topics");
    return grammar;
}

/// Sentences of `topic` and some that tell nothing; at times one of another topic, outnumbered.
std::vector<std::string> sentences(const std::string& topic, Draws& draws)
{
    std::vector<std::string> lines = topicGrammar().list(topic + ".line");
    std::vector<std::string> fillers = topicGrammar().list("any");
    draws.shuffle(lines);
    draws.shuffle(fillers);
    std::vector<std::string> chosen = {lines.back()};
    for (size_t more = 1 + draws.below(4); more > 0; --more)
        chosen.push_back(draws.chance(25) ? lines[more] : fillers[more]);
    const std::string& other = draws.pick(topics());
    if (other != topic && draws.chance(50)) {
        chosen.push_back(lines.front());
        chosen.push_back("{" + other + ".line}");
    }
    draws.shuffle(chosen);
    return chosen;
}

std::string article(int32_t label, Draws& draws)
{
    const std::string& topic = topics()[static_cast<size_t>(label)];
    std::string text = draws.chance(50) ? "{" + topic + ".title}." : "";
    for (const std::string& sentence : sentences(topic, draws))
        text += (text.empty() ? "" : " ") + sentence;
    return asSentences(topicGrammar().expand(text, {}, draws));
}

} // namespace

SampleRegistry::Entry topicsEntry()
{
    return SampleRegistry::entry<SampleOptions>(
        {.id = "topics",
         .title = "News by topic",
         .summary = "Invented short news of business, culture, science and sport. Words such as "
                    "record, strike and star occur in several topics. Single words carry most of "
                    "the information, so that small networks do well."},
        sampleSchema(), [](const SampleOptions& options) {
            return buildCorpus(topics(), options.texts, options.seed, article);
        });
}

} // namespace core
