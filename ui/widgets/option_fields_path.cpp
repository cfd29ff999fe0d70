#include "ui/widgets/option_fields_path.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/local_paths.h"

#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

namespace ui {

namespace {

QMenu* makeBrowseMenu(QToolButton& button)
{
    auto* menu = new QMenu(&button);
    button.setMenu(menu);
    button.setPopupMode(QToolButton::InstantPopup);
    return menu;
}

} // namespace

PathField::PathField(const core::OptionDescription& option, const std::string& path,
                     QWidget* parent)
    : OptionField(option, path, parent), m_edit(new QLineEdit(this))
{
    describe(*m_edit);
    m_edit->setAcceptDrops(false); // Else it would take a dropped file as text "file:///...".
    setAcceptDrops(true);
    auto* browse
        = named(new QToolButton(this), QString::fromStdString(path) + QStringLiteral(".browse"));
    describe(*browse, tr("Choose a file or a folder"));
    setIcon(*browse, QStringLiteral("open"));
    QMenu* menu = makeBrowseMenu(*browse);
    menu->addAction(tr("File..."), this, [this] {
        take(QFileDialog::getOpenFileName(window(), label(), m_edit->text()));
    });
    menu->addAction(tr("Folder..."), this, [this] {
        take(QFileDialog::getExistingDirectory(window(), label(), m_edit->text()));
    });
    makeRow(this, {{m_edit, 1}, browse}, 4);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, &OptionField::edited);
}

void PathField::setValue(const core::Json& value)
{
    const QString text
        = value.is_string() ? QString::fromStdString(value.get<std::string>()) : QString();
    if (m_edit->text() != text)
        m_edit->setText(text);
}

core::Json PathField::value() const
{
    return m_edit->text().toStdString();
}

QWidget* PathField::control() const
{
    return m_edit;
}

void PathField::take(const QString& path)
{
    if (path.isEmpty() || path == m_edit->text())
        return;
    m_edit->setText(path);
    Q_EMIT edited();
}

void PathField::dragEnterEvent(QDragEnterEvent* event)
{
    if (isEnabled() && localPaths(*event->mimeData()).size() == 1)
        event->acceptProposedAction();
}

void PathField::dropEvent(QDropEvent* event)
{
    const QStringList paths = localPaths(*event->mimeData());
    if (paths.size() != 1)
        return;
    event->acceptProposedAction();
    take(paths.first());
}

PathListField::PathListField(const core::OptionDescription& option, const std::string& path,
                             QWidget* parent)
    : OptionField(option, path, parent)
    , m_add(new QToolButton(this))
    , m_details(new QWidget(parent))
    , m_rows(makeColumn(m_details, {}, 0))
{
    describe(*m_add);
    m_add->setText(tr("Add"));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIcon(*m_add, QStringLiteral("add"));
    QMenu* menu = makeBrowseMenu(*m_add);
    menu->addAction(tr("Files..."), this,
                    [this] { add(QFileDialog::getOpenFileNames(window(), label())); });
    menu->addAction(tr("Folder..."), this, [this] {
        const QString folder = QFileDialog::getExistingDirectory(window(), label());
        add(folder.isEmpty() ? QStringList() : QStringList(folder));
    });
    makeRow(this, {m_add, freeSpace()});
    setFocusProxy(m_add);
    for (QWidget* target : {static_cast<QWidget*>(this), m_details}) {
        target->setAcceptDrops(true);
        target->installEventFilter(this);
    }
    showPaths();
}

void PathListField::setValue(const core::Json& value)
{
    m_paths.clear();
    if (value.is_array()) {
        for (const core::Json& item : value)
            m_paths << (item.is_string() ? QString::fromStdString(item.get<std::string>())
                                         : QString());
    }
    showPaths();
}

core::Json PathListField::value() const
{
    core::Json list = core::Json::array();
    for (const QString& path : m_paths)
        list.push_back(path.toStdString());
    return list;
}

QWidget* PathListField::control() const
{
    return m_add;
}

void PathListField::add(const QStringList& paths)
{
    const qsizetype before = m_paths.size();
    for (const QString& path : paths) {
        if (!path.isEmpty() && !m_paths.contains(path))
            m_paths << path;
    }
    if (m_paths.size() == before)
        return;
    showPaths();
    Q_EMIT edited();
}

bool PathListField::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return OptionField::eventFilter(watched, event);
    auto* drop = static_cast<QDropEvent*>(event);
    const QStringList paths = localPaths(*drop->mimeData());
    if (paths.isEmpty() || !isEnabled())
        return false;
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop)
        add(paths);
    return true;
}

void PathListField::showPaths()
{
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        // A row's own button may be the caller: it must outlive its click.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (int i = 0; i < m_paths.size(); ++i)
        m_rows->addWidget(makePathRow(i));
    m_details->setVisible(!m_paths.isEmpty());
}

QWidget* PathListField::makePathRow(int index)
{
    auto* row = new QWidget(m_details);
    auto* layout = makeRow(row, {}, 4);
    const QString path = m_paths[index];
    auto* name = new ElidedLabel(row);
    name->setFullText(QDir::toNativeSeparators(path));
    auto* remove
        = named(new QToolButton(row),
                QString::fromStdString(this->path()) + QStringLiteral("[%1].remove").arg(index));
    remove->setAutoRaise(true);
    setIcon(*remove, QStringLiteral("close"));
    describe(*remove, tr("Remove %1 from the list").arg(QDir(path).dirName()));
    connect(remove, &QToolButton::clicked, this, [this, path] {
        m_paths.removeAll(path);
        showPaths();
        m_add->setFocus();
        Q_EMIT edited();
    });
    layout->addWidget(name, 1);
    layout->addWidget(remove);
    return row;
}

} // namespace ui
