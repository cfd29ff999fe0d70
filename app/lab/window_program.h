#pragma once

#include "app/lab/laboratory.h"

#include <QStringList>

namespace app {

/// The window with everything behind it, until it is closed. SIGINT, SIGTERM and SIGHUP close it as
/// a person would: a running training writes its last checkpoint. A second signal ends the program
/// at once. @pre there is a QApplication.
/// @param given  paths to open at the start.
/// @returns the exit code.
int runWindow(const Places& places, const QStringList& given);

} // namespace app
