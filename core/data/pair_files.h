#pragma once

#include "core/base/monitor.h"
#include "core/data/first_look.h"
#include "core/data/preview.h"

#include <optional>
#include <vector>

namespace core {

/// The tasks that data may be for.
struct CandidateTasks {
    TaskColumns wanted; ///< The task that the user has chosen.
    TaskColumns pairs; ///< That itself, or the first task of pairs; no kinds: there is none.
    TaskColumns answered; ///< Likewise of texts with an answer that is no text.
    std::vector<TaskColumns> others; ///< All with answers that are neither `wanted` nor of pairs.
    TaskColumns alone; ///< The first task of texts alone; no kinds: there is none.
    Monitor monitor{}; ///< Checked while files are read.

    bool wantsPairs() const { return wanted.arePairs(); }
};

/// Recognises the sides of a translation among dropped files, and puts them into `base`. Nothing:
/// they are no sides. @pre there is a task of pairs. @throws Error{Cancelled}.
std::optional<RecognisedData> recognisedPairs(const Dropped& dropped, const CandidateTasks& tasks,
                                              const DataSpec& base);

} // namespace core
