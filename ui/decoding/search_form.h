#pragma once

#include "core/base/option.h"

#include <QWidget>

#include <string>
#include <utility>
#include <vector>

class QComboBox;
class QFrame;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ui {

class OptionField;
class OptionForm;

/// A search's settings in one line, made from the catalogue's family "search": the kind, as many of
/// its options as there is room for, and a button that opens all of them with their help.
class SearchForm : public QWidget {
    Q_OBJECT
public:
    /// @param catalogue  outlives the form.
    /// @param path       names its controls: "search0.width".
    SearchForm(const core::Catalogue& catalogue, const std::string& path,
               QWidget* parent = nullptr);
    ~SearchForm() override;

    void setSelection(const core::Selection& search); ///< Completed with defaults; not edited().
    core::Selection selection() const;
    QString title() const; ///< "Beam search, k = 5"

Q_SIGNALS:
    void edited();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void switchTo(const std::string& kind);
    void rebuild();
    void showValues();
    void fit();
    void openAll();
    void makeAll();

    const core::Catalogue& m_catalogue;
    std::string m_path;
    core::Json m_value = core::Json::object(); ///< {"kind": ..., options}, complete.
    std::vector<std::pair<std::string, core::Json>> m_left; ///< Kinds left, as they were.
    QLabel* m_name = nullptr; ///< "Search", before the kinds.
    QComboBox* m_kinds;
    QWidget* m_inline; ///< Holds what fits.
    QHBoxLayout* m_row;
    std::vector<std::pair<QWidget*, OptionField*>> m_fields; ///< Each with its group.
    QToolButton* m_more;
    QFrame* m_all = nullptr; ///< Made when first asked for.
    OptionForm* m_form = nullptr;
};

} // namespace ui
