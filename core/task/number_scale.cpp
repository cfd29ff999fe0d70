#include "core/task/number_scale.h"

#include "core/base/error.h"

#include <cmath>
#include <numeric>

namespace core {

NumberScale scaleOf(const std::vector<double>& numbers)
{
    const auto count = static_cast<double>(numbers.size());
    const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / count;
    double squares = 0.0;
    for (const double number : numbers)
        squares += (number - mean) * (number - mean);
    const double deviation = std::sqrt(squares / count);
    return {mean, deviation > 0.0 ? deviation : 1.0};
}

Json toJson(const NumberScale& scale)
{
    return {{"mean", scale.mean}, {"standard_deviation", scale.deviation}};
}

NumberScale scaleFromJson(const Json& json, const std::string& file)
{
    const auto number = [&](const char* name) {
        const bool there = json.is_object() && json.contains(name) && json.at(name).is_number();
        return there ? json.at(name).get<double>() : std::nan("");
    };
    const NumberScale scale{number("mean"), number("standard_deviation")};
    if (!std::isfinite(scale.mean) || !std::isfinite(scale.deviation) || scale.deviation <= 0.0)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 does not hold the mean and standard deviation of numbers.", {file}},
                    {"Copy the whole run folder again from where it was made.", {}});
    return scale;
}

} // namespace core
