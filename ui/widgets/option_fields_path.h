#pragma once

#include "ui/widgets/option_field.h"

#include <QStringList>

class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace ui {

/// One file or folder: typed, chosen by dialog, or dropped.
class PathField : public OptionField {
    Q_OBJECT
public:
    PathField(const core::OptionDescription& option, const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override;
    QWidget* control() const override;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void take(const QString& path);

    QLineEdit* m_edit;
};

/// Several files or folders, in order.
class PathListField : public OptionField {
    Q_OBJECT
public:
    PathListField(const core::OptionDescription& option, const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override;
    QWidget* control() const override;
    QWidget* details() const override { return m_details; }

    void add(const QStringList& paths); ///< Like the user's choice; duplicates are ignored.

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showPaths();
    QWidget* makePathRow(int index);

    QToolButton* m_add;
    QWidget* m_details;
    QVBoxLayout* m_rows;
    QStringList m_paths;
};

} // namespace ui
