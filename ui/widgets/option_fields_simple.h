#pragma once

#include "ui/widgets/option_field.h"

#include <optional>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace ui {

class NumberBox;

/// A check box that carries its own label.
class BooleanField : public OptionField {
    Q_OBJECT
public:
    BooleanField(const core::OptionDescription& option, const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override;
    QWidget* control() const override;

private:
    QCheckBox* m_box;
};

class NumberField : public OptionField {
    Q_OBJECT
public:
    NumberField(const core::OptionDescription& option, const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override;
    QWidget* control() const override;
    bool isBeingTyped() const override;

private:
    NumberBox* m_box;
};

/// A list to pick from. A value that is not offered (a device of another machine) is shown and
/// kept.
class ChoiceField : public OptionField {
    Q_OBJECT
public:
    /// @param task  only its choices are offered; empty: all.
    ChoiceField(const std::string& task, const core::OptionDescription& option,
                const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override;
    QWidget* control() const override;

private:
    QComboBox* m_box;
};

class TextField : public OptionField {
    Q_OBJECT
public:
    TextField(const core::OptionDescription& option, const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override;
    QWidget* control() const override;

private:
    QLineEdit* m_edit;
};

/// A list of whole numbers or of texts, typed with commas between. A text with a comma in it stands
/// in double quotes; a double quote in it is written twice.
class PlainListField : public OptionField {
    Q_OBJECT
public:
    PlainListField(const core::OptionDescription& option, const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    /// The typed list; that of before the typing while the text cannot be read.
    core::Json value() const override { return m_value; }
    QWidget* control() const override;
    bool isBeingTyped() const override { return m_refused; }

private:
    void read();
    std::optional<core::Json> parsed(QString& why) const;

    QLineEdit* m_edit;
    core::Json m_value = core::Json::array();
    std::optional<core::Json> m_before; ///< The list before the typing; none: nothing is typed.
    bool m_refused = false; ///< The typed text is not a list.
};

} // namespace ui
