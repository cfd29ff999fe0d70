#include "app/lab/session.h"

#include "core/base/atomic_file.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "ui/widgets/settings.h"

#include <QFileInfo>

#include <filesystem>
#include <utility>

namespace app {

namespace {

constexpr int kSessionDelayMs = 1000;
constexpr qsizetype kRecentPaths = 10;
const QString kChosenRun = QStringLiteral("run");
const QString kRecent = QStringLiteral("recent");

void writeSession(const QString& path, const core::Json& spec)
{
    const std::filesystem::path file = path.toStdString();
    std::filesystem::create_directories(file.parent_path());
    core::writeFileAtomically(file, spec.dump(2) + "\n");
}

} // namespace

bool attempt(ui::MainWindow& window, const std::function<void()>& work)
{
    try {
        work();
        return true;
    } catch (...) {
        window.showFailure(core::currentFailure());
        return false;
    }
}

void keepSetting(const QString& file, const QString& key, const QVariant& value)
{
    ui::Settings settings(file);
    settings.setValue(key, value);
    settings.save();
}

Session::Session(ui::MainWindow& window, const Places& places, std::function<core::Json()> specJson,
                 QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_places(places)
    , m_specJson(std::move(specJson))
    , m_writer(QStringLiteral("session"))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kSessionDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &Session::save);
}

Session::~Session()
{
    if (!m_timer.isActive())
        return;
    try { // Here, because the writer drops jobs that it has not begun.
        writeSession(m_places.sessionSpec, m_specJson());
    } catch (...) { // The window is closed: a failure cannot be shown.
    }
}

core::ExperimentSpec Session::spec() const
{
    if (QFileInfo::exists(m_places.sessionSpec)) {
        try {
            return core::readSpec(m_places.sessionSpec.toStdString());
        } catch (const core::Error&) { // Written by another version of the program.
        }
    }
    return core::presets().front().spec;
}

void Session::saveSoon()
{
    m_timer.start();
}

void Session::save()
{
    // Writing waits for the disk: not on the GUI thread.
    m_writer.run(
        this,
        [path = m_places.sessionSpec, json = m_specJson()] {
            writeSession(path, json);
            return true;
        },
        [](bool) {}, [this](const core::Failure& failure) { m_window.showFailure(failure); });
}

void Session::showRecent()
{
    m_window.setup().setRecent(ui::Settings(m_places.settings).value(kRecent).toStringList());
}

void Session::remember(const QStringList& paths)
{
    QStringList recent = ui::Settings(m_places.settings).value(kRecent).toStringList();
    for (const QString& path : paths) {
        recent.removeAll(path);
        recent.prepend(path);
    }
    recent = recent.mid(0, kRecentPaths);
    m_window.setup().setRecent(recent);
    attempt(m_window, [&] { keepSetting(m_places.settings, kRecent, recent); });
}

QString Session::chosenRun() const
{
    return ui::Settings(m_places.settings).value(kChosenRun).toString();
}

void Session::keepChosenRun(const QString& run) const
{
    try {
        keepSetting(m_places.settings, kChosenRun, run);
    } catch (...) { // Not worth a message.
    }
}

} // namespace app
