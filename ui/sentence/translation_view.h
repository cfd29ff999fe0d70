#pragma once

#include "core/base/error.h"
#include "core/task/translation/translation_inspection.h"
#include "ui/view/view.h"

#include <memory>

namespace ui {

/// One sentence opened up by a translator (V2): its tokens, the translation, every attention map
/// with the way from score to weight, and a reference teacher-forced beside free running (B3).
/// New values keep the chosen head, the scrolling and the current cell.
class TranslationView : public View {
    Q_OBJECT
public:
    explicit TranslationView(ViewContext& context, QWidget* parent = nullptr);
    ~TranslationView() override;

    void follow(const Shown& shown) override;
    void trained() override;
    std::vector<Figure> figures() const override;

    /// Shows both and has them looked at, here and elsewhere. An empty reference: nothing to
    /// compare with.
    void setTexts(const QString& source, const QString& reference);
    void setText(const QString& source) { setTexts(source, {}); }
    QString text() const; ///< The source.
    QString reference() const;
    void setInspection(const core::TranslationInspection& inspection);
    void setComparison(const core::TeacherComparison& comparison);
    void setFailure(const core::Failure& failure);
    void setNoModel(); ///< The empty state: what will appear and how to get it.

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
