#include "ui/setup/bad_rows_table.h"

#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_fit.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kShownRows = 6;

} // namespace

BadRowsTable::BadRowsTable(QWidget* parent)
    : QWidget(parent)
    , m_title(makeLabel({}, LabelRole::Group, this))
    , m_skip(new QPushButton(tr("Skip these rows"), this))
    , m_table(new QTableWidget(0, 3, this))
{
    m_skip->setObjectName(QStringLiteral("skipBadRowsButton"));
    m_skip->setAccessibleDescription(tr("Train without the rows that cannot be used"));
    m_table->setObjectName(QStringLiteral("badRowsTable"));
    m_table->setAccessibleName(tr("Rows that cannot be used"));
    m_table->setHorizontalHeaderLabels({tr("File"), tr("Line"), tr("Why")});
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_title, 1);
    bar->addWidget(m_skip);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_table);
    keepFitted(*m_table, [this] { fit(); });
    connect(m_skip, &QPushButton::clicked, this, &BadRowsTable::skipRequested);
    hide();
}

void BadRowsTable::setRows(const std::vector<core::BadRow>& rows, qint64 total)
{
    m_total = total;
    m_table->setRowCount(static_cast<int>(rows.size()));
    for (int i = 0; i < m_table->rowCount(); ++i) {
        const core::BadRow& row = rows[static_cast<size_t>(i)];
        m_table->setItem(i, 0, new QTableWidgetItem(QString::fromStdString(row.file)));
        auto* line = new QTableWidgetItem(count(row.line));
        line->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_table->setItem(i, 1, line);
        auto* reason = new QTableWidgetItem(sentence(row.reason));
        reason->setToolTip(toolTipText(reason->text()));
        m_table->setItem(i, 2, reason);
    }
    fit();
    showState();
}

void BadRowsTable::fit()
{
    fitTable(*m_table, kShownRows, [this] {
        m_table->resizeColumnToContents(0);
        m_table->resizeColumnToContents(1);
    });
}

void BadRowsTable::setSkipping(bool skipping)
{
    m_skipping = skipping;
    showState();
}

void BadRowsTable::setEditable(bool editable)
{
    m_editable = editable;
    showState();
}

void BadRowsTable::showState()
{
    setVisible(m_total > 0);
    m_skip->setVisible(!m_skipping);
    m_skip->setEnabled(m_editable);
    m_title->setText((m_skipping ? tr("Rows that cannot be used and are skipped: %1")
                                 : tr("Rows that cannot be used: %1"))
                         .arg(count(m_total)));
}

} // namespace ui
