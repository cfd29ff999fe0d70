#include "ui/widgets/save_chooser.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ui {

SaveChooser saveDialog()
{
    return [](QWidget* parent, const QString& title, const QString& suggestedName,
              const QString& filter) {
        QFileDialog dialog(parent, title, {}, filter);
        dialog.setAcceptMode(QFileDialog::AcceptSave);
        dialog.setDefaultSuffix(QFileInfo(suggestedName).suffix());
        dialog.selectFile(suggestedName);
        return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
    };
}

} // namespace ui
