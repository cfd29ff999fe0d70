#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace core {

/// Borrowed texts, stored as strings or as views into a block. Cheap to copy.
class TextList {
public:
    /// Where views lead: to ordinary memory or to a file that is mapped into it.
    enum class Memory { Own, MappedFile };

    TextList() = default;
    template <class Strings>
    requires std::convertible_to<const Strings&, std::span<const std::string>> TextList(
        const Strings& strings)
        : m_strings(strings)
    {
    }
    explicit TextList(std::span<const std::string_view> views, Memory memory = Memory::Own)
        : m_views(views), m_memory(memory)
    {
    }

    size_t size() const { return m_strings.size() + m_views.size(); } // One of them is empty.
    bool empty() const { return size() == 0; }
    std::string_view operator[](size_t i) const
    {
        return m_views.empty() ? std::string_view(m_strings[i]) : m_views[i];
    }
    /// @pre `first` + `count` <= size().
    TextList part(size_t first, size_t count) const;
    /// Releases texts that are not needed for a while: those of a mapped file are evicted from
    /// memory and read again on the next access. Any thread.
    /// @throws Error{FileMissing} when the file was shortened: then what was read was not the
    /// texts.
    void release(size_t first, size_t count) const;

private:
    std::span<const std::string> m_strings;
    std::span<const std::string_view> m_views;
    Memory m_memory = Memory::Own;
};

} // namespace core
