#pragma once

#include <QFile>
#include <QString>

/// The content of a file, such as one that a view has exported; empty if it cannot be read.
inline QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The same of a text in UTF-8.
inline QString fileText(const QString& path)
{
    return QString::fromUtf8(fileBytes(path));
}
