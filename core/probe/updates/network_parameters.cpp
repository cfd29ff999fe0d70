#include "core/probe/updates/network_parameters.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/exchange/safetensors.h"
#include "core/probe/updates/recording_file.h"

#include <torch/autograd.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_set>

namespace core {

namespace {

constexpr const char* kParameterList = "parameters";
constexpr const char* kUpdateList = "updates";
constexpr int64_t kMost = int64_t{1} << 40; ///< Values: products of sizes do not overflow.

[[noreturn]] void throwUnfit()
{
    throw Error(ErrorCode::FileMalformed,
                {"The recorded weights do not fit the parameters of the network.", {}},
                {"Record the updates of a new training.", {}});
}

std::string blockName(size_t block)
{
    return "block-" + std::to_string(block);
}

Json jsonOf(const TensorFile& file, const char* name)
{
    const auto found = file.metadata.find(name);
    return found == file.metadata.end() ? Json() : readJson(found->second).value.value_or(Json());
}

/// @throws Json::exception, Error{FileMalformed}.
RunWeights weightsIn(const TensorFile& file)
{
    RunWeights weights;
    weights.parameters = parametersFromJson(jsonOf(file, kParameterList));
    int64_t values = 0;
    for (const RecordedParameter& each : weights.parameters) {
        const bool isShape = std::all_of(each.shape.begin(), each.shape.end(),
                                         [](int64_t size) { return size >= 0 && size < kMost; });
        values += each.count;
        if (!isShape || each.count < 0 || values < 0 || values > kMost)
            throwUnfit();
    }
    std::map<std::string, WeightBlock> blocks;
    for (const auto& [name, tensor] : file.tensors) {
        if (tensor.scalar_type() != torch::kFloat32 || tensor.numel() != values)
            throwUnfit();
        const float* const first = tensor.data_ptr<float>();
        blocks[name] = std::make_shared<const std::vector<float>>(first, first + values);
    }
    for (const Json& each : jsonOf(file, kUpdateList))
        weights.updates.push_back({each.at("step").get<int64_t>(),
                                   blocks.at(blockName(each.at("before").get<size_t>())),
                                   blocks.at(blockName(each.at("after").get<size_t>()))});
    return weights;
}

} // namespace

NetworkParameters::NetworkParameters(const torch::nn::Module& module)
{
    std::unordered_set<const void*> seen;
    for (const auto& each : module.named_parameters())
        if (seen.insert(each.value().unsafeGetTensorImpl()).second) {
            m_names.push_back(each.key());
            m_tensors.push_back(each.value());
        }
}

ParameterValues NetworkParameters::copies() const
{
    ParameterValues all;
    for (const torch::Tensor& each : m_tensors)
        all.push_back(each.detach().clone());
    return all;
}

ParameterValues NetworkParameters::from(const std::vector<RecordedParameter>& order,
                                           const std::vector<float>& block,
                                           const ParameterValues& others) const
{
    ParameterValues all = others;
    int64_t begin = 0;
    for (const RecordedParameter& each : order) {
        const auto found = std::find(m_names.begin(), m_names.end(), each.name);
        if (found != m_names.end()) {
            const auto i = static_cast<size_t>(found - m_names.begin());
            if (each.count != m_tensors[i].numel())
                throwUnfit();
            all[i] = torch::tensor(
                         at::ArrayRef<float>(block.data() + begin, static_cast<size_t>(each.count)))
                         .view(m_tensors[i].sizes())
                         .to(m_tensors[i].options());
        }
        begin += each.count;
    }
    return all;
}

void NetworkParameters::put(const ParameterValues& theta, const ParameterValues& first, double a,
                               const ParameterValues& second, double b)
{
    const torch::NoGradGuard noGradient;
    for (size_t i = 0; i < m_tensors.size(); ++i) {
        m_tensors[i].copy_(theta[i]);
        if (a != 0.0)
            m_tensors[i].add_(first[i], a);
        if (b != 0.0)
            m_tensors[i].add_(second[i], b);
    }
}

ParameterValues NetworkParameters::gradient(const std::function<torch::Tensor()>& loss,
                                               double* value) const
{
    const torch::AutoGradMode enabled(true);
    const torch::Tensor computed = loss();
    if (value != nullptr)
        *value = computed.item<double>();
    torch::autograd::variable_list learning; // Frozen parameters have no gradient.
    std::copy_if(m_tensors.begin(), m_tensors.end(), std::back_inserter(learning),
                 [](const torch::Tensor& each) { return each.requires_grad(); });
    const auto found = torch::autograd::grad({computed}, learning, {}, /*retain_graph=*/false,
                                             /*create_graph=*/false, /*allow_unused=*/true);
    ParameterValues result;
    auto next = found.begin();
    for (const torch::Tensor& each : m_tensors) {
        const torch::Tensor gradient = each.requires_grad() ? *next++ : torch::Tensor();
        result.push_back(!gradient.defined()        ? torch::zeros_like(each)
                             : gradient.is_sparse() ? gradient.to_dense()
                                                    : gradient);
    }
    return result;
}

double dot(const ParameterValues& a, const ParameterValues& b)
{
    double sum = 0.0;
    for (size_t i = 0; i < a.size(); ++i)
        sum += (a[i].to(torch::kFloat64) * b[i].to(torch::kFloat64)).sum().item<double>();
    return sum;
}

const KeptWeights* RunWeights::find(int64_t step) const
{
    const auto found = std::find_if(updates.begin(), updates.end(),
                                    [&](const KeptWeights& each) { return each.step == step; });
    return found == updates.end() ? nullptr : &*found;
}

void writeRunWeights(const FilePlace& run, const Recording& recording)
{
    TensorFile file;
    std::map<WeightBlock, size_t> numbers; // Updates in a row share a block.
    const auto numberOf = [&](const WeightBlock& block) {
        const auto [found, isNew] = numbers.emplace(block, numbers.size());
        if (isNew)
            file.tensors.emplace_back(blockName(found->second),
                                      torch::tensor(at::ArrayRef<float>(*block)));
        return found->second;
    };
    Json updates = Json::array();
    for (const KeptWeights& each : recording.weights()) {
        const size_t before = numberOf(each.before);
        updates.push_back(
            {{"step", each.step}, {"before", before}, {"after", numberOf(each.after)}});
    }
    file.metadata[kParameterList] = parametersToJson(recording.parameters).dump();
    file.metadata[kUpdateList] = updates.dump();
    writeSafetensors(run / kWeightsFile, file);
}

RunWeights readRunWeights(const std::filesystem::path& run)
{
    const std::filesystem::path path = run / kWeightsFile;
    if (!std::filesystem::exists(path))
        return {};
    try {
        return weightsIn(readSafetensors(path, MissingHash::Refuse, Links::Refuse));
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::FileMalformed,
                    {"%1 has no readable list of updates.", {path.string()}},
                    {"Remove the file; other recorded values are not affected.", {}}, error.what());
    } catch (const std::out_of_range& error) {
        throw Error(ErrorCode::FileMalformed,
                    {"%1 lacks weights that its list of updates names.", {path.string()}},
                    {"Remove the file; other recorded values are not affected.", {}}, error.what());
    }
}

int64_t lastStepWithWeights(const std::filesystem::path& run)
{
    try {
        const RunWeights weights = readRunWeights(run);
        return weights.updates.empty() ? 0 : weights.updates.back().step;
    } catch (const Error&) {
        return 0;
    }
}

RunWeights weightsOfRun(const LiveModel& model, const std::filesystem::path& run)
{
    const std::shared_ptr<Recording>& recording = model.recording();
    if (recording != nullptr && !recording->weights().empty())
        return {recording->parameters, recording->weights()};
    return readRunWeights(run);
}

} // namespace core
