#include "core/train/reports.h"

#include "core/train/reports.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace core {

namespace {

constexpr std::array<std::pair<RunState, const char*>, 7> kStates
    = {{{RunState::Fresh, "fresh"},
        {RunState::Running, "running"},
        {RunState::Paused, "paused"},
        {RunState::Stopped, "stopped"},
        {RunState::Interrupted, "interrupted"},
        {RunState::Completed, "completed"},
        {RunState::Failed, "failed"}}};

constexpr std::array<std::pair<ErrorCode, const char*>, 11> kCodes
    = {{{ErrorCode::FileMissing, "file_missing"},
        {ErrorCode::FileMalformed, "file_malformed"},
        {ErrorCode::FileUnwritable, "file_unwritable"},
        {ErrorCode::BadData, "bad_data"},
        {ErrorCode::BadSetting, "bad_setting"},
        {ErrorCode::DeviceMissing, "device_missing"},
        {ErrorCode::OutOfMemory, "out_of_memory"},
        {ErrorCode::Diverged, "diverged"},
        {ErrorCode::Cancelled, "cancelled"},
        {ErrorCode::Helper, "helper"},
        {ErrorCode::Internal, "internal"}}};

template <class Names, class Value>
const char* nameOf(const Names& names, Value value, const char* otherwise)
{
    for (const auto& [each, name] : names)
        if (each == value)
            return name;
    return otherwise;
}

template <class Value, class Names>
Value valueOf(const Names& names, const std::string& name, Value otherwise)
{
    for (const auto& [value, each] : names)
        if (name == each)
            return value;
    return otherwise;
}

/// A sentence for people and its parts for translation.
void putMessage(Json& json, const std::string& name, const Message& message)
{
    json[name] = message.plain();
    json[name + "_parts"] = {{"text", message.text}, {"arguments", message.arguments}};
}

Message getMessage(const Json& json, const std::string& name)
{
    const auto parts = json.find(name + "_parts");
    if (parts == json.end())
        return {json.value(name, std::string()), {}};
    return {parts->value("text", std::string()),
            parts->value("arguments", std::vector<std::string>())};
}

Json failureJson(const Failure& failure)
{
    Json json = {{"code", nameOf(kCodes, failure.code, "internal")}};
    putMessage(json, "what", failure.what);
    putMessage(json, "advice", failure.advice);
    json["detail"] = failure.detail;
    return json;
}

Failure failureFromJson(const Json& json)
{
    return {valueOf(kCodes, json.value("code", std::string()), ErrorCode::Internal),
            getMessage(json, "what"), getMessage(json, "advice"),
            json.value("detail", std::string())};
}

} // namespace

bool operator==(const UpdateReport& a, const UpdateReport& b)
{
    const auto wholes = [](const UpdateReport& each) {
        return std::tie(each.step, each.epoch, each.tokens, each.clipped);
    };
    const auto reals = [](const UpdateReport& each) {
        return std::array{each.epochPosition,  each.loss,       each.learningRate,
                          each.gradientNorm,   each.seconds,    each.tokensPerSecond,
                          each.teacherForcing, each.clippedNorm};
    };
    const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    const auto sameScore = [&](const Score& x, const Score& y) {
        return x.name == y.name && same(x.value, y.value);
    };
    const auto first = reals(a), second = reals(b);
    return wholes(a) == wholes(b) && std::equal(first.begin(), first.end(), second.begin(), same)
        && std::equal(a.scores.begin(), a.scores.end(), b.scores.begin(), b.scores.end(), sameScore)
        && std::equal(a.layers.all.begin(), a.layers.all.end(), b.layers.all.begin(),
                      [&](const auto& x, const auto& y) {
                          return std::equal(x.begin(), x.end(), y.begin(), y.end(), same);
                      });
}

double realOf(const Json& json, const char* name)
{
    const auto found = json.find(name);
    return found != json.end() && found->is_number() ? found->get<double>()
                                                     : std::numeric_limits<double>::quiet_NaN();
}

int64_t countOf(const Json& json, const char* name)
{
    const auto found = json.find(name);
    if (found == json.end())
        return 0;
    // A number beyond int64 becomes a negative one.
    const int64_t count = found->is_number_integer() ? found->get<int64_t>() : -1;
    if (count < 0)
        throw Error(ErrorCode::FileMalformed,
                    {"\"%1\" is %2, which is not a count.", {name, shown(found->dump())}});
    return count;
}

std::string runStateName(RunState state)
{
    return nameOf(kStates, state, "failed");
}

RunState runStateFromName(const std::string& name)
{
    return valueOf(kStates, name, RunState::Failed);
}

void putScores(Json& json, const std::string& split, const std::vector<Score>& scores)
{
    for (const Score& score : scoresOf(scores, true))
        json[split + "_" + score.name] = score.value;
    Json others = Json::object();
    for (const Score& score : scoresOf(scores, false))
        others[score.name] = score.value;
    if (split != "train")
        json[split + "_scores"] = others;
}

std::vector<Score> scoresFromJson(const Json& json, const std::string& split)
{
    const std::string prefix = split + "_";
    std::vector<Score> scores;
    for (const auto& [key, value] : json.items())
        if (key.starts_with(prefix) && key != prefix + "loss" && !value.is_structured())
            scores.push_back({key.substr(prefix.size()), realOf(json, key.c_str())});
    const auto others = json.find(prefix + "scores");
    if (others != json.end() && others->is_object())
        for (const auto& [key, value] : others->items())
            scores.push_back({key, realOf(*others, key.c_str())});
    return scores;
}

namespace {

/// Fields of an update that are no scores.
bool isUpdateField(const std::string& key)
{
    constexpr std::array kFields{"event",
                                 "step",
                                 "epoch",
                                 "epoch_position",
                                 "loss",
                                 "tokens",
                                 "seconds",
                                 "clipped",
                                 "learning_rate",
                                 "gradient_norm",
                                 "tokens_per_second",
                                 "teacher_forcing",
                                 "clipped_norm"};
    return std::find(kFields.begin(), kFields.end(), key) != kFields.end();
}

/// With as many digits as a float needs.
double shortened(float value)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    double result = std::numeric_limits<double>::quiet_NaN();
    std::from_chars(text.data(), end, result);
    return result;
}

} // namespace

Json StartReport::fact(const std::string& name) const
{
    for (const StartFact& each : facts)
        if (each.name == name)
            return each.value;
    return {};
}

Json toJson(const StartReport& report)
{
    Json json = {{"event", "start"},
                 {"run", report.run},
                 {"train_texts", report.trainTexts},
                 {"valid_texts", report.validTexts},
                 {"test_texts", report.testTexts},
                 {"task", report.task},
                 {"vocabulary_size", report.vocabularySize},
                 {"train_unknown_share", report.trainUnknownShare},
                 {"valid_unknown_share", report.validUnknownShare},
                 {"padding_share", report.paddingShare},
                 {"parameters", report.parameters},
                 {"updates_per_epoch", report.updatesPerEpoch},
                 {"total_updates", report.totalUpdates},
                 {"resumed_at_step", report.resumedAtStep},
                 {"device", report.device},
                 {"threads", report.threads},
                 {"layers", report.layers[LayerQuantity::GradientNorm]}};
    for (size_t i = size_t(LayerQuantity::StreamScale); i < kLayerQuantities; ++i)
        if (!report.layers.all[i].empty())
            json["places"][kLayerMembers.all[i]] = report.layers.all[i];
    for (const StartFact& fact : report.facts)
        json[fact.name] = fact.value;
    json["notes"] = Json::array();
    for (const Message& note : report.notes)
        json["notes"].push_back(note.plain());
    return json;
}

Json toJson(const UpdateReport& report)
{
    // parseUpdateLine reads exactly this order without a JSON parser.
    Json json = {{"event", "update"},
                 {"step", report.step},
                 {"epoch", report.epoch},
                 {"epoch_position", report.epochPosition},
                 {"loss", report.loss}};
    for (const Score& score : report.scores)
        json[score.name] = score.value;
    json.update({{"learning_rate", report.learningRate},
                 {"gradient_norm", report.gradientNorm},
                 {"tokens", report.tokens},
                 {"seconds", report.seconds},
                 {"tokens_per_second", report.tokensPerSecond},
                 {"clipped", report.clipped}});
    if (!std::isnan(report.teacherForcing))
        json["teacher_forcing"] = report.teacherForcing;
    if (!std::isnan(report.clippedNorm))
        json["clipped_norm"] = report.clippedNorm;
    for (size_t i = 0; i < kLayerQuantities; ++i)
        for (const float value : report.layers.all[i])
            json[kLayerMembers.all[i]].push_back(shortened(value));
    return json;
}

Json toJson(const EpochReport& report)
{
    Json json = {{"event", "epoch"},
                 {"epoch", report.epoch},
                 {"step", report.step},
                 {"train_loss", report.trainLoss}};
    putScores(json, "train", report.trainScores);
    json["valid_loss"] = report.validLoss;
    putScores(json, "valid", report.validScores);
    json.update({{"tokens", report.tokens}, {"seconds", report.seconds}, {"best", report.best}});
    return json;
}

Json toJson(const EndReport& report)
{
    Json json = {{"event", "end"}, {"state", runStateName(report.state)}};
    putMessage(json, "reason", report.reason);
    json.update({{"step", report.step},
                 {"epoch", report.epoch},
                 {"seconds", report.seconds},
                 {"best_epoch", report.bestEpoch},
                 {"best_value", report.bestValue},
                 {"tested", report.tested}});
    if (report.tested) {
        json["test_loss"] = report.testLoss;
        putScores(json, "test", report.testScores);
    }
    if (std::isfinite(report.waitedShare))
        json["waited_share"] = report.waitedShare;
    if (report.failure)
        json["failure"] = failureJson(*report.failure);
    return json;
}

ByQuantity<std::vector<std::string>> layersFromJson(const Json& start)
{
    using Names = std::vector<std::string>;
    ByQuantity<Names> layers;
    layers[LayerQuantity::GradientNorm] = start.value("layers", Names());
    layers[LayerQuantity::StepSize] = layers[LayerQuantity::GradientNorm];
    const Json places = start.value("places", Json::object());
    for (size_t i = size_t(LayerQuantity::StreamScale); i < kLayerQuantities; ++i)
        layers.all[i] = places.value(kLayerMembers.all[i], Names());
    return layers;
}

UpdateReport updateFromJson(const Json& json)
{
    UpdateReport report;
    report.step = countOf(json, "step");
    report.epoch = countOf(json, "epoch");
    report.epochPosition = realOf(json, "epoch_position");
    report.loss = realOf(json, "loss");
    for (const auto& [key, value] : json.items())
        if (!isUpdateField(key) && (value.is_number() || value.is_null()))
            report.scores.push_back({key, realOf(json, key.c_str())});
    report.learningRate = realOf(json, "learning_rate");
    report.gradientNorm = realOf(json, "gradient_norm");
    report.tokens = countOf(json, "tokens");
    report.seconds = realOf(json, "seconds");
    report.tokensPerSecond = realOf(json, "tokens_per_second");
    report.clipped = json.value("clipped", false);
    report.teacherForcing = realOf(json, "teacher_forcing");
    report.clippedNorm = realOf(json, "clipped_norm");
    for (size_t i = 0; i < kLayerQuantities; ++i)
        if (const auto layers = json.find(kLayerMembers.all[i]); layers != json.end())
            for (const Json& value : *layers)
                report.layers.all[i].push_back(value.is_number()
                                                   ? value.get<float>()
                                                   : std::numeric_limits<float>::quiet_NaN());
    return report;
}

EpochReport epochFromJson(const Json& json)
{
    EpochReport report;
    report.epoch = countOf(json, "epoch");
    report.step = countOf(json, "step");
    report.trainLoss = realOf(json, "train_loss");
    report.trainScores = scoresFromJson(json, "train");
    report.validLoss = realOf(json, "valid_loss");
    report.validScores = scoresFromJson(json, "valid");
    report.tokens = countOf(json, "tokens");
    report.seconds = realOf(json, "seconds");
    report.best = json.value("best", false);
    return report;
}

EndReport endFromJson(const Json& json)
{
    EndReport report;
    report.state = runStateFromName(json.value("state", std::string()));
    report.reason = getMessage(json, "reason");
    report.step = countOf(json, "step");
    report.epoch = countOf(json, "epoch");
    report.seconds = realOf(json, "seconds");
    report.bestEpoch = countOf(json, "best_epoch");
    report.bestValue = realOf(json, "best_value");
    report.tested = json.value("tested", false);
    if (report.tested) {
        report.testLoss = realOf(json, "test_loss");
        report.testScores = scoresFromJson(json, "test");
    }
    report.waitedShare = realOf(json, "waited_share");
    if (const auto failure = json.find("failure"); failure != json.end())
        report.failure = failureFromJson(*failure);
    return report;
}

} // namespace core
