#include "ui/setup/side_name.h"

#include <QCoreApplication>

namespace ui {

QString sideName(Side side, const std::string& language)
{
    const QString name = QString::fromStdString(language);
    if (side == Side::Source)
        return name.isEmpty() ? QCoreApplication::translate("ui::SideName", "source")
                              : QCoreApplication::translate("ui::SideName", "source: %1").arg(name);
    return name.isEmpty() ? QCoreApplication::translate("ui::SideName", "target")
                          : QCoreApplication::translate("ui::SideName", "target: %1").arg(name);
}

} // namespace ui
