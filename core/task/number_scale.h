#pragma once

#include "core/base/json.h"

#include <string>
#include <vector>

namespace core {

/// Mean and deviation of the training numbers; the identity without standardisation.
struct NumberScale {
    double mean = 0.0;
    double deviation = 1.0; ///< The population's; 1 if all numbers are equal.

    float standardised(double number) const
    {
        return static_cast<float>((number - mean) / deviation);
    }
};

/// @param numbers  of the training split, not empty.
NumberScale scaleOf(const std::vector<double>& numbers);
Json toJson(const NumberScale& scale);
/// @throws Error{FileMalformed} that names `file`.
NumberScale scaleFromJson(const Json& json, const std::string& file);

} // namespace core
