#include "ui/widgets/option_fields_selection.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/option_rows.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/selection_item.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

/// A thin line at the left of what belongs to the control above: no box in a box.
class SideLine : public QWidget {
public:
    explicit SideLine(QWidget* parent) : QWidget(parent)
    {
        connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(QRect(2, 0, 2, height()), Theme::instance().line());
    }
};

/// The kinds of the family that serve the form's task.
std::vector<const core::KindDescription*> offeredKinds(const OptionContext& context,
                                                       const std::string& family)
{
    std::vector<const core::KindDescription*> offered;
    const auto found = context.catalogue.find(family);
    if (found == context.catalogue.end())
        return offered;
    for (const core::KindDescription& kind : found->second) {
        if (context.task.empty() || core::servesTask(kind.tasks, context.task))
            offered.push_back(&kind);
    }
    return offered;
}

/// Values of `from` for those options of `to` that `old` describes alike.
core::Json sharedOptions(const core::KindDescription& old, const core::Json& from,
                         const core::KindDescription& to)
{
    core::Json shared = core::Json::object();
    for (const core::OptionDescription& option : to.options) {
        const auto same
            = std::find_if(old.options.begin(), old.options.end(), [&](const auto& candidate) {
                  return candidate.name == option.name && candidate.type == option.type
                      && candidate.family == option.family;
              });
        if (same == old.options.end() || !from.contains(option.name))
            continue;
        const core::Json& value = from[option.name];
        const bool fits = !value.is_number()
            || (value.get<double>() >= option.minimum && value.get<double>() <= option.maximum);
        // An unchanged value is dropped: the new kind's default fits it better.
        if (fits && value != same->defaultValue)
            shared[option.name] = value;
    }
    return shared;
}

} // namespace

SelectionField::SelectionField(const OptionContext& context, const core::OptionDescription& option,
                               const std::string& path, QWidget* parent)
    : OptionField(option, path, parent)
    , m_context(context)
    , m_kinds(new QuietComboBox(this))
    , m_details(new SideLine(parent))
    , m_summary(makeLabel({}, LabelRole::Muted, m_details))
    , m_formula(new FormulaLabel(m_details))
    , m_layout(makeColumn(m_details, {}, 6, {kGrid + 4, 0, 0, 0}))
{
    m_layout->addWidget(m_summary);
    m_layout->addWidget(m_formula);
    describe(*m_kinds);
    placeAlone(*m_kinds);
    offerKinds();
    connect(m_kinds, &QComboBox::activated, this,
            [this] { switchTo(m_kinds->currentData().toString().toStdString()); });
}

void SelectionField::offerKinds()
{
    for (const core::KindDescription* kind : offeredKinds(m_context, option().family)) {
        m_kinds->addItem(coreText(kind->title), QString::fromStdString(kind->id));
        m_kinds->setItemData(m_kinds->count() - 1, toolTipText(coreText(kind->summary)),
                             Qt::ToolTipRole);
    }
    m_offered = m_kinds->count();
}

void SelectionField::setValue(const core::Json& value)
{
    const std::string kind = value.is_object() ? value.value("kind", std::string()) : std::string();
    const QString id = QString::fromStdString(kind);
    while (m_kinds->count() > m_offered) // A kind of another task leaves with its value.
        m_kinds->removeItem(m_kinds->count() - 1);
    if (m_kinds->findData(id) < 0)
        m_kinds->addItem(tr("%1 (not offered here)").arg(id), id);
    m_kinds->setCurrentIndex(m_kinds->findData(id));
    if (kind != m_kind)
        m_before.clear();
    if (kind != m_kind || m_rows == nullptr)
        showKind(kind, value);
    else
        m_rows->setValue(value);
    m_unknown = value;
}

core::Json SelectionField::value() const
{
    if (m_rows == nullptr)
        return m_unknown;
    core::Json value = {{"kind", m_kind}};
    const core::Json options = m_rows->value();
    for (const auto& [name, option] : options.items())
        value[name] = name == "kind" ? core::Json(m_kind) : option;
    return value;
}

void SelectionField::switchTo(const std::string& kind)
{
    if (kind == m_kind)
        return;
    const auto* old = core::findKind(m_context.catalogue, option().family, m_kind);
    const auto* next = core::findKind(m_context.catalogue, option().family, kind);
    const core::Json left = value();
    m_before[m_kind] = left;
    core::Json options = m_before.contains(kind) ? m_before[kind] : core::Json::object();
    if (old != nullptr && next != nullptr)
        options.update(sharedOptions(*old, left, *next));
    options["kind"] = kind;
    showKind(kind, options);
    Q_EMIT edited();
}

void SelectionField::showKind(const std::string& kind, const core::Json& options)
{
    m_kind = kind;
    m_unknown = options;
    if (m_rows != nullptr) {
        m_rows->hide();
        m_rows->deleteLater();
        m_rows = nullptr;
    }
    const auto* description = core::findKind(m_context.catalogue, option().family, kind);
    m_summary->setText(description == nullptr ? QString() : coreText(description->summary));
    m_summary->setVisible(!m_summary->text().isEmpty());
    m_formula->setKind(description);
    if (description != nullptr) {
        m_rows = new OptionRows(m_context, description->options, path(), m_details);
        m_rows->setValue(options);
        m_layout->addWidget(m_rows);
        m_rows->setVisible(!m_rows->isEmpty());
        connect(m_rows, &OptionRows::edited, this, &OptionField::edited);
        connect(m_rows, &OptionRows::structureChanged, this, &OptionField::structureChanged);
    }
    Q_EMIT structureChanged();
}

QWidget* SelectionField::control() const
{
    return m_kinds;
}

bool SelectionField::showProblemInside(const core::Problem& problem)
{
    return m_rows != nullptr && m_rows->showProblem(problem);
}

void SelectionField::clearProblemsInside()
{
    if (m_rows != nullptr)
        m_rows->clearProblems();
}

SelectionListField::SelectionListField(const OptionContext& context,
                                       const core::OptionDescription& option,
                                       const std::string& path, QWidget* parent)
    : OptionField(option, path, parent)
    , m_context(context)
    , m_add(new QToolButton(this))
    , m_details(new QWidget(parent))
    , m_layout(makeColumn(m_details, {}, 0))
    , m_none(makeLabel(tr("No step yet."), LabelRole::Muted, m_details))
{
    m_layout->addWidget(m_none);
    describe(*m_add);
    m_add->setText(tr("Add"));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setPopupMode(QToolButton::InstantPopup);
    setIcon(*m_add, QStringLiteral("add"));
    fillMenu();
    makeRow(this, {m_add, freeSpace()});
    setFocusProxy(m_add);
}

void SelectionListField::fillMenu()
{
    auto* menu = new QMenu(m_add);
    menu->setToolTipsVisible(true);
    for (const core::KindDescription* kind : offeredKinds(m_context, option().family)) {
        QAction* action = menu->addAction(coreText(kind->title));
        action->setData(QString::fromStdString(kind->id));
        action->setToolTip(toolTipText(coreText(kind->summary)));
        connect(action, &QAction::triggered, this, [this, id = kind->id] {
            core::Json list = value();
            list.push_back({{"kind", id}});
            rebuild(list);
            m_items.back()->setFocus(Qt::OtherFocusReason);
            Q_EMIT edited();
        });
    }
    m_add->setMenu(menu);
}

void SelectionListField::setValue(const core::Json& value)
{
    if (value != this->value() || m_items.empty())
        rebuild(value.is_array() ? value : core::Json::array());
}

core::Json SelectionListField::value() const
{
    core::Json list = core::Json::array();
    for (const SelectionItem* item : m_items)
        list.push_back(item->value());
    return list;
}

void SelectionListField::rebuild(const core::Json& list)
{
    for (SelectionItem* item : m_items) {
        item->hide();
        item->deleteLater(); // One of them may be the sender.
    }
    m_items.clear();
    for (size_t i = 0; i < list.size(); ++i) {
        m_items.push_back(
            new SelectionItem(m_context, *this, static_cast<int>(i), list[i], m_details));
        m_layout->addWidget(m_items.back());
        m_items.back()->show();
    }
    m_none->setVisible(m_items.empty());
    Q_EMIT structureChanged();
}

void SelectionListField::move(int from, int to)
{
    const int count = static_cast<int>(m_items.size());
    if (from == to || from < 0 || from >= count || to < 0 || to >= count)
        return;
    core::Json list = value();
    const core::Json item = list[static_cast<size_t>(from)];
    list.erase(list.begin() + from);
    list.insert(list.begin() + to, item);
    rebuild(list);
    m_items[static_cast<size_t>(to)]->setFocus(Qt::OtherFocusReason);
    Q_EMIT edited();
}

void SelectionListField::remove(int index)
{
    core::Json list = value();
    if (index < 0 || index >= static_cast<int>(list.size()))
        return;
    list.erase(list.begin() + index);
    rebuild(list);
    const int next = std::min(index, static_cast<int>(m_items.size()) - 1);
    if (next >= 0)
        m_items[static_cast<size_t>(next)]->setFocus(Qt::OtherFocusReason);
    else
        m_add->setFocus(Qt::OtherFocusReason);
    Q_EMIT edited();
}

int SelectionListField::placeAt(int y) const
{
    for (size_t i = 0; i < m_items.size(); ++i) {
        if (y < m_items[i]->geometry().bottom())
            return static_cast<int>(i);
    }
    return static_cast<int>(m_items.size()) - 1;
}

QWidget* SelectionListField::control() const
{
    return m_add;
}

bool SelectionListField::showProblemInside(const core::Problem& problem)
{
    for (const SelectionItem* item : m_items) {
        if (item->rows() != nullptr && item->rows()->showProblem(problem))
            return true;
    }
    return false;
}

void SelectionListField::clearProblemsInside()
{
    for (const SelectionItem* item : m_items) {
        if (item->rows() != nullptr)
            item->rows()->clearProblems();
    }
}

} // namespace ui
