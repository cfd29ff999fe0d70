// This program starts itself as `--write FILE`, which does with a file of settings what the window
// does when it is closed: it reads the file and changes some of its keys.
#include "tests/faults/faults.h"
#include "tests/support/test_case.h"
#include "ui/widgets/settings.h"

namespace fs = std::filesystem;

namespace {

constexpr const char* kKept = "views/kept";
constexpr const char* kChanged = "window/state";

int write(const QString& path)
{
    try {
        ui::Settings settings(path);
        settings.setBytes(QLatin1String(kChanged), QByteArray(3000, 'n'));
        settings.save();
        return 0;
    } catch (const core::Error&) {
        return 1;
    }
}

} // namespace

/// Settings are those of before or the new ones, whatever fails while they are read and written.
class SettingsFaultsTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    fs::path place() const { return fs::path(m_folder.path().toStdString()) / "faulty"; }
    QString settings() const
    {
        return QString::fromStdString((place() / "settings.json").string());
    }

    void prepare() const
    {
        fs::remove_all(place());
        fs::create_directories(place());
        ui::Settings before(settings());
        before.setValue(QLatin1String(kKept), 1);
        before.setBytes(QLatin1String(kChanged), QByteArray(3000, 'o'));
        before.save();
    }

    std::string wrong() const
    {
        const ui::Settings now(settings());
        const QByteArray changed = now.bytes(QLatin1String(kChanged));
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
        program.arguments = QStringList{u"settings_faults_test"_s, u"--write"_s, settings()};
        program.under = QString::fromStdString(place().string());
        prepare();
        const faults::Outcome whole = program.run();
        QCOMPARE(whole.code, 0);
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
