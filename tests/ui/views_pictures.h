#pragma once

#include "tests/support/test_case.h"
#include "tests/ui/look.h"
#include "ui/widgets/theme.h"

/// Draws `widget` in light and dark at the sizes given: its grounds must be those of the scheme and
/// its texts stand out. Saves the pictures when UNROLL_SCREENSHOTS names a folder, for people to
/// look at.
inline void takePictures(QWidget& widget, const QString& name,
                         const QList<QSize>& sizes = {{900, 600}, {1400, 900}},
                         const std::function<void()>& settle = {})
{
    const QString folder = qEnvironmentVariable("UNROLL_SCREENSHOTS");
    ui::Theme& theme = ui::Theme::instance();
    for (const auto& [scheme, word] :
         {std::pair(ui::ColourScheme::Light, "light"), std::pair(ui::ColourScheme::Dark, "dark")}) {
        theme.setScheme(scheme);
        for (const QSize& size : sizes) {
            widget.resize(size);
            widget.show();
            QVERIFY(QTest::qWaitForWindowExposed(&widget));
            QTest::qWait(folder.isEmpty() ? 1 : 400); // drawing is spread over several events
            if (settle)
                settle();
            const QImage picture = look::pictureOf(widget);
            const QStringList faults = look::faults(widget, picture);
            QVERIFY2(faults.isEmpty(), qPrintable(name + u": "_s + faults.join(u'\n')));
            if (!folder.isEmpty())
                picture.save(QDir(folder).filePath(
                    u"%1-%2-%3.png"_s.arg(name).arg(size.width()).arg(QLatin1String(word))));
        }
    }
    theme.setScheme(ui::ColourScheme::Light);
}
