#include "app/lab/tuning.h"

#include "core/train/setting_changes.h"

#include <QFileInfo>

#include <vector>

namespace app {

Tuning::Tuning(ui::MainWindow& window, TrainingController& training, SetupController& setup)
    : m_window(window), m_training(training), m_setup(setup)
{
    connect(&training, &TrainingController::changed, this, &Tuning::changed);
    connect(&setup, &SetupController::changed, this, &Tuning::show);
    connect(&window.setup(), &ui::SetupPanel::tuningApplied, this, &Tuning::apply);
    connect(&window.setup(), &ui::SetupPanel::tuningDiscarded, this,
            [this] { m_setup.takeSpec(m_trained, tr("reset to the running training's values")); });
}

void Tuning::begin(const core::ExperimentSpec& trained)
{
    m_trained = trained;
}

void Tuning::show()
{
    std::vector<ui::TunedSetting> settings;
    bool isOfTheRun = m_training.active(); // The set-up may differ from a resumed run.
    if (isOfTheRun)
        for (const core::SettingChange& change :
             core::settingChanges(m_trained, m_setup.spec(), 0)) {
            if (!core::isTunable(change.setting, m_trained.task.kind)) {
                // The preview recognises the format of the files.
                isOfTheRun = isOfTheRun
                    && (change.setting.starts_with("data.format")
                        || change.setting == "data.encoding");
                continue;
            }
            const auto shown = [](const core::Json& value) {
                return QString::fromStdString(value.is_string() ? value.get<std::string>()
                                                                : value.dump());
            };
            settings.push_back({QString::fromStdString(change.setting), shown(change.before),
                                shown(change.after)});
        }
    m_window.setup().setTuning(isOfTheRun ? QFileInfo(m_training.run()).fileName() : QString());
    m_window.setup().setTuned(isOfTheRun && m_setup.startable() ? settings
                                                                : std::vector<ui::TunedSetting>());
}

void Tuning::apply()
{
    m_window.setup().flush(); // Includes what was typed a moment ago.
    if (!m_training.active() || !m_setup.startable())
        return;
    std::vector<core::SettingChange> wished = core::settingChanges(m_trained, m_setup.spec(), 0);
    std::erase_if(wished, [this](const core::SettingChange& change) {
        return !core::isTunable(change.setting, m_trained.task.kind);
    });
    m_training.change(wished);
}

void Tuning::changed(const core::ChangeReport& report)
{
    if (report.failure) {
        m_window.showFailure(*report.failure);
        return;
    }
    m_trained = core::withChanges(m_trained, report.changes);
    Q_EMIT tuned(report);
    if (!report.changes.empty())
        m_window.showNotice({"From update %1 on, %2 trains with the new settings; a mark on the "
                             "curves shows where.",
                             {std::to_string(report.changes.front().step),
                              QFileInfo(m_training.run()).fileName().toStdString()}});
    for (const core::Message& note : report.notes)
        m_window.showNotice(note);
    show();
}

} // namespace app
