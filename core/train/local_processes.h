#pragma once

#include "core/distributed/process_group.h"
#include "core/text/subword/helper_process.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace core {

/// Processes on this machine that train with this one, which is rank 0: `unroll-cli follow`,
/// started here and ended with this object.
class LocalProcesses {
public:
    /// @param count  of all, at least 2. @throws Error{Helper} when one cannot be started;
    /// Error{BadSetting} without canTrainInSeveralProcesses().
    explicit LocalProcesses(int64_t count);

    ProcessGroup& group() { return *m_group; }

private:
    std::vector<std::unique_ptr<HelperProcess>> m_others;
    std::unique_ptr<ProcessGroup> m_group; ///< Last: it waits until the others have left it.
};

} // namespace core
