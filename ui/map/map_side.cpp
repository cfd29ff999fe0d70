#include "ui/map/map_side.h"

#include "ui/table/cosine_column.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace ui {

namespace {

constexpr int kSideLetters = 28;

} // namespace

MapSide::MapSide(QWidget* parent) : QWidget(parent)
{
    m_search
        = named(new QLineEdit, "mapSearch", tr("Search for points"),
                tr("Points with this text are marked and get their labels first. Return goes to "
                   "the next."));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setClearButtonEnabled(true);
    m_texts = named(new QCheckBox(tr("Also in the texts around")), "mapTextsBox", {},
                    tr("Finds each token of a text that has the searched words."));
    m_found = named(makeLabel({}, LabelRole::Muted), "mapFoundLabel");
    m_nearest = named(makeLabel({}, LabelRole::Group), "mapNearestLabel");
    QLabel* how = makeLabel(tr("By cosine in the full space, not by distance in the picture."),
                            LabelRole::Muted);
    m_chosenTitle = named(makeLabel({}, LabelRole::Group), "mapChosenLabel");
    m_nearestTable = new RowView(QStringLiteral("mapNearestTable"),
                                 tr("Points with the vectors most similar to the current one"));
    RowColumn token = textColumn("label", tr("Point"), tr("Label of the point."),
                                 cells(m_neighbours, &Row::label));
    token.share = 1.0;
    m_nearestTable->setColumns(
        {std::move(token),
         cosineColumn(tr("Cosine of the angle between the two vectors in the full space."),
                      cells(m_neighbours, &Row::cosine))});
    m_chosenTable = new RowView(QStringLiteral("mapChosenTable"), tr("Points that are chosen"));
    RowColumn label
        = textColumn("label", tr("Point"), tr("Label of the point."), cells(m_chosen, &Row::label));
    label.share = 1.0;
    RowColumn detail = textColumn("detail", tr("Colour"), tr("The property that colours it."),
                                  cells(m_chosen, &Row::detail));
    detail.letters = kSideLetters / 2;
    detail.share = 0.0;
    m_chosenTable->setColumns({std::move(label), std::move(detail)});
    makeColumn(this,
               {m_search,
                m_texts,
                m_found,
                m_nearest,
                how,
                {m_nearestTable, 1},
                m_chosenTitle,
                {m_chosenTable, 1}},
               kGrid / 2, QMargins(kGrid, 0, 0, 0));
    hideInPresentation(*how);
    setNeighbours({}, {});
    setChosen({});
    setFound(-1);
    setHasTexts(false);
    connect(m_texts, &QCheckBox::toggled, this, &MapSide::searchChanged);
    connect(m_search, &QLineEdit::textChanged, this, &MapSide::searchChanged);
    connect(m_search, &QLineEdit::returnPressed, this, &MapSide::searchAccepted);
    connect(m_nearestTable, &RowView::rowActivated, this,
            [this](int row) { Q_EMIT pointPicked(m_neighbours[size_t(row)].point); });
    connect(m_chosenTable, &RowView::rowActivated, this,
            [this](int row) { Q_EMIT pointPicked(m_chosen[size_t(row)].point); });
}

void MapSide::setNeighbours(const QString& label, std::vector<Row> rows)
{
    m_nearestTable->reset(int(rows.size()), [&] { m_neighbours = std::move(rows); });
    m_nearest->setText(label.isEmpty() ? tr("Click a point for its neighbours")
                                       : tr("Nearest to \u201c%1\u201d").arg(label));
}

void MapSide::setChosen(std::vector<Row> rows)
{
    m_chosenTable->reset(int(rows.size()), [&] { m_chosen = std::move(rows); });
    m_chosenTitle->setText(m_chosen.empty() ? tr("Nothing is chosen: drag with Shift")
                                            : filled(tr("%1 {point|points} chosen"),
                                                     {count(qint64(m_chosen.size()))}));
}

void MapSide::setFound(int found)
{
    m_found->setVisible(found >= 0);
    m_found->setText(filled(tr("%1 {point|points} found"), {count(std::max(found, 0))}));
}

QString MapSide::searched() const
{
    return m_search->text().trimmed();
}

void MapSide::setHasTexts(bool hasTexts)
{
    m_texts->setVisible(hasTexts);
}

bool MapSide::searchesTexts() const
{
    return m_texts->isChecked();
}

void MapSide::clearSearch()
{
    m_search->clear();
}

} // namespace ui
