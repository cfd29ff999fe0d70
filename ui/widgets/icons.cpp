#include "ui/widgets/icons.h"

#include "ui/widgets/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QFile>
#include <QIconEngine>
#include <QLabel>
#include <QPainter>
#include <QSvgRenderer>

namespace ui {

namespace {

/// Draws one SVG whose strokes are "currentColor" in a given colour at any size.
class SvgIconEngine : public QIconEngine {
public:
    SvgIconEngine(QByteArray svg, QColor colour) : m_svg(std::move(svg)), m_colour(colour) { }

    void paint(QPainter* painter, const QRect& area, QIcon::Mode mode, QIcon::State) override
    {
        QByteArray coloured = m_svg;
        coloured.replace("currentColor", m_colour.name().toLatin1());
        QSvgRenderer renderer(coloured);
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.4);
        renderer.render(painter, area);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return picture;
    }

    QIconEngine* clone() const override { return new SvgIconEngine(*this); }

private:
    QByteArray m_svg;
    QColor m_colour;
};

/// Calls `renew` now and at every change of the theme while `owner` lives.
template <class Renew> void keepThemed(QObject& owner, Renew renew)
{
    renew();
    QObject::connect(&Theme::instance(), &Theme::changed, &owner, renew);
}

} // namespace

QIcon icon(const QString& name, const QColor& colour)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT(opened);
    return opened ? QIcon(new SvgIconEngine(file.readAll(), colour)) : QIcon();
}

QIcon icon(const QString& name)
{
    return icon(name, Theme::instance().text());
}

void setIcon(QAction& action, const QString& name)
{
    keepThemed(action, [&action, name] { action.setIcon(icon(name)); });
}

void setIcon(QAbstractButton& button, const QString& name)
{
    keepThemed(button, [&button, name] { button.setIcon(icon(name)); });
}

void setIcon(QLabel& label, const QString& name, IconTone tone)
{
    QObject::disconnect(&Theme::instance(), nullptr, &label, nullptr); // The earlier picture.
    keepThemed(label, [&label, name, tone] {
        const Theme& theme = Theme::instance();
        const QColor colour = tone == IconTone::Bad ? theme.bad()
            : tone == IconTone::Accent              ? theme.accent()
                                                    : theme.mutedText();
        const int size = QFontMetrics(theme.textFont()).height();
        label.setPixmap(icon(name, colour).pixmap(QSize(size, size), label.devicePixelRatioF()));
    });
}

} // namespace ui
