#include "ui/setup/raw_rows_table.h"

#include "ui/setup/column_header.h"
#include "ui/setup/raw_rows_model.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kMostRawRows = 10;
constexpr int kMostColumnLetters = 28; ///< Of a column that is no text.
constexpr int kLeastTextLetters = 40;

} // namespace

RawRowsTable::RawRowsTable(QWidget* parent)
    : QWidget(parent)
    , m_table(new QTableView(this))
    , m_header(new ColumnHeader(m_table))
    , m_model(new RawRowsModel(this))
    , m_button(new QToolButton(this))
{
    m_table->setObjectName(QStringLiteral("rowsTable"));
    m_table->setAccessibleName(tr("First rows of the data"));
    m_header->setObjectName(QStringLiteral("rowsHeader"));
    m_header->setAccessibleName(tr("What the columns are used as"));
    m_table->setHorizontalHeader(m_header);
    m_table->setModel(m_model);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
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
    connect(m_header, &ColumnHeader::pressed, this, [this](int column, const QPoint& below) {
        auto* menu = new QMenu(this);
        menu->setObjectName(QStringLiteral("columnMenu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        offer(column, *menu);
        menu->popup(below);
    });
}

void RawRowsTable::setPreview(const core::DataPreview& preview)
{
    m_textColumns = preview.textColumns;
    m_labelColumn = static_cast<int>(preview.labelColumn);
    m_model->setPreview(preview);
    fit();
    showText();
}

void RawRowsTable::setChoosable(bool text, bool label)
{
    m_textChoosable = text;
    m_labelChoosable = label;
    m_button->setVisible(text || label);
    m_header->setPressable(text || label);
}

void RawRowsTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() == event->oldSize().width())
        return;
    fit();
    showText();
}

void RawRowsTable::fit()
{
    m_table->ensurePolished();
    QHeaderView* lines = m_table->verticalHeader();
    lines->setDefaultSectionSize(m_table->fontMetrics().height() + 12);
    const int bar
        = fitColumns() == Fit::Whole ? 0 : m_table->horizontalScrollBar()->sizeHint().height();
    m_table->setFixedHeight(
        m_header->sizeHint().height()
        + std::min(m_model->rowCount(), kMostRawRows) * lines->defaultSectionSize() + bar + 6);
}

RawRowsTable::Fit RawRowsTable::fitColumns()
{
    m_header->setSectionResizeMode(QHeaderView::Interactive);
    m_table->resizeColumnsToContents();
    const int letter = m_table->fontMetrics().averageCharWidth();
    std::vector<int> texts; // They take the room that is left.
    // Of this widget, since the table's own viewport has its size only once it is shown.
    int room = width() - m_table->verticalHeader()->sizeHint().width() - 2 * m_table->frameWidth();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool target = m_model->hasPairs() && m_model->isLabel(column);
        if (m_model->isText(column) || target) {
            texts.push_back(column);
            continue;
        }
        m_table->setColumnWidth(
            column, std::min(m_table->columnWidth(column), kMostColumnLetters * letter));
        room -= m_table->columnWidth(column);
    }
    const int share = room / std::max(static_cast<int>(texts.size()), 1);
    const bool whole = texts.empty() ? room >= 0 : share >= kLeastTextLetters * letter;
    for (const int column : texts) {
        if (whole)
            m_header->setSectionResizeMode(column, QHeaderView::Stretch);
        else
            m_table->setColumnWidth(column, kLeastTextLetters * letter);
    }
    return whole ? Fit::Whole : Fit::Scrolled;
}

void RawRowsTable::showText()
{
    if (!m_textColumns.empty() && m_model->rowCount() > 0)
        m_table->scrollTo(m_model->index(0, static_cast<int>(m_textColumns.front())));
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
    const bool tags = m_model->hasTags();
    QAction* text = menu.addAction(pairs      ? tr("Use as source")
                                       : tags ? tr("Use as words")
                                              : tr("Use as text"));
    text->setCheckable(true);
    text->setChecked(m_model->isText(column));
    text->setEnabled(m_textChoosable);
    connect(text, &QAction::triggered, this, [this, column](bool use) { useAsText(column, use); });
    QAction* label = menu.addAction(pairs                       ? tr("Use as target")
                                        : tags                  ? tr("Use as tags")
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
    if (m_model->hasPairs() || m_model->hasTags())
        columns.clear(); // A side, and the words, are one column.
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
