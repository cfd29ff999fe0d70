#pragma once

#include "ui/widgets/option_field.h"

#include <map>
#include <vector>

class QComboBox;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace ui {

class FormulaLabel;

class OptionRows;
class SelectionItem;

/// One kind of a family: a list of the kinds; below, what the kind is, its formula and its options.
/// A switch keeps the options that both kinds have, and comes back to what a kind had before.
class SelectionField : public OptionField {
    Q_OBJECT
public:
    SelectionField(const OptionContext& context, const core::OptionDescription& option,
                   const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override;
    QWidget* control() const override;
    QWidget* details() const override { return m_details; }
    bool showProblemInside(const core::Problem& problem) override;
    void clearProblemsInside() override;

private:
    void offerKinds();
    void switchTo(const std::string& kind);
    void showKind(const std::string& kind, const core::Json& options);

    OptionContext m_context;
    QComboBox* m_kinds;
    int m_offered = 0; ///< Kinds that serve the task; behind them one that does not, perhaps.
    QWidget* m_details;
    QLabel* m_summary;
    FormulaLabel* m_formula;
    QVBoxLayout* m_layout;
    OptionRows* m_rows = nullptr;
    std::string m_kind;
    core::Json m_unknown; ///< The value as it was, when its kind is not in the catalogue.
    std::map<std::string, core::Json> m_before; ///< Options of each kind when it was left.
};

/// An ordered list of kinds: added from a menu; moved by buttons, by Alt+Up and Alt+Down or by
/// dragging their handle; removed by button or Delete.
class SelectionListField : public OptionField {
    Q_OBJECT
public:
    SelectionListField(const OptionContext& context, const core::OptionDescription& option,
                       const std::string& path, QWidget* parent);
    void setValue(const core::Json& value) override;
    core::Json value() const override;
    QWidget* control() const override;
    QWidget* details() const override { return m_details; }
    bool showProblemInside(const core::Problem& problem) override;
    void clearProblemsInside() override;

    void move(int from, int to); ///< Like the user's move; outside the list nothing happens.
    void remove(int index);

private:
    friend class SelectionItem;
    void fillMenu();
    void rebuild(const core::Json& list);
    int placeAt(int y) const; ///< The place for an item dragged to `y` of the details.

    OptionContext m_context;
    QToolButton* m_add;
    QWidget* m_details;
    QVBoxLayout* m_layout;
    QLabel* m_none;
    std::vector<SelectionItem*> m_items;
};

} // namespace ui
