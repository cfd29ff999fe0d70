#pragma once

#include <QFile>
#include <QString>

/// The content of a file, such as one that a view has exported; empty if it cannot be read.
inline QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
