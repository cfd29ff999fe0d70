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
    /// `text` with names in place of paths. What is to be typed on a command line stays.
    QString said(const QString& text) const;

private:
    struct Found {
        QString label; ///< Empty: no such setting.
        const core::OptionDescription* section = nullptr; ///< In which it is; none: it is one.
    };
    Found find(const QString& path) const;

    core::Catalogue m_catalogue;
    std::vector<core::OptionDescription> m_options;
};

} // namespace ui
