#pragma once

#include "tests/support/test_case.h"

/// The product's sources as texts, for the tests that read them.
namespace support {

/// The sources of a room by their paths.
inline QMap<QString, QString> sources(const QString& room)
{
    QMap<QString, QString> found;
    QDirIterator files(QStringLiteral(UNROLL_SOURCE_DIR "/") + room,
                       {QStringLiteral("*.h"), QStringLiteral("*.cpp"), QStringLiteral("*.inc")},
                       QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            found[file.fileName()] = QString::fromUtf8(file.readAll());
    }
    return found;
}

/// Matches raw strings (delimiter, text), strings, characters and comments (line, block).
inline const QString kTextPattern
    = QStringLiteral("R\"(?<delimiter>\\w*)\\((?<raw>(?:.|\\n)*?)\\)\\g{delimiter}\""
                     "|\"(?<string>(?:\\\\.|[^\"\\\\\\n])*)\""
                     "|'(?:\\\\.|[^'\\\\\\n])+'"
                     "|(?<line>//[^\\n]*)|/\\*(?<block>(?:.|\\n)*?)\\*/");

} // namespace support
