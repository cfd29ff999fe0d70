// The window's settings are a QSettings file. This program starts itself as `--write FILE`, which
// does with one what the window does when it is closed: it reads the file and changes some of its
// keys.
#include "tests/faults/faults.h"
#include "tests/support/test_case.h"

#include <QSettings>

namespace fs = std::filesystem;

namespace {

constexpr const char* kKept = "views/kept";
constexpr const char* kChanged = "window/state";

int write(const QString& path)
{
    QSettings settings(path, QSettings::IniFormat);
    settings.setValue(QLatin1String(kChanged), QByteArray(3000, 'n'));
    settings.sync();
    return settings.status() == QSettings::NoError ? 0 : 1;
}

} // namespace

/// Settings are those of before or the new ones, whatever fails while they are read and written.
class SettingsFaultsTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    fs::path place() const { return fs::path(m_folder.path().toStdString()) / "faulty"; }
    QString settings() const { return QString::fromStdString((place() / "unroll.ini").string()); }

    void prepare() const
    {
        fs::remove_all(place());
        fs::create_directories(place());
        QSettings before(settings(), QSettings::IniFormat);
        before.setValue(QLatin1String(kKept), 1);
        before.setValue(QLatin1String(kChanged), QByteArray(3000, 'o'));
    }

    std::string wrong() const
    {
        const QSettings now(settings(), QSettings::IniFormat);
        const QByteArray changed = now.value(QLatin1String(kChanged)).toByteArray();
        if (now.status() != QSettings::NoError)
            return "the file is damaged";
        if (now.value(QLatin1String(kKept)).toInt() != 1)
            return "a setting is lost";
        return changed == QByteArray(3000, 'o') || changed == QByteArray(3000, 'n')
            ? ""
            : "a setting is neither the former nor the new one";
    }

private Q_SLOTS:
    void settingsAreTheFormerOrTheNewOnes_data() { faults::addAllRows(3); }
    void settingsAreTheFormerOrTheNewOnes()
    {
        faults::Program program;
        program.path = QCoreApplication::applicationFilePath();
        program.arguments = QStringList{QStringLiteral("settings_faults_test"),
                                        QStringLiteral("--write"), settings()};
        program.under = QString::fromStdString(place().string());
        prepare();
        const faults::Outcome whole = program.run();
        QCOMPARE(whole.code, 0);
        for (const char* lost :
             {"write EIO", "write ENOSPC, lasting", "stat EACCES, lasting", "read EIO"})
            QEXPECT_FAIL(lost,
                         "QSettings takes a file that cannot be read for an empty one, and keeps "
                         "one of which a part could not be written.",
                         Continue);
        faults::tryRow(whole.calls, [&](const auto& fault, long number, faults::Outcome& outcome) {
            prepare();
            outcome = program.run(fault, number);
            return wrong();
        });
    }
};

namespace {

int writeOrTest(int count, char** words)
{
    if (count > 2 && QByteArrayView(words[1]) == "--write") {
        const QCoreApplication application(count, words);
        return write(QString::fromLocal8Bit(words[2]));
    }
    return test_case::run<SettingsFaultsTest, QCoreApplication>(count, words);
}

const test_case::Registered registered(__FILE__, writeOrTest);

} // namespace
#include "settings_faults_test.moc"
