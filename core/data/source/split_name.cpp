#include "core/data/source/split_name.h"

#include <array>
#include <cctype>
#include <filesystem>
#include <utility>
#include <vector>

namespace core {

namespace {

bool isLetterByte(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool isUpper(char c)
{
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

/// The runs of letters in `name` in lower case; "TestData" is two words, "TEST" one.
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words;
    char before = ' ';
    for (const char c : name) {
        const bool begins
            = isLetterByte(c) && (!isLetterByte(before) || (isUpper(c) && !isUpper(before)));
        if (begins)
            words.emplace_back();
        if (isLetterByte(c))
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        before = c;
    }
    return words;
}

std::optional<Split> splitOfWord(const std::string& word)
{
    constexpr std::array<std::pair<std::string_view, Split>, 13> kWords{{
        {"train", Split::Train},
        {"training", Split::Train},
        {"trn", Split::Train},
        {"valid", Split::Valid},
        {"validation", Split::Valid},
        {"val", Split::Valid},
        {"dev", Split::Valid},
        {"devel", Split::Valid},
        {"development", Split::Valid},
        {"test", Split::Test},
        {"testing", Split::Test},
        {"testa", Split::Valid}, // As CoNLL-2002 and -2003 call them.
        {"testb", Split::Test},
    }};
    for (const auto& [text, split] : kWords)
        if (word == text)
            return split;
    return std::nullopt;
}

} // namespace

std::optional<Split> splitOfFileName(std::string_view name)
{
    std::optional<Split> found;
    for (const std::string& word : wordsOf(name)) {
        const auto split = splitOfWord(word);
        if (split && found && *split != *found)
            return std::nullopt;
        if (split)
            found = split;
    }
    return found;
}

std::optional<Split> splitOfFolderName(std::string_view name)
{
    const std::vector<std::string> words = wordsOf(name);
    if (words.empty())
        return std::nullopt;
    if (const auto split = splitOfWord(words.back()))
        return split;
    const bool aboutData = words.size() == 2
        && (words[1] == "data" || words[1] == "set" || words[1] == "texts" || words[1] == "split");
    return aboutData ? splitOfWord(words.front()) : std::nullopt;
}

std::optional<Split> splitOfInnerPath(const std::string& path, FileNames names)
{
    const std::filesystem::path whole(path);
    for (const auto& folder : whole.parent_path())
        if (const auto split = splitOfFolderName(folder.string()))
            return split;
    return names == FileNames::Decide ? splitOfFileName(whole.filename().string()) : std::nullopt;
}

} // namespace core
