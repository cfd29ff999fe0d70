#include "ui/crf/path_list.h"

#include "ui/text/score_text.h"
#include "ui/text/sentences.h"

namespace ui {

namespace {

constexpr int kMostPaths = 6;

} // namespace

PathList::PathList(QWidget* parent)
    : RowView(QStringLiteral("pathTable"), tr("Best paths, best first"), parent)
    , m_trellis(std::make_shared<core::Trellis>())
{
    setColumns(pathColumns());
    rows().setLook([](int row, int) { return RowLook{.bold = row == 0}; });
    setMostRows(kMostPaths);
    connect(this, &RowView::rowChosen, this, &PathList::pathChosen);
}

std::vector<RowColumn> PathList::pathColumns() const
{
    return {
        numberColumn(
            "place", {}, tr("Place in the order of scores"),
            [](int row) { return int64_t{row} + 1; }, {}, QStringLiteral("0")),
        textColumn("path", tr("Path"),
                   tr("The tags of the best path; for the others, where they differ from it"),
                   [this](int row) { return pathText(*m_trellis, size_t(row)).toStdString(); }),
        numberColumn(
            "score", tr("Score"), tr("Begin + emissions + transitions + end"),
            [this](int row) { return at(row).score; }, scoreText, QStringLiteral("\u221200.00")),
        numberColumn(
            "probability", tr("Probability"), tr("exp(score) over the sum of that of all paths"),
            [this](int row) { return at(row).probability; }, percent, QStringLiteral("100.0 %"))};
}

void PathList::setTrellis(ShownTrellis trellis)
{
    const int chosen = currentRow();
    reset(m_known ? int(trellis->paths.size()) : 0, [&] { m_trellis = std::move(trellis); });
    setCurrentRow(chosen < count() ? chosen : -1);
}

void PathList::setKnown(bool known)
{
    if (known == m_known)
        return;
    m_known = known;
    reset(count());
}

} // namespace ui
