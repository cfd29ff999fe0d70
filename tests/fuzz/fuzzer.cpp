// libFuzzer's entry points. FUZZ_TARGET names the target; without it the names are listed. With
// FUZZ_SEEDS set to a folder, the target's seeds are written there and the program ends. The build
// defines FUZZ_TARGETS, the function that lists the targets of this fuzzer.
#include "tests/fuzz/target.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace {

fuzz::Target chosen{};

void writeSeeds(const fuzz::Target& target, const std::string& folder)
{
    for (size_t i = 0; i < target.seeds.size(); ++i)
        std::ofstream(folder + "/seed-" + std::to_string(i), std::ios::binary) << target.seeds[i];
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***)
{
    const char* name = std::getenv("FUZZ_TARGET");
    for (const fuzz::Target& target : fuzz::FUZZ_TARGETS()) {
        if (name == nullptr)
            std::printf("%s\n", target.name);
        else if (std::string_view(target.name) == name)
            chosen = target;
    }
    if (chosen.run == nullptr)
        std::exit(name == nullptr ? 0 : 2);
    if (const char* folder = std::getenv("FUZZ_SEEDS")) {
        writeSeeds(chosen, folder);
        std::exit(0);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    chosen.run({reinterpret_cast<const char*>(data), size});
    return 0;
}
