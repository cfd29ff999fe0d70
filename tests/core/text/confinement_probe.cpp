// Gives up its rights as unroll-spm does, then tries what it should no longer be able to do.
#include "core/text/spm_helper/confinement.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

void say(const char* what, bool refused)
{
    const std::string line = std::string(what) + (refused ? " refused\n" : " done\n");
    if (::write(STDOUT_FILENO, line.data(), line.size()) < 0)
        std::_Exit(1);
}

bool isRefused(const char* path, int how)
{
    return ::open(path, how, 0600) < 0;
}

bool isForkRefused()
{
    const pid_t child = ::fork();
    if (child == 0)
        std::_Exit(0);
    return child < 0;
}

bool isThreadRefused()
{
    try {
        std::thread([] {}).join();
        return false;
    } catch (const std::system_error&) {
        return true;
    }
}

bool isMemoryRefused(size_t bytes)
{
    try {
        std::vector<char> much(bytes);
        return much.empty();
    } catch (const std::bad_alloc&) {
        return true;
    }
}

/// The resources that the helper needs: much memory in small pieces, exceptions, the clock.
void work()
{
    std::vector<std::string> pieces;
    for (int i = 0; i < 1'000'000; ++i)
        pieces.push_back("a piece that is no short string " + std::to_string(i));
    try {
        throw std::runtime_error("caught");
    } catch (const std::exception&) {
        say("work", pieces.size() != 1'000'000);
    }
}

} // namespace

int main(int, char** words)
{
    const bool trains = std::strcmp(words[1], "training") == 0;
    spm::confine(trains ? spm::Work::Training : spm::Work::Serving);
    spm::allowFor(0);
    say("open", isRefused("/etc/passwd", O_RDONLY));
    say("create", isRefused("/tmp/confinement-probe", O_WRONLY | O_CREAT));
    say("socket", ::socket(AF_INET, SOCK_STREAM, 0) < 0);
    say("memory", isMemoryRefused(size_t{64} << 30));
    say("fork", isForkRefused());
    say("thread", isThreadRefused());
    say("trace", ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) < 0);
    say("code",
        ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            == MAP_FAILED);
    work();
    ::execl("/bin/true", "/bin/true", nullptr);
    say("execute", true);
    std::_Exit(0);
}
