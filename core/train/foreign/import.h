#pragma once

#include "core/base/message.h"
#include "core/base/monitor.h"
#include "core/experiment/spec.h"
#include "core/train/foreign/tensor_table.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace core {

/// A published network beside the run that it becomes.
struct ImportPlan {
    std::string title; ///< "GPT-2"
    ExperimentSpec spec; ///< Without data.
    TensorTable table;
    int64_t parameters = 0; ///< In the run's network.
    std::vector<Message> notes;
    std::filesystem::path run; ///< Once it was written.
};

/// Whether `path` is a folder with a published network, or its config.json: a drop of it is an
/// import and no data.
bool isPublishedNetwork(const std::filesystem::path& path);

/// Reads config.json, the tokeniser's files, and the names and shapes of the weights in `folder`
/// (or beside its config.json). On the compute thread.
/// @throws Error{FileMissing, FileMalformed}; Error{BadSetting} for a network that this program
/// does not have.
ImportPlan planImport(const std::filesystem::path& folder);

/// Makes a run folder from a published network. It works as the run of a training does, but has no
/// data. On the compute thread.
/// @param runFor  returns the folder of the run, which does not exist or is empty. It is called
///        before the plan is checked, so that its table can be shown in any case.
/// @throws as planImport(); Error{BadData} when the table is not complete; Error{FileUnwritable,
/// Cancelled}.
ImportPlan importNetwork(const std::filesystem::path& folder,
                         const std::function<std::filesystem::path(const ImportPlan&)>& runFor,
                         const Monitor& monitor);

} // namespace core
