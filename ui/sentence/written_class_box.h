#pragma once

#include "ui/view/asker.h"
#include "ui/widgets/quiet_combo_box.h"

namespace ui {

/// For which class a model writes. It asks the shown run for its classes, and is in sight only
/// where there are some.
class WrittenClassBox : public QuietComboBox {
    Q_OBJECT
public:
    WrittenClassBox(ViewContext& context, Asker::Failed failed, QWidget* parent = nullptr);

    void follow(const Shown& shown); ///< @pre there is a run.
    void withdraw() { m_asker.withdraw(); } ///< Another run, or none.
    /// Empty: the run generates for no classes, or they are not known yet and none is chosen.
    QString className() const { return count() > 0 ? currentText() : m_chosen; }
    /// Without telling anybody. A class that is not known yet is chosen once it is.
    void setClassName(const QString& name);

Q_SIGNALS:
    void classChanged(); ///< By the user, or because another run writes for other classes.

private:
    void setClasses(const std::vector<std::string>& classes);

    Asker m_asker;
    QString m_chosen;
};

} // namespace ui
