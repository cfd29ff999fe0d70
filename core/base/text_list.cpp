#include "core/base/text_list.h"

#include "core/base/mapped_file.h"

namespace core {

TextList TextList::part(size_t first, size_t count) const
{
    TextList result = *this;
    if (m_views.empty())
        result.m_strings = m_strings.subspan(first, count);
    else
        result.m_views = m_views.subspan(first, count);
    return result;
}

void TextList::release(size_t first, size_t count) const
{
    if (m_memory == Memory::Own || count == 0)
        return;
    MappedFile::throwIfCut();
    const std::string_view begin = m_views[first], end = m_views[first + count - 1];
    if (end.data() >= begin.data()) // In the order of the file.
        releaseMapped({begin.data(), static_cast<size_t>(end.data() - begin.data()) + end.size()});
}

} // namespace core
