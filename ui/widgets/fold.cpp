#include "ui/widgets/fold.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QToolButton>

namespace ui {

QToolButton* makeFold(const QString& text, const QString& help, const QString& shown,
                      const QString& hidden, QWidget* content)
{
    auto* button = new QToolButton(content->parentWidget());
    button->setText(text);
    setHelp(*button, help);
    button->setAutoRaise(true);
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto follow = [=] {
        const bool open = button->isChecked();
        button->setIcon(icon(open ? QStringLiteral("opened") : QStringLiteral("closed")));
        const QString said = open ? shown : hidden;
        button->setAccessibleName(said.contains(QLatin1String("%1")) ? said.arg(text) : said);
        content->setVisible(open);
    };
    QObject::connect(button, &QToolButton::toggled, content, follow);
    QObject::connect(&Theme::instance(), &Theme::changed, button, follow);
    follow();
    return button;
}

} // namespace ui
