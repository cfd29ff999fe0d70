#pragma once

#include "core/base/option.h"
#include "core/base/readout.h"

#include <functional>
#include <string>
#include <vector>

namespace core {

/// A question about typed values: it needs neither a run nor a network.
struct HandQuestion {
    KindDescription kind; ///< Its options.
    /// @param options  complete (completed()). @throws Error{BadSetting}.
    std::function<Readout(const Json& options)> answer;
};

/// All of them, in the order of their names.
const std::vector<HandQuestion>& handQuestions();
/// Null: there is none of this name.
const HandQuestion* findHandQuestion(const std::string& name);

} // namespace core
