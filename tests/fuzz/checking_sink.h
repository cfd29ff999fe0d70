#pragma once

#include "core/data/formats/format.h"
#include "tests/fuzz/target.h"

namespace fuzz {

/// Blocks so small end anywhere, also within characters.
inline constexpr size_t kSmallBlock = 37;

/// Counts what a format reads and checks what it promises of each record.
class CheckingSink : public core::RecordSink {
public:
    explicit CheckingSink(const core::Layout& layout) : m_columns(layout.columns.size()) { }

    void add(const core::Record& record) override
    {
        require(record.line > 0, "a record has a line");
        require(record.cells.size() == m_columns, "a record has as many cells as the layout");
        for (const std::string_view cell : record.cells)
            m_bytes += cell.empty() ? 0 : static_cast<size_t>(cell.back() != '\0');
    }
    void reject(int64_t, core::Message reason) override
    {
        require(!reason.empty(), "a bad row has its reason");
    }
    void refuseFile(core::Message problem, core::Message) override
    {
        require(!problem.empty(), "a refused file has its reason");
    }
    void note(core::Message message) override
    {
        require(!message.empty(), "a note says something");
    }

private:
    size_t m_columns;
    size_t m_bytes = 0; ///< So that every cell is touched.
};

} // namespace fuzz
