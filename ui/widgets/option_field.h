#pragma once

#include "core/base/option.h"

#include <QWidget>

#include <string>

namespace ui {

/// Data that all fields of one form share.
struct OptionContext {
    const core::Catalogue& catalogue; ///< Outlives the form.
    std::string task; ///< Kinds that do not serve it are not offered; empty: all are.
};

/// The editor of one option: a control that stands beside its label and, for options that hold
/// more, details that stand below over the whole width.
class OptionField : public QWidget {
    Q_OBJECT
public:
    OptionField(const core::OptionDescription& option, const std::string& path, QWidget* parent);

    virtual void setValue(const core::Json& value) = 0; ///< Without edited().
    virtual core::Json value() const = 0;
    /// Takes the focus; has the path as its objectName and the label as its buddy.
    virtual QWidget* control() const = 0;
    /// Stands below label and control; nullptr: nothing does.
    virtual QWidget* details() const { return nullptr; }
    /// Shows the problem at a field inside the details. @returns false: it is this field's own.
    virtual bool showProblemInside(const core::Problem&) { return false; }
    virtual void clearProblemsInside() { }
    /// The control holds text that is being typed and is not a value yet.
    virtual bool isBeingTyped() const { return false; }

    const core::OptionDescription& option() const { return m_option; }
    const std::string& path() const { return m_path; }
    QString label() const;
    /// Help with range and default: for tool tip, what's-this, help line and screen readers.
    QString helpText() const;

Q_SIGNALS:
    void edited(); ///< The user changed the value.
    /// The typed text is not a value (why), or is one again (empty).
    void refused(const QString& why);
    void structureChanged(); ///< Fields inside came or went.

protected:
    /// Name, description, tool tip and objectName of a control of this field.
    void describe(QWidget& control) const;
    /// For a second control: "Add", "Browse" ...
    void describe(QWidget& control, const QString& action) const;
    /// Puts `control` alone into this field.
    void placeAlone(QWidget& control);

private:
    core::OptionDescription m_option;
    std::string m_path;
};

/// A field for the option's type. @pre the type is not Section (see OptionRows).
OptionField* makeOptionField(const OptionContext& context, const core::OptionDescription& option,
                             const std::string& path, QWidget* parent);

} // namespace ui
