#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace core {

/// The place of this process among those that a launcher has started.
struct LaunchEnvironment {
    int64_t rank = 0; ///< 0 ... size - 1.
    int64_t size = 1; ///< Processes in all.
    int64_t localRank = 0; ///< Among those on this machine.
    int64_t localSize = 1;
    std::string address; ///< Where the store of rank 0, or of the launcher, listens.
    uint16_t port = 0; ///< 0: rank 0 chooses one.
    bool launcherServes = false; ///< The launcher has the store; rank 0 is a client as well.
    int64_t restarts = 0; ///< How often the launcher has started all of them again.
    std::string launcher; ///< "torchrun", "Slurm", "Open MPI"
};

/// Reads the variables of torchrun (RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR, MASTER_PORT,
/// TORCHELASTIC_*), of Slurm's srun (SLURM_PROCID, SLURM_STEP_NUM_TASKS ...) and of Open MPI's
/// mpirun (OMPI_COMM_WORLD_*). MASTER_ADDR and MASTER_PORT count with each of them.
/// @param variable  the value of a variable of the environment; nothing: not set.
/// @return nothing where no launcher has started several processes.
/// @throws Error{BadSetting} that names the variable with a wrong value or missing.
std::optional<LaunchEnvironment> launchEnvironment(
    const std::function<std::optional<std::string>(const char* name)>& variable);

/// That of this process.
std::optional<LaunchEnvironment> launchEnvironment();

} // namespace core
