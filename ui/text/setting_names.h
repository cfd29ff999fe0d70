#pragma once

#include "core/base/option.h"

#include <QString>

#include <vector>

namespace ui {

/// What the forms call the settings that core names by their paths in a spec.
class SettingNames {
public:
    SettingNames() = default;
    SettingNames(const core::Catalogue& catalogue,
                 const std::vector<core::OptionDescription>& specOptions);

    /// "Learning rate (Training)" for "training.optimiser.learning_rate"; empty: no such setting.
    QString nameOf(const QString& path) const;
    /// "Learning rate" alone; also of what stands in no section.
    QString labelOf(const QString& path) const;
    /// `value`, text or JSON, as the form shows it: kinds and choices by their titles.
    QString valueOf(const QString& path, const QString& value) const;
    /// `text` with names in place of paths. What is to be typed on a command line stays.
    QString said(const QString& text) const;

private:
    struct Found {
        QString label; ///< Empty: no such setting.
        const core::OptionDescription* section = nullptr; ///< In which it is; none: it is one.
        const core::OptionDescription* option = nullptr;
    };
    Found find(const QString& path) const;
    QString titleOf(const core::OptionDescription& option, const QString& value) const;

    core::Catalogue m_catalogue;
    std::vector<core::OptionDescription> m_options;
};

const SettingNames& settingNames(); ///< Those that setSettingNames() gave.

/// Where a setting is: how much of its place a text has to say.
enum class SettingPlace { Known, Said };

/// "Learning rate: 0.001 -> 0.01", by the names that setSettingNames() gave; with its place
/// "Learning rate (Training): ...". A setting without a name is called by the end of its path.
QString differenceText(const QString& path, const QString& before, const QString& after,
                       SettingPlace place);

} // namespace ui
