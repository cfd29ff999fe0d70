#include "ui/text/monitor.h"

#include "core/metric/score.h"
#include "ui/text/sentences.h"

#include <QCoreApplication>

namespace ui {

MonitorText monitorText(const std::string& monitor)
{
    if (monitor == "valid_loss")
        return {QCoreApplication::translate("ui::Monitor", "validation loss"),
                QCoreApplication::translate("ui::Monitor", "loss"), false, false};
    if (monitor == "valid_accuracy")
        return {QCoreApplication::translate("ui::Monitor", "validation accuracy"),
                QCoreApplication::translate("ui::Monitor", "accuracy"), true, true};
    const std::string prefix = "valid_";
    const core::ScoreDescription score = core::scoreDescription(
        monitor.starts_with(prefix) ? monitor.substr(prefix.size()) : monitor);
    const QString name = coreText(score.title);
    return {QCoreApplication::translate("ui::Monitor", "validation %1").arg(name), name,
            score.higherIsBetter, score.share};
}

QString monitorValue(const std::string& monitor, double number)
{
    return monitorText(monitor).share ? percent(number) : value(number);
}

} // namespace ui
