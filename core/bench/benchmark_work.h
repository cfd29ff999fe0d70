#pragma once

#include "core/bench/benchmark.h"
#include "core/experiment/spec.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// What a benchmark case does over and over.
class BenchmarkWork {
public:
    virtual ~BenchmarkWork() = default;
    virtual void step() = 0;
    virtual int64_t tokens() const = 0; ///< Real ones of a step.
    virtual int64_t flops() const = 0; ///< Of a step; see ProductCount.
};

/// A case by its name.
struct BenchmarkEntry {
    std::string name;
    std::function<std::unique_ptr<BenchmarkWork>(const BenchmarkSize&)> make;
};

// The cases of each kind, in the order in which they run.
std::vector<BenchmarkEntry> classifierBenchmarks();
std::vector<BenchmarkEntry> tokenBenchmarks(); ///< Networks that answer at every token.
std::vector<BenchmarkEntry> translatorBenchmarks();

/// All of them.
const std::vector<BenchmarkEntry>& benchmarkEntries();
/// @throws Error{BadSetting} whose sentence lists the names there are.
const BenchmarkEntry& benchmarkEntry(const std::string& name);

/// A model with all options that `network`, {"kind": ..., option: ...}, leaves out.
ModelSpec benchmarkModel(const Json& network, const EmbeddingSpec& embedding);

} // namespace core
