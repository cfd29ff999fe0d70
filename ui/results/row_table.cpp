#include "ui/results/row_table.h"

#include "ui/results/text_filter.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/table_look.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

RowTable::RowTable(QWidget* parent) : QWidget(parent) { }

void RowTable::build(TextFilter& filter, const QString& name, const QString& accessibleName,
                     int stretched)
{
    m_filter = &filter;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::instance().spacing(), 0, 0, 0);
    buildFilters();
    column->addLayout(m_filters);
    m_table = new QTableView;
    m_table->setObjectName(name);
    m_table->setAccessibleName(accessibleName);
    m_table->setModel(&filter);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as they stand in the data, until asked
    lookLikeList(*m_table);
    m_table->horizontalHeader()->setMinimumSectionSize(24);
    m_table->horizontalHeader()->setSectionResizeMode(stretched, QHeaderView::Stretch);
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { activate(index.row()); });
    column->addWidget(m_table, 1);
    m_count = makeLabel({}, LabelRole::Muted);
    m_count->setObjectName(QStringLiteral("shownLabel"));
    column->addWidget(m_count);
    connect(&filter, &TextFilter::filtered, this, &RowTable::showCount);
    connect(&Theme::instance(), &Theme::changed, this, &RowTable::restyle);
    restyle();
}

void RowTable::buildFilters()
{
    m_filters = new QHBoxLayout;
    auto* search = new QLineEdit;
    search->setObjectName(QStringLiteral("searchEdit"));
    search->setPlaceholderText(tr("Find in texts"));
    search->setAccessibleName(tr("Show only texts with these letters"));
    search->setClearButtonEnabled(true);
    search->setMinimumWidth(70);
    connect(search, &QLineEdit::textChanged, m_filter, &TextFilter::setText);
    m_export = new QToolButton;
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_export->setText(tr("Export"));
    setHelp(*m_export, tr("Save the rows shown as a CSV file"));
    m_export->setFocusPolicy(Qt::StrongFocus);
    connect(m_export, &QToolButton::clicked, this, &RowTable::exportRequested);
    m_filters->addWidget(search, 3);
    m_filters->addWidget(m_export);
}

void RowTable::addFilter(QWidget* filter)
{
    m_filters->insertWidget(m_filters->indexOf(m_export), filter, 1);
}

void RowTable::addButton(QToolButton* button)
{
    button->setFocusPolicy(Qt::StrongFocus);
    m_filters->insertWidget(m_filters->indexOf(m_export), button);
}

int RowTable::currentRow() const
{
    return m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
}

void RowTable::restyle()
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    m_table->verticalHeader()->setDefaultSectionSize(line + 8);
    fitColumns();
}

void RowTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    restyle();
}

bool RowTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && currentRow() >= 0) {
            activate(currentRow());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RowTable::showCount()
{
    const int all = m_filter->sourceModel()->rowCount();
    m_count->setText(all == 0 ? QString() : countText(m_filter->rowCount(), all));
}

QComboBox* makeFilterBox(const QString& name, const QString& accessibleName,
                         const QStringList& entries, int letters)
{
    auto* box = new QuietComboBox;
    box->setObjectName(name);
    box->setAccessibleName(accessibleName);
    box->addItems(entries);
    box->setMinimumContentsLength(letters);
    return box;
}

} // namespace ui
