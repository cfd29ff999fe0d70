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
        QObject::connect(&dialog, &QFileDialog::filterSelected, [&dialog](const QString& chosen) {
            const QString suffix = chosen.section(QStringLiteral("*."), 1).section(u')', 0, 0);
            dialog.setDefaultSuffix(suffix.section(u' ', 0, 0));
        });
        return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
    };
}

} // namespace ui
