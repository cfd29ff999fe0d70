#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core {

/// More different labels than this are no classes, but another column.
inline constexpr size_t kMostClasses = 100'000;
/// And more than this no tags: of each pair of them a CRF learns a number.
inline constexpr size_t kMostTags = 1000;

/// The fault of labels if at least half of them occur once: they are no classes, but texts,
/// identifiers or names of files. Empty if they may be classes.
/// @param rows  of the training set, before anything is held out of it.
inline Message tooManyClasses(size_t classes, size_t rows)
{
    constexpr size_t kUsualClasses = 20;
    if (classes <= kUsualClasses || classes * 2 <= rows)
        return {};
    return {"The labels have %1 different values in %2 rows. Choose the column that holds the "
            "class.",
            {std::to_string(classes), std::to_string(rows)}};
}

/// The fault of a row that exceeds kMostTags.
inline Message tooManyTags()
{
    return {"There are more than %1 different tags up to here.", {std::to_string(kMostTags)}};
}
/// A note on tags that occur only in held-out texts.
inline Message unseenTags(const std::vector<std::string>& tags)
{
    return {"Tags that occur in no training text, and cannot be learned: %1 (\"%2\").",
            {std::to_string(tags.size()), shown(tags.front())}};
}

/// Numbers class names in the order in which they come.
class LabelIndex {
public:
    LabelIndex() = default;
    explicit LabelIndex(const std::vector<std::string>& names)
    {
        for (const std::string& name : names)
            add(name);
    }

    std::optional<int32_t> find(std::string_view name) const
    {
        const auto found = m_numbers.find(name);
        return found == m_numbers.end() ? std::nullopt : std::optional(found->second);
    }
    /// The number of `name`, a new one when it was not seen before.
    int32_t add(std::string_view name)
    {
        if (const auto number = find(name))
            return *number;
        const auto number = static_cast<int32_t>(m_names.size());
        m_names.emplace_back(name);
        m_numbers.emplace(m_names.back(), number);
        return number;
    }
    const std::vector<std::string>& names() const { return m_names; }

private:
    struct Hash {
        using is_transparent = void;
        size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>{}(text);
        }
    };
    std::vector<std::string> m_names;
    std::unordered_map<std::string, int32_t, Hash, std::equal_to<>> m_numbers;
};

} // namespace core
