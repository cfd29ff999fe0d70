#pragma once

#include "ui/widgets/fit_line.h"
#include "ui/widgets/option_field.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <set>
#include <string>
#include <vector>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace ui {

class OptionRows;

/// A form made from option descriptions alone: it scrolls inside, marks problems at their fields
/// by path, and shows the help of the field in focus in its last lines. The control of each option
/// has the option's path as its objectName ("training.optimiser.learning_rate").
class OptionForm : public QWidget {
    Q_OBJECT
public:
    /// @param catalogue  outlives the form.
    /// @param path       of the object that is edited: "training"; empty: the whole spec.
    OptionForm(const core::Catalogue& catalogue, const std::string& task,
               const std::vector<core::OptionDescription>& options, const std::string& path,
               QWidget* parent = nullptr);
    ~OptionForm() override;

    /// Other options, or the same for another task; what is edited stays.
    void setOptions(const std::string& task, const std::vector<core::OptionDescription>& options);
    void setValue(const core::Json& object); ///< Without edited().
    core::Json value() const; ///< Complete: defaults for what was missing.
    /// @returns those that name no field of this form.
    std::vector<core::Problem> setProblems(const std::vector<core::Problem>& problems);
    /// How values fit the data, under their fields. The lines stay where they are once they were
    /// set.
    void setFits(const std::vector<FieldFit>& fits);
    void setEditable(bool editable); ///< False: readable and scrollable, not changeable.
    using Open = std::function<bool(const std::string& path)>;
    /// Fields that stay changeable when the form is not editable; empty: none, for no reason.
    /// @param why  the others are not.
    void setOpen(Open open, const QString& why);
    /// Options, by path, that have no effect at the moment: they and all inside them are greyed,
    /// and their tool tip says why.
    void setIdle(const std::set<std::string>& paths, const QString& why);
    /// Unfolds, scrolls to and focuses the field of a setting, or the field that it stands in.
    /// @returns false when there is none in this form.
    bool focusSetting(const std::string& path);
    /// Puts a widget above the first row, inside the scrolled part.
    void addAbove(QWidget* widget);
    /// All of it, also where only its beginning has room.
    QString helpShown() const { return m_helpText; }

Q_SIGNALS:
    void edited();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectRows();
    void followStructure();
    void showHelpOf(const QWidget* focus);
    void fitHelp();
    void assignMnemonics();
    void applyEditable();
    bool isIdle(const std::string& path) const;

    const core::Catalogue& m_catalogue;
    std::string m_path;
    QScrollArea* m_scroll;
    QVBoxLayout* m_inside;
    OptionRows* m_rows;
    QLabel* m_help; ///< Away while no field has the focus.
    QString m_helpText;
    bool m_editable = true;
    Open m_open;
    QString m_whyClosed;
    std::set<std::string> m_idle;
    QString m_whyIdle;
};

} // namespace ui
