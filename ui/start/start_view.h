#pragma once

#include "ui/view/view.h"

namespace ui {

/// The five shapes of sequence problems (one to one, one to many, many to one, many to many after
/// reading, many to many in step), each with presets that begin with it.
class StartView : public View {
    Q_OBJECT
public:
    StartView(ViewContext& context, QWidget* parent);

    void follow(const Shown&) override { }
};

} // namespace ui
