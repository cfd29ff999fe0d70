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
        m_path = m_folder.filePath(u"new/%1.json"_s.arg(++number));
    }

    void valuesAreThoseThatWereKept()
    {
        const QVariantMap colours{{u"/runs/a"_s, 3}, {u"ü"_s, 0}};
        const QStringList texts{u"\"one\""_s, u"zwei\nδύο"_s};
        const QByteArray bytes("\0\xff\x80", 3);
        ui::Settings settings(m_path);
        settings.setValue(u"colours"_s, colours);
        settings.setValue(u"texts"_s, texts);
        settings.setBytes(u"bytes"_s, bytes);
        settings.setValue(u"gone"_s, 1);
        settings.setValue(u"gone"_s, {});
        settings.save();
        const ui::Settings again(m_path);
        QCOMPARE(again.value(u"colours"_s).toMap().value(u"/runs/a"_s).toInt(), 3);
        QCOMPARE(again.value(u"texts"_s).toStringList(), texts);
        QCOMPARE(again.bytes(u"bytes"_s), bytes);
        QCOMPARE(again.all().size(), 3);
        QCOMPARE(again.value(u"absent"_s, 7).toInt(), 7);
    }

    void programsKeepWhatOthersHaveChanged()
    {
        ui::Settings one(m_path), other(m_path);
        one.setValue(u"a"_s, 1);
        one.save();
        other.setValue(u"b"_s, 2);
        other.save();
        one.setValue(u"a"_s, {});
        one.save();
        const ui::Settings now(m_path);
        QCOMPARE(now.all().keys(), QStringList{u"b"_s});
        QCOMPARE(one.value(u"b"_s).toInt(), 2);
    }

    void withoutChangeNothingIsWritten()
    {
        ui::Settings settings(m_path);
        settings.setValue(u"a"_s, {});
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
        settings.setValue(u"b"_s, 2);
        QCOMPARE(failureOf(settings), core::ErrorCode::FileMalformed);
        QCOMPARE(content(), damaged);
        write("{\"a\": 1}"); // Mended meanwhile: what was set began from nothing all the same.
        QCOMPARE(failureOf(settings), core::ErrorCode::FileMalformed);
        QFile::remove(m_path);
        QVERIFY(QDir().mkpath(m_path));
        ui::Settings folder(m_path);
        folder.setValue(u"b"_s, 2);
        QCOMPARE(failureOf(folder), core::ErrorCode::FileMissing);
    }
};

UNROLL_TEST(SettingsTest, QCoreApplication)
#include "settings_test.moc"
