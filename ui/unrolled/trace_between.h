#pragma once

#include "core/probe/trace/trace_question.h"

namespace ui {

/// Whether two networks have layers of the same kinds.
bool haveSameLayers(const core::Trace& a, const core::Trace& b);

/// Whether two traces are of the same text and of networks with the same layers.
bool haveSameShape(const core::Trace& a, const core::Trace& b);

/// The values on the way from one trace to another: what moves between two epochs. Probabilities
/// that are written as numbers are those of `to`, because no network had others.
/// @param share  0: those of `from`, 1: those of `to`. @pre haveSameShape(from, to)
core::Trace traceBetween(const core::Trace& from, const core::Trace& to, double share);

} // namespace ui
