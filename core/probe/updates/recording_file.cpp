#include "core/probe/updates/recording_file.h"

#include "core/base/line_file.h"
#include "core/base/read_json.h"
#include "core/base/seal.h"

#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

namespace core {

namespace {

constexpr std::array<const char*, kUpdateQuantities> kNames{"weight", "gradient", "first_moment",
                                                            "second_moment", "step"};
constexpr std::string_view kStep = R"({"step":)";

/// Six digits: they are looked at.
Json number(float value)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::general, 6)
                         .ptr;
    double shorter = 0.0;
    std::from_chars(digits.data(), end, shorter);
    return std::isfinite(value) ? Json(shorter) : Json();
}

float floatOf(const Json& json)
{
    return json.is_null() ? std::nanf("") : json.get<float>();
}

double doubleOf(const Json& json, const char* name)
{
    return json.at(name).is_null() ? std::nan("") : json.at(name).get<double>();
}

Json toJson(const SignedHistogram& histogram)
{
    Json bins = Json::array();
    for (size_t bin = 0; bin < histogram.counts.size(); ++bin)
        if (histogram.counts[bin] > 0)
            bins.push_back({bin, histogram.counts[bin]});
    return {{"count", histogram.count},     {"not_finite", histogram.notFinite},
            {"minimum", histogram.minimum}, {"maximum", histogram.maximum},
            {"mean", histogram.mean},       {"root_mean_square", histogram.rootMeanSquare},
            {"bins", std::move(bins)}};
}

SignedHistogram histogramFromJson(const Json& json)
{
    SignedHistogram histogram;
    histogram.counts.assign(SignedHistogram::kBins, 0);
    histogram.count = json.at("count").get<int64_t>();
    histogram.notFinite = json.at("not_finite").get<int64_t>();
    histogram.minimum = doubleOf(json, "minimum");
    histogram.maximum = doubleOf(json, "maximum");
    histogram.mean = doubleOf(json, "mean");
    histogram.rootMeanSquare = doubleOf(json, "root_mean_square");
    for (const Json& bin : json.at("bins")) // Beyond the last bin: of another program.
        histogram.counts.at(bin.at(0).get<size_t>()) = bin.at(1).get<uint32_t>();
    return histogram;
}

RecordedParameter parameterFromJson(const Json& json)
{
    RecordedParameter parameter{json.at("name").get<std::string>(),
                                json.at("layer").get<std::string>(),
                                json.at("shape").get<std::vector<int64_t>>(), 1};
    for (const int64_t size : parameter.shape)
        parameter.count *= size;
    return parameter;
}

/// The JSON of a line; nothing where it is damaged.
std::optional<Json> intact(std::string_view line)
{
    return isIntact(line) ? readJson(line).value : std::nullopt;
}

std::vector<RecordedParameter> parametersIn(std::string_view line)
{
    try {
        return parametersFromJson(intact(line).value_or(Json()));
    } catch (const std::exception&) { // Damaged, or of another program.
        return {};
    }
}

ShownUpdate updateIn(std::string_view line)
{
    try {
        return std::make_shared<const RecordedUpdate>(
            recordedUpdateFromJson(intact(line).value_or(Json())));
    } catch (const std::exception&) { // Damaged, or of another program.
        return nullptr;
    }
}

/// Calls `read` with the lines of the run's recording, where it has one.
void withLines(const std::filesystem::path& run, const std::function<void(LineFile&)>& read)
{
    const FilePlace place = run / kRecordingFile;
    if (!isThere(place))
        return;
    const FileDescriptor file = openRegularFile(place, O_RDONLY, Links::Refuse);
    LineFile lines(file, place);
    read(lines);
}

} // namespace

Json toJson(const RecordedUpdate& update)
{
    Json losses = Json::array(), norms = Json::array(), histograms = Json::object();
    for (const float loss : update.itemLosses)
        losses.push_back(number(loss));
    for (const ParameterNorms& each : update.norms)
        norms.push_back({number(each.weight), number(each.gradient), number(each.step)});
    for (size_t i = 0; i < kUpdateQuantities; ++i)
        if (update.histograms[i])
            histograms[kNames[i]] = toJson(*update.histograms[i]);
    return {{"step", update.step},
            {"epoch", update.epoch},
            {"loss", update.loss},
            {"learning_rate", update.learningRate},
            {"gradient_norm", update.gradientNorm},
            {"clip_factor", update.clipFactor},
            {"items", update.items},
            {"item_losses", std::move(losses)},
            {"chosen", update.chosen},
            {"histograms", std::move(histograms)},
            {"norms", std::move(norms)}};
}

Json parametersToJson(const std::vector<RecordedParameter>& parameters)
{
    Json list = Json::array();
    for (const RecordedParameter& each : parameters)
        list.push_back({{"name", each.name}, {"layer", each.layer}, {"shape", each.shape}});
    return {{"parameters", std::move(list)}};
}

std::vector<RecordedParameter> parametersFromJson(const Json& json)
{
    std::vector<RecordedParameter> parameters;
    for (const Json& each : json.at("parameters"))
        parameters.push_back(parameterFromJson(each));
    return parameters;
}

RecordedUpdate recordedUpdateFromJson(const Json& json)
{
    RecordedUpdate update;
    update.step = json.at("step").get<int64_t>();
    update.epoch = json.at("epoch").get<int64_t>();
    update.loss = doubleOf(json, "loss");
    update.learningRate = doubleOf(json, "learning_rate");
    update.gradientNorm = doubleOf(json, "gradient_norm");
    update.clipFactor = doubleOf(json, "clip_factor");
    update.items = json.at("items").get<std::vector<int32_t>>();
    for (const Json& loss : json.at("item_losses"))
        update.itemLosses.push_back(floatOf(loss));
    update.chosen = json.at("chosen").get<std::string>();
    const Json& histograms = json.at("histograms");
    for (size_t i = 0; i < kUpdateQuantities; ++i)
        if (const auto found = histograms.find(kNames[i]); found != histograms.end())
            update.histograms[i] = histogramFromJson(*found);
    for (const Json& norms : json.at("norms"))
        update.norms.push_back({floatOf(norms.at(0)), floatOf(norms.at(1)), floatOf(norms.at(2))});
    return update;
}

int64_t recordedStep(std::string_view line)
{
    int64_t step = 0;
    if (line.starts_with(kStep))
        std::from_chars(line.data() + kStep.size(), line.data() + line.size(), step);
    return step;
}

ReadRecording readRecording(const std::filesystem::path& run, int64_t until)
{
    ReadRecording result;
    withLines(run, [&](LineFile& lines) {
        const uint64_t end = until == 0 || until == std::numeric_limits<int64_t>::max()
            ? lines.beginOfLine(lines.size())
            : lines.firstOf(until + 1, &recordedStep);
        const auto isFull = [&] { return result.updates.size() == Recording::kUpdates; };
        for (auto line = lines.lineBefore(end); line && !(isFull() && !result.parameters.empty());
             line = lines.lineBefore(line->begin)) {
            if (recordedStep(line->text) > 0 && !isFull()) {
                if (ShownUpdate update = updateIn(line->text))
                    result.updates.push_back(std::move(update));
            } else if (recordedStep(line->text) == 0 && result.parameters.empty()) {
                result.parameters = parametersIn(line->text);
            }
        }
    });
    std::reverse(result.updates.begin(), result.updates.end());
    return result;
}

ShownUpdate readRecordedUpdate(const std::filesystem::path& run, int64_t step)
{
    ShownUpdate found;
    withLines(run, [&](LineFile& lines) {
        if (const auto line = lines.lineAt(lines.firstOf(step, &recordedStep)))
            found = updateIn(line->text);
    });
    return found != nullptr && found->step == step ? found : nullptr;
}

} // namespace core
