#include "core/base/spec_values.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core {

std::string settingValue(const Json& spec, const std::string& path)
{
    std::string place = "/" + path;
    std::replace(place.begin(), place.end(), '.', '/');
    const Json::json_pointer pointer(place);
    if (!spec.is_object() || !spec.contains(pointer))
        return {};
    const Json& value = spec.at(pointer);
    const Json& named = value.is_object() && value.contains("kind") ? value.at("kind") : value;
    return named.is_string() ? named.get<std::string>() : named.dump();
}

int64_t roundedUp(int64_t number)
{
    constexpr std::array kMarks{1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
    if (number < 10)
        return number;
    const double power = std::pow(10.0, std::floor(std::log10(double(number))));
    const auto mark = std::find_if(kMarks.begin(), kMarks.end(),
                                   [&](double each) { return each * power >= double(number); });
    return std::llround(*mark * power);
}

} // namespace core
