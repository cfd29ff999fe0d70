#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/widgets/canvas.h"
#include <QWidget>

#include <vector>

namespace ui {

/// Words that could come next, as chips with their keys and probabilities, the likeliest first. It
/// is as high when there is none, so that nothing moves while one types.
class SuggestionBar : public Canvas {
    Q_OBJECT
public:
    static constexpr size_t kMost = 5;

    explicit SuggestionBar(QWidget* parent = nullptr);

    void setSuggestions(std::vector<core::Suggestion> suggestions);
    const std::vector<core::Suggestion>& suggestions() const { return m_suggestions; }
    /// Keeps the suggestions that begin with the typed text, without that beginning.
    void narrow(const QString& typed);
    QString describe(int index) const; ///< '"the", 31.0 %, Tab'
    QRect chipRect(int index) const;

    QSize sizeHint() const override;
    void draw(QPainter& painter, const QRect& box) const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

Q_SIGNALS:
    void chosen(int index);

private:
    std::vector<QRect> places() const;

    std::vector<core::Suggestion> m_suggestions;
};

} // namespace ui
