#include "ui/window/help_windows.h"

#include "ui/runs/runs_panel.h"
#include "ui/text/sentences.h"
#include "ui/views.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_sheet.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/readable.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSvgRenderer>
#include <QTableWidget>
#include <QTextBrowser>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

QString escaped(const std::string& text)
{
    return coreText(text).toHtmlEscaped();
}

QString tasksText(const std::vector<std::string>& tasks)
{
    QStringList all;
    for (const std::string& task : tasks)
        all << escaped(task);
    return all.join(QStringLiteral(", "));
}

/// "From 1 to 65536 texts. Default: 64."
QString facts(const core::OptionDescription& option)
{
    QStringList all;
    if (std::isfinite(option.minimum) && std::isfinite(option.maximum))
        all << SettingsHelp::tr("From %1 to %2 %3")
                    .arg(NumberBox::numberText(option.minimum),
                         NumberBox::numberText(option.maximum), escaped(option.unit))
                    .trimmed()
                + u'.';
    QStringList choices;
    for (const core::Choice& choice : option.choices)
        choices << escaped(choice.label.empty() ? choice.value : choice.label);
    if (!choices.isEmpty())
        all << SettingsHelp::tr("One of: %1.").arg(choices.join(QStringLiteral(", ")));
    if (option.defaultValue.is_primitive() && !option.defaultValue.is_null()) {
        const QString standard = option.defaultValue.is_number()
            ? NumberBox::numberText(option.defaultValue.get<double>())
            : QString::fromStdString(option.defaultValue.is_string()
                                         ? option.defaultValue.get<std::string>()
                                         : option.defaultValue.dump());
        if (!standard.isEmpty())
            all << SettingsHelp::tr("Default: %1.").arg(standard.toHtmlEscaped());
    }
    if (!option.tasks.empty())
        all << SettingsHelp::tr("Only for: %1.").arg(tasksText(option.tasks));
    return all.join(u' ');
}

/// An indented line after an open paragraph, for formulas.
QString displayed(const QString& html)
{
    return QStringLiteral("</p><p style=\"margin-left: 24px; margin-top: 4px\">") + html;
}

void addCloseButton(QDialog& dialog, QVBoxLayout& layout)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::close);
    layout.addWidget(buttons);
}

} // namespace

SettingsHelp::SettingsHelp(const Knowledge& knowledge, QWidget* parent)
    : QDialog(parent)
    , m_search(named(new QLineEdit(this), "settingsSearch", tr("Search the settings")))
    , m_text(new QTextBrowser(this))
{
    new Readable(*m_text, // Belongs to it. Pictures of formulas say nothing.
                 {.rows = [this] { return shownEntries(); },
                  .text = [this](int row, int) { return m_entries[m_shown[size_t(row)]].text; }});
    setWindowTitle(tr("Settings explained"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(640, 640);
    m_search->setPlaceholderText(tr("Search: a setting, a symptom, a method"));
    m_search->setClearButtonEnabled(true);
    named(m_text, "settingsText", tr("Settings explained"));
    m_text->setFrameShape(QFrame::NoFrame);
    drawFormulas(*m_text->document());
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_text, 1);
    addCloseButton(*this, *layout);
    for (const core::OptionDescription& section : knowledge.specOptions) {
        if (section.type == core::OptionType::Section)
            addOptions(section.children, QString::fromStdString(section.name),
                       coreText(section.label));
    }
    for (const auto& [family, kinds] : knowledge.catalogue) {
        for (const core::KindDescription& kind : kinds)
            addKind(kind, family);
    }
    connect(m_search, &QLineEdit::textChanged, this, &SettingsHelp::showEntries);
    showEntries({});
}

void SettingsHelp::addOptions(const std::vector<core::OptionDescription>& options,
                              const QString& path, const QString& group)
{
    for (const core::OptionDescription& option : options) {
        const QString own = path + u'.' + QString::fromStdString(option.name);
        if (option.type == core::OptionType::Section) {
            addOptions(option.children, own, group + QStringLiteral(": ") + coreText(option.label));
            continue;
        }
        const QString label = escaped(option.label.empty() ? option.name : option.label);
        QString html = QStringLiteral("<p><b>%1</b> &nbsp;<code>%2</code><br>%3 %4")
                           .arg(label, own.toHtmlEscaped(), escaped(option.help), facts(option));
        if (!option.formula.empty())
            html += displayed(formulaHtml(option.formula));
        QStringList words{label, own, coreText(option.help), facts(option)};
        if (!option.formula.empty())
            words << formulaText(option.formula);
        m_entries.push_back({group, html + QStringLiteral("</p>"), words.join(u' ')});
    }
}

void SettingsHelp::addKind(const core::KindDescription& kind, const std::string& family)
{
    const QString group = tr("Kinds: %1").arg(coreText(family));
    const QString title = escaped(kind.title);
    QString html
        = QStringLiteral("<p><b>%1</b> &nbsp;<code>%2</code><br>%3")
              .arg(title, QString::fromStdString(kind.id).toHtmlEscaped(), escaped(kind.summary));
    if (!kind.tasks.empty())
        html += u' ' + tr("Only for: %1.").arg(tasksText(kind.tasks));
    if (!kind.formula.empty())
        html += displayed(formulaHtml(kind.formula));
    if (!kind.example.empty())
        html += displayed(QStringLiteral("<span style=\"white-space: pre-wrap\">%1</span>")
                              .arg(escaped(kind.example)));
    const QStringList words{title, coreText(kind.summary), formulaText(kind.formula),
                            coreText(kind.example), coreText(family)};
    m_entries.push_back({group, html + QStringLiteral("</p>"), words.join(u' ')});
    // A spec chooses one task: its options have paths of their own.
    addOptions(kind.options,
               family == "task" ? QString::fromStdString(family) : coreText(kind.title), group);
}

void SettingsHelp::search(const QString& words)
{
    m_search->setText(words);
}

void SettingsHelp::showEntries(const QString& words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    QString html, group;
    m_shown.clear();
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const bool fits = std::all_of(wanted.begin(), wanted.end(), [&](const QString& word) {
            return entry.text.contains(word, Qt::CaseInsensitive);
        });
        if (!fits)
            continue;
        if (entry.group != group) {
            group = entry.group;
            html += QStringLiteral("<h3>%1</h3>").arg(group.toHtmlEscaped());
        }
        html += entry.html;
        m_shown.push_back(i);
    }
    m_text->setHtml(!m_shown.empty() ? html : tr("No setting matches the search."));
}

namespace {

/// Those of `window`, of the list of runs and of all views; views that use the same key share a
/// line.
KeyHelps withKeysOfParts(KeyHelps window)
{
    KeyHelps keys = std::move(window);
    for (KeyHelp& key : RunsPanel::keys())
        keys.push_back(std::move(key));
    for (const ViewEntry& entry : views()) {
        for (KeyHelp& key : entry.keys != nullptr ? entry.keys() : KeyHelps()) {
            const auto same = std::find_if(keys.begin(), keys.end(), [&key](const KeyHelp& each) {
                return each.keys == key.keys && each.help == key.help;
            });
            if (same == keys.end())
                keys.push_back(std::move(key));
            else
                same->action += QStringLiteral(", ") + key.action;
        }
    }
    return keys;
}

} // namespace

ShortcutsHelp::ShortcutsHelp(const KeyHelps& window, QWidget* parent) : QDialog(parent)
{
    const KeyHelps keys = withKeysOfParts(window);
    setWindowTitle(tr("Shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1000, 640);
    auto* table
        = named(new QTableWidget(int(keys.size()), 3, this), "shortcutsTable", tr("Shortcuts"));
    table->setHorizontalHeaderLabels({tr("Keys"), tr("Action"), tr("Description")});
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setStretchLastSection(true);
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    for (int i = 0; i < table->rowCount(); ++i) {
        const KeyHelp& each = keys[size_t(i)];
        table->setItem(i, 0, new QTableWidgetItem(each.keys));
        table->setItem(i, 1, new QTableWidgetItem(each.action));
        table->setItem(i, 2, new QTableWidgetItem(each.help));
    }
    table->resizeColumnsToContents();
    table->setWordWrap(true);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, table,
            &QTableWidget::resizeRowsToContents); // Shows the help completely.
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(table, 1);
    layout->addWidget(makeLabel(
        tr("In a list of steps: Alt+Up and Alt+Down move the one in focus, Delete removes it."),
        LabelRole::Muted, this));
    addCloseButton(*this, *layout);
}

AboutBox::AboutBox(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("About Unroll"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* picture = new QLabel(this);
    constexpr int kPicture = 64;
    picture->setPixmap(icon(QStringLiteral("unroll")).pixmap(kPicture, kPicture));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(kGrid);
    layout->addWidget(picture, 0, Qt::AlignHCenter);
    QLabel* name = makeLabel(tr("Unroll %1").arg(QCoreApplication::applicationVersion()).trimmed(),
                             LabelRole::Figure, this);
    layout->addWidget(name, 0, Qt::AlignHCenter);
    QLabel* what = makeLabel(tr("A laboratory for sequence models: train a network on your own "
                                "texts, and look inside while it learns."),
                             LabelRole::Plain, this);
    QLabel* licence = makeLabel(
        tr("Free software under the GNU General Public License, version 3 or later, without any "
           "warranty. Built on LibTorch, Qt, QCustomPlot and SentencePiece."),
        LabelRole::Muted, this);
    for (QLabel* text : {what, licence}) {
        text->setMinimumWidth(360);
        text->setAlignment(Qt::AlignHCenter);
        layout->addWidget(text);
    }
    addCloseButton(*this, *layout);
}

} // namespace ui
