#pragma once

#include <QString>

class QAccessibleInterface;
class QObject;

namespace ui {

/// Qt's accessibility interface of a widget that has a Readable; null for any other.
QAccessibleInterface* readableInterface(const QString& className, QObject* object);

} // namespace ui
