#include "ui/sentence/sentence_buttons.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

namespace ui {

PinButton::PinButton(QWidget* parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("pinButton"));
    setText(tr("Pin"));
    ui::setIcon(*this, QStringLiteral("pin")); // not QAbstractButton's: it follows the theme
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    setHelp(*this,
            tr("Keep this sentence in every view, so that it changes as the network learns"));
}

AsTextButton::AsTextButton(QWidget* parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("asTextButton"));
    setText(tr("In words"));
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setHelp(*this, tr("Everything shown here as text: for screen readers and for copying"));
}

} // namespace ui
