#pragma once

#include "core/base/json.h"

#include <QUndoStack>

#include <memory>
#include <string>

namespace ui {

/// The undo history of the set-up: the specs before and after each step of the user. Whole specs
/// are stored, because a step may change anything; consecutive steps share a spec.
class SetupHistory : public QObject {
    Q_OBJECT
public:
    explicit SetupHistory(QObject* parent = nullptr);
    ~SetupHistory() override;

    /// Records a step of the user. Consecutive edits of a field are one step, until the focus
    /// changes.
    /// @param step  name after "Undo": "change of learning rate".
    /// @param field  path of the edited setting; empty: several settings.
    void record(const core::Json& spec, const QString& step, const std::string& field = {});
    /// Changes the result of the latest step without a new one, such as a recognised format.
    void amend(const core::Json& spec);
    QUndoStack& stack() { return m_stack; }

Q_SIGNALS:
    /// An undo or a redo: the set-up must become `spec`. @param field  as it was recorded.
    void restored(const core::Json& spec, const std::string& field);

private:
    class Step;
    using State = std::shared_ptr<core::Json>;

    QUndoStack m_stack;
    State m_current; ///< The present set-up.
    quint64 m_focus = 0; ///< Counts changes of the focus.
};

/// The setting in which the specs differ, or the innermost object with all differences:
/// "training.optimiser". Empty: they are equal, or several sections differ.
std::string changedSetting(const core::Json& before, const core::Json& after);

} // namespace ui
