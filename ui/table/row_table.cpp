#include "ui/table/row_table.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace ui {

QString RowTable::countOfTexts(int shown, int all)
{
    return shown == all
        ? filled(tr("%1 {text. Click it|texts. Click one} to open it in Sentence."), {count(all)})
        : filled(tr("%1 of %2 {text|texts} shown."), {count(shown), count(all)});
}

RowTable::RowTable(const QString& name, const QString& accessibleName, CountText countText,
                   QWidget* parent)
    : QWidget(parent)
    , m_view(new RowView(name, accessibleName))
    , m_countText(std::move(countText))
    , m_filters(makeRow(nullptr))
    , m_count(named(makeLabel({}, LabelRole::Muted), "shownLabel"))
{
    auto* search = named(new QLineEdit, "searchEdit", tr("Show only texts with these letters"));
    search->setPlaceholderText(tr("Find in texts"));
    search->setClearButtonEnabled(true);
    search->setMinimumWidth(70);
    m_filters->addWidget(search, 3);
    m_view->setSortable();
    makeColumn(this, {m_filters, {m_view, 1}, m_count}, -1, {kGrid, 0, 0, 0});
    connect(search, &QLineEdit::textChanged, &m_view->filter(), &RowFilter::setText);
    connect(&m_view->filter(), &RowFilter::filtered, this, &RowTable::showCount);
    showCount();
}

Figure RowTable::figure(const QString& title, const QString& name) const
{
    return {.title = title, .name = name, .table = [this](TableText& table) {
                m_view->filter().write(table);
            }};
}

QComboBox* RowTable::addFilter(const QString& name, const QString& accessibleName,
                               const QStringList& entries, int letters)
{
    auto* box = named(new QuietComboBox, name, accessibleName);
    box->addItems(entries);
    box->setMinimumContentsLength(letters);
    m_filters->addWidget(box, 1);
    return box;
}

QToolButton* RowTable::addButton(const QString& name, const QString& text, const QString& help)
{
    auto* button = named(new QToolButton, name);
    button->setText(text);
    button->setFocusPolicy(Qt::StrongFocus);
    setHelp(*button, help);
    m_filters->addWidget(button);
    return button;
}

void RowTable::reset(int rows, const std::function<void()>& replace)
{
    m_view->reset(rows, replace);
    showCount();
}

void RowTable::showCount()
{
    const int all = m_view->rows().rowCount();
    m_count->setText(all == 0 ? QString() : m_countText(m_view->filter().rowCount(), all));
}

} // namespace ui
