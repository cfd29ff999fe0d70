#pragma once

#include "core/base/json.h"
#include "core/base/option.h"

#include <QWidget>

#include <utility>
#include <vector>

namespace ui {

class OptionForm;

/// The form of a question that needs no run, made from its options, with examples above it that set
/// all of them.
class QuestionForm : public QWidget {
    Q_OBJECT
public:
    /// Titles, translated, and values of all options; the first is what the form begins with.
    using Examples = std::vector<std::pair<QString, core::Json>>;

    /// @param catalogue  outlives the form. @param path  of the controls' names: "laboratory".
    QuestionForm(const core::Catalogue& catalogue, std::vector<core::OptionDescription> options,
                 const std::string& path, Examples examples, QWidget* parent = nullptr);

    core::Json value() const;
    void setValue(const core::Json& value); ///< Without edited().
    void setState(const core::Json& state); ///< The same; a value that cannot be read is ignored.
    /// Greys options, by name, that have no effect. @param why  tool tip.
    void setIdle(const std::vector<std::string>& names, const QString& why);

Q_SIGNALS:
    void edited();

protected:
    virtual void followValue() { } ///< The value is another one.

private:
    void takeExample(int index);

    std::vector<core::OptionDescription> m_options;
    std::string m_path;
    Examples m_all;
    OptionForm* m_form;
};

} // namespace ui
