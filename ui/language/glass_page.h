#pragma once

#include "ui/figure/figure.h"
#include "ui/view/asker.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;

namespace ui {

/// A page of the Glass. It asks its own questions; its failures are said by the view.
class GlassPage : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Another text or run is shown, or the page has come in front. @pre there is a run.
    virtual void follow(const Shown& shown) = 0;
    virtual void withdraw() = 0; ///< Another run, or none: nothing of the former is shown.
    virtual void trained() { } ///< The network has learnt; only while the page is in front.
    virtual std::vector<Figure> figures() const { return {}; }
};

/// A muted label for the run and the state that are shown; hidden in a presentation.
QLabel* makeStateLabel();

} // namespace ui
