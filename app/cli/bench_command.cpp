#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/bench/benchmark.h"

#include <memory>

namespace app {

namespace {

constexpr const char* kFooter =
    R"(One JSON line per case. sgemm_gflops: speed of large float32 products on this machine, measured
before the case with as many threads. flops_per_step: operations in the matrix products of the
step, counted from its shapes. peak_share: speed of these products divided by sgemm_gflops.
peak_memory_mb: peak of the resident memory in 10^6 bytes; omitted if the system cannot reset the
peak of an earlier case (Linux can).

The time of a step should be proportional to length and batch, so that tokens_per_second is
constant. Only the attention scores of transformer_small, transformer and all translators grow
with the square of the length. flops_per_step includes them.)";

/// The arguments of the command.
struct BenchOptions {
    std::vector<std::string> cases;
    bool list = false;
    int threads = 1;
    int steps = 3;
    std::vector<int64_t> batches, lengths;
    std::string device = "cpu";
};

/// The requested sizes, or a single 0 for the size of the case.
std::vector<int64_t> orOwn(std::vector<int64_t> sizes)
{
    return sizes.empty() ? std::vector<int64_t>{0} : std::move(sizes);
}

void bench(const BenchOptions& options)
{
    if (options.list) {
        for (const std::string& name : core::benchmarkCases())
            printLine(name);
        return;
    }
    const auto cases = options.cases.empty() ? core::benchmarkCases() : options.cases;
    for (const std::string& name : cases) {
        for (const int64_t batch : orOwn(options.batches)) {
            for (const int64_t length : orOwn(options.lengths)) {
                const core::BenchmarkResult result = core::runBenchmark(
                    {name, options.threads, options.steps, {batch, length}, options.device});
                printJson(core::toJson(result));
            }
        }
    }
}

} // namespace

void addBenchCommand(CLI::App& cli)
{
    auto* command
        = cli.add_subcommand("bench", "Measure training steps on artificial data, as JSON lines");
    command->footer(kFooter);
    const auto options = std::make_shared<BenchOptions>();
    constexpr int64_t kLargest = 100000;
    command->add_option("cases", options->cases, "Names of cases; all cases if none is given")
        ->check(CLI::IsMember(core::benchmarkCases()));
    command->add_flag("--list", options->list, "Print the names of all cases");
    command->add_option("--threads", options->threads, "Number of threads for the computation")
        ->check(CLI::Range(1, 1024));
    command->add_option("--device", options->device, "cpu or cuda:N");
    command->add_option("--steps", options->steps, "Timed steps after one warm-up")
        ->check(CLI::Range(1, 10000));
    command
        ->add_option(
            "--lengths", options->lengths,
            "Sequence lengths in tokens, such as 50,100,200: one line per length; repeatable")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(int64_t{1}, kLargest));
    command
        ->add_option("--batches", options->batches,
                     "Batch sizes in sequences, such as 16,32,64: one line per size; repeatable")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(int64_t{1}, kLargest));
    command->callback([options] { bench(*options); });
}

} // namespace app
