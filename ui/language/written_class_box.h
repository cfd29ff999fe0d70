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
    void withdraw(); ///< Another run, or none.
    QString className() const { return currentText(); } ///< Empty: it writes for none.

Q_SIGNALS:
    void classChanged(); ///< By the user, or because another run writes for other classes.

private:
    void setClasses(const std::vector<std::string>& classes);

    Asker m_asker;
};

} // namespace ui
