#include "core/catalogue/suited_settings.h"

#include "core/task/tagging/tagging_options.h"
#include "core/text/text_preview.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace core {

namespace {

/// An epoch of fewer updates is made of smaller batches.
constexpr int64_t kUpdatesOfAnEpoch = 64;
constexpr int64_t kSmallestBatch = 8; ///< Gradients of fewer texts are mostly noise.
/// Fewer updates than this hardly move the weights away from where they began.
constexpr int64_t kUpdates = 500;
constexpr int64_t kMostEpochs = 100; ///< More epochs only memorise the texts.
/// With fewer validation texts, each counts for more than two per cent of the accuracy.
constexpr int64_t kValidTexts = 50;
/// Among fewer words than these, one that is seen once says next to nothing by itself.
constexpr double kWords = 50'000.0;
/// Training does not stop before the score has stood still for so many updates.
constexpr int64_t kUpdatesOfPatience = 200;

int64_t quotientRoundedUp(int64_t number, int64_t divisor)
{
    return (number + divisor - 1) / divisor;
}

bool isGiven(const std::set<std::string>& given, std::string_view path)
{
    return std::any_of(given.begin(), given.end(), [&](const std::string& each) {
        return path == each || (path.starts_with(each) && path[each.size()] == '.');
    });
}

/// The settings that follow from how many updates an epoch has.
struct Rule {
    const char* path;
    int64_t TrainingSpec::*setting;
};
constexpr Rule kBatchSize{"training.batch_size", &TrainingSpec::batchSize};
constexpr Rule kEpochs{"training.epochs", &TrainingSpec::epochs};
constexpr Rule kPatience{"training.patience", &TrainingSpec::patience};

int64_t updatesOfAnEpoch(const ExperimentSpec& spec, const PlannedData& data)
{
    return quotientRoundedUp(plannedEpoch(spec, data).batches,
                             std::max<int64_t>(spec.training.accumulation, 1));
}

/// "training.epochs 10 → 42, training.patience 3 → 17"
std::string listed(const std::vector<SuitedSetting>& changes)
{
    std::string list;
    for (const SuitedSetting& each : changes)
        list += (list.empty() ? "" : ", ") + each.path + " " + each.before + " → " + each.after;
    return list;
}

/// Tokens of one text on the average; 0: the tokeniser has to be trained first.
double meanTokens(const TextSpec& text, const std::vector<std::string>& samples)
{
    constexpr size_t kEnough = 200;
    const auto counts = countedTokens(
        text, std::span(samples).first(std::min(samples.size(), kEnough)), Monitor());
    double texts = 0.0, tokens = 0.0;
    if (counts)
        for (const auto& [length, count] : *counts) {
            texts += double(count);
            tokens += double(length) * double(count);
        }
    return texts > 0.0 ? tokens / texts : 0.0;
}

/// Batches, epochs and patience by the updates of an epoch.
void suitUpdates(SuitedSettings& suited, const PlannedData& data,
                 const std::set<std::string>& given)
{
    const TrainingSpec before = suited.spec.training;
    TrainingSpec& training = suited.spec.training;
    const auto updates = [&] { return updatesOfAnEpoch(suited.spec, data); };
    const int64_t asWritten = updates();

    if (!isGiven(given, kBatchSize.path))
        while (updates() < kUpdatesOfAnEpoch && training.batchSize > kSmallestBatch)
            training.batchSize = std::max(training.batchSize / 2, kSmallestBatch);
    const int64_t wanted
        = training.maximumUpdates > 0 ? std::min(training.maximumUpdates, kUpdates) : kUpdates;
    if (!isGiven(given, kEpochs.path))
        training.epochs = std::max(training.epochs,
                                   std::min(quotientRoundedUp(wanted, updates()), kMostEpochs));
    if (training.patience > 0 && !isGiven(given, kPatience.path))
        training.patience
            = std::max(training.patience,
                       std::min(quotientRoundedUp(kUpdatesOfPatience, updates()), training.epochs));

    for (const Rule& rule : {kBatchSize, kEpochs, kPatience})
        if (before.*rule.setting != training.*rule.setting)
            suited.changes.push_back({rule.path, std::to_string(before.*rule.setting),
                                      std::to_string(training.*rule.setting)});
    if (!suited.changes.empty())
        suited.why.push_back({"An epoch of these data would have only %1 {update|updates} with the "
                              "settings of the preset, so these were changed: %2.",
                              {std::to_string(asWritten), listed(suited.changes)}});
}

/// A word that is seen once is learnt by heart, with its tag, right or wrong. A tagger that reads
/// characters can do without it, and learns from it what an unknown word is like.
void suitWords(SuitedSettings& suited, const PlannedData& data, const std::set<std::string>& given)
{
    constexpr const char* kPath = "text.minimum_frequency";
    ExperimentSpec& spec = suited.spec;
    const bool readsCharacters
        = spec.task.kind == kTaggingTask && taggingOptions(spec).characters.kind != "none";
    if (!readsCharacters || data.tokens >= kWords || spec.text.minimumFrequency != 1
        || isGiven(given, kPath))
        return;
    spec.text.minimumFrequency = 2;
    suited.changes.push_back({kPath, "1", "2"});
    suited.why.push_back({"The training texts have only about %1 words. Words seen once are "
                          "recognised by their characters alone (%2 is 2 instead of 1).",
                          {std::to_string(std::llround(data.tokens)), kPath}});
}

/// Monitors of the best epoch by how finely they distinguish epochs.
void suitMonitor(SuitedSettings& suited, int64_t validTexts, const std::set<std::string>& given)
{
    constexpr const char* kPath = "training.monitor";
    constexpr const char* kOfTexts = "valid_accuracy";
    constexpr const char* kFine = "valid_loss";
    std::string& monitor = suited.spec.training.monitor;
    const bool isCoarse = monitor == kOfTexts && validTexts > 0 && validTexts < kValidTexts;
    if (!isCoarse || isGiven(given, kPath))
        return;
    monitor = kFine;
    suited.changes.push_back({kPath, kOfTexts, kFine});
    suited.why.push_back({"Validation has only %1 {text|texts}, too few for their accuracy to tell "
                          "epochs apart: %2 goes by their loss instead.",
                          {std::to_string(validTexts), kPath}});
}

} // namespace

SuitedSettings suitedSettings(const ExperimentSpec& preset, const DataSize& data,
                              const std::set<std::string>& given)
{
    SuitedSettings suited{preset, {}, {}};
    if (data.train.rows > 0) {
        suitUpdates(suited, data.train, given);
        suitWords(suited, data.train, given);
    }
    suitMonitor(suited, data.validTexts, given);
    return suited;
}

DataSize dataSize(const ExperimentSpec& spec, const DataPreview& preview)
{
    const LengthHistogram& lengths
        = preview.read.arePairs() ? preview.targetLengths : preview.lengths;
    double mean = meanTokens(spec.text, preview.sampleTexts);
    if (mean <= 0.0)
        mean = double(lengths.median);
    return {{preview.trainRows, mean * double(preview.trainRows), lengths.median},
            preview.validRows};
}

} // namespace core
