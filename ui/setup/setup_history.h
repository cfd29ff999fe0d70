#pragma once

#include "core/base/json.h"

#include <QUndoStack>

#include <memory>
#include <string>

namespace ui {

/// What the set-up was before each step that a person took, so that every one of them can be taken
/// back. Specs are kept whole, because a step may change anything; neighbouring steps share the
/// spec between them.
class SetupHistory : public QObject {
    Q_OBJECT
public:
    explicit SetupHistory(QObject* parent = nullptr);
    ~SetupHistory() override;

    /// A person has made the set-up this. One edit of a field after the other is one step, until
    /// another field has the focus.
    /// @param step   what is undone, as it stands behind "Undo": "change of learning rate".
    /// @param field  path of the setting that was edited; empty: it was more than one.
    void record(const core::Json& spec, const QString& step, const std::string& field = {});
    /// The program itself completes what the latest step has made (the format it has recognised).
    void amend(const core::Json& spec);
    QUndoStack& stack() { return m_stack; }

Q_SIGNALS:
    /// An undo or a redo: the set-up is to be this. @param field  as it was recorded.
    void restored(const core::Json& spec, const std::string& field);

private:
    class Step;
    using State = std::shared_ptr<core::Json>;

    QUndoStack m_stack;
    State m_current; ///< What the set-up is.
    quint64 m_focus = 0; ///< Counts the times that the focus went elsewhere.
};

/// The one setting in which the specs differ, or the innermost object that holds all that differs:
/// "training.optimiser". Empty: they are equal, or have nothing in common.
std::string changedSetting(const core::Json& before, const core::Json& after);

} // namespace ui
