#pragma once

#include "core/base/option.h"

#include <QString>

#include <vector>

namespace ui {

/// Translates paths of settings in a spec into the labels of the forms.
class SettingNames {
public:
    SettingNames() = default;
    SettingNames(const core::Catalogue& catalogue,
                 const std::vector<core::OptionDescription>& specOptions);

    /// "Learning rate (Training)" for "training.optimiser.learning_rate"; empty: no such setting.
    QString nameOf(const QString& path) const;
    /// "Learning rate" alone; also for settings outside of sections.
    QString labelOf(const QString& path) const;
    /// `value`, text or JSON, as the form shows it: titles instead of ids of kinds and choices.
    QString valueOf(const QString& path, const QString& value) const;
    /// `text` with names instead of paths, except in command lines.
    QString said(const QString& text) const;

private:
    struct Found {
        QString label; ///< Empty: no such setting.
        const core::OptionDescription* section
            = nullptr; ///< Its section; null: it is a section itself.
        const core::OptionDescription* option = nullptr;
    };
    Found find(const QString& path) const;
    QString titleOf(const core::OptionDescription& option, const QString& value) const;

    core::Catalogue m_catalogue;
    std::vector<core::OptionDescription> m_options;
};

const SettingNames& settingNames(); ///< Set by setSettingNames().

/// Whether a text names the section of a setting.
enum class SettingPlace { Known, Said };

/// "Learning rate: 0.001 -> 0.01", with the names of setSettingNames(); with its section, "Learning
/// rate (Training): ...". A setting without a name uses the end of its path.
QString differenceText(const QString& path, const QString& before, const QString& after,
                       SettingPlace place);

} // namespace ui
