#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/view/asker.h"
#include "ui/widgets/quiet_combo_box.h"

namespace ui {

/// For which class a model writes, or for which numbers, which can be typed. It asks the shown run
/// for them, and is in sight only where there are some.
class WrittenClassBox : public QuietComboBox {
    Q_OBJECT
public:
    WrittenClassBox(ViewContext& context, Asker::Failed failed, QWidget* parent = nullptr);

    void follow(const Shown& shown); ///< @pre there is a run.
    void withdraw() { m_asker.withdraw(); } ///< Another run, or none.
    /// The class, or the numbers as a question writes them. Empty: the run generates for none, or
    /// they are not known yet and none is chosen.
    QString className() const { return count() > 0 ? m_told : m_chosen; }
    /// Whether other texts than those in the list can be typed.
    bool takesNumbers() const { return isEditable(); }
    /// Without telling anybody. A class that is not known yet is chosen once it is.
    void setClassName(const QString& name);

Q_SIGNALS:
    void classChanged(); ///< By the user, or because another run writes for other classes.

private:
    void setConditions(const core::WrittenConditions& conditions);
    void setColumns(const std::vector<core::WrittenColumn>& columns);
    void typed();

    Asker m_asker;
    QString m_chosen;
    QString m_told; ///< The choice, without what is being typed.
};

} // namespace ui
