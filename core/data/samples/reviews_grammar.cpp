#include "core/data/samples/reviews_grammar.h"

namespace core {

const std::vector<std::string>& reviewSubjects()
{
    static const std::vector<std::string> subjects = {"film", "book", "restaurant"};
    return subjects;
}

const Grammar& reviewGrammar()
{
    static const Grammar grammar = [] {
        PhraseLists lists;
        for (const Json& group : sampleData("reviews"))
            lists = joinedLists(std::move(lists), phraseLists(group));
        return Grammar(std::move(lists));
    }();
    return grammar;
}

} // namespace core
