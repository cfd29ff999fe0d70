#pragma once

#include "core/probe/counterfactuals/counterfactuals.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QPainter;

namespace ui {

class TokenLine;

/// The predictions of a network at each token of a text, before and after a change, side by side.
class OutcomeLines : public QWidget {
    Q_OBJECT
public:
    explicit OutcomeLines(QWidget* parent = nullptr);

    /// Hidden where the prediction has no tokens. @param after  null: no change is chosen.
    void setOutcomes(const core::Outcome& before, const core::Outcome* after);
    bool hasTokens() const;
    QStringList words() const; ///< A line a token.
    QSize pictureSize() const;
    void draw(QPainter& painter) const; ///< One below the other.

private:
    QLabel* m_legend;
    QWidget* m_afterPart;
    TokenLine *m_before, *m_after;
};

} // namespace ui
