#include "ui/decoding/candidate_table.h"

#include "ui/decoding/fate_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_look.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

/// Of a long hypothesis the end is what tells it from others.
class EndDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideLeft;
    }
};

} // namespace

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
    lookLikeList(*m_table);
    m_table->horizontalHeader()->setMinimumSectionSize(28);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setItemDelegateForColumn(CandidateModel::Before, new EndDelegate(m_table));
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

void CandidateTable::show(ShownSearch search, int decision, int step)
{
    m_quiet = true;
    m_model->show(std::move(search), decision, step);
    m_quiet = false;
    const DecodingSteps& shown = *m_model->search();
    const QString unlisted = unlistedSentence(shown, m_model->decision());
    m_above->setText(stepSentence(shown, m_model->decision()));
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

/// Tokens and numbers as wide as they are; hypothesis and reason share the rest.
void CandidateTable::fitColumns()
{
    using Column = CandidateModel::Column;
    const Theme& theme = Theme::instance();
    QFont bold = theme.textFont();
    bold.setBold(true);
    const QFontMetrics words(theme.textFont()), strong(bold);
    const int margin = words.averageCharWidth() + 6;
    m_table->verticalHeader()->setDefaultSectionSize(words.height() + 8);
    const auto text = [&](int row, int column) {
        return row < 0 ? m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                       : m_model->index(row, column).data().toString();
    };
    constexpr int kMeasured = 200; // rows; more would not be seen at once
    const auto widest = [&](int column, int letters) {
        int width = 0;
        for (int row = -1; row < std::min(m_model->rowCount(), kMeasured); ++row)
            width = std::max(width, strong.horizontalAdvance(text(row, column)));
        return std::min(width, letters * words.averageCharWidth()) + margin;
    };
    int left = m_table->viewport()->width();
    for (int column = 0; column < Column::Fate; ++column) {
        if (column == Column::Before || m_table->isColumnHidden(column))
            continue;
        m_table->setColumnWidth(column, widest(column, 20));
        left -= m_table->columnWidth(column);
    }
    const int least = 8 * words.averageCharWidth();
    m_table->setColumnWidth(
        Column::Before, std::clamp(left / 3, least, std::max(least, widest(Column::Before, 40))));
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
