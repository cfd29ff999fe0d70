#include "core/data/samples/grammar.h"

#include "core/base/error.h"
#include "core/base/resource.h"

namespace core {

namespace {

bool isVowel(char c)
{
    return std::string_view("aeiouAEIOU").find(c) != std::string_view::npos;
}

/// Whether the letter at `position` is the word "a".
bool isArticle(std::string_view text, size_t position)
{
    const bool begins = position == 0 || !isLetter(text[position - 1]);
    const bool ends = position + 2 < text.size() && text[position + 1] == ' ';
    return begins && ends && (text[position] == 'a' || text[position] == 'A');
}

} // namespace

Json sampleData(const std::string& name)
{
    return jsonResource("samples/" + name + ".json");
}

PhraseLists phraseLists(const Json& lists)
{
    PhraseLists all;
    for (const auto& [name, phrases] : lists.items())
        if (name != "note")
            all[name] = phrases.get<std::vector<std::string>>();
    return all;
}

PhraseLists joinedLists(PhraseLists lists, const PhraseLists& more)
{
    for (const auto& [name, phrases] : more)
        lists[name].insert(lists[name].end(), phrases.begin(), phrases.end());
    return lists;
}

const std::vector<std::string>& Grammar::list(std::string_view name) const
{
    const auto found = m_lists.find(name);
    if (found == m_lists.end() || found->second.empty())
        throw Error(ErrorCode::Internal,
                    {"The grammar of a sample has no rule for {%1}.", {std::string(name)}});
    return found->second;
}

std::string Grammar::expand(std::string_view phrase, const SlotBindings& bindings,
                            Draws& draws) const
{
    std::string text;
    while (!phrase.empty()) {
        const size_t open = phrase.find('{');
        text += phrase.substr(0, open);
        if (open == std::string_view::npos)
            break;
        const size_t close = phrase.find('}', open);
        const std::string_view name = phrase.substr(open + 1, close - open - 1);
        const auto bound = bindings.find(name);
        text += expand(bound != bindings.end() ? bound->second : draws.pick(list(name)), bindings,
                       draws);
        phrase.remove_prefix(close + 1);
    }
    return text;
}

std::string asSentences(std::string_view text)
{
    std::string result;
    bool beginning = true;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        result += beginning && c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
        if (isArticle(text, i) && isVowel(text[i + 2]))
            result += 'n';
        if (isLetter(c))
            beginning = false;
        else if (c == '.' || c == '!' || c == '?')
            beginning = true;
    }
    return result;
}

const std::vector<std::string>& reviewSubjects()
{
    static const std::vector<std::string> subjects = {"film", "book", "restaurant"};
    return subjects;
}

Grammar groupedGrammar(const std::string& name)
{
    PhraseLists lists;
    for (const Json& group : sampleData(name))
        lists = joinedLists(std::move(lists), phraseLists(group));
    return Grammar(std::move(lists));
}

const Grammar& reviewGrammar()
{
    static const Grammar grammar = groupedGrammar("reviews");
    return grammar;
}

} // namespace core
