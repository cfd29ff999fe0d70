#pragma once

#include "core/probe/attention/head_by_hand.h"
#include "ui/view/asker.h"
#include "ui/view/picked_head.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QSpinBox;

namespace ui {

class BeforeAfter;

/// The head of a network whose queries, keys and values were taken into the tables: which tokens
/// they are, and what the network predicts with numbers that were changed since.
class HeadPanel : public QWidget {
    Q_OBJECT
public:
    explicit HeadPanel(ViewContext& context, QWidget* parent = nullptr);

    void take(std::shared_ptr<const PickedHead> picked); ///< taken() follows.
    const PickedHead* picked() const { return m_picked.get(); } ///< Null: none.
    void trained(); ///< The shown prediction may be another one now.
    /// The tables as they are now: decides what can be pushed back.
    void setTables(const core::AttentionByHand& tables);
    /// "film" for the rows of the tables, while these are those of the head; else empty.
    QStringList queryNames() const;
    QStringList keyNames() const;
    QString words() const; ///< Both predictions.

Q_SIGNALS:
    void taken(const core::AttentionByHand& attention); ///< The tables of the head.

private:
    QWidget* buildCounts();
    void askTables();
    void push();
    void takeTables(const core::HeadByHand& head);
    void showChanged(const core::HeadByHand& head);
    void showFailure(const core::Failure& failure);
    void showAbout();
    void showPush();
    bool fits() const; ///< The tables have the sizes of the head.
    std::vector<core::SetNumber> changedNumbers() const;

    std::shared_ptr<const PickedHead> m_picked;
    core::AttentionByHand m_tables;
    std::optional<core::HeadByHand> m_head; ///< As it was taken.
    Asker m_asker;
    bool m_pushed = false; ///< The last question has numbers that are set.
    QLabel *m_about = nullptr, *m_note = nullptr;
    QSpinBox *m_queries = nullptr, *m_keys = nullptr;
    QPushButton *m_again = nullptr, *m_push = nullptr;
    BeforeAfter* m_answers = nullptr;
};

} // namespace ui
