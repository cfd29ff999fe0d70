#include "core/probe/by_hand/search_by_hand.h"

#include "core/probe/question_kind.h"

namespace core {

namespace {

void describeSearchedTree(const SearchedTree& searched, Readout& readout)
{
    const Decoding& decoding = searched.decoding;
    const bool found = !decoding.best.empty();
    readout.value({"text", "Text found"},
                  found ? std::optional(decoding.best.front().text) : std::nullopt);
    const TypedText* const whole
        = found ? findText(searched.texts, decoding.best.front().text) : nullptr;
    readout.value({"log_probability", "Its log probability", "nats"},
                  whole != nullptr ? std::optional(whole->logProbability) : std::nullopt);
    readout.value({"search_log_probability", "As the search sees it, with its rules", "nats"},
                  found ? std::optional(decoding.best.front().logProbability) : std::nullopt);
    if (!searched.texts.empty())
        readout.value({"likeliest_text", "Likeliest text"}, searched.texts.front().text)
            .value({"likeliest_log_probability", "Its log probability", "nats"},
                   searched.texts.front().logProbability);
    readout.value({"distributions", "Distributions read"}, decoding.trace.expansions)
        .table({"texts", "All texts"}, searched.texts, column({"text", "Text"}, &TypedText::text),
               column({"probability", "p"}, &TypedText::probability),
               column({"log_probability", "log p"}, &TypedText::logProbability),
               column({"words", "Words"}, &TypedText::words))
        .part({"decoding", "Decoding"},
              readoutOf<AskDecoding>(decoding).without("step").without("epoch"));
}

} // namespace

std::vector<std::string> AskSearchByHand::lectureTree()
{
    return {"<s>: yes=0.5 ok=0.4 </s>=0.1", "yes: yes=0.4 ok=0.3 </s>=0.3",
            "ok: yes=0.2 ok=0.7 </s>=0.1"};
}

QuestionKind<AskSearchByHand> AskSearchByHand::kind()
{
    return {"Search by hand",
            "A search over a tree of typed probabilities, with every candidate, beside all texts "
            "of the tree.",
            Schema<AskSearchByHand>()
                .add(&AskSearchByHand::tree,
                     {.name = "tree",
                      .label = "Tree",
                      .help = "Probabilities of the next word, a line for each beginning of a "
                              "text; <s> is the empty beginning, </s> the end. Where there are "
                              "none, the text ends. Separate lines by commas."})
                .add(&AskSearchByHand::normalise,
                     {.name = "normalise",
                      .label = "Normalise",
                      .help = "If probabilities do not sum to 1, divide each row by its sum."})
                .add(&AskSearchByHand::search,
                     {.name = "search",
                      .label = "Search",
                      .help = "How the best text is searched for.",
                      .family = "search"})
                .add(&AskSearchByHand::prefix,
                     {.name = "prefix",
                      .label = "Prefix",
                      .help = "Words that the text must begin with."})
                .add(&AskSearchByHand::best,
                     {.name = "best",
                      .label = "Texts",
                      .help = "How many of the best texts are listed.",
                      .minimum = 1,
                      .maximum = 1000}),
            &describeSearchedTree};
}

SearchedTree answerByHand(const AskSearchByHand& question)
{
    TypedTree tree = typedTree(question.tree);
    if (question.normalise)
        tree = normalised(std::move(tree));
    DecodingRequest request;
    request.search = question.search;
    request.prefixIds = tokensOf(tree, question.prefix);
    request.best = question.best;
    return {searchTree(tree, request), textsOf(tree)};
}

} // namespace core
