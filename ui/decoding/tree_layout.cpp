#include "ui/decoding/tree_layout.h"

#include <algorithm>

namespace ui {

namespace {

/// How far a subtree reaches in each column from its root's on, in rows from its root.
struct Contour {
    std::vector<int> top, bottom;
};

std::vector<bool> chosenNodes(const DecodingSteps& search, const TreeChoice& choice)
{
    std::vector<bool> chosen(search.nodes().size(), false);
    for (const core::TraceNode& node : search.nodes())
        chosen[size_t(node.id)] = node.parent < 0 || search.survived(node.id);
    for (int step = 1; step <= search.count(); ++step) {
        int left = choice.droppedPerStep;
        for (const int32_t id : search.candidates(step)) {
            if (!chosen[size_t(id)] && left-- > 0)
                chosen[size_t(id)] = true;
        }
    }
    for (int32_t id = choice.extra; search.has(id); id = search.node(id).parent)
        chosen[size_t(id)] = true;
    return chosen;
}

/// Puts `child` below what `whole` holds already; its root is one column further right.
/// @returns the rows from the parent to the child.
int putBelow(Contour& whole, const Contour& child)
{
    int shift = 0;
    for (size_t depth = 0; depth < child.top.size(); ++depth) {
        const size_t column = depth + 1;
        if (column < whole.bottom.size())
            shift = std::max(shift, whole.bottom[column] + 1 - child.top[depth]);
    }
    for (size_t depth = 0; depth < child.top.size(); ++depth) {
        const size_t column = depth + 1;
        if (column < whole.bottom.size()) {
            whole.bottom[column] = shift + child.bottom[depth];
        } else {
            whole.top.push_back(shift + child.top[depth]);
            whole.bottom.push_back(shift + child.bottom[depth]);
        }
    }
    return shift;
}

} // namespace

const TreePlace* TreeLayout::find(int32_t node) const
{
    if (node < 0 || size_t(node) >= indexOf.size() || indexOf[size_t(node)] < 0)
        return nullptr;
    return &places[size_t(indexOf[size_t(node)])];
}

TreeLayout layOutTree(const DecodingSteps& search, const TreeChoice& choice)
{
    TreeLayout layout;
    layout.indexOf.assign(search.nodes().size(), -1);
    if (search.empty())
        return layout;
    const std::vector<bool> chosen = chosenNodes(search, choice);
    const size_t count = search.nodes().size();
    std::vector<Contour> contours(count);
    std::vector<int> fromParent(count, 0);
    for (size_t at = count; at-- > 0;) { // children have larger numbers than their parents
        if (!chosen[at])
            continue;
        Contour whole{{0}, {0}};
        const auto place = [&](bool goingOn) {
            for (const int32_t child : search.children(int32_t(at))) {
                if (!chosen[size_t(child)] || search.survived(child) != goingOn)
                    continue;
                fromParent[size_t(child)] = putBelow(whole, contours[size_t(child)]);
                contours[size_t(child)] = {};
            }
        };
        place(true);
        place(false);
        contours[at] = std::move(whole);
    }
    for (size_t at = 0; at < count; ++at) {
        if (!chosen[at])
            continue;
        const TreePlace* parent = layout.find(search.nodes()[at].parent);
        TreePlace place{int32_t(at), 0, 0};
        if (parent != nullptr) {
            place.column = parent->column + 1;
            place.row = parent->row + fromParent[at];
        }
        layout.columns = std::max(layout.columns, place.column + 1);
        layout.rows = std::max(layout.rows, place.row + 1);
        layout.indexOf[at] = int(layout.places.size());
        layout.places.push_back(place);
    }
    return layout;
}

} // namespace ui
