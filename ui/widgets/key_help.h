#pragma once

#include <QString>

#include <vector>

namespace ui {

/// A line in the list of shortcuts.
struct KeyHelp {
    QString keys; ///< Readable form: "Ctrl+Left".
    QString action;
    QString help; ///< Effect of the keys.
};

using KeyHelps = std::vector<KeyHelp>;

} // namespace ui
