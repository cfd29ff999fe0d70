#pragma once

#include "core/base/made_ahead.h"
#include "core/task/batch_plan.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace core {

/// The batches of a plan, made ahead on another thread. Their content is the same as if they were
/// made on demand.
///
/// A Batch is plain arrays. Used on the compute thread; `make` is also called on the other one, so
/// the data that it reads must not change until the plan is replaced or this is destroyed.
template <typename Batch> class BatchesAhead {
public:
    using Make = std::function<Batch(std::span<const int32_t> items)>;
    explicit BatchesAhead(Make make) : m_make(std::move(make)) { }

    /// Announces that the batches of `plan` will be taken from `first` on.
    void expect(std::shared_ptr<const BatchPlan> plan, int64_t first)
    {
        m_made.reset(); // before its plan
        m_plan = std::move(plan);
        m_next = first;
        m_made.emplace(m_plan->batchCount() - first, [this, first](int64_t index) {
            return m_make(m_plan->batch(first + index));
        });
    }

    /// @param items  the next batch of the plan; others are made now.
    Batch take(std::span<const int32_t> items)
    {
        if (!isNext(items))
            return m_make(items);
        ++m_next;
        return m_made->next();
    }

private:
    bool isNext(std::span<const int32_t> items) const
    {
        return m_made && m_next < m_plan->batchCount()
            && m_plan->batch(m_next).data() == items.data()
            && m_plan->batch(m_next).size() == items.size();
    }

    Make m_make;
    std::shared_ptr<const BatchPlan> m_plan;
    int64_t m_next = 0;
    std::optional<MadeAhead<Batch>> m_made; ///< Last: its thread uses the others.
};

} // namespace core
