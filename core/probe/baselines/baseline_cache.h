#pragma once

#include "core/baseline/baseline.h"
#include "core/experiment/spec.h"

#include <filesystem>
#include <optional>
#include <string>

namespace core {

/// Keeps the baselines of data sets, so that they are computed once for each: a file in the user's
/// cache folder, named by a hash of the bytes of the data, of how they are read and divided into
/// splits, of the run's vocabulary and text settings and of the task's options. Unlike the rows of
/// a corpus also those of small data are kept; the files used least lately go when there are many.
///
/// A file that is damaged or of another version is as good as none. Without a folder that can be
/// written nothing is kept, and no error is reported.
class BaselineCache {
public:
    /// Reads the bytes of the data. @throws Error{Cancelled}.
    BaselineCache(const ExperimentSpec& spec, const std::string& run, const std::string& split,
                  const Monitor& monitor);

    std::optional<Baselines> find() const;
    void keep(const Baselines& baselines) const;

private:
    std::filesystem::path m_entry; ///< Empty: nothing is kept.
};

} // namespace core
