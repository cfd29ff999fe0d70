#include "core/distributed/gradient_buckets.h"

#include "core/nn/kernels/row_gradient.h"
#include "core/nn/tensors.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace core {

namespace {

constexpr int64_t kBucketElements = int64_t{1} << 20; ///< 4 MB of float32.
constexpr size_t kNoBucket = SIZE_MAX;

/// Calls back when the gradient of a parameter has been added up.
class ArrivalHook : public torch::autograd::FunctionPostHook {
public:
    explicit ArrivalHook(std::function<void()> arrived) : m_arrived(std::move(arrived)) { }
    torch::autograd::variable_list operator()(
        const torch::autograd::variable_list& outputs,
        const torch::autograd::variable_list& /*inputs*/) override
    {
        m_arrived();
        return outputs;
    }

private:
    std::function<void()> m_arrived;
};

bool hasRowGradient(const torch::Tensor& parameter)
{
    return parameter.grad().defined() && hasRows(parameter.grad());
}

} // namespace

struct GradientBuckets::Bucket {
    std::vector<size_t> parameters; ///< Places in m_parameters.
    std::vector<torch::Tensor> gradients; ///< One for each; a view of `values`.
    torch::Tensor values; ///< All gradients, and for each how many processes have it.
    torch::Tensor counts; ///< A view of `values`.
    size_t missing = 0;
    std::unique_ptr<ProcessGroup::Pending> sum;

    void clear()
    {
        values.zero_();
        missing = parameters.size();
    }
    void take(size_t place, const torch::Tensor& gradient)
    {
        if (!gradient.defined())
            return;
        gradients[place].copy_(hasRows(gradient) ? gradient.to_dense() : gradient);
        counts[static_cast<int64_t>(place)] = 1;
    }
};

/// Sums the gradient of a table: first the rows that any process has used are found, then their
/// values are summed.
struct GradientBuckets::TableSum {
    TableSum(torch::Tensor& parameter, torch::Device device)
        : table(parameter)
        , own(parameter.grad().defined() ? parameter.grad().to(device) : torch::Tensor())
        , used(torch::zeros({parameter.size(0)}, device))
    {
    }

    void startUsed(ProcessGroup& group)
    {
        if (own.defined() && hasRows(own)) {
            own = orderedRows(own);
            used.index_fill_(0, own._indices()[0], 1);
        } else if (own.defined()) {
            used.fill_(1);
        }
        sum = group.startSum(used);
    }
    void startValues(ProcessGroup& group)
    {
        sum->wait();
        rows = used.nonzero().flatten(); // [rows]
        std::vector<int64_t> shape = table.sizes().vec();
        shape.front() = rows.numel();
        values = torch::zeros(shape, used.device());
        if (own.defined() && hasRows(own))
            values.index_copy_(0, torch::searchsorted(rows, own._indices()[0]), own._values());
        else if (own.defined())
            values.copy_(own);
        sum = group.startSum(values);
    }
    void finish()
    {
        sum->wait();
        if (rows.numel() == 0)
            return; // No process has a gradient.
        table.mutable_grad() = rows.numel() == table.size(0)
            ? values.to(table.device())
            : torch::sparse_coo_tensor(rows.unsqueeze(0), values, table.sizes())._coalesced_(true);
    }

    torch::Tensor& table;
    torch::Tensor own, used, rows, values;
    std::unique_ptr<ProcessGroup::Pending> sum;
};

GradientBuckets::GradientBuckets(ProcessGroup& group, std::vector<torch::Tensor> parameters)
    : m_group(group)
    , m_parameters(std::move(parameters))
    , m_bucketOf(m_parameters.size(), kNoBucket)
    , m_counts(std::make_shared<bool>(false))
{
    for (size_t i = 0; i < m_parameters.size(); ++i) {
        if (!m_parameters[i].requires_grad())
            continue; // Frozen: finish() looks whether it has a gradient.
        const auto node = torch::autograd::impl::grad_accumulator(m_parameters[i]);
        node->add_post_hook(std::make_unique<ArrivalHook>([this, i, counts = m_counts] {
            if (*counts)
                arrived(i);
        }));
        m_kept.push_back(node);
    }
}

GradientBuckets::~GradientBuckets()
{
    *m_counts = false;
}

/// After the first backward(): which gradients have rows is known only then. It is enough that one
/// process has seen them.
void GradientBuckets::arrange()
{
    torch::Tensor rows = torch::zeros({std::ssize(m_parameters)});
    for (size_t i = 0; i < m_parameters.size(); ++i)
        if (hasRowGradient(m_parameters[i]))
            rows[static_cast<int64_t>(i)] = 1;
    m_group.sum(rows);
    std::vector<size_t> some;
    int64_t elements = 0;
    for (size_t i = m_parameters.size(); i-- > 0;) {
        if (rows[static_cast<int64_t>(i)].item<float>() > 0.0F) {
            m_tables.push_back(i);
            continue;
        }
        some.push_back(i);
        elements += m_parameters[i].numel();
        if (elements >= kBucketElements) {
            addBucket(std::exchange(some, {}));
            elements = 0;
        }
    }
    if (!some.empty())
        addBucket(some);
}

torch::Device GradientBuckets::deviceOfSums(size_t parameter) const
{
    return m_group.deviceOfSums(m_parameters[parameter].device());
}

void GradientBuckets::addBucket(const std::vector<size_t>& parameters)
{
    Bucket bucket{parameters, {}, {}, {}, 0, {}};
    int64_t elements = 0;
    for (const size_t each : parameters)
        elements += m_parameters[each].numel();
    bucket.values
        = torch::zeros({elements + std::ssize(parameters)}, deviceOfSums(parameters.front()));
    int64_t first = 0;
    for (const size_t each : parameters) {
        const torch::Tensor& parameter = m_parameters[each];
        bucket.gradients.push_back(
            bucket.values.narrow(0, first, parameter.numel()).view(parameter.sizes()));
        first += parameter.numel();
        m_bucketOf[each] = m_buckets.size();
    }
    bucket.counts = bucket.values.narrow(0, first, std::ssize(parameters));
    m_buckets.push_back(std::move(bucket));
}

void GradientBuckets::begin()
{
    if (m_buckets.empty() && m_tables.empty())
        return;
    for (Bucket& bucket : m_buckets)
        bucket.clear();
    m_started = 0;
    *m_counts = true;
}

void GradientBuckets::arrived(size_t parameter)
{
    if (m_bucketOf[parameter] == kNoBucket)
        return;
    const torch::NoGradGuard noGradient;
    Bucket& bucket = m_buckets[m_bucketOf[parameter]];
    const auto place = std::find(bucket.parameters.begin(), bucket.parameters.end(), parameter);
    bucket.take(static_cast<size_t>(place - bucket.parameters.begin()),
                m_parameters[parameter].grad());
    --bucket.missing;
    startInOrder(/*all=*/false);
}

void GradientBuckets::startInOrder(bool all)
{
    for (; m_started < m_buckets.size(); ++m_started) {
        Bucket& next = m_buckets[m_started];
        if (next.missing > 0 && !all)
            return;
        next.sum = m_group.startSum(next.values);
    }
}

/// Buckets whose gradients have arrived only in earlier backward() calls of this update, or in
/// none.
void GradientBuckets::startRest(bool counted)
{
    m_started = counted ? m_started : 0;
    for (size_t b = m_started; b < m_buckets.size(); ++b) {
        Bucket& bucket = m_buckets[b];
        bucket.clear();
        for (size_t i = 0; i < bucket.parameters.size(); ++i)
            bucket.take(i, m_parameters[bucket.parameters[i]].grad());
    }
    startInOrder(/*all=*/true);
}

/// An exchange of a few bytes takes a millisecond: all of them are under way at once.
void GradientBuckets::finish(const torch::Tensor& beside)
{
    const torch::NoGradGuard noGradient;
    const bool counted = std::exchange(*m_counts, false);
    if (m_buckets.empty() && m_tables.empty())
        arrange();
    startRest(counted); // First: during back-propagation a process starts as many as it can.
    const auto sumBeside = m_group.startSum(beside);
    std::vector<TableSum> tables;
    tables.reserve(m_tables.size());
    for (const size_t table : m_tables)
        tables.emplace_back(m_parameters[table], deviceOfSums(table)).startUsed(m_group);
    for (TableSum& table : tables)
        table.startValues(m_group);
    for (Bucket& bucket : m_buckets) {
        bucket.sum->wait();
        const torch::Tensor counts = bucket.counts.to(torch::kCPU);
        for (size_t i = 0; i < bucket.parameters.size(); ++i) {
            torch::Tensor& parameter = m_parameters[bucket.parameters[i]];
            if (counts[static_cast<int64_t>(i)].item<float>() > 0.0F)
                parameter.mutable_grad() = bucket.gradients[i].to(parameter.device());
        }
    }
    for (TableSum& table : tables)
        table.finish();
    sumBeside->wait();
}

} // namespace core
