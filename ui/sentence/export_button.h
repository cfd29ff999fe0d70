#pragma once

#include "ui/widgets/picture_file.h"
#include "ui/widgets/save_chooser.h"

#include <QToolButton>

#include <functional>
#include <string>

namespace ui {

class MessageBar;

/// What an ExportButton saves.
struct ExportWriters {
    std::function<void(PictureFormat format, const QString& path)> picture;
    std::function<std::string()> csv;
};

/// Saves what a view shows as a picture, a drawing or numbers, and says in a bar where or why not.
class ExportButton : public QToolButton {
    Q_OBJECT
public:
    /// @param title  of the dialog; `stem` of the suggested file; `bar` says how it went.
    ExportButton(const QString& title, const QString& stem, MessageBar& bar, ExportWriters writers,
                 QWidget* parent = nullptr);
    void setChooser(SaveChooser chooser) { m_chooser = std::move(chooser); }

private:
    enum class Format { Png, Svg, Csv };
    void save(Format format);

    QString m_title, m_stem;
    MessageBar& m_bar;
    ExportWriters m_writers;
    SaveChooser m_chooser = saveDialog();
};

} // namespace ui
