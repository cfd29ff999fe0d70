#include "core/data/pairs/parallel_files.h"

#include "core/data/source/source_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace core {

namespace {

/// One file under one reading of its name.
struct Candidate {
    size_t file = 0;
    SideReading reading;
};
using Group = std::vector<Candidate>;

/// The file among `group` whose language is `language`.
const Candidate* ofLanguage(const Group& group, const std::string& language)
{
    const auto found = std::find_if(group.begin(), group.end(), [&](const Candidate& candidate) {
        return !language.empty() && candidate.reading.side.word == language;
    });
    return found == group.end() ? nullptr : &*found;
}

const Candidate* ofKind(const Group& group, SideKind kind)
{
    const auto found = std::find_if(group.begin(), group.end(), [&](const Candidate& candidate) {
        return candidate.reading.side.kind == kind;
    });
    return found == group.end() ? nullptr : &*found;
}

/// Languages by their alphabet.
Group sortedLanguages(const Group& group)
{
    Group languages;
    for (const Candidate& candidate : group)
        if (isLanguage(candidate.reading.side.kind))
            languages.push_back(candidate);
    std::sort(languages.begin(), languages.end(), [](const Candidate& a, const Candidate& b) {
        return a.reading.side.word < b.reading.side.word;
    });
    return languages;
}

/// The two of a group that belong together, source first; nothing when that is not clear.
std::optional<std::pair<Candidate, Candidate>> sidesOf(const Group& group,
                                                       const PairingRules& rules)
{
    const Candidate* source = ofKind(group, SideKind::Source);
    const Candidate* target = ofKind(group, SideKind::Target);
    if (source && target)
        return std::pair(*source, *target);
    const Group languages = sortedLanguages(group);
    if (languages.size() < 2)
        return std::nullopt;
    source = ofLanguage(languages, rules.sourceLanguage);
    target = ofLanguage(languages, rules.targetLanguage);
    if (source && target && source != target)
        return std::pair(*source, *target);
    // A folder for each language, and files called "de.txt", may as well be classes.
    const SideReading& reading = languages.front().reading;
    if (languages.size() > 2 && !rules.expected && (reading.alone || !reading.last))
        return std::nullopt;
    const Candidate &first = languages[0], &second = languages[1];
    if (source == &second || (target == &first && source != &first))
        return std::pair(second, first);
    return std::pair(first, second);
}

bool mayBeSideFile(const SideReading& reading, const PairingRules& rules)
{
    return rules.expected || !reading.alone || reading.side.kind != SideKind::LanguageName;
}

} // namespace

std::vector<FilePair> pairedByName(const std::vector<SideFile>& files, const PairingRules& rules)
{
    std::map<std::string, Group> groups;
    std::vector<std::string> keys; // In the order of the files; the last word of a name first.
    for (size_t i = 0; i < files.size(); ++i)
        for (SideReading& reading : sideReadings(files[i].name)) {
            if (!mayBeSideFile(reading, rules))
                continue;
            Group& group = groups[reading.key];
            if (group.empty())
                keys.push_back(reading.key);
            const bool twice = ofLanguage(group, reading.side.word) != nullptr;
            if (!twice) // The same file packed and not.
                group.push_back({i, std::move(reading)});
        }
    std::set<size_t> taken;
    std::vector<std::pair<size_t, FilePair>> pairs;
    for (const std::string& key : keys) {
        Group& group = groups[key];
        std::erase_if(group, [&](const Candidate& entry) { return taken.contains(entry.file); });
        const auto sides = sidesOf(group, rules);
        if (!sides)
            continue;
        const auto& [source, target] = *sides;
        for (const Candidate& candidate : group) // Of other languages: none is left over to pair.
            taken.insert(candidate.file);
        pairs.emplace_back(std::min(source.file, target.file),
                           FilePair{files[source.file], files[target.file], source.reading.side,
                                    target.reading.side});
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<FilePair> result;
    for (auto& [index, pair] : pairs)
        result.push_back(std::move(pair));
    return result;
}

std::optional<FilePair> pairedByChoice(const SideFile& first, const SideFile& second,
                                       const PairingRules& rules)
{
    const std::array files{first, second};
    Group group;
    for (size_t i = 0; i < files.size(); ++i)
        if (auto readings = sideReadings(files[i].name); !readings.empty() && readings.front().last)
            group.push_back({i, std::move(readings.front())});
    if (group.size() == 2) {
        if (group[0].reading.side.word == group[1].reading.side.word)
            return std::nullopt;
        if (const auto sides = sidesOf(group, rules))
            return FilePair{files[sides->first.file], files[sides->second.file],
                            sides->first.reading.side, sides->second.reading.side};
    }
    return FilePair{first, second, {}, {}};
}

std::optional<std::pair<SideWord, SideWord>> sidesOfNames(const std::string& source,
                                                          const std::string& target)
{
    for (const SideReading& a : sideReadings(unpackedName(source)))
        for (const SideReading& b : sideReadings(unpackedName(target)))
            if (a.key == b.key && a.side != b.side)
                return std::pair(a.side, b.side);
    return std::nullopt;
}

OtherLanguages otherLanguages(const std::pair<SideWord, SideWord>& own,
                              const std::pair<SideWord, SideWord>& other)
{
    const bool same = !areOtherLanguages(own.first, other.first)
        && !areOtherLanguages(own.second, other.second);
    if (same)
        return OtherLanguages::No;
    return own.first == other.second && own.second == other.first ? OtherLanguages::Exchanged
                                                                  : OtherLanguages::Foreign;
}

std::string unpackedName(const std::string& path)
{
    return nameWithoutPacking(std::filesystem::path(path));
}

} // namespace core
