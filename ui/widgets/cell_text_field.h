#pragma once

#include "ui/widgets/option_field.h"

class QCompleter;
class QLabel;
class QStringListModel;
class QToolButton;

namespace ui {

class TextBox;

/// The equations of a recurrent cell: names are completed as they are typed, the first fault is
/// underlined and told in a sentence, and below stand the equations as they are computed. A button
/// puts in one of the known cells.
class CellTextField : public OptionField {
    Q_OBJECT
public:
    CellTextField(const core::OptionDescription& option, const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override; ///< The text, with or without a fault.
    QWidget* control() const override;
    QWidget* details() const override { return m_details; }

private:
    void read(); ///< Marks the fault or shows the equations.
    void complete(); ///< Offers names that begin as the one before the cursor.
    void insertCompletion(const QString& name);
    QString wordBeforeCursor() const;

    QToolButton* m_examples;
    QWidget* m_details;
    QCompleter* m_completer;
    TextBox* m_box;
    QLabel *m_note, *m_equations;
    QStringListModel* m_names;
};

} // namespace ui
