#include "ui/widgets/option_rows.h"

#include "ui/text/sentences.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/problem_line.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

QGridLayout* makeGrid(QWidget& owner)
{
    auto* grid = new QGridLayout(&owner);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGrid);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    return grid;
}

} // namespace

OptionRows::OptionRows(const OptionContext& context,
                       const std::vector<core::OptionDescription>& options, const std::string& path,
                       QWidget* parent)
    : QWidget(parent), m_path(path)
{
    std::vector<core::OptionDescription> plain, advanced;
    for (const core::OptionDescription& option : options) {
        m_names.push_back(option.name);
        if (!context.task.empty() && !core::servesTask(option.tasks, context.task))
            continue;
        const bool behindMore = option.advanced && option.type != core::OptionType::Section;
        (behindMore ? advanced : plain).push_back(option);
    }
    QGridLayout* grid = makeGrid(*this);
    for (const core::OptionDescription& option : plain)
        addRow(context, option, *grid);
    if (advanced.empty())
        return;
    addMore(*grid);
    QGridLayout* inner = makeGrid(*m_advanced);
    for (const core::OptionDescription& option : advanced)
        addRow(context, option, *inner);
}

void OptionRows::addRow(const OptionContext& context, const core::OptionDescription& option,
                        QGridLayout& grid)
{
    Row row;
    row.name = option.name;
    row.path = m_path.empty() ? option.name : m_path + "." + option.name;
    row.defaultValue = option.defaultValue;
    row.advanced = option.advanced;
    if (option.type == core::OptionType::Section)
        addSection(row, context, option, grid);
    else
        addField(row, context, option, grid);
    m_rows.push_back(std::move(row));
}

void OptionRows::addField(Row& row, const OptionContext& context,
                          const core::OptionDescription& option, QGridLayout& grid)
{
    QWidget* owner = grid.parentWidget();
    row.field = makeOptionField(context, option, row.path, owner);
    row.problem = new FieldProblem(row.field);
    const int line = grid.rowCount();
    if (option.type == core::OptionType::Boolean) { // Its box carries the label.
        grid.addWidget(row.field, line, 0, 1, 2);
    } else {
        QLabel* label = makeLabel(row.field->label(), LabelRole::Plain, owner);
        label->setProperty("optionLabel", row.field->label());
        label->setBuddy(row.field->control());
        setHelp(*label, row.field->helpText());
        grid.addWidget(label, line, 0);
        grid.addWidget(row.field, line, 1, Qt::AlignVCenter);
    }
    if (QWidget* details = row.field->details())
        grid.addWidget(details, line + 1, 0, 1, 2);
    row.grid = &grid;
    row.line = line;
    grid.setRowMinimumHeight(line + 2, 0); // The row is there, for a fit.
    if (row.field->option().defaultValue.is_null() == false)
        row.field->setValue(row.defaultValue);
    const size_t index = m_rows.size();
    connect(row.field, &OptionField::edited, this, &OptionRows::edited);
    connect(row.field, &OptionField::structureChanged, this, &OptionRows::structureChanged);
    connect(row.field, &OptionField::refused, this, [this, index](const QString& why) {
        m_rows[index].own = why;
        m_rows[index].problem->setText(why);
    });
}

void OptionRows::addSection(Row& row, const OptionContext& context,
                            const core::OptionDescription& option, QGridLayout& grid)
{
    QWidget* owner = grid.parentWidget();
    row.section = new OptionRows(context, option.children, row.path, owner);
    row.section->setAccessibleName(coreText(option.label));
    row.problem = new ProblemLine(owner);
    if (!option.label.empty())
        addTitle(row, option, grid);
    const int line = grid.rowCount();
    grid.addWidget(row.problem, line, 0, 1, 2);
    grid.addWidget(row.section, line + 1, 0, 1, 2);
    connect(row.section, &OptionRows::edited, this, &OptionRows::edited);
    connect(row.section, &OptionRows::structureChanged, this, &OptionRows::structureChanged);
}

void OptionRows::addTitle(Row& row, const core::OptionDescription& option, QGridLayout& grid)
{
    QWidget* owner = grid.parentWidget();
    const QString label = coreText(option.label);
    if (!option.advanced) {
        QLabel* title = makeLabel(label, LabelRole::Group, owner);
        setHelp(*title, coreText(option.help));
        title->setContentsMargins(0, kGrid, 0, 0);
        grid.addWidget(title, grid.rowCount(), 0, 1, 2);
        return;
    }
    QToolButton* fold
        = makeFold(label, coreText(option.help), tr("%1, shown"), tr("%1, hidden"), row.section);
    fold->setObjectName(QString::fromStdString(row.path) + QStringLiteral(".fold"));
    grid.addWidget(fold, grid.rowCount(), 0, 1, 2, Qt::AlignLeft);
    row.fold = fold;
}

void OptionRows::addMore(QGridLayout& grid)
{
    m_advanced = new QWidget(this);
    m_more = makeFold(tr("More"), tr("Settings that are rarely needed"), tr("More settings, shown"),
                      tr("More settings, hidden"), m_advanced);
    m_more->setObjectName(QString::fromStdString(m_path) + QStringLiteral(".more"));
    const int line = grid.rowCount();
    grid.addWidget(m_more, line, 0, 1, 2, Qt::AlignLeft);
    grid.addWidget(m_advanced, line + 1, 0, 1, 2);
}

void OptionRows::setValue(const core::Json& object)
{
    m_object = object.is_object() ? object : core::Json::object();
    for (const Row& row : m_rows) {
        const auto found = m_object.find(row.name);
        const core::Json& value = found == m_object.end() ? row.defaultValue : *found;
        if (row.section != nullptr)
            row.section->setValue(value);
        else
            row.field->setValue(value);
    }
}

core::Json OptionRows::value() const
{
    // In the order of the description, whatever is shown: files and comparisons rely on it.
    core::Json object = core::Json::object();
    for (const std::string& name : m_names) {
        const auto row = std::find_if(m_rows.begin(), m_rows.end(),
                                      [&name](const Row& each) { return each.name == name; });
        if (row != m_rows.end())
            object[name] = row->section != nullptr ? row->section->value() : row->field->value();
        else if (m_object.contains(name))
            object[name] = m_object[name]; // An option of another task.
    }
    for (const auto& [name, value] : m_object.items()) {
        if (!object.contains(name))
            object[name] = value; // Perhaps written by a newer version: kept.
    }
    return object;
}

bool OptionRows::concerns(const std::string& path, const Row& row)
{
    if (!path.starts_with(row.path))
        return false;
    const char next = path.size() == row.path.size() ? '\0' : path[row.path.size()];
    return next == '\0' || next == '.' || next == '[';
}

bool OptionRows::showProblem(const core::Problem& problem)
{
    for (const Row& row : m_rows) {
        if (!concerns(problem.path, row))
            continue;
        const bool inside = row.section != nullptr ? row.section->showProblem(problem)
                                                   : row.field->showProblemInside(problem);
        if (!inside) {
            const QString before = row.problem->text();
            const QString what = sentence(problem.what);
            row.problem->setText(before.isEmpty() ? what : before + QStringLiteral("\n") + what);
        }
        unfold(row); // A problem must not hide.
        return true;
    }
    return false;
}

void OptionRows::unfold(const Row& row)
{
    if (row.fold != nullptr)
        row.fold->setChecked(true);
    else if (row.advanced && m_more != nullptr)
        m_more->setChecked(true);
}

bool OptionRows::unfold(const std::string& path)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const Row& row) { return concerns(path, row); });
    if (found == m_rows.end())
        return false;
    if (found->section != nullptr)
        found->section->unfold(path);
    unfold(*found);
    return true;
}

bool OptionRows::showFit(const FieldFit& fit)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const Row& row) { return concerns(fit.path, row); });
    if (found == m_rows.end())
        return false;
    if (found->section != nullptr)
        return found->section->showFit(fit);
    if (found->path != fit.path)
        return false;
    if (found->fit == nullptr) {
        found->fit = new FitLine(found->field->label(), found->field->parentWidget());
        found->grid->addWidget(found->fit, found->line + 2, 0, 1, 2);
        connect(found->fit, &FitLine::taken, found->field,
                [this, field = found->field](const core::Json& value) {
                    if (!field->isEnabled())
                        return;
                    field->setValue(value);
                    Q_EMIT edited();
                });
    }
    found->fit->setFit(fit);
    return true;
}

void OptionRows::clearProblems()
{
    for (const Row& row : m_rows) {
        row.problem->setText(row.own);
        if (row.section != nullptr)
            row.section->clearProblems();
        else
            row.field->clearProblemsInside();
    }
}

} // namespace ui
