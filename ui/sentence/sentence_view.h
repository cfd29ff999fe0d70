#pragma once

#include "core/base/error.h"
#include "core/task/inspection.h"
#include "ui/view/view.h"

#include <memory>

namespace ui {

/// One text opened up: tokens, ids, probabilities, attention (V2).
class SentenceView : public View {
    Q_OBJECT
public:
    explicit SentenceView(ViewContext& context, QWidget* parent = nullptr);
    ~SentenceView() override;

    void follow(const Shown& shown) override;
    void trained() override;
    std::vector<Figure> figures() const override;

    void setText(const QString& text); ///< Shows it and has it looked at, here and elsewhere.
    QString text() const;
    void setInspection(const core::Inspection& inspection);
    void setFailure(const core::Failure& failure);
    void setNoModel(); ///< The empty state: what will appear and how to get it.

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
