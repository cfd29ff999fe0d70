#pragma once

#include "core/probe/language_model/language_questions.h"

#include <QWidget>

class QLabel;

namespace ui {

class ProbabilityBars;

/// What a model expected in the place of a token: its likeliest candidates as bars with their
/// ranks, and the true one among or below them.
class TokenCandidates : public QWidget {
    Q_OBJECT
public:
    explicit TokenCandidates(QWidget* parent = nullptr);

    /// @param index  of the token in its text; -1: none is pointed at.
    void show(const core::ReadText& text, int index);
    void clear();
    QString words() const;

private:
    QLabel *m_place, *m_numbers;
    ProbabilityBars* m_bars;
};

} // namespace ui
