#include "tests/support/test_case.h"
#include "ui/widgets/settings.h"

/// Values outlive the program, and a file that could not be read is never written.
class SettingsTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QString m_path;

    QByteArray content() const
    {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray& content) const
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    static core::ErrorCode failureOf(ui::Settings& settings)
    {
        try {
            settings.save();
        } catch (const core::Error& error) {
            return error.failure().code;
        }
        return core::ErrorCode::Internal;
    }

private Q_SLOTS:
    void init()
    {
        static int number = 0;
        m_path = m_folder.filePath(QStringLiteral("new/%1.json").arg(++number));
    }

    void valuesAreThoseThatWereKept()
    {
        const QVariantMap colours{{QStringLiteral("/runs/a"), 3}, {QStringLiteral("ü"), 0}};
        const QStringList texts{QStringLiteral("\"one\""), QStringLiteral("zwei\nδύο")};
        const QByteArray bytes("\0\xff\x80", 3);
        ui::Settings settings(m_path);
        settings.setValue(QStringLiteral("colours"), colours);
        settings.setValue(QStringLiteral("texts"), texts);
        settings.setBytes(QStringLiteral("bytes"), bytes);
        settings.setValue(QStringLiteral("gone"), 1);
        settings.setValue(QStringLiteral("gone"), {});
        settings.save();
        const ui::Settings again(m_path);
        QCOMPARE(
            again.value(QStringLiteral("colours")).toMap().value(QStringLiteral("/runs/a")).toInt(),
            3);
        QCOMPARE(again.value(QStringLiteral("texts")).toStringList(), texts);
        QCOMPARE(again.bytes(QStringLiteral("bytes")), bytes);
        QCOMPARE(again.all().size(), 3);
        QCOMPARE(again.value(QStringLiteral("absent"), 7).toInt(), 7);
    }

    void programsKeepWhatOthersHaveChanged()
    {
        ui::Settings one(m_path), other(m_path);
        one.setValue(QStringLiteral("a"), 1);
        one.save();
        other.setValue(QStringLiteral("b"), 2);
        other.save();
        one.setValue(QStringLiteral("a"), {});
        one.save();
        const ui::Settings now(m_path);
        QCOMPARE(now.all().keys(), QStringList{QStringLiteral("b")});
        QCOMPARE(one.value(QStringLiteral("b")).toInt(), 2);
    }

    void withoutChangeNothingIsWritten()
    {
        ui::Settings settings(m_path);
        settings.setValue(QStringLiteral("a"), {});
        settings.save();
        QVERIFY(!QFile::exists(m_path));
    }

    void aFileThatCannotBeReadIsNotReplaced()
    {
        ui::Settings(m_path).save();
        QVERIFY(QDir().mkpath(QFileInfo(m_path).path()));
        const QByteArray damaged("{\"a\": 1");
        write(damaged);
        ui::Settings settings(m_path);
        QVERIFY(settings.all().isEmpty());
        settings.setValue(QStringLiteral("b"), 2);
        QCOMPARE(failureOf(settings), core::ErrorCode::FileMalformed);
        QCOMPARE(content(), damaged);
        write("{\"a\": 1}"); // Mended meanwhile: what was set began from nothing all the same.
        QCOMPARE(failureOf(settings), core::ErrorCode::FileMalformed);
        QFile::remove(m_path);
        QVERIFY(QDir().mkpath(m_path));
        ui::Settings folder(m_path);
        folder.setValue(QStringLiteral("b"), 2);
        QCOMPARE(failureOf(folder), core::ErrorCode::FileMissing);
    }
};

UNROLL_TEST(SettingsTest, QCoreApplication)
#include "settings_test.moc"
