#pragma once

#include "ui/view/view.h"

namespace ui {

/// The wide picture of the step that is set up; the set-up itself fills it.
class PreviewView : public View {
    Q_OBJECT
public:
    PreviewView(ViewContext& context, QWidget* parent);

    void follow(const Shown&) override { }
    std::vector<Figure> figures() const override; ///< Each plot that is shown.

private:
    QWidget* m_preview;
};

} // namespace ui
