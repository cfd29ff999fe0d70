#pragma once

#include "ui/widgets/fit_line.h"
#include "ui/widgets/option_field.h"

#include <vector>

class QGridLayout;
class QLabel;
class QToolButton;

namespace ui {

class ProblemLine;

/// One row for each option of an object that means something in the context's task: label, field,
/// the problem if there is one, and what the field holds inside. Members without a row are kept as
/// they are. Sections become groups under their label (none: without a heading), an advanced
/// section one that is folded at first; other advanced options are folded behind "More".
class OptionRows : public QWidget {
    Q_OBJECT
public:
    OptionRows(const OptionContext& context, const std::vector<core::OptionDescription>& options,
               const std::string& path, QWidget* parent);

    /// Missing members show their defaults; unknown members are kept. Without edited().
    void setValue(const core::Json& object);
    core::Json value() const;
    /// @returns false when no row here is named by the problem's path.
    bool showProblem(const core::Problem& problem);
    void clearProblems();
    /// @returns false when no row here is named by its path.
    bool showFit(const FieldFit& fit);
    /// Unfolds what hides the setting with this path. @returns false when no row here is named by
    /// it.
    bool unfold(const std::string& path);
    bool isEmpty() const { return m_rows.empty(); }

Q_SIGNALS:
    void edited();
    void structureChanged();

private:
    struct Row {
        std::string name;
        std::string path;
        core::Json defaultValue;
        OptionField* field = nullptr; ///< Or:
        OptionRows* section = nullptr;
        ProblemLine* problem = nullptr;
        FitLine* fit = nullptr; ///< Where one was shown.
        QGridLayout* grid = nullptr;
        int line = 0; ///< Grid line of the label; details and fit follow.
        QString own; ///< The field refuses what is typed.
        bool advanced = false;
        QToolButton* fold = nullptr; ///< Button of a folded section.
    };

    void addRow(const OptionContext& context, const core::OptionDescription& option,
                QGridLayout& grid);
    void addField(Row& row, const OptionContext& context, const core::OptionDescription& option,
                  QGridLayout& grid);
    void addSection(Row& row, const OptionContext& context, const core::OptionDescription& option,
                    QGridLayout& grid);
    /// The heading of a section, or the button that unfolds it.
    void addTitle(Row& row, const core::OptionDescription& option, QGridLayout& grid);
    void addMore(QGridLayout& grid);
    void unfold(const Row& row);
    static bool concerns(const std::string& path, const Row& row);

    std::string m_path;
    core::Json m_object = core::Json::object();
    std::vector<std::string> m_names; ///< Names of all options, shown or not.
    std::vector<Row> m_rows;
    QToolButton* m_more = nullptr;
    QWidget* m_advanced = nullptr;
};

} // namespace ui
