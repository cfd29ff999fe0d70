#pragma once

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <vector>

namespace support {

/// Processes of this user that were started with "follow" by this one.
inline std::vector<int> followers()
{
    std::vector<int> found;
    QDirIterator all(QStringLiteral("/proc"), {QStringLiteral("[0-9]*")}, QDir::Dirs);
    while (all.hasNext()) {
        const QString folder = all.next();
        QFile command(folder + QStringLiteral("/cmdline")),
            status(folder + QStringLiteral("/stat"));
        if (!command.open(QIODevice::ReadOnly) || !status.open(QIODevice::ReadOnly))
            continue;
        const QList<QByteArray> fields = status.readAll().split(' ');
        if (command.readAll().contains(QByteArray("\0follow\0", 8)) && fields.size() > 3
            && fields[3].toInt() == int(QCoreApplication::applicationPid()))
            found.push_back(QFileInfo(folder).fileName().toInt());
    }
    return found;
}

} // namespace support
