#pragma once

#include "core/base/error.h"
#include "ui/figure/figure_file.h"
#include "ui/widgets/save_chooser.h"

#include <QMenu>

namespace ui {

/// Saves what a view shows: every form of each of its figures, as they are when the menu opens.
class FigureMenu : public QMenu {
    Q_OBJECT
public:
    using Source = std::function<std::vector<Figure>()>;

    FigureMenu(const QString& title, Source source, QWidget* parent = nullptr);
    void setChooser(SaveChooser chooser) { m_chooser = std::move(chooser); }

Q_SIGNALS:
    void saved(const QString& path);
    void failed(const core::Failure& failure);

private:
    void fill();
    void offer(QMenu& menu, const Figure& figure);
    void save(const Figure& figure, const FormatChoice& choice);

    Source m_source;
    SaveChooser m_chooser = saveDialog();
};

} // namespace ui
