#include "core/probe/baselines/baseline_cache.h"

#include "core/base/atomic_file.h"
#include "core/base/read_json.h"
#include "core/data/content_hash.h"
#include "core/data/corpus_cache.h"
#include "core/experiment/spec_schema.h"
#include "core/task/task_kinds.h"

#include <algorithm>

namespace core {

namespace {

namespace fs = std::filesystem;

/// Changes with what baselines there are and how they are computed.
constexpr int kBaselineVersion = 2;
constexpr const char* kBaselineExtension = ".baselines";
constexpr size_t kMostBaselineFiles = 100;

/// text.json has checksums of the vocabulary and of a subword model.
std::string textSettings(const fs::path& run)
{
    std::string settings = readFile(run / "text.json");
    if (fs::exists(run / "target" / "text.json"))
        settings += readFile(run / "target" / "text.json");
    return settings;
}

Json messageJson(const Message& message)
{
    return {{"text", message.text}, {"arguments", message.arguments}};
}

Json outcomesJson(const Outcomes& outcomes)
{
    return {{"score", outcomes.score},
            {"form", static_cast<int>(outcomes.form)},
            {"lowercase", outcomes.bleu.lowercase},
            {"values", outcomes.values}};
}

Outcomes outcomesFrom(const Json& json)
{
    Outcomes outcomes{json.at("score").get<std::string>(),
                      static_cast<Outcomes::Form>(std::clamp(json.at("form").get<int>(), 0, 2)),
                      {.lowercase = json.at("lowercase").get<bool>()},
                      json.at("values").get<std::vector<double>>()};
    outcomes.values.resize(outcomes.rows() * outcomes.width());
    return outcomes;
}

Json baselineJson(const Baseline& baseline)
{
    Json scores = Json::array();
    for (const Score& score : baseline.scores)
        scores.push_back({score.name, score.value});
    return {{"id", baseline.id},
            {"title", baseline.title},
            {"help", baseline.help},
            {"scores", scores},
            {"outcomes", outcomesJson(baseline.outcomes)}};
}

Baseline baselineFrom(const Json& json)
{
    Baseline baseline{json.at("id").get<std::string>(), json.at("title").get<std::string>(),
                      json.at("help").get<std::string>()};
    for (const Json& score : json.at("scores"))
        baseline.scores.push_back({score.at(0).get<std::string>(), score.at(1).get<double>()});
    baseline.outcomes = outcomesFrom(json.at("outcomes"));
    return baseline;
}

Json wordsJson(const TellingWords& words)
{
    Json all = Json::array();
    for (const TellingWord& word : words.words)
        all.push_back({word.token, word.evidence, word.inClass, word.elsewhere});
    return {{"class", words.className}, {"words", all}};
}

TellingWords wordsFrom(const Json& json)
{
    TellingWords words{json.at("class").get<std::string>(), {}};
    for (const Json& word : json.at("words"))
        words.words.push_back({word.at(0).get<std::string>(), word.at(1).get<double>(),
                               word.at(2).get<int64_t>(), word.at(3).get<int64_t>()});
    return words;
}

Json baselinesJson(const Baselines& baselines)
{
    Json all = Json::array(), words = Json::array(), notes = Json::array();
    for (const Baseline& each : baselines.all)
        all.push_back(baselineJson(each));
    for (const TellingWords& each : baselines.words)
        words.push_back(wordsJson(each));
    for (const Message& each : baselines.notes)
        notes.push_back(messageJson(each));
    return {{"version", kBaselineVersion},
            {"split", baselines.split},
            {"baselines", all},
            {"words", words},
            {"notes", notes},
            {"letters", baselines.lettersInText},
            {"characters", baselines.readsCharacters}};
}

Baselines baselinesFrom(const Json& json)
{
    Baselines baselines;
    baselines.split = json.at("split").get<std::string>();
    for (const Json& each : json.at("baselines"))
        baselines.all.push_back(baselineFrom(each));
    for (const Json& each : json.at("words"))
        baselines.words.push_back(wordsFrom(each));
    for (const Json& each : json.at("notes"))
        baselines.notes.push_back({each.at("text").get<std::string>(),
                                   each.at("arguments").get<std::vector<std::string>>()});
    baselines.lettersInText = json.at("letters").get<double>();
    baselines.readsCharacters = json.at("characters").get<bool>();
    return baselines;
}

/// Removes the files that were used least lately.
void removeOldBaselines(const fs::path& folder)
{
    std::error_code error;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (auto each = fs::directory_iterator(folder, error); !error && each != fs::end(each);
         each.increment(error))
        if (each->path().extension() == kBaselineExtension)
            files.emplace_back(each->last_write_time(error), each->path());
    if (files.size() <= kMostBaselineFiles)
        return;
    std::sort(files.begin(), files.end());
    for (size_t i = 0; i + kMostBaselineFiles < files.size(); ++i)
        fs::remove(files[i].second, error);
}

} // namespace

BaselineCache::BaselineCache(const ExperimentSpec& spec, const std::string& run,
                             const std::string& split, const Monitor& monitor)
{
    const fs::path folder = cacheFolder();
    const std::string content = contentKey(spec.data, columnsOfTask(spec.task), monitor);
    if (folder.empty() || content.empty())
        return;
    ContentHash hash;
    hash.add(content + split + std::to_string(kBaselineVersion));
    hash.add(dataSchema().toJson(spec.data).dump(-1, ' ', false, Json::error_handler_t::replace));
    hash.add(toJson(spec.task).dump(-1, ' ', false, Json::error_handler_t::replace));
    hash.add(textSettings(run));
    m_entry = folder / (hash.text() + kBaselineExtension);
}

std::optional<Baselines> BaselineCache::find() const
{
    std::error_code ignored;
    if (m_entry.empty() || !fs::exists(fs::symlink_status(m_entry, ignored)))
        return std::nullopt;
    try {
        const JsonLimits limits{uint64_t{256} << 20, 16, 20'000'000};
        const Json json = readJsonFile(m_entry, Links::Refuse, limits);
        if (json.at("version") != kBaselineVersion)
            return std::nullopt;
        Baselines baselines = baselinesFrom(json);
        fs::last_write_time(m_entry, fs::file_time_type::clock::now(), ignored);
        return baselines;
    } catch (const Error&) {
        return std::nullopt;
    } catch (const Json::exception&) { // A member is missing or of another type.
        return std::nullopt;
    }
}

void BaselineCache::keep(const Baselines& baselines) const
{
    if (m_entry.empty())
        return;
    try {
        std::error_code ignored;
        fs::create_directories(m_entry.parent_path(), ignored);
        writeFileAtomically(
            m_entry, baselinesJson(baselines).dump(-1, ' ', false, Json::error_handler_t::replace));
        removeOldBaselines(m_entry.parent_path());
    } catch (const Error&) {
        return; // It is computed again then.
    }
}

} // namespace core
