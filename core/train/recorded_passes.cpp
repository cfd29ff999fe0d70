#include "core/train/recorded_passes.h"

#include "core/nn/batch/sequence_batch.h"
#include "core/nn/torch_compatibility.h"

#ifdef UNROLL_CUDA
#include <ATen/cuda/CUDAGraph.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/cuda/CUDAFunctions.h>
#include <torch/csrc/autograd/variable.h>
#endif

#include <algorithm>
#include <utility>

namespace core {

#ifdef UNROLL_CUDA

namespace {

/// The states of all generators that a pass on `device` may draw from, to go back to.
class RandomStates {
public:
    explicit RandomStates(torch::Device device)
    {
        for (const torch::Device each : {torch::Device(torch::kCPU), device}) {
            m_generators.push_back(at::globalContext().defaultGenerator(each));
            m_states.push_back(m_generators.back().get_state());
        }
    }
    void restore()
    {
        for (size_t i = 0; i < m_states.size(); ++i)
            m_generators[i].set_state(m_states[i]);
    }

private:
    std::vector<at::Generator> m_generators;
    std::vector<torch::Tensor> m_states;
};

/// While it lives, each wait of the processor for the GPU is an error, and so is what sentTo()
/// sends.
class NoWaiting {
public:
    NoWaiting() { set(c10::cuda::SyncDebugMode::L_ERROR); }
    NoWaiting(const NoWaiting&) = delete;
    NoWaiting& operator=(const NoWaiting&) = delete;
    ~NoWaiting() { set(c10::cuda::SyncDebugMode::L_DISABLED); }

private:
    static void set(c10::cuda::SyncDebugMode mode)
    {
        c10::cuda::warning_state().set_sync_debug_mode(mode);
    }

    NothingSent m_nothingSent;
};

/// Whether LibTorch tells us: its state must be the one that this program sets.
bool waitsAreNoticed(torch::Device device)
{
    const torch::Tensor number = torch::zeros({}, torch::TensorOptions(device));
    try {
        const NoWaiting noWaiting;
        number.item<float>();
        return false;
    } catch (const c10::Error&) {
        return true;
    }
}

/// Records the operations of the calling thread while it lives.
class Capture {
public:
    Capture(at::cuda::CUDAGraph& graph, torch::Device device)
        : m_graph(graph)
        , m_stream(c10::impl::VirtualGuardImpl(torch::kCUDA).getStreamFromGlobalPool(device))
    {
        m_graph.capture_begin();
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    ~Capture()
    {
        try {
            end();
        } catch (const c10::Error&) { // A pass has failed; the graph is not used.
        }
    }
    void end()
    {
        if (!std::exchange(m_ended, true))
            m_graph.capture_end();
    }

private:
    at::cuda::CUDAGraph& m_graph;
    NothingSent m_nothingSent;
    c10::StreamGuard m_stream; ///< The default stream cannot be recorded.
    bool m_ended = false;
};

} // namespace

struct RecordedPasses::Recording {
    enum class Stage { Seen, Checked, Recorded, Refused };
    Stage stage = Stage::Seen;
    std::unique_ptr<at::cuda::CUDAGraph> graph;
    // Memory that the graph reads and writes.
    LossPass::Tensors inputs, gradients;
    BatchLoss loss;
    std::vector<StreamSum> stream;
    torch::Tensor factor;
};

std::optional<BatchLoss> RecordedPasses::withoutWaiting(const LossPass& pass,
                                                        const torch::Tensor& factor)
{
    if (!waitsAreNoticed(m_device))
        return std::nullopt;
    RandomStates random(m_device);
    try {
        const NoWaiting noWaiting;
        return computed(pass, factor);
    } catch (const std::exception&) { // Computed once more, whatever it was.
        random.restore();
        for (const torch::Tensor& parameter : m_parameters)
            parameter.mutable_grad() = torch::Tensor();
        return std::nullopt;
    }
}

bool RecordedPasses::record(Recording& recording, const LossPass& pass, const torch::Tensor& factor)
{
    RandomStates random(m_device);
    recording.graph = std::make_unique<at::cuda::CUDAGraph>();
    recording.factor = factor.clone();
    LossPass given = pass;
    for (torch::Tensor& input : given.inputs)
        input = input.clone();
    recording.inputs = given.inputs;
    // Nodes that a view still holds would add gradients up on the stream that they were made on.
    for (const torch::Tensor& parameter : m_parameters)
        torch::autograd::impl::set_grad_accumulator(parameter, {});
    torch::cuda::synchronize(m_device.index());
    bool recorded = true;
    try {
        Capture capture(*recording.graph, m_device);
        recording.loss = computed(given, recording.factor);
        recording.stream = m_stream;
        capture.end();
    } catch (const c10::Error&) { // There is not the memory.
        recorded = false;
    }
    for (const torch::Tensor& parameter : m_parameters) {
        recording.gradients.push_back(parameter.grad());
        parameter.mutable_grad() = torch::Tensor();
    }
    if (!recorded) {
        recording = {};
        random.restore();
    }
    return recorded;
}

BatchLoss RecordedPasses::replayed(Recording& recording, const LossPass& pass,
                                   const torch::Tensor& factor)
{
    const torch::NoGradGuard noGradient;
    recording.factor.copy_(factor);
    for (size_t i = 0; i < pass.inputs.size(); ++i)
        recording.inputs[i].copy_(pass.inputs[i]);
    recording.graph->replay();
    for (size_t i = 0; i < m_parameters.size(); ++i)
        m_parameters[i].mutable_grad() = recording.gradients[i];
    ++m_replays;
    m_stream = recording.stream;
    return recording.loss;
}

void RecordedPasses::checkParameters()
{
    std::vector<const void*> places;
    for (const torch::Tensor& parameter : m_parameters)
        places.push_back(parameter.requires_grad() ? parameter.data_ptr() : nullptr);
    if (places != m_places)
        m_recordings.clear();
    m_places = std::move(places);
}

bool RecordedPasses::mayRecord(const LossPass& pass) const
{
    constexpr size_t kMostShapes = 8; // Each keeps its gradients in memory.
    return m_device.is_cuda() && !pass.shape.empty()
        && (m_recordings.size() < kMostShapes || m_recordings.count(pass.shape) > 0)
        && std::none_of(m_parameters.begin(), m_parameters.end(),
                        [](const torch::Tensor& each) { return each.grad().defined(); });
}

BatchLoss RecordedPasses::run(const LossPass& pass, double factor)
{
    const torch::Tensor scale
        = torch::full({}, factor, torch::TensorOptions(torch::kFloat32).device(m_device));
    if (!mayRecord(pass))
        return computed(pass, scale);
    checkParameters();
    std::unique_ptr<Recording>& known = m_recordings[pass.shape];
    if (known == nullptr) {
        known = std::make_unique<Recording>();
        return computed(pass, scale);
    }
    using Stage = Recording::Stage;
    if (known->stage == Stage::Seen) {
        const std::optional<BatchLoss> loss = withoutWaiting(pass, scale);
        known->stage = loss ? Stage::Checked : Stage::Refused;
        if (loss)
            return *loss;
    } else if (known->stage == Stage::Checked) {
        known->stage = record(*known, pass, scale) ? Stage::Recorded : Stage::Refused;
    }
    return known->stage == Stage::Recorded ? replayed(*known, pass, scale) : computed(pass, scale);
}

#else

struct RecordedPasses::Recording { };

BatchLoss RecordedPasses::run(const LossPass& pass, double factor)
{
    return computed(pass, torch::scalar_tensor(factor, torch::kFloat32).to(m_device));
}

#endif

RecordedPasses::RecordedPasses(torch::Device device, torch::ScalarType precision,
                               std::vector<torch::Tensor> parameters)
    : m_device(device), m_precision(precision), m_parameters(std::move(parameters))
{
}

RecordedPasses::~RecordedPasses() = default;

BatchLoss RecordedPasses::computed(const LossPass& pass, const torch::Tensor& factor)
{
    BatchLoss loss;
    m_stream.clear();
    {
        const StreamScope measured(m_stream);
        const AutocastScope autocast(m_device, m_precision);
        loss = pass.compute(pass.inputs);
    }
    if (loss.lossSum.defined()) {
        (loss.lossSum * factor).backward();
        loss.lossSum = loss.lossSum.detach();
    }
    return loss;
}

} // namespace core
