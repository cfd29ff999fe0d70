#pragma once

#include "ui/crf/trellis_text.h"
#include "ui/table/row_view.h"

namespace ui {

/// The best paths through a trellis, best first, with score and probability.
class PathList : public RowView {
    Q_OBJECT
public:
    explicit PathList(QWidget* parent = nullptr);

    void setTrellis(ShownTrellis trellis); ///< The chosen path stays chosen.
    /// The paths are unknown before the last step of the search.
    void setKnown(bool known);

Q_SIGNALS:
    void pathChosen(int path); ///< By mouse or keys.

private:
    std::vector<RowColumn> pathColumns() const;
    const core::TagPath& at(int row) const { return m_trellis->paths[size_t(row)]; }

    int count() const { return m_known ? int(m_trellis->paths.size()) : 0; }

    ShownTrellis m_trellis;
    bool m_known = true;
};

} // namespace ui
