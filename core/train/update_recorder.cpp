#include "core/train/update_recorder.h"

#include "core/base/elapsed.h"
#include "core/nn/kernels/row_gradient.h"
#include "core/probe/updates/network_parameters.h"
#include "core/probe/updates/recording_file.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

namespace core {

namespace {

/// A tensor's values on the CPU as float32, one after another.
torch::Tensor plainValues(const torch::Tensor& tensor)
{
    return tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous();
}

struct PlainGradient {
    torch::Tensor values; ///< That are stored.
    int64_t zeros = 0; ///< All others.
};

PlainGradient plainGradient(const torch::Tensor& parameter)
{
    const torch::Tensor& gradient = parameter.grad();
    if (!gradient.defined())
        return {torch::empty({0}), parameter.numel()};
    PlainGradient plain{plainValues(storedValues(gradient)), 0};
    plain.zeros = parameter.numel() - plain.values.numel();
    return plain;
}

/// The slots of an optimiser that are a first or a second moment.
std::optional<UpdateQuantity> momentOf(std::string_view slot)
{
    for (const char* name : {"exp_avg", "momentum_buffer", "grad_avg"})
        if (slot == name)
            return UpdateQuantity::FirstMoment;
    for (const char* name : {"exp_avg_sq", "square_avg", "sum"})
        if (slot == name)
            return UpdateQuantity::SecondMoment;
    return std::nullopt;
}

std::vector<size_t> allOf(size_t count)
{
    std::vector<size_t> all(count);
    std::iota(all.begin(), all.end(), size_t{0});
    return all;
}

} // namespace

UpdateRecorder::UpdateRecorder(std::shared_ptr<Recording> recording, const FilePlace& run)
    : m_recording(std::move(recording)), m_run(run)
{
}

void UpdateRecorder::follow(const torch::nn::Module& network, const ParameterLayers& layers,
                            const std::vector<torch::Tensor>& parameters)
{
    m_parameters = parameters;
    m_all = allOf(parameters.size());
    m_lastWhole = 0;
    m_sinceParameters = 0;
    m_recording->parameters.clear();
    const auto named = network.named_parameters();
    for (size_t i = 0; i < parameters.size(); ++i) {
        const auto found = std::find_if(named.begin(), named.end(), [&](const auto& each) {
            return each.value().is_same(parameters[i]);
        });
        m_recording->parameters.push_back({found == named.end() ? std::to_string(i) : found->key(),
                                           layers.names[layers.ofParameter[i]],
                                           parameters[i].sizes().vec(), parameters[i].numel()});
    }
}

bool UpdateRecorder::keepsAll() const
{
    return 2 * static_cast<int64_t>(sizeof(float)) * m_recording->valueCount()
        <= Recording::kWeightBytes;
}

std::vector<size_t> UpdateRecorder::chosenParameters() const
{
    const auto& all = m_recording->parameters;
    std::vector<size_t> found;
    const auto take = [&](const std::string& name) {
        for (size_t i = 0; i < all.size(); ++i)
            if (all[i].layer == name || all[i].name == name)
                found.push_back(i);
    };
    take(m_recording->wish.chosen);
    if (found.empty() && !all.empty())
        take(all.front().layer);
    return found;
}

bool UpdateRecorder::mayRecord()
{
    const auto now = Clock::now();
    if (m_recording->wish.where == RecordingWish::Where::Nowhere) {
        m_since.reset();
        return m_singleStep;
    }
    if (!m_since) { // Just requested: record the next update.
        m_credit = 0.0;
        m_recording->recordingSeconds = m_recording->trainingSeconds = 0.0;
    } else {
        const double passed = std::chrono::duration<double>(now - *m_since).count();
        m_recording->trainingSeconds += passed;
        m_credit = std::min(m_credit + m_recording->wish.share * passed, kSaved);
    }
    m_since = now;
    return m_singleStep || m_credit >= 0.0 || m_recording->wish.share >= 1.0; // All are requested.
}

/// Copies leave the caches cold for what is computed next: on the wall a recording costs about
/// twice its own time (recording_benchmark: 9 % where its clock counts 4.75).
void UpdateRecorder::payFor(double seconds)
{
    constexpr double kWithCaches = 2.0;
    m_credit -= kWithCaches * seconds;
    m_recording->recordingSeconds += kWithCaches * seconds;
}

void UpdateRecorder::beforeStep(int64_t step)
{
    m_underWay.reset();
    if (!mayRecord())
        return;
    const auto begin = Clock::now();
    m_chosen = chosenParameters();
    m_underWay.emplace();
    m_underWay->step = step;
    // Between two updates a user may have set weights.
    if (keepsAll() && m_lastWhole == step - 1 && m_after != nullptr && step > 1
        && m_versions == versions())
        m_before = m_after;
    else
        m_before = copied(keepsAll() ? m_all : m_chosen);
    payFor(secondsSince(begin));
}

void UpdateRecorder::afterStep(const Optimiser& optimiser, double gradientFactor)
{
    if (!m_underWay)
        return;
    const auto begin = Clock::now();
    m_after = copied(keepsAll() ? m_all : m_chosen);
    m_lastWhole = keepsAll() ? m_underWay->step : 0;
    m_versions = versions();
    countHistograms(optimiser, gradientFactor);
    if (keepsAll()) {
        measureNorms(gradientFactor);
        m_recording->keep({m_underWay->step, m_before, m_after});
    }
    payFor(secondsSince(begin));
}

/// LibTorch counts what its own operations write to a tensor.
std::vector<int64_t> UpdateRecorder::versions() const
{
    std::vector<int64_t> all;
    for (const torch::Tensor& parameter : m_parameters)
        all.push_back(parameter._version());
    return all;
}

WeightBlock UpdateRecorder::copied(const std::vector<size_t>& parameters) const
{
    auto block = std::make_shared<std::vector<float>>();
    int64_t values = 0;
    for (const size_t i : parameters)
        values += m_parameters[i].numel();
    block->reserve(static_cast<size_t>(values));
    for (const size_t i : parameters) {
        const torch::Tensor plain = plainValues(m_parameters[i]);
        const float* const first = plain.data_ptr<float>();
        block->insert(block->end(), first, first + plain.numel());
    }
    return block;
}

void UpdateRecorder::countHistograms(const Optimiser& optimiser, double gradientFactor)
{
    std::array<HistogramCounter, kUpdateQuantities> counters;
    std::array<bool, kUpdateQuantities> known{};
    const auto counter = [&](UpdateQuantity quantity) -> HistogramCounter& {
        known[static_cast<size_t>(quantity)] = true;
        return counters[static_cast<size_t>(quantity)];
    };
    int64_t begin = 0;
    size_t next = 0; // Of the parameters before this one in the blocks.
    for (const size_t i : m_chosen) {
        for (; keepsAll() && next < i; ++next)
            begin += m_parameters[next].numel();
        const int64_t count = m_parameters[i].numel();
        counter(UpdateQuantity::Weight).add(m_after->data() + begin, count);
        counter(UpdateQuantity::Step)
            .addDifferences(m_after->data() + begin, m_before->data() + begin, count);
        begin += count;
        next = i + 1;
        const PlainGradient gradient = plainGradient(m_parameters[i]);
        counter(UpdateQuantity::Gradient)
            .add(gradient.values.data_ptr<float>(), gradient.values.numel(), gradientFactor);
        counter(UpdateQuantity::Gradient).addZeros(gradient.zeros);
    }
    for (const auto& [name, tensor] : optimiser.state().tensors) {
        const size_t slash = name.rfind('/');
        const auto moment = momentOf(std::string_view(name).substr(0, slash));
        const size_t parameter = std::stoul(name.substr(slash + 1));
        if (!moment || std::find(m_chosen.begin(), m_chosen.end(), parameter) == m_chosen.end())
            continue;
        const torch::Tensor plain = plainValues(tensor);
        counter(*moment).add(plain.data_ptr<float>(), plain.numel());
    }
    for (size_t i = 0; i < kUpdateQuantities; ++i)
        if (known[i])
            m_underWay->histograms[i] = counters[i].histogram();
    const auto& all = m_recording->parameters;
    const std::string& wished = m_recording->wish.chosen;
    const bool isParameter = m_chosen.size() == 1 && all[m_chosen.front()].name == wished;
    m_underWay->chosen = isParameter ? wished : all[m_chosen.front()].layer;
}

void UpdateRecorder::measureNorms(double gradientFactor)
{
    int64_t begin = 0;
    for (const torch::Tensor& parameter : m_parameters) {
        const int64_t count = parameter.numel();
        const PlainGradient gradient = plainGradient(parameter);
        const float* const before = m_before->data() + begin;
        m_underWay->norms.push_back(
            {static_cast<float>(std::sqrt(squaresOf(before, count))),
             static_cast<float>(gradientFactor
                                * std::sqrt(squaresOf(gradient.values.data_ptr<float>(),
                                                      gradient.values.numel()))),
             static_cast<float>(
                 std::sqrt(squaresOfDifferences(m_after->data() + begin, before, count)))});
        begin += count;
    }
}

void UpdateRecorder::add(const UpdateReport& report, std::vector<int32_t> items,
                         std::vector<float> itemLosses, double clipFactor)
{
    const auto begin = Clock::now();
    RecordedUpdate update = std::exchange(m_underWay, std::nullopt).value_or(RecordedUpdate());
    update.step = report.step;
    update.epoch = report.epoch;
    update.loss = report.loss;
    update.learningRate = report.learningRate;
    update.gradientNorm = report.gradientNorm;
    update.clipFactor = clipFactor;
    update.items = std::move(items);
    update.itemLosses = std::move(itemLosses);
    if (m_recording->wish.where == RecordingWish::Where::Disk)
        write(update);
    m_recording->add(std::move(update));
    if (m_since)
        payFor(secondsSince(begin));
}

void UpdateRecorder::goOnAfter(int64_t step)
{
    if (isThere(m_run / kRecordingFile))
        EventLog(m_run / kRecordingFile).cutFrom(step + 1, &recordedStep);
    if (lastStepWithWeights(m_run.path()) > step)
        removeFile(m_run / kWeightsFile);
}

void UpdateRecorder::finish()
{
    if (m_recording->wish.where == RecordingWish::Where::Disk && !m_recording->weights().empty())
        writeRunWeights(m_run, *m_recording);
}

void UpdateRecorder::write(const RecordedUpdate& update)
{
    if (!m_file) {
        m_file.emplace(m_run / kRecordingFile);
        m_sinceParameters = 0;
    }
    // Often enough that they are among the updates that are read together.
    if (m_sinceParameters == 0)
        m_file->append(parametersToJson(m_recording->parameters));
    m_sinceParameters = (m_sinceParameters + 1) % Recording::kUpdates;
    m_file->append(toJson(update));
}

void UpdateRecorder::sync()
{
    if (m_file)
        m_file->sync();
}

} // namespace core
