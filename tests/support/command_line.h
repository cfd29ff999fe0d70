#pragma once

#include "tests/support/test_case.h"

/// The headless command as a user runs it. Its path is UNROLL_CLI.
namespace cli {

struct Outcome {
    int code = -1;
    QByteArray out, err;

    QByteArrayList lines() const
    {
        QByteArrayList all = out.split('\n');
        all.removeAll(QByteArray());
        return all;
    }
    /// The JSON object in line `index`; from the end where negative.
    QJsonObject object(qsizetype index) const
    {
        const QByteArrayList all = lines();
        return QJsonDocument::fromJson(all.value(index < 0 ? all.size() + index : index)).object();
    }
    /// All output as one JSON object.
    QJsonObject whole() const { return QJsonDocument::fromJson(out).object(); }
};

inline Outcome run(const QStringList& arguments, const QByteArray& input = {},
                   const QString& outputFile = {})
{
    QProcess process;
    if (!outputFile.isEmpty())
        process.setStandardOutputFile(outputFile);
    process.start(QStringLiteral(UNROLL_CLI), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(240000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

inline void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

inline QStringList words(const char* text)
{
    return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace cli
