#pragma once

namespace ui {

/// True when the desktop's settings ask programs not to animate: GTK's `gtk-enable-animations`,
/// KDE's animation speed "instant", or the environment variable UNROLL_REDUCED_MOTION=1. Qt 6.4
/// has no such hint of its own.
bool desktopAsksForNoMotion();

} // namespace ui
