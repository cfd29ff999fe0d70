#include "ui/widgets/desktop_motion.h"

#include <QSettings>
#include <QStandardPaths>

namespace ui {

bool desktopAsksForNoMotion()
{
    if (qEnvironmentVariableIntValue("UNROLL_REDUCED_MOTION") == 1)
        return true;
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    const QSettings gtk(folder + QStringLiteral("/gtk-3.0/settings.ini"), QSettings::IniFormat);
    const QString gtkValue
        = gtk.value(QStringLiteral("Settings/gtk-enable-animations"), true).toString();
    if (gtkValue == QLatin1String("0") || gtkValue == QLatin1String("false"))
        return true;
    const QSettings kde(folder + QStringLiteral("/kdeglobals"), QSettings::IniFormat);
    bool isNumber = false;
    const double factor
        = kde.value(QStringLiteral("KDE/AnimationDurationFactor"), 1.0).toDouble(&isNumber);
    return isNumber && factor == 0.0;
}

} // namespace ui
