#include "core/data/chosen_pairs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace core {

namespace {

std::string joined(const std::set<std::string>& words)
{
    std::string all;
    for (const std::string& word : words)
        all += (all.empty() ? "" : ", ") + word;
    return all;
}

/// Of the dropped files whose path is none of `told`.
std::optional<Message> leftOverNote(const Dropped& dropped, const std::set<std::string>& told)
{
    std::vector<std::string> left = dropped.others;
    for (const SideFile& file : dropped.files)
        if (!told.contains(file.path))
            left.push_back(file.name);
    if (left.empty())
        return std::nullopt;
    return Message{"Left out, because the file with their other side is missing: %1 (%2).",
                   {std::to_string(left.size()), shown(left.front())}};
}

} // namespace

std::vector<std::pair<SideFile, SideWord>> otherSides(const Dropped& dropped, const FilePair& pair)
{
    std::vector<std::pair<SideFile, SideWord>> others;
    for (const SideFile& file : dropped.files) {
        const auto sides = sidesOfNames(pair.source.path, file.path);
        if (file.path != pair.target.path && sides && sides->first == pair.sourceSide
            && isLanguage(sides->second.kind))
            others.emplace_back(file, sides->second);
    }
    return others;
}

ChosenPairs pairsOfLanguages(const Dropped& dropped, const std::vector<FilePair>& pairs,
                             const std::pair<SideWord, SideWord>& own)
{
    ChosenPairs chosen;
    std::set<std::string> told, foreign, languages;
    for (const FilePair& pair : pairs) {
        told.insert({pair.source.path, pair.target.path});
        for (const auto& [file, side] : otherSides(dropped, pair)) {
            told.insert(file.path);
            languages.insert(side.word);
        }
        if (otherLanguages(own, {pair.sourceSide, pair.targetSide}) == OtherLanguages::No)
            chosen.pairs.push_back(pair);
        else
            foreign.insert(pair.sourceSide.word + "-" + pair.targetSide.word + " ("
                           + shown(pair.source.name) + ")");
    }
    chosen.notes = dropped.leftOut.messages();
    if (!foreign.empty())
        chosen.notes.push_back({"Left out, because they are in other languages than %1 and %2: %3. "
                                "Drop them separately to train on them.",
                                {own.first.word, own.second.word, joined(foreign)}});
    if (!languages.empty())
        chosen.notes.push_back({"The translation is from %1 to %2; the same texts are also there "
                                "in other languages: %3. For another pair of languages, drop only "
                                "its two files.",
                                {own.first.word, own.second.word, joined(languages)}});
    if (auto left = leftOverNote(dropped, told))
        chosen.notes.push_back(std::move(*left));
    return chosen;
}

} // namespace core
