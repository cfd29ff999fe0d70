#include "ui/decoding/search_form.h"

#include "core/base/schema.h"
#include "core/probe/translation/translation_questions.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/option_field.h"
#include "ui/widgets/option_form.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QScreen>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr const char* kFamily = "search";

core::OptionDescription searchOption()
{
    core::OptionDescription option;
    option.name = kFamily;
    option.label = "Search";
    option.help = "Search algorithm for the translation.";
    option.family = kFamily;
    option.type = core::OptionType::Selection;
    return option;
}

bool fitsInLine(const core::OptionDescription& option)
{
    return !option.advanced
        && (option.type == core::OptionType::Integer || option.type == core::OptionType::Real
            || option.type == core::OptionType::Choice);
}

} // namespace

SearchForm::SearchForm(const core::Catalogue& catalogue, const std::string& path, QWidget* parent)
    : QWidget(parent)
    , m_catalogue(catalogue)
    , m_path(path)
    , m_kinds(new QuietComboBox)
    , m_inline(new QWidget)
    , m_row(makeRow(m_inline, {}, 2 * kGrid))
    , m_more(new QToolButton)
{
    auto* row = makeRow(this, {}, kGrid);
    named(m_kinds, QString::fromStdString(path), tr("Search"));
    m_kinds->setMinimumContentsLength(9);
    const auto family = catalogue.find(kFamily);
    if (family != catalogue.end()) {
        for (const core::KindDescription& kind : family->second) {
            if (!core::servesTask(kind.tasks, core::kTranslationTask))
                continue;
            m_kinds->addItem(coreText(kind.title), QString::fromStdString(kind.id));
            m_kinds->setItemData(m_kinds->count() - 1, toolTipText(coreText(kind.summary)),
                                 Qt::ToolTipRole);
        }
    }
    connect(m_kinds, &QComboBox::activated, this,
            [this] { switchTo(m_kinds->currentData().toString().toStdString()); });
    m_row->addStretch(1);
    m_inline->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_more->setObjectName(QString::fromStdString(path) + QStringLiteral(".all"));
    setIcon(*m_more, QStringLiteral("settings"));
    m_more->setAccessibleName(tr("All settings of the search"));
    setHelp(*m_more, tr("All settings of the search with explanations"));
    m_more->setFocusPolicy(Qt::StrongFocus);
    connect(m_more, &QToolButton::clicked, this, &SearchForm::openAll);
    m_name = makeNameLabel(tr("Search"), *m_kinds);
    row->addWidget(m_name);
    row->addWidget(m_kinds);
    row->addWidget(m_more);
    row->addWidget(m_inline, 1);
    connect(&Theme::instance(), &Theme::changed, this, &SearchForm::fit, Qt::QueuedConnection);
}

SearchForm::~SearchForm() = default;

void SearchForm::setSelection(const core::Selection& search)
{
    const auto* kind = core::findKind(m_catalogue, kFamily, search.kind);
    core::Json options = search.options;
    if (kind != nullptr) {
        std::vector<core::Problem> problems; // of the sender's; said where it was read
        options = core::completed(options, kind->options, m_catalogue, kFamily, problems);
    }
    const bool rebuilt = m_value.value("kind", std::string()) != search.kind || m_fields.empty();
    m_value = core::toJson(core::Selection{search.kind, options});
    if (rebuilt)
        rebuild();
    showValues();
}

core::Selection SearchForm::selection() const
{
    return core::selectionFromJson(m_value);
}

QString SearchForm::title() const
{
    const core::Selection search = selection();
    const auto* kind = core::findKind(m_catalogue, kFamily, search.kind);
    const QString name
        = kind == nullptr ? QString::fromStdString(search.kind) : coreText(kind->title);
    const auto width = search.options.find("width");
    return width != search.options.end() && width->is_number()
        ? tr("%1, k = %2").arg(name).arg(width->get<int64_t>())
        : name;
}

/// Comes back to what the kind had when it was left.
void SearchForm::switchTo(const std::string& kind)
{
    const core::Selection before = selection();
    if (kind == before.kind)
        return;
    std::erase_if(m_left, [&](const auto& one) { return one.first == before.kind; });
    m_left.emplace_back(before.kind, before.options);
    core::Json options = core::Json::object();
    for (const auto& [left, was] : m_left) {
        if (left == kind)
            options = was;
    }
    setSelection({kind, options});
    Q_EMIT edited();
}

void SearchForm::rebuild()
{
    for (const auto& [group, field] : m_fields) {
        group->hide();
        group->deleteLater();
    }
    m_fields.clear();
    const auto* kind = core::findKind(m_catalogue, kFamily, m_value.value("kind", std::string()));
    if (kind == nullptr)
        return;
    for (core::OptionDescription option : kind->options) {
        if (!fitsInLine(option))
            continue;
        option.unit.clear(); // the label says enough, and room is scarce
        auto* group = new QWidget;
        auto* row = makeRow(group, {}, 6);
        OptionField* field = makeOptionField({m_catalogue, core::kTranslationTask}, option,
                                             m_path + "." + option.name, group);
        // A choice is read whole, or stands behind the button.
        if (auto* box = qobject_cast<QComboBox*>(field->control()))
            box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        auto* label = makeLabel(field->label(), LabelRole::Muted);
        label->setWordWrap(false);
        label->setBuddy(field->control());
        setHelp(*label, field->helpText());
        row->addWidget(label);
        row->addWidget(field);
        m_row->insertWidget(m_row->count() - 1, group);
        m_fields.emplace_back(group, field);
        connect(field, &OptionField::edited, this, [this, field] {
            m_value[field->option().name] = field->value();
            showValues();
            Q_EMIT edited();
        });
    }
    fit();
}

void SearchForm::showValues()
{
    const QString kind = QString::fromStdString(m_value.value("kind", std::string()));
    m_kinds->setCurrentIndex(m_kinds->findData(kind));
    for (const auto& [group, field] : m_fields) {
        const auto found = m_value.find(field->option().name);
        if (found != m_value.end() && field->value() != *found)
            field->setValue(*found);
    }
    const core::Json whole = {{kFamily, m_value}};
    if (m_form != nullptr && m_form->value() != whole)
        m_form->setValue(whole);
}

/// Options that have no room are behind the button only.
void SearchForm::fit()
{
    int room = width();
    for (const QWidget* part : QWidgetList{m_name, m_kinds, m_more})
        room -= part->sizeHint().width() + layout()->spacing();
    bool full = false;
    for (const auto& [group, field] : m_fields) {
        const int needed = group->sizeHint().width();
        full = full || needed > room;
        group->setVisible(!full);
        room -= needed + m_row->spacing();
    }
}

void SearchForm::makeAll()
{
    m_all = named(new QFrame(this, Qt::Popup),
                  QString::fromStdString(m_path) + QStringLiteral(".popup"));
    m_all->setFrameShape(QFrame::StyledPanel);
    m_form = new OptionForm(m_catalogue, core::kTranslationTask, {searchOption()}, m_path + ".all",
                            m_all);
    m_form->setValue({{kFamily, m_value}});
    makeColumn(m_all, {m_form});
    connect(m_form, &OptionForm::edited, this, [this] {
        const core::Json value = m_form->value().at(kFamily);
        if (value.value("kind", std::string()) != m_value.value("kind", std::string())) {
            m_value = value;
            rebuild();
        }
        m_value = value;
        showValues();
        Q_EMIT edited();
    });
}

void SearchForm::openAll()
{
    if (m_all == nullptr)
        makeAll();
    const int letter = QFontMetrics(Theme::instance().textFont()).averageCharWidth();
    const QRect screen = this->screen()->availableGeometry();
    const QSize size(std::min(64 * letter, screen.width()), std::min(72 * letter, screen.height()));
    m_all->resize(size);
    QPoint at = m_more->mapToGlobal(QPoint(0, m_more->height()));
    at.setX(std::max(screen.left(), std::min(at.x(), screen.right() - size.width())));
    at.setY(std::max(screen.top(), std::min(at.y(), screen.bottom() - size.height())));
    m_all->move(at);
    m_all->show();
    m_form->setFocus();
}

void SearchForm::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

bool SearchForm::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return done;
}

} // namespace ui
