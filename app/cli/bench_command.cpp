#include "app/cli/commands.h"

#include "core/train/benchmark.h"

#include <cstdio>
#include <memory>

namespace app {

void addBenchCommand(CLI::App& cli, ExitCode& /*exitCode*/)
{
    auto* command
        = cli.add_subcommand("bench", "Time training steps on made-up work, as JSON lines");
    auto cases = std::make_shared<std::vector<std::string>>();
    auto threads = std::make_shared<int>(1);
    auto steps = std::make_shared<int>(3);
    std::vector<std::string> known = core::benchmarkCases();
    known.emplace_back("all");
    command->add_option("cases", *cases, "Names of cases, or all")
        ->required()
        ->check(CLI::IsMember(known));
    command->add_option("--threads", *threads, "Of the computation")->check(CLI::Range(1, 1024));
    command->add_option("--steps", *steps, "Timed steps after one warm-up")
        ->check(CLI::Range(1, 10000));
    command->callback([cases, threads, steps] {
        const bool all = std::find(cases->begin(), cases->end(), "all") != cases->end();
        for (const std::string& name : all ? core::benchmarkCases() : *cases) {
            const core::BenchmarkResult result = core::runBenchmark(name, *threads, *steps);
            std::printf("%s\n", core::toJson(result).dump().c_str());
            std::fflush(stdout);
        }
    });
}

} // namespace app
