#include "app/lab/window_program.h"

#include "app/interrupt.h"

#include "core/base/message.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFileInfo>
#include <QTimer>

#include <cstdio>

namespace app {

int runWindow(const Places& places, const QStringList& given)
{
    ui::MainWindow* open = nullptr;
    // Queued, so that a signal that comes before the event loop is heard by it, too.
    const InterruptWatch watch([&open] {
        QMetaObject::invokeMethod(
            qApp, [&open] { open->closeOnceSaved(); }, Qt::QueuedConnection);
    });
    const bool firstStart = !QFileInfo::exists(places.settings);
    const ui::Theme theme;
    ui::MainWindow window(knowledge());
    open = &window;
    window.rememberStateIn(places.settings);
    // Who started the program in a terminal looks there, too.
    QObject::connect(&window, &ui::MainWindow::failureShown, &window, [](const QString& text) {
        constexpr size_t kLongest = 2000;
        std::fprintf(stderr, "unroll: %s\n", core::shown(text.toStdString(), kLongest).c_str());
    });
    Laboratory laboratory(window, places);
    window.show();
    // After the first paint: the window is there at once, reading comes behind it.
    QTimer::singleShot(0, &laboratory, [&] {
        laboratory.begin();
        if (!given.isEmpty())
            laboratory.open(given);
        else if (firstStart)
            laboratory.showExample();
    });
    return QApplication::exec();
}

} // namespace app
