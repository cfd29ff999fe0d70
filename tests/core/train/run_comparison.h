#pragma once

#include "core/exchange/safetensors.h"
#include "core/nn/tensors.h"
#include "tests/core/train/small_run.h"
#include "tests/support/test_case.h"

/// Whether two runs are one and the same training, to the bit.
namespace small {

/// The first tensor of checkpoint `name` that differs; empty when all names and bits are equal.
inline std::string checkpointDifference(const std::filesystem::path& a,
                                        const std::filesystem::path& b, const std::string& name)
{
    const auto first = core::readSafetensors(core::checkpointPath(a, name));
    const auto second = core::readSafetensors(core::checkpointPath(b, name));
    if (first.tensors.size() != second.tensors.size())
        return name + ": another number of tensors";
    for (const auto& [tensorName, tensor] : first.tensors) {
        const torch::Tensor* other = second.find(tensorName);
        if (other == nullptr || !torch::equal(tensor, *other))
            return name + ": " + tensorName;
    }
    return {};
}

/// Names of parameters today and as spec version 1 had them: what they begin with.
using EarlierNames = std::vector<std::pair<std::string, std::string>>;

/// Gives the weights of the newest checkpoint the names that an earlier version wrote.
inline void renameAsBefore(const std::filesystem::path& run, const EarlierNames& names)
{
    const auto path = core::checkpointPath(run, "last");
    core::TensorFile file = core::readSafetensors(path);
    for (auto& [name, tensor] : file.tensors)
        for (const auto& [now, before] : names)
            if (name.starts_with(now)) {
                name.replace(0, now.size(), before);
                break;
            }
    core::writeSafetensors(path, file);
}

/// The first difference in weights, optimiser, generators and events; empty if there is none. Times
/// and speeds may differ.
inline std::string difference(const std::filesystem::path& a, const std::filesystem::path& b,
                              const Strings& checkpoints
                              = {"last", "best", "epoch-1", "epoch-2", "epoch-3"})
{
    for (const std::string& name : checkpoints)
        if (const std::string found = checkpointDifference(a, b, name); !found.empty())
            return found;
    const auto first = withoutTimes(core::readRunHistory(a));
    const auto second = withoutTimes(core::readRunHistory(b));
    if (first.updates != second.updates)
        return "updates";
    if (first.epochs != second.epochs)
        return "epochs";
    if (first.end.testLoss != second.end.testLoss || first.end.testScores != second.end.testScores
        || first.end.bestValue != second.end.bestValue)
        return "the end";
    return {};
}

} // namespace small
