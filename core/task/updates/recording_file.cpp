#include "core/task/updates/recording_file.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"

#include <charconv>
#include <cmath>
#include <deque>

namespace core {

namespace {

constexpr std::array<const char*, kUpdateQuantities> kNames{"weight", "gradient", "first_moment",
                                                            "second_moment", "step"};
constexpr std::string_view kStep = R"({"step":)";
constexpr uint64_t kLargestFile = uint64_t{1} << 30;

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
    const auto path = run / kRecordingFile;
    if (std::error_code error; !std::filesystem::exists(path, error))
        return result;
    const std::string content = readFile(path, kLargestFile, Links::Refuse);
    const std::string_view all = content;
    std::deque<std::string_view> last;
    std::string_view parameters;
    for (size_t begin = 0, end; (end = all.find('\n', begin)) != std::string_view::npos;
         begin = end + 1) {
        const std::string_view line = all.substr(begin, end - begin);
        const int64_t step = recordedStep(line);
        if (step == 0)
            parameters = line;
        else if (until == 0 || step <= until)
            last.push_back(line);
        if (last.size() > Recording::kUpdates)
            last.pop_front();
    }
    const auto read = [](std::string_view line, const auto& take) {
        try {
            take(readJson(line).value.value_or(Json()));
        } catch (const std::exception&) { // Damaged, or of another program.
        }
    };
    read(parameters, [&](const Json& json) {
        for (const Json& each : json.at("parameters"))
            result.parameters.push_back(parameterFromJson(each));
    });
    for (const std::string_view line : last)
        read(line, [&](const Json& json) {
            result.updates.push_back(
                std::make_shared<const RecordedUpdate>(recordedUpdateFromJson(json)));
        });
    return result;
}

} // namespace core
