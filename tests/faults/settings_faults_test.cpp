#include "tests/faults/faults.h"
#include "tests/support/test_case.h"

#include <QSettings>

namespace fs = std::filesystem;

/// The window's settings survive whatever fails while they are read and written: each former key is
/// still there, and the file is one that can be read.
class SettingsFaultsTest : public QObject {
    Q_OBJECT
private:
    static constexpr int kOpenMs = 2500;

    QTemporaryDir m_folder;
    std::map<QString, long> m_calls;

    fs::path root() const { return m_folder.path().toStdString(); }
    fs::path home() const { return root() / "faulty"; }
    fs::path settings() const { return home() / "config" / "unroll" / "unroll.ini"; }
    static QString text(const fs::path& path) { return QString::fromStdString(path.string()); }

    /// The window, which is opened and then asked to end.
    faults::Program window() const
    {
        faults::Program program;
        program.path = QStringLiteral(UNROLL_WINDOW);
        program.under = text(home());
        program.terminateAfterMs = kOpenMs;
        for (const auto& [name, folder] :
             {std::pair{"XDG_CONFIG_HOME", "config"}, std::pair{"XDG_DATA_HOME", "data"},
              std::pair{"XDG_CACHE_HOME", "cache"}, std::pair{"HOME", "."}})
            program.environment.insert(QString::fromLatin1(name), text(home() / folder));
        return program;
    }

    static QStringList keysOf(const fs::path& path)
    {
        return QSettings(text(path), QSettings::IniFormat).allKeys();
    }

private Q_SLOTS:
    void initTestCase()
    {
        fs::create_directories(settings().parent_path());
        std::ofstream(settings()) << "[notes]\nkept=1\n";
        const faults::Outcome outcome = window().run();
        QVERIFY2(outcome.exited && outcome.code == 0, outcome.err.constData());
        QVERIFY(keysOf(settings()).size() > 2);
        m_calls = outcome.calls;
        faults::copyOver(home(), root() / "before");
    }

    void noSettingIsLost_data()
    {
        faults::addColumns();
        faults::addRow("write", "EIO", false, 2);
        faults::addRow("write", "ENOSPC", true, 2);
        faults::addRow("write", "short", false, 2);
        faults::addRow("fsync", "EIO", false, 2);
        faults::addRow("rename", "EIO", false, 2);
        faults::addRow("open", "EIO", false, 3);
        faults::addRow("change", "kill", false, 4);
        faults::addRow("change", "power", false, 4);
    }
    void noSettingIsLost()
    {
        const QStringList before = keysOf(root() / "before" / "config" / "unroll" / "unroll.ini");
        faults::tryRow(m_calls, [&](const auto& fault, long number, faults::Outcome& outcome) {
            faults::copyOver(root() / "before", home());
            outcome = window().run(fault, number);
            QStringList lost = before;
            for (const QString& key : keysOf(settings()))
                lost.removeAll(key);
            return lost.isEmpty() ? std::string()
                                  : "lost: " + lost.join(QLatin1Char(' ')).toStdString();
        });
    }
};
UNROLL_TEST(SettingsFaultsTest, QCoreApplication)
#include "settings_faults_test.moc"
