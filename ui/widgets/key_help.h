#pragma once

#include <QString>

#include <vector>

namespace ui {

/// A line in the list of shortcuts.
struct KeyHelp {
    QString keys; ///< As people read them: "Ctrl+Left".
    QString action;
    QString help; ///< What it does.
};

using KeyHelps = std::vector<KeyHelp>;

} // namespace ui
