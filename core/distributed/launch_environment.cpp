#include "core/distributed/launch_environment.h"

#include "core/base/error.h"

#include <array>
#include <charconv>
#include <cstdlib>

namespace core {

namespace {

using Variable = std::function<std::optional<std::string>(const char* name)>;

/// The names of a launcher's variables.
struct Launcher {
    const char* title;
    const char *rank, *size, *localRank, *localSize;
    const char* address; ///< May be missing where all processes are on this machine.
    const char* job; ///< A number or name that all of them share; null: the port is given.
};

// Slurm: srun alone sets the number of tasks of a step to more than one, a batch script does not.
constexpr std::array<Launcher, 3> kLaunchers{
    {{"torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "MASTER_ADDR", nullptr},
     {"Slurm", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", "SLURM_STEP_TASKS_PER_NODE",
      "SLURM_LAUNCH_NODE_IPADDR", "SLURM_JOB_ID"},
     {"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
      "OMPI_COMM_WORLD_LOCAL_SIZE", "MASTER_ADDR", "PMIX_NAMESPACE"}}};

[[noreturn]] void refuse(const char* name, const std::string& value, const Launcher& launcher)
{
    throw Error(ErrorCode::BadSetting,
                value.empty()
                    ? Message{"The variable %1 of the environment, which %2 sets, is missing.",
                              {name, launcher.title}}
                    : Message{"The variable %1 of the environment is \"%2\", which is not what "
                              "%3 sets.",
                              {name, value, launcher.title}},
                {"Start the processes with %1, or unset %2 to train in one process.",
                 {launcher.title, launcher.size}});
}

/// @param most  the largest value allowed.
int64_t number(const Variable& variable, const char* name, const Launcher& launcher, int64_t least,
               int64_t most)
{
    const std::string text = variable(name).value_or("");
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // "2(x3)": so many tasks on each of three machines.
    const bool whole = end == text.data() + text.size() || *end == '(' || *end == ',';
    if (error != std::errc() || !whole || value < least || value > most)
        refuse(name, text, launcher);
    return value;
}

/// A port that all processes of a job find by themselves: from 29500 on, as PyTorch's.
uint16_t portOf(const std::string& job)
{
    uint64_t hash = 14695981039346656037ULL; // FNV-1a
    for (const char each : job)
        hash = (hash ^ static_cast<unsigned char>(each)) * 1099511628211ULL;
    return static_cast<uint16_t>(29500 + hash % 20000);
}

LaunchEnvironment read(const Launcher& launcher, const Variable& variable)
{
    constexpr int64_t kMostProcesses = 100000;
    LaunchEnvironment found;
    found.launcher = launcher.title;
    found.size = number(variable, launcher.size, launcher, 1, kMostProcesses);
    found.rank = number(variable, launcher.rank, launcher, 0, found.size - 1);
    if (variable(launcher.localSize))
        found.localSize = number(variable, launcher.localSize, launcher, 1, found.size);
    if (variable(launcher.localRank))
        found.localRank = number(variable, launcher.localRank, launcher, 0, found.size - 1);
    const bool oneMachine = found.localSize == found.size;
    const auto given = variable("MASTER_ADDR");
    const auto address = given ? given : variable(launcher.address);
    if (!address && !oneMachine)
        throw Error(
            ErrorCode::BadSetting,
            {"By %1 and %2 this is process %3 of %4 on several machines, but MASTER_ADDR is "
             "not set.",
             {launcher.rank, launcher.size, std::to_string(found.rank),
              std::to_string(found.size)}},
            {"Set MASTER_ADDR to the address of the machine with rank 0, or unset %1 to train "
             "in one process. `train --processes %2` starts all of them on this machine.",
             {launcher.size, std::to_string(found.size)}});
    found.address = address.value_or("127.0.0.1");
    if (variable("MASTER_PORT") || launcher.job == nullptr)
        found.port
            = static_cast<uint16_t>(number(variable, "MASTER_PORT", launcher, 0, UINT16_MAX));
    else
        found.port = portOf(variable(launcher.job).value_or(""));
    return found;
}

} // namespace

std::optional<LaunchEnvironment> launchEnvironment(const Variable& variable)
{
    for (const Launcher& launcher : kLaunchers) {
        if (!variable(launcher.rank) || !variable(launcher.size))
            continue;
        LaunchEnvironment found = read(launcher, variable);
        if (found.size == 1)
            continue;
        found.launcherServes = variable("TORCHELASTIC_USE_AGENT_STORE") == "True";
        if (variable("TORCHELASTIC_RESTART_COUNT"))
            found.restarts = number(variable, "TORCHELASTIC_RESTART_COUNT", launcher, 0, INT32_MAX);
        return found;
    }
    return std::nullopt;
}

std::optional<LaunchEnvironment> launchEnvironment()
{
    return launchEnvironment([](const char* name) -> std::optional<std::string> {
        const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe)
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    });
}

} // namespace core
