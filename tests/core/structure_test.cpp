// The arrows between the rooms, read from the sources themselves.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

/// "path:line" of every include of `room` that `pattern` matches.
QStringList includes(const QString& room, const QString& pattern)
{
    const QRegularExpression expression(
        QStringLiteral("^\\s*#\\s*include\\s*[<\"](%1)").arg(pattern));
    QStringList found;
    QDirIterator files(QStringLiteral(UNROLL_SOURCE_DIR "/") + room,
                       {QStringLiteral("*.h"), QStringLiteral("*.cpp"), QStringLiteral("*.inc")},
                       QDir::Files, QDirIterator::Subdirectories);
    int count = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        ++count;
        for (int line = 1; !file.atEnd(); ++line) {
            if (expression.match(QString::fromUtf8(file.readLine())).hasMatch())
                found << QStringLiteral("%1:%2").arg(file.fileName()).arg(line);
        }
    }
    if (count == 0)
        found << QStringLiteral("no sources in ") + room;
    return found;
}

} // namespace

class StructureTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void arrowsPointOneWay_data()
    {
        QTest::addColumn<QString>("room");
        QTest::addColumn<QString>("forbidden");
        const QString qt = QStringLiteral("Q[A-Z]|qcustomplot|Qt");
        const QString torch = QStringLiteral("torch/|ATen/|c10/|caffe2/|core/nn/tensors");
        QTest::newRow("core knows no Qt") << QStringLiteral("core") << qt;
        QTest::newRow("core knows no window")
            << QStringLiteral("core") << QStringLiteral("ui/|app/");
        QTest::newRow("ui knows no torch") << QStringLiteral("ui") << torch;
        QTest::newRow("ui knows no threads")
            << QStringLiteral("ui")
            << QStringLiteral("QThread|QtConcurrent|QFuture|QMutex|thread>|mutex>|future>|atomic>");
        QTest::newRow("ui knows no app") << QStringLiteral("ui") << QStringLiteral("app/");
        QTest::newRow("app knows no torch") << QStringLiteral("app") << torch;
        for (const char* room : {"base", "experiment", "text", "data", "metric"})
            QTest::addRow("core/%s knows no torch", room)
                << QStringLiteral("core/") + QString::fromUtf8(room) << torch;
        // Seconds of compiling in each file; core/nn/tensors.h has what is used.
        QTest::newRow("core takes parts of LibTorch")
            << QStringLiteral("core") << QStringLiteral("torch/(all|torch|nn)\\.h");
        QTest::newRow("tests take parts of LibTorch")
            << QStringLiteral("tests") << QStringLiteral("torch/(all|torch|nn)\\.h");
        QTest::newRow("base uses no other room")
            << QStringLiteral("core/base") << QStringLiteral("core/(?!base/)");
        QTest::newRow("SentencePiece stays in its helper")
            << QStringLiteral("app") << QStringLiteral("sentencepiece");
    }

    void arrowsPointOneWay()
    {
        QFETCH(QString, room);
        QFETCH(QString, forbidden);
        const QStringList found = includes(room, forbidden);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void theSearchFindsWhatIsThere()
    {
        QVERIFY(!includes(QStringLiteral("core/nn"), QStringLiteral("torch/")).isEmpty());
        QVERIFY(!includes(QStringLiteral("ui"), QStringLiteral("Q[A-Z]")).isEmpty());
    }
};
QTEST_GUILESS_MAIN(StructureTest)
#include "structure_test.moc"
