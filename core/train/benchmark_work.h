#pragma once

#include <cstdint>
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
};

/// Names of the cases, in the order in which they run.
std::vector<std::string> benchmarkWorkNames();

/// @throws Error{BadSetting} whose sentence lists the names there are.
std::unique_ptr<BenchmarkWork> makeBenchmarkWork(const std::string& name);

} // namespace core
