#pragma once

#include "core/probe/language_model/language_questions.h"

#include <QWidget>

#include <vector>

namespace ui {

class Readable;

/// Words that could come next, as chips with their keys and probabilities, the likeliest first. It
/// is as high when there is none, so that nothing moves while one types.
class SuggestionBar : public QWidget {
    Q_OBJECT
public:
    static constexpr size_t kMost = 5;

    explicit SuggestionBar(QWidget* parent = nullptr);

    void setSuggestions(std::vector<core::Suggestion> suggestions);
    const std::vector<core::Suggestion>& suggestions() const { return m_suggestions; }
    /// What was typed since: what goes on so stays, shorter by that; the others go.
    void narrow(const QString& typed);
    QString describe(int index) const; ///< '"the", 31.0 %, Tab'
    QRect chipRect(int index) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

Q_SIGNALS:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    std::vector<QRect> places() const;

    std::vector<core::Suggestion> m_suggestions;
    Readable* m_readable;
};

} // namespace ui
