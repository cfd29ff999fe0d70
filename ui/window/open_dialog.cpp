#include "ui/window/open_dialog.h"

#include "ui/widgets/labels.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QPushButton>

namespace ui {

namespace {
constexpr QSize kSize{840, 560};
}

OpenDialog::OpenDialog(QWidget* parent)
    : QFileDialog(parent, tr("Open data, settings, a run or an export"))
{
    setObjectName(QStringLiteral("openDialog"));
    setFileMode(QFileDialog::ExistingFiles);
    resize(kSize.boundedTo(parent->size()));
    setOption(QFileDialog::DontUseNativeDialog); // Those choose either files or folders.
    if (auto* buttons = findChild<QDialogButtonBox*>(QStringLiteral("buttonBox"))) {
        QPushButton* folder = buttons->addButton(tr("Open &folder"), QDialogButtonBox::ActionRole);
        folder->setObjectName(QStringLiteral("openFolderButton"));
        setHelp(*folder, tr("Open the selected folder or, if none is selected, the one shown"));
        folder->setAutoDefault(false);
        connect(folder, &QPushButton::clicked, this, &OpenDialog::takeFolder);
    }
}

QStringList OpenDialog::choose(QWidget* parent)
{
    OpenDialog dialog(parent);
    return dialog.exec() == QDialog::Accepted ? dialog.paths() : QStringList();
}

QStringList OpenDialog::paths() const
{
    return m_folder.isEmpty() ? selectedFiles() : QStringList(m_folder);
}

void OpenDialog::accept()
{
    const QStringList chosen = selectedFiles();
    // What this program wrote as one thing is not looked into.
    const auto holds = [&](const char* file) {
        return QFileInfo::exists(QDir(chosen.first()).filePath(QLatin1String(file)));
    };
    if (chosen.size() == 1 && (holds("spec.json") || holds("exported_files.json")))
        take(chosen.first());
    else
        QFileDialog::accept();
}

void OpenDialog::takeFolder()
{
    const QStringList chosen = selectedFiles();
    const bool marked = chosen.size() == 1 && QFileInfo(chosen.first()).isDir();
    take(marked ? chosen.first() : directory().absolutePath());
}

void OpenDialog::take(const QString& folder)
{
    m_folder = folder;
    QDialog::done(QDialog::Accepted);
}

} // namespace ui
