#include "ui/view/answer_set.h"

namespace ui {

namespace {

constexpr qsizetype kMostNames = 4;

/// "a, b, c and 5 more"
QString listed(const QStringList& names)
{
    const QString text = names.first(std::min(names.size(), kMostNames)).join(u", ");
    return names.size() <= kMostNames ? text
                                      : QCoreApplication::translate("BesideRuns", "%1 and %2 more")
                                            .arg(text, count(names.size() - kMostNames));
}

} // namespace

QString leftOutText(const LeftOutRuns& runs)
{
    QStringList reasons;
    const auto add = [&](const QStringList& names, const char* reason) {
        if (!names.isEmpty())
            reasons << QCoreApplication::translate("BesideRuns", reason).arg(listed(names));
    };
    add(runs.ofOtherTasks, QT_TRANSLATE_NOOP("BesideRuns", "%1 (another task)"));
    add(runs.ofOtherSettings, QT_TRANSLATE_NOOP("BesideRuns", "%1 (other settings)"));
    add(runs.tooMany, QT_TRANSLATE_NOOP("BesideRuns", "%1 (too many are ticked)"));
    return reasons.isEmpty()
        ? QString()
        : QCoreApplication::translate("BesideRuns", "Ticked runs that are left out: %1.")
              .arg(reasons.join(u"; "));
}

} // namespace ui
