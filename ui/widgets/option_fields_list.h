#pragma once

#include "ui/widgets/option_field.h"

#include <optional>

class QLineEdit;

namespace ui {

/// A list of whole numbers or of texts, typed with commas between. A text with a comma in it stands
/// in double quotes; a double quote in it is written twice.
class PlainListField : public OptionField {
    Q_OBJECT
public:
    PlainListField(const core::OptionDescription& option, const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override; ///< The last list that could be read.
    QWidget* control() const override;
    bool isBeingTyped() const override { return m_refused; }

private:
    void read();
    std::optional<core::Json> parsed(QString& why) const;

    QLineEdit* m_edit;
    core::Json m_value = core::Json::array();
    bool m_refused = false; ///< What is typed is no list.
};

} // namespace ui
