#include "ui/decoding/candidate_table.h"

#include "ui/decoding/fate_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

CandidateTable::CandidateTable(QWidget* parent)
    : QWidget(parent)
    , m_model(new CandidateModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_table(new QTableView)
    , m_above(makeLabel({}, LabelRole::Plain))
    , m_below(makeLabel({}, LabelRole::Muted))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_above->setObjectName(QStringLiteral("stepSentence"));
    m_below->setObjectName(QStringLiteral("unlistedSentence"));
    m_below->hide();
    buildTable();
    column->addWidget(m_above);
    column->addWidget(m_table, 1);
    column->addWidget(m_below);
    connect(&Theme::instance(), &Theme::changed, this, &CandidateTable::fitColumns,
            Qt::QueuedConnection);
}

void CandidateTable::buildTable()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(CandidateModel::kSortRole);
    m_table->setObjectName(QStringLiteral("candidateTable"));
    m_table->setAccessibleName(tr("Candidates of the step; Return forces the prefix"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(CandidateModel::Rank, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setMinimumSectionSize(28);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->installEventFilter(this);
    auto* force = new QAction(tr("&Force this prefix and continue"), m_table);
    m_table->addAction(force);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(force, &QAction::triggered, this, [this] {
        if (current() >= 0)
            Q_EMIT forceRequested(int(current()));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_quiet && current() >= 0)
            Q_EMIT nodeChosen(int(current()));
    });
}

void CandidateTable::show(ShownSearch search, int step)
{
    m_quiet = true;
    m_model->show(std::move(search), step);
    m_quiet = false;
    const DecodingSteps& shown = *m_model->search();
    const QString unlisted = unlistedSentence(shown, m_model->step());
    m_above->setText(stepSentence(shown, m_model->step()));
    m_below->setText(unlisted);
    m_below->setVisible(!unlisted.isEmpty());
    m_table->setColumnHidden(CandidateModel::LengthPenalty,
                             !m_model->penalises(CandidateModel::LengthPenalty));
    m_table->setColumnHidden(CandidateModel::CoveragePenalty,
                             !m_model->penalises(CandidateModel::CoveragePenalty));
    fitColumns();
}

void CandidateTable::setCurrent(int32_t node)
{
    m_quiet = true;
    const int row = m_model->rowOf(node);
    if (row < 0) {
        m_table->setCurrentIndex({});
        m_table->clearSelection();
    } else {
        const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, 0));
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
    m_quiet = false;
}

int32_t CandidateTable::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? m_model->nodeAt(m_sorted->mapToSource(index).row()) : -1;
}

/// Tokens as wide as they are; the hypothesis gets what numbers and reasons leave.
void CandidateTable::fitColumns()
{
    using Column = CandidateModel::Column;
    const QFontMetrics words(Theme::instance().textFont());
    const QFontMetrics digits(Theme::instance().numberFont());
    constexpr int kMargin = 22; // with the sort arrow
    m_table->verticalHeader()->setDefaultSectionSize(words.height() + 8);
    const auto header = [&](int column) {
        return words.horizontalAdvance(
                   m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())
            + kMargin;
    };
    const auto widest = [&](int column, int most) {
        int width = 0;
        for (int row = 0; row < std::min(m_model->rowCount(), 200); ++row)
            width = std::max(
                width, words.horizontalAdvance(m_model->index(row, column).data().toString()));
        return std::min(width + 14, most);
    };
    m_table->setColumnWidth(Column::Rank, digits.horizontalAdvance(QStringLiteral("000")) + 14);
    m_table->setColumnWidth(Column::Token,
                            std::max(header(Column::Token), widest(Column::Token, 180)));
    for (int column = Column::LogProbability; column <= Column::Score; ++column)
        m_table->setColumnWidth(
            column,
            std::max(header(column), digits.horizontalAdvance(QStringLiteral("\u221200.00")) + 14));
    const int reason = 22 * words.averageCharWidth();
    int others = reason;
    for (int column = 0; column < Column::Fate; ++column)
        others += column == Column::Before || m_table->isColumnHidden(column)
            ? 0
            : m_table->columnWidth(column);
    const int least = 8 * words.averageCharWidth();
    m_table->setColumnWidth(
        Column::Before,
        std::clamp(m_table->viewport()->width() - others, least,
                   std::max(header(Column::Before), widest(Column::Before, 400))));
}

void CandidateTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

bool CandidateTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress && current() >= 0) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            Q_EMIT forceRequested(int(current()));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
