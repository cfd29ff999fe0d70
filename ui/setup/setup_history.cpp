#include "ui/setup/setup_history.h"

#include <QApplication>
#include <QUndoCommand>

#include <vector>

namespace ui {

namespace {
constexpr int kMostSteps = 200;
} // namespace

/// From one state of the set-up to the next.
class SetupHistory::Step : public QUndoCommand {
public:
    Step(SetupHistory& history, State after, const QString& text, const std::string& field)
        : QUndoCommand(text)
        , m_history(history)
        , m_before(history.m_current)
        , m_after(std::move(after))
        , m_field(field)
        , m_focus(history.m_focus)
    {
    }

    void undo() override { show(m_before); }

    void redo() override
    {
        if (!m_done) // Pushing a step calls redo(), although the edit was already made.
            m_done = true;
        else
            show(m_after);
    }

    int id() const override { return m_field.empty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Step*>(other); // Only steps have this id.
        if (next->m_field != m_field || next->m_focus != m_focus)
            return false;
        m_after = next->m_after;
        if (*m_after == *m_before) { // Typed and reverted by hand.
            m_history.m_current = m_before;
            setObsolete(true);
        }
        return true;
    }

private:
    void show(const State& state)
    {
        m_history.m_current = state;
        ++m_history.m_focus; // The next edit is a separate step.
        Q_EMIT m_history.restored(*state, m_field);
    }

    SetupHistory& m_history;
    State m_before, m_after;
    std::string m_field;
    quint64 m_focus; ///< When it was recorded.
    bool m_done = false;
};

SetupHistory::SetupHistory(QObject* parent)
    : QObject(parent), m_current(std::make_shared<core::Json>())
{
    m_stack.setUndoLimit(kMostSteps);
    connect(qApp, &QApplication::focusChanged, this, [this] { ++m_focus; });
}

SetupHistory::~SetupHistory()
{
    m_stack.blockSignals(true); // No signals for the destroyed steps.
}

void SetupHistory::record(const core::Json& spec, const QString& step, const std::string& field)
{
    if (spec == *m_current)
        return;
    auto after = std::make_shared<core::Json>(spec);
    auto* made = new Step(*this, after, step, field);
    m_current = after;
    m_stack.push(made);
}

void SetupHistory::amend(const core::Json& spec)
{
    *m_current = spec;
}

std::string changedSetting(const core::Json& before, const core::Json& after)
{
    if (!before.is_object() || !after.is_object())
        return {};
    std::vector<std::string> changed;
    for (const auto& [name, value] : after.items()) {
        const auto old = before.find(name);
        if (old == before.end() || *old != value)
            changed.push_back(name);
    }
    for (const auto& [name, value] : before.items()) {
        if (!after.contains(name))
            changed.push_back(name);
    }
    if (changed.size() != 1)
        return {};
    const std::string& name = changed.front();
    const auto old = before.find(name), now = after.find(name);
    const std::string inside
        = old == before.end() || now == after.end() ? std::string() : changedSetting(*old, *now);
    return inside.empty() ? name : name + "." + inside;
}

} // namespace ui
