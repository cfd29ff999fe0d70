#pragma once

#include <QString>

namespace app {

enum class OpenedKind {
    Settings,
    Run,
    Export,
    Archive, ///< What is in it takes a longer look.
    Data ///< Everything else: who reads it says what is wrong.
};

/// What a path that was dropped or chosen is, by a short look at it.
OpenedKind openedKind(const QString& path);

} // namespace app
