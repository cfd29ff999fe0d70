#include "tests/fuzz/target.h"

#include "core/base/error.h"
#include "core/data/source/archive_reader.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace fuzz {

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "what must hold does not: %s\n", what);
    std::abort();
}

void expectSentence(const std::function<void()>& read)
{
    try {
        read();
    } catch (const core::Error& error) {
        require(!error.failure().what.empty(), "an error says what is wrong");
    }
}

std::vector<Target> readerTargets()
{
    std::vector<Target> all = parserTargets();
    for (const auto& more : {dataTargets(), textTargets()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

int replay(const Target& target)
{
    for (const std::string& seed : target.seeds)
        target.run(seed);
    const auto corpus = std::filesystem::path(FUZZ_CORPORA) / (std::string(target.name) + ".zip");
    if (!std::filesystem::exists(corpus))
        return 0;
    core::ArchiveReader archive(corpus);
    core::ArchiveReader::Member member;
    int inputs = 0;
    for (; archive.next(member); ++inputs) {
        std::string input;
        char block[4096];
        while (const size_t count = archive.read(block, sizeof block))
            input.append(block, count);
        target.run(input);
    }
    return inputs;
}

MemoryFile::MemoryFile() : m_descriptor(::memfd_create("fuzz", MFD_CLOEXEC))
{
    require(m_descriptor >= 0, "the system makes files in memory");
    m_path = "/proc/self/fd/" + std::to_string(m_descriptor);
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

void MemoryFile::write(std::string_view content)
{
    require(::ftruncate(m_descriptor, 0) == 0
                && ::pwrite(m_descriptor, content.data(), content.size(), 0)
                    == static_cast<ssize_t>(content.size()),
            "a file in memory can be written");
}

} // namespace fuzz
