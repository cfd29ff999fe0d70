#include "ui/setup/raw_rows_table.h"

#include "core/base/message.h"
#include "ui/setup/column_header.h"
#include "ui/setup/preview_page.h"
#include "ui/setup/spec_access.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QFont>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kCellCharacters = 300;
constexpr size_t kToolTipCharacters = 2000;

constexpr int kMostRawRows = 10, kMostPresentedRows = 4; ///< Plots need the room in a presentation.
constexpr int kMostColumnLetters = 28; ///< Width of a column that is no text.
constexpr int kLeastTextLetters = 40;

} // namespace

void RawRowsModel::setPreview(const core::DataPreview& preview)
{
    beginResetModel();
    m_columns = preview.columns;
    m_rows = preview.rows;
    m_textColumns = preview.textColumns;
    m_labelColumn = int(preview.labelColumn);
    m_read = preview.read;
    m_sourceLanguage = preview.spec.sourceLanguage;
    m_targetLanguage = preview.spec.targetLanguage;
    endResetModel();
}

int RawRowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RawRowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

bool RawRowsModel::isText(int column) const
{
    return std::find(m_textColumns.begin(), m_textColumns.end(), column) != m_textColumns.end();
}

QVariant RawRowsModel::data(const QModelIndex& index, int role) const
{
    const auto& row = m_rows[size_t(index.row())];
    const auto column = size_t(index.column());
    const std::string cell = column < row.size() ? row[column] : std::string();
    switch (role) {
    case Qt::DisplayRole:
        return cell.empty() && isRunningText(m_read) // A line of a running text.
            ? tr("(empty line)")
            : QString::fromStdString(core::shown(cell, kCellCharacters));
    case Qt::ToolTipRole:
        return toolTipText(QString::fromStdString(core::shown(cell, kToolTipCharacters)));
    case Qt::ForegroundRole:
        return cell.empty() ? QVariant(Theme::instance().mutedText()) : QVariant();
    case Qt::BackgroundRole:
        if (isText(index.column()) || isLabel(index.column())) {
            QColor tint = Theme::instance().accent();
            tint.setAlphaF(isLabel(index.column()) ? 0.14F : 0.06F);
            return tint;
        }
        return {};
    default:
        return {};
    }
}

QString RawRowsModel::textName() const
{
    if (hasPairs())
        return sideName(Side::Source, m_sourceLanguage);
    return hasTags() ? tr("words") : tr("text");
}

QString RawRowsModel::answerName() const
{
    if (hasPairs())
        return sideName(Side::Target, m_targetLanguage);
    if (hasTags())
        return tr("tags");
    return hasNumbers() ? tr("number") : tr("label");
}

QString RawRowsModel::use(int column) const
{
    if (isLabel(column))
        return answerName();
    if (isText(column))
        return textName();
    return tr("not used");
}

QVariant RawRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    const bool used = isLabel(section) || isText(section);
    if (role == Qt::DisplayRole) // columns are often named like their use
        return QString::fromStdString(core::shown(m_columns[size_t(section)], 40))
            + QStringLiteral("\n") + (used ? tr("as %1").arg(use(section)) : use(section));
    if (role == Qt::ToolTipRole)
        return toolTipText(
            hasPairs()
                ? tr("Used as: %1. Click to use this column as source or target.").arg(use(section))
                : hasTags()
                ? tr("Used as: %1. Click to use this column as words or tags.").arg(use(section))
                : hasNumbers()
                ? tr("Used as: %1. Click to use this column as text or number.").arg(use(section))
                : tr("Used as: %1. Click to use this column as text or label.").arg(use(section)));
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::FontRole && used) {
        QFont font = Theme::instance().textFont();
        font.setBold(true);
        return font;
    }
    return {};
}

RawRowsTable::RawRowsTable(QWidget* parent)
    : QWidget(parent)
    , m_table(named(new QTableView(this), "rowsTable", tr("First rows of the data")))
    , m_header(named(new ColumnHeader(m_table), "rowsHeader", tr("Use of the columns")))
    , m_model(new RawRowsModel(this))
    , m_button(named(new QToolButton(this), "columnsButton"))
{
    m_table->setHorizontalHeader(m_header);
    m_table->setModel(m_model);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_button->setText(tr("Columns"));
    setHelp(*m_button, tr("Choose the use of the columns"));
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setMenu(new QMenu(m_button));
    connect(m_button->menu(), &QMenu::aboutToShow, this, &RawRowsTable::fillColumnsMenu);
    auto* bar = makeRow(
        nullptr,
        {{makeLabel(tr("First rows, as they were read"), LabelRole::Group, this), 1}, m_button});
    makeColumn(this, {bar, m_table});
    // Queued: the new style sheet reaches the table only after the theme's own signal.
    connect(&Theme::instance(), &Theme::changed, this, &RawRowsTable::fit, Qt::QueuedConnection);
    connect(m_header, &ColumnHeader::pressed, this, [this](int column, const QPoint& below) {
        auto* menu = named(new QMenu(this), "columnMenu");
        menu->setAttribute(Qt::WA_DeleteOnClose);
        offer(column, *menu);
        menu->popup(below);
    });
}

void RawRowsTable::setPreview(const core::DataPreview& preview)
{
    m_textColumns = preview.textColumns;
    m_labelColumn = int(preview.labelColumn);
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
    const int most = Theme::instance().presentation() ? kMostPresentedRows : kMostRawRows;
    m_table->setFixedHeight(m_header->sizeHint().height()
                            + std::min(m_model->rowCount(), most) * lines->defaultSectionSize()
                            + bar + 6);
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
    const int share = room / std::max(int(texts.size()), 1);
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
        m_table->scrollTo(m_model->index(0, int(m_textColumns.front())));
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
