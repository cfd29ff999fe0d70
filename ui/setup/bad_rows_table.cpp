#include "ui/setup/bad_rows_table.h"

#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kMostBadRows = 6;
constexpr int kFileLetters = 40;

} // namespace

BadRowsTable::BadRowsTable(QWidget* parent)
    : QWidget(parent)
    , m_title(makeLabel({}, LabelRole::Group, this))
    , m_skip(new QPushButton(tr("Skip these rows"), this))
    , m_table(new RowView(QStringLiteral("badRowsTable"), tr("Rows that cannot be used"), this))
{
    m_skip->setObjectName(QStringLiteral("skipBadRowsButton"));
    m_skip->setAccessibleDescription(tr("Train without the rows that cannot be used"));
    RowColumn file = textColumn({}, tr("File"), {},
                                [this](int row) { return std::string_view(at(row).file); });
    file.letters = kFileLetters;
    m_table->setColumns({file,
                         numberColumn(
                             {}, tr("Line"), {}, [this](int row) { return int64_t{at(row).line}; },
                             {}, QStringLiteral("1,000,000")),
                         textColumn({}, tr("Why"), {}, [this](int row) {
                             return sentence(at(row).reason).toStdString();
                         })});
    m_table->fitRows(kMostBadRows);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_title, 1);
    bar->addWidget(m_skip);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_table);
    connect(m_skip, &QPushButton::clicked, this, &BadRowsTable::skipRequested);
    hide();
}

void BadRowsTable::setRows(const std::vector<core::BadRow>& rows, qint64 total)
{
    m_total = total;
    m_table->reset(int(rows.size()), [&] { m_rows = rows; });
    showState();
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
