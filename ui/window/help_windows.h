#pragma once

#include "ui/setup/setup_panel.h"
#include "ui/widgets/key_help.h"

#include <QDialog>

class QLineEdit;
class QTextBrowser;

namespace ui {

/// Every setting with its meaning, range and default, and every kind with its formula, made from
/// the option descriptions; a search field narrows it down.
class SettingsHelp : public QDialog {
    Q_OBJECT
public:
    SettingsHelp(const Knowledge& knowledge, QWidget* parent);

    void search(const QString& words);
    int shownEntries() const { return int(m_shown.size()); }

private:
    struct Entry {
        QString group; ///< Heading under which it stands.
        QString html;
        QString text; ///< Its text and formula, for the search and screen readers.
    };

    void addOptions(const std::vector<core::OptionDescription>& options, const QString& path,
                    const QString& group);
    void addKind(const core::KindDescription& kind, const std::string& family);
    void showEntries(const QString& words);

    QLineEdit* m_search;
    QTextBrowser* m_text;
    std::vector<Entry> m_entries;
    std::vector<size_t> m_shown; ///< Indices into m_entries.
};

/// Keys as a table.
class ShortcutsHelp : public QDialog {
    Q_OBJECT
public:
    /// @param window  the keys of the window itself.
    ShortcutsHelp(const KeyHelps& window, QWidget* parent);
};

/// Version, licence and what the program is built on.
class AboutBox : public QDialog {
    Q_OBJECT
public:
    explicit AboutBox(QWidget* parent);
};

} // namespace ui
