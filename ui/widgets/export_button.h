#pragma once

#include "ui/widgets/picture_file.h"
#include "ui/widgets/save_chooser.h"

#include <QToolButton>

#include <functional>
#include <string>

namespace ui {

class MessageBar;

/// Names that are suggested for the files, without suffix.
struct ExportStems {
    QString picture, table;
};

/// What an ExportButton saves.
struct ExportWriters {
    std::function<void(PictureFormat format, const QString& path)> picture;
    std::function<std::string()> csv;
};

/// Saves what a view shows as a picture, a drawing or numbers, and says in a bar where or why not.
class ExportButton : public QToolButton {
    Q_OBJECT
public:
    /// @param title  of the dialog; `bar` says how it went.
    ExportButton(const QString& title, ExportStems stems, MessageBar& bar, ExportWriters writers,
                 QWidget* parent = nullptr);
    void setChooser(SaveChooser chooser) { m_chooser = std::move(chooser); }

private:
    enum class Format { Png, Svg, Csv };
    void save(Format format);

    QString m_title;
    ExportStems m_stems;
    MessageBar& m_bar;
    ExportWriters m_writers;
    SaveChooser m_chooser = saveDialog();
};

} // namespace ui
