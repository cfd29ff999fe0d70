#include "core/data/pair_files.h"

#include "core/data/formats/format.h"
#include "core/data/source/split_name.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

namespace core {

namespace {

using Paths = std::vector<std::string>;

constexpr std::array kSplits{Split::Train, Split::Valid, Split::Test};

/// The lists of a spec for one split.
struct SplitLists {
    Paths& sources;
    Paths& targets;
};

SplitLists listsOf(DataSpec& spec, Split split)
{
    if (split == Split::Train)
        return {spec.train, spec.trainTarget};
    return split == Split::Valid ? SplitLists{spec.valid, spec.validTarget}
                                 : SplitLists{spec.test, spec.testTarget};
}

void clearFiles(DataSpec& spec)
{
    for (const Split split : kSplits) {
        const SplitLists lists = listsOf(spec, split);
        lists.sources.clear();
        lists.targets.clear();
    }
}

/// A file that a spec names without its other side.
struct Waiting {
    SideFile file;
    Split split = Split::Train;
    bool isSource = true;
};

std::vector<Waiting> waitingFiles(const DataSpec& base, const CandidateTasks& tasks)
{
    if (base.sample.kind != "none")
        return {};
    // A text that was dropped alone may get its translation later, if their names say so.
    if (!tasks.wantsPairs() && !tasks.wanted.answer() && base.train.size() == 1)
        return {{{base.train.front(), unpackedName(base.train.front())}, Split::Train, true}};
    if (!tasks.wantsPairs())
        return {};
    const bool sides = !base.trainTarget.empty() || base.format.kind == "parallel"
        || (base.format.kind == "auto" && !base.train.empty()
            && lookAt(base, tasks.wanted, tasks.monitor).format == "parallel");
    std::vector<Waiting> waiting;
    DataSpec spec = base;
    for (const Split split : kSplits) {
        const auto& [sources, targets] = listsOf(spec, split);
        const size_t both = std::min(sources.size(), targets.size());
        for (size_t i = both; sides && i < sources.size(); ++i)
            waiting.push_back({{sources[i], unpackedName(sources[i])}, split, true});
        for (size_t i = both; sides && i < targets.size(); ++i)
            waiting.push_back({{targets[i], unpackedName(targets[i])}, split, false});
    }
    return waiting;
}

/// Puts dropped parallel files into a spec.
class PairFiles {
public:
    /// @pre there is a task of pairs.
    PairFiles(const Dropped& dropped, const CandidateTasks& tasks, const DataSpec& base)
        : m_dropped(dropped), m_tasks(tasks), m_base(base), m_waiting(waitingFiles(base, tasks))
    {
    }

    /// The spec with notes, or nothing when the files are no sides.
    std::optional<RecognisedData> recognised() const
    {
        std::vector<SideFile> all;
        for (const Waiting& waiting : m_waiting)
            all.push_back(waiting.file);
        all.insert(all.end(), m_dropped.files.begin(), m_dropped.files.end());
        auto pairs = pairedByName(all, rules());
        if (!m_tasks.wantsPairs())
            std::erase_if(pairs, [this](const FilePair& pair) { return isUnlikely(pair); });
        if (pairs.empty())
            pairs = joinedByHand();
        if (!pairs.empty())
            return ofOneLanguagePair(std::move(pairs));
        if (auto joined = withHeldOutSides())
            return RecognisedData{m_tasks.pairs.task, std::move(*joined), {}};
        if (auto waiting = waitingSides())
            return RecognisedData{m_tasks.pairs.task, std::move(*waiting), {}};
        pairs = droppedTogether();
        if (pairs.empty())
            return std::nullopt;
        return RecognisedData{m_tasks.pairs.task, withPairs(pairs), {}};
    }

private:
    PairingRules rules() const
    {
        return {m_base.sourceLanguage, m_base.targetLanguage, m_tasks.wantsPairs()};
    }
    const Waiting* waitingAs(const std::string& path) const
    {
        const auto found
            = std::find_if(m_waiting.begin(), m_waiting.end(),
                           [&](const Waiting& waiting) { return waiting.file.path == path; });
        return found == m_waiting.end() ? nullptr : &*found;
    }
    const Waiting* waitingIn(const FilePair& pair) const
    {
        const Waiting* source = waitingAs(pair.source.path);
        return source ? source : waitingAs(pair.target.path);
    }

    /// Files that say their language alone ("de.txt"), two of many languages, and one that joins a
    /// text may be anything: of a translation, both have about as many lines.
    bool isUnlikely(const FilePair& pair) const
    {
        const bool alone = sideReadings(pair.source.name).front().alone;
        if (!waitingIn(pair) && !alone && otherSides(m_dropped, pair).empty())
            return false;
        const int64_t source = lineCount(pair.source.path, m_tasks.monitor),
                      target = lineCount(pair.target.path, m_tasks.monitor);
        return std::abs(source - target) * 10 > std::max(source, target);
    }

    /// The languages of what is loaded; of what was dropped those that `base` names, else those of
    /// the first pair to train on.
    std::pair<SideWord, SideWord> languagesOf(const std::vector<FilePair>& pairs) const
    {
        const FilePair* own = nullptr;
        const auto take = [&](const auto& isWanted) {
            const auto found = std::find_if(pairs.begin(), pairs.end(), isWanted);
            own = own == nullptr && found != pairs.end() ? &*found : own;
        };
        const auto isTrain = [this](const FilePair& pair) { return splitOf(pair) == Split::Train; };
        take([&](const FilePair& pair) {
            return isTrain(pair) && m_tasks.wantsPairs()
                && pair.sourceSide.word == m_base.sourceLanguage
                && pair.targetSide.word == m_base.targetLanguage;
        });
        take(isTrain);
        if (own == nullptr && !m_base.trainTarget.empty() && !m_base.train.empty())
            if (const auto loaded = sidesOfNames(m_base.train.front(), m_base.trainTarget.front()))
                return *loaded;
        if (own == nullptr)
            own = &pairs.front();
        return {own->sourceSide, own->targetSide};
    }

    RecognisedData ofOneLanguagePair(const std::vector<FilePair>& pairs) const
    {
        ChosenPairs chosen = pairsOfLanguages(m_dropped, pairs, languagesOf(pairs));
        return {m_tasks.pairs.task, chosen.pairs.empty() ? m_base : withPairs(chosen.pairs),
                std::move(chosen.notes)};
    }

    /// One file waits and one came: they belong together whatever their names are.
    std::vector<FilePair> joinedByHand() const
    {
        const bool one = m_waiting.size() == 1 && m_dropped.files.size() == 1 && m_dropped.lone;
        if (!m_tasks.wantsPairs() || !one || m_dropped.files[0].path == m_waiting[0].file.path)
            return {};
        for (const TaskColumns* columns : {&m_tasks.pairs, &m_tasks.answered})
            if (lookAt(Paths{m_dropped.files[0].path}, *columns, m_tasks.monitor).fit >= kSureFit)
                return {};
        FilePair pair{m_waiting[0].file, m_dropped.files[0], {}, {}};
        if (!m_waiting[0].isSource)
            std::swap(pair.source, pair.target);
        return {pair};
    }

    /// Two files come at once where a translation is expected, and neither has all by itself: they
    /// are its sides whatever their names are. One may turn out to be no text.
    std::vector<FilePair> droppedTogether() const
    {
        const std::vector<SideFile>& files = m_dropped.files;
        if (!m_tasks.wantsPairs() || files.size() != 2 || !m_dropped.lone || m_dropped.tables
            || splitOfFileName(files[0].name) != splitOfFileName(files[1].name))
            return {};
        const Paths paths{files[0].path, files[1].path};
        if (lookAt(paths, m_tasks.pairs, m_tasks.monitor).complete
            || lookAt(paths, m_tasks.answered, m_tasks.monitor).fit >= kSureFit)
            return {};
        const auto pair = pairedByChoice(files[0], files[1], rules());
        return pair ? std::vector{*pair} : std::vector<FilePair>();
    }

    Split splitOf(const FilePair& pair) const
    {
        if (const Waiting* waiting = waitingIn(pair))
            return waiting->split;
        return splitOfInnerPath(pair.source.name, FileNames::Decide).value_or(Split::Train);
    }

    DataSpec withPairs(const std::vector<FilePair>& pairs) const
    {
        const bool fresh = m_base.trainTarget.empty()
            ? std::none_of(pairs.begin(), pairs.end(),
                           [this](const FilePair& pair) { return waitingIn(pair) != nullptr; })
            : std::any_of(pairs.begin(), pairs.end(), [this](const FilePair& pair) {
                  return splitOf(pair) == Split::Train && !waitingIn(pair);
              });
        DataSpec spec = m_base;
        spec.sample = {"none", Json::object()};
        if (fresh)
            clearFiles(spec);
        else
            makeRoom(spec, pairs);
        for (const FilePair& pair : pairs) {
            const SplitLists lists = listsOf(spec, splitOf(pair));
            lists.sources.push_back(pair.source.path);
            lists.targets.push_back(pair.target.path);
        }
        if (!fresh)
            keepWaiting(spec, pairs);
        ensureTrain(spec);
        if (fresh || spec.sourceLanguage.empty() || spec.targetLanguage.empty())
            nameLanguages(spec, pairs);
        if (spec.train != m_base.train || spec.trainTarget != m_base.trainTarget) {
            spec.format = {"auto", Json::object()};
            spec.encoding = "auto";
        }
        return spec;
    }

    /// Takes away what waits, and held-out pairs in whose place others were dropped.
    void makeRoom(DataSpec& spec, const std::vector<FilePair>& pairs) const
    {
        for (const Split split : kSplits) {
            const SplitLists lists = listsOf(spec, split);
            const bool replaced
                = std::any_of(pairs.begin(), pairs.end(), [&](const FilePair& pair) {
                      return splitOf(pair) == split && !waitingIn(pair);
                  });
            const size_t both = replaced ? 0 : std::min(lists.sources.size(), lists.targets.size());
            lists.sources.resize(both);
            lists.targets.resize(both);
        }
    }

    /// Files without their other side follow the complete pairs: the k-th files belong together.
    void keepWaiting(DataSpec& spec, const std::vector<FilePair>& pairs) const
    {
        for (const Waiting& waiting : m_waiting) {
            const std::string& path = waiting.file.path;
            const bool joined = std::any_of(pairs.begin(), pairs.end(), [&](const FilePair& pair) {
                return pair.source.path == path || pair.target.path == path;
            });
            const SplitLists lists = listsOf(spec, waiting.split);
            if (!joined)
                (waiting.isSource ? lists.sources : lists.targets).push_back(path);
        }
    }

    /// Held-out files alone are what there is to train on.
    static void ensureTrain(DataSpec& spec)
    {
        if (!spec.train.empty() || !spec.trainTarget.empty())
            return;
        const SplitLists from = listsOf(spec, spec.test.empty() ? Split::Valid : Split::Test);
        spec.train.swap(from.sources);
        spec.trainTarget.swap(from.targets);
    }

    static void nameLanguages(DataSpec& spec, const std::vector<FilePair>& pairs)
    {
        const auto named = std::find_if(pairs.begin(), pairs.end(), [&](const FilePair& pair) {
            return !spec.train.empty() && pair.source.path == spec.train.front()
                && isLanguage(pair.sourceSide.kind) && !pair.sourceSide.word.empty();
        });
        spec.sourceLanguage = named == pairs.end() ? std::string() : named->sourceSide.word;
        spec.targetLanguage = named == pairs.end() ? std::string() : named->targetSide.word;
    }

    /// The side that all dropped files are by the last word of their names.
    std::optional<SideWord> commonSide() const
    {
        std::optional<SideWord> common;
        for (const SideFile& file : m_dropped.files) {
            const std::vector<SideReading> readings = sideReadings(file.name);
            if (readings.empty() || !readings.front().last
                || (common && *common != readings.front().side))
                return std::nullopt;
            common = readings.front().side;
        }
        return m_dropped.lone && !m_dropped.tables ? common : std::nullopt;
    }

    bool allHeldOut() const
    {
        return std::all_of(m_dropped.files.begin(), m_dropped.files.end(), [](const auto& file) {
            return splitOfFileName(file.name).value_or(Split::Train) != Split::Train;
        });
    }

    /// One side of held-out files for parallel files that are loaded.
    std::optional<DataSpec> withHeldOutSides() const
    {
        const auto side = commonSide();
        if (!side || !m_tasks.wantsPairs() || m_base.trainTarget.empty() || !allHeldOut())
            return std::nullopt;
        const bool target = side->kind == SideKind::Target
            || (!m_base.targetLanguage.empty() && side->word == m_base.targetLanguage);
        DataSpec spec = m_base;
        std::set<Split> cleared;
        for (const SideFile& file : m_dropped.files) {
            const Split split = *splitOfFileName(file.name);
            const SplitLists lists = listsOf(spec, split);
            if (cleared.insert(split).second) {
                lists.sources.clear();
                lists.targets.clear();
            }
            (target ? lists.targets : lists.sources).push_back(file.path);
        }
        return spec;
    }

    /// Files of one side, which wait for the other.
    std::optional<DataSpec> waitingSides() const
    {
        const auto side = commonSide();
        if (!side)
            return std::nullopt;
        Paths paths;
        for (const SideFile& file : m_dropped.files)
            paths.push_back(file.path);
        const bool expected = m_tasks.wantsPairs();
        // A language in the name of a text is that of any text.
        if (lookAt(paths, m_tasks.pairs, m_tasks.monitor).complete
            || (!expected
                && (isLanguage(side->kind) || (allHeldOut() && !m_base.train.empty())
                    || lookAt(paths, m_tasks.answered, m_tasks.monitor).fit >= kSureFit)))
            return std::nullopt;
        DataSpec spec = m_base;
        clearFiles(spec);
        spec = dataSpecFromPaths(paths, spec, m_tasks.monitor);
        spec.sourceLanguage = isLanguage(side->kind) ? side->word : std::string();
        spec.targetLanguage.clear();
        spec.format = {"auto", Json::object()};
        spec.encoding = "auto";
        return spec;
    }

    const Dropped& m_dropped;
    const CandidateTasks& m_tasks;
    const DataSpec& m_base;
    std::vector<Waiting> m_waiting;
};

} // namespace

std::optional<RecognisedData> recognisedPairs(const Dropped& dropped, const CandidateTasks& tasks,
                                              const DataSpec& base)
{
    return PairFiles(dropped, tasks, base).recognised();
}

} // namespace core
