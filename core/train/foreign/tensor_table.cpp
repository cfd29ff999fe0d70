#include "core/train/foreign/tensor_table.h"

#include <algorithm>

namespace core {

namespace {

using RowState = TensorRow::State;

std::string padded(const std::string& text, size_t width)
{
    return text + std::string(width - std::min(width, text.size()), ' ');
}

} // namespace

std::string stateName(RowState state)
{
    switch (state) {
    case RowState::Taken:
        return "taken";
    case RowState::Constant:
        return "constant";
    case RowState::Missing:
        return "missing";
    case RowState::OtherShape:
        return "other shape";
    case RowState::LeftOver:
        return "left over";
    case RowState::Ambiguous:
        return "ambiguous";
    }
    return {};
}

int64_t TensorTable::count(RowState state) const
{
    return std::count_if(rows.begin(), rows.end(),
                         [&](const TensorRow& row) { return row.state == state; });
}

bool TensorTable::isComplete() const
{
    return count(RowState::Missing) + count(RowState::OtherShape) + count(RowState::Ambiguous) == 0;
}

std::string TensorTable::text() const
{
    std::vector<std::vector<std::string>> lines;
    for (const RowState state :
         {RowState::Missing, RowState::OtherShape, RowState::Ambiguous, RowState::LeftOver})
        for (const TensorRow& row : rows)
            if (row.state == state)
                lines.push_back(
                    {stateName(state), row.ours, row.ourShape, row.theirs, row.theirShape});
    if (lines.empty())
        return {};
    lines.insert(lines.begin(), {"state", "in the run", "shape", "in the checkpoint", "shape"});
    std::string text;
    for (const std::vector<std::string>& line : lines) {
        std::string written;
        for (size_t column = 0; column < line.size(); ++column) {
            size_t width = 0;
            for (const std::vector<std::string>& other : lines)
                width = std::max(width, other[column].size());
            written += padded(line[column], width) + "  ";
        }
        text += written.substr(0, written.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string TensorTable::leftOver() const
{
    std::string names;
    for (const TensorRow& row : rows)
        if (row.state == RowState::LeftOver)
            names += (names.empty() ? "" : ", ") + row.theirs;
    return names;
}

} // namespace core
