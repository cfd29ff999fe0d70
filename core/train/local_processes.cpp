#include "core/train/local_processes.h"

#include <string>

namespace core {

LocalProcesses::LocalProcesses(int64_t count)
    : m_group(std::make_unique<ProcessGroup>(LaunchEnvironment{
        .size = count, .localSize = count, .address = "127.0.0.1", .launcher = "Unroll"}))
{
    const std::filesystem::path program = programBeside("unroll-cli");
    const std::string port = std::to_string(m_group->port());
    for (int64_t rank = 1; rank < count; ++rank)
        m_others.push_back(std::make_unique<HelperProcess>(
            program,
            std::vector<std::string>{"follow", "--rank", std::to_string(rank), "--processes",
                                     std::to_string(count), "--port", port}));
    m_group->setHasEnded([this](int64_t rank) {
        return rank > 0 && m_others[static_cast<size_t>(rank) - 1]->hasEnded();
    });
}

} // namespace core
