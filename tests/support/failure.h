#pragma once

#include "core/base/error.h"
#include "tests/support/test_case.h"

namespace support {

/// The failure that `action` throws; an internal one without a sentence if it throws nothing.
template <class Action> core::Failure failureOf(Action&& action)
{
    try {
        action();
    } catch (...) {
        return core::currentFailure();
    }
    return {};
}

template <class Action> std::string sentenceOf(Action&& action)
{
    return failureOf(action).sentence();
}

} // namespace support
