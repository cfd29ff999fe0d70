#pragma once

#include "core/probe/influence/influence_questions.h"

#include <QWidget>

#include <set>
#include <vector>

class QLabel;
class QPushButton;
class QSpinBox;

namespace ui {

class RowView;

/// The texts of an update, or of all updates, by their influence, and the choice of those that a
/// new training leaves out.
class InfluentialTexts : public QWidget {
    Q_OBJECT
public:
    explicit InfluentialTexts(QWidget* parent = nullptr);

    void clear(const QString& said); ///< Shows no texts, and why. Chosen rows stay.
    void setTexts(const core::TextInfluences& texts);
    const core::TextInfluences& texts() const { return m_texts; }
    void forgetChoice(); ///< The chosen rows are those of another run.
    QString words() const;

Q_SIGNALS:
    void allRequested(); ///< The texts of all ranked updates.
    void opened(const QString& text, const QString& reference);
    void trainRequested(const std::vector<int64_t>& rows); ///< A training without these rows.

private:
    QWidget* buildControls();
    void buildTable();
    void chooseStrongest();
    void toggle(int row);
    void showChoice();
    QString title() const;
    QString fewText(int64_t chosen) const;

    core::TextInfluences m_texts;
    int64_t m_wanted = 0; ///< So many were to be marked; 0: they were marked one by one.
    std::set<int64_t> m_leftOut; ///< Rows of the training data.
    RowView* m_table;
    QLabel *m_title, *m_few = nullptr;
    QSpinBox* m_strongest = nullptr;
    QPushButton *m_all = nullptr, *m_choose = nullptr, *m_clear = nullptr, *m_train = nullptr;
};

} // namespace ui
