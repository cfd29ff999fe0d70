#include "ui/setup/raw_rows_table.h"

#include "ui/setup/raw_rows_model.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kMostRows = 10;

} // namespace

RawRowsTable::RawRowsTable(QWidget* parent)
    : QWidget(parent)
    , m_table(new QTableView(this))
    , m_model(new RawRowsModel(this))
    , m_button(new QToolButton(this))
{
    m_table->setObjectName(QStringLiteral("rowsTable"));
    m_table->setAccessibleName(tr("First rows of the data"));
    m_table->setModel(m_model);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_button->setObjectName(QStringLiteral("columnsButton"));
    m_button->setText(tr("Columns"));
    setHelp(*m_button, tr("Choose what the columns are used as"));
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setMenu(new QMenu(m_button));
    connect(m_button->menu(), &QMenu::aboutToShow, this, &RawRowsTable::fillColumnsMenu);
    auto* bar = new QHBoxLayout;
    bar->addWidget(makeLabel(tr("First rows, as they were read"), LabelRole::Group, this), 1);
    bar->addWidget(m_button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_table);
    // Queued: the new style sheet reaches the table only after the theme's own signal.
    connect(&Theme::instance(), &Theme::changed, this, &RawRowsTable::fit, Qt::QueuedConnection);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int column) {
        QMenu menu(this);
        offer(column, menu);
        menu.exec(QCursor::pos());
    });
}

void RawRowsTable::setPreview(const core::DataPreview& preview)
{
    m_textColumns = preview.textColumns;
    m_labelColumn = static_cast<int>(preview.labelColumn);
    m_model->setPreview(preview);
    fit();
}

void RawRowsTable::setChoosable(bool text, bool label)
{
    m_textChoosable = text;
    m_labelChoosable = label;
    m_button->setVisible(text || label);
}

void RawRowsTable::fit()
{
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Interactive);
    m_table->resizeColumnsToContents();
    const int widest = 28 * m_table->fontMetrics().averageCharWidth();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool target = m_model->hasPairs() && m_model->isLabel(column);
        if (m_model->isText(column) || target) // The texts take the room that is left.
            header->setSectionResizeMode(column, QHeaderView::Stretch);
        else
            m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), widest));
    }
    m_table->ensurePolished();
    QHeaderView* lines = m_table->verticalHeader();
    lines->setDefaultSectionSize(m_table->fontMetrics().height() + 12);
    m_table->setFixedHeight(header->sizeHint().height()
                            + std::min(m_model->rowCount(), kMostRows) * lines->defaultSectionSize()
                            + 6);
}

void RawRowsTable::fillColumnsMenu()
{
    m_button->menu()->clear();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        title.replace(u'\n', QStringLiteral(": ")).replace(u'&', QStringLiteral("&&"));
        offer(column, *m_button->menu()->addMenu(title));
    }
}

void RawRowsTable::offer(int column, QMenu& menu)
{
    const bool pairs = m_model->hasPairs();
    QAction* text = menu.addAction(pairs ? tr("Use as source") : tr("Use as text"));
    text->setCheckable(true);
    text->setChecked(m_model->isText(column));
    text->setEnabled(m_textChoosable);
    connect(text, &QAction::triggered, this, [this, column](bool use) { useAsText(column, use); });
    QAction* label = menu.addAction(pairs                       ? tr("Use as target")
                                        : m_model->hasNumbers() ? tr("Use as number")
                                                                : tr("Use as label"));
    label->setCheckable(true);
    label->setChecked(m_model->isLabel(column));
    label->setEnabled(m_labelChoosable);
    connect(label, &QAction::triggered, this, [this, column] { useAsLabel(column); });
}

void RawRowsTable::useAsText(int column, bool use)
{
    std::vector<int64_t> columns = m_textColumns;
    if (m_model->hasPairs())
        columns.clear(); // A side is one column.
    std::erase(columns, column);
    if (use)
        columns.push_back(column);
    std::sort(columns.begin(), columns.end());
    const int label = use && m_labelColumn == column ? -1 : m_labelColumn;
    Q_EMIT columnsChosen(columns, label);
}

void RawRowsTable::useAsLabel(int column)
{
    std::vector<int64_t> columns = m_textColumns;
    std::erase(columns, column);
    Q_EMIT columnsChosen(columns, column);
}

} // namespace ui
