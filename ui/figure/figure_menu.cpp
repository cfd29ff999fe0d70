#include "ui/figure/figure_menu.h"

#include <QClipboard>
#include <QGuiApplication>

namespace ui {

FigureMenu::FigureMenu(const QString& title, Source source, QWidget* parent)
    : QMenu(title, parent), m_source(std::move(source))
{
    setObjectName(QStringLiteral("figureMenu"));
    connect(this, &QMenu::aboutToShow, this, &FigureMenu::fill);
}

void FigureMenu::fill()
{
    clear();
    qDeleteAll(findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    const std::vector<Figure> figures = m_source();
    if (figures.empty())
        addAction(tr("This view shows nothing to be saved yet"))->setEnabled(false);
    for (const Figure& figure : figures) {
        QString title = figure.title;
        offer(figures.size() == 1 ? *this : *addMenu(title.replace(u'&', QStringLiteral("&&"))),
              figure);
    }
}

void FigureMenu::offer(QMenu& menu, const Figure& figure)
{
    for (const FormatChoice& choice : formatsOf(figure))
        connect(menu.addAction(tr("%1 ...").arg(choice.title)), &QAction::triggered, this,
                [this, figure, choice] { save(figure, choice); });
    if (figure.words)
        connect(menu.addAction(tr("Copy in words")), &QAction::triggered, this,
                [words = figure.words] { QGuiApplication::clipboard()->setText(words()); });
}

void FigureMenu::save(const Figure& figure, const FormatChoice& choice)
{
    const QString path = m_chooser(window(), tr("Save: %1").arg(figure.title),
                                   figure.name + QLatin1Char('.') + choice.suffix, choice.filter);
    if (path.isEmpty())
        return;
    try {
        saveFigure(figure, choice.format, path);
        Q_EMIT saved(path);
    } catch (...) { // nothing may leave a handler
        Q_EMIT failed(core::currentFailure());
    }
}

} // namespace ui
