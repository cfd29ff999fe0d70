#pragma once

#include "core/base/message.h"

#include <cmath>
#include <string>

namespace core {

/// How long the processes of a training waited for each other, and what helps where it was long.
/// @param share  as EndReport::waitedShare. @pre it is finite.
inline Message waitedText(double share)
{
    constexpr double kMuch = 0.2;
    const std::string percent = std::to_string(std::lround(100.0 * share));
    if (share < kMuch)
        return {"The processes waited for each other %1 % of the time.", {percent}};
    return {"The processes waited for each other %1 % of the time. With larger batches or fewer "
            "processes they wait less.",
            {percent}};
}

} // namespace core
