#pragma once

#include "ui/sentence/text_inspection_view.h"
#include "ui/states/shown_states.h"
#include "ui/states/unit_order.h"
#include "ui/view/answer_set.h"

#include <map>
#include <set>
#include <vector>

class QCheckBox;
class QLabel;
class QTabWidget;

namespace ui {

class PatternPage;
class QuietComboBox;
class StateMap;
class SurgeryPage;
class UnitPage;

/// Gates and states of recurrent cells on one sentence (V4): a map of units by words, for up to
/// three runs side by side; the numbers of one unit; units that are on together and where else they
/// are; values set by hand, with the difference that they make.
class StatesView : public TextInspectionView {
    Q_OBJECT
public:
    explicit StatesView(ViewContext& context, QWidget* parent = nullptr);
    ~StatesView() override;
    static bool fits(const core::ExperimentSpec& spec); ///< Whether its network is recurrent.

    void setStates(const core::States& states);
    QByteArray state() const override; ///< The units that are marked.
    void setState(const QByteArray& state) override;

protected:
    void showOtherRun() override;
    void showOtherText() override;
    void showOtherTruth() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    /// Content of one map.
    struct Panel {
        QString title;
        ShownStates states;
        StateSide side = StateSide::Plain;
    };

    QWidget* buildUpper();
    QWidget* buildControls();
    QWidget* buildLower();
    void askOthers();
    void showBeside();
    void searchPattern();
    void fillChoices();
    std::vector<Panel> panels() const;
    void showMaps();
    std::vector<core::StateEdit> shownEdits(int quantity) const;
    void showPages();
    void forgetStates(); ///< Clears the states of another run.
    int activeUnit();
    void chooseCell(const StateMap& map, int token, int unit);
    void setTokenRange(int first, int last);
    void chooseTokens(int first, int last);
    void mark(const std::vector<int>& units, bool on);
    QString markKey() const; ///< Key of the shown run, layer and direction.
    std::set<int> marks() const;
    int layer() const;
    int direction() const;
    QString stateText() const;

    ShownStates m_states;
    QString m_quantity{QStringLiteral("h")};
    QPoint m_cell{-1, -1}; ///< Token and unit that are chosen.
    int m_activeUnit = -1; ///< Unit whose curve is drawn until a cell is selected.
    QString m_activeOf; ///< The markKey() of the most active unit.
    std::map<QString, std::set<int>> m_marks; ///< By run, layer and direction.
    BesideRuns<core::AskStates> m_besides;
    Asker m_patternAsker;
    QuietComboBox *m_layer = nullptr, *m_shownQuantity = nullptr, *m_order = nullptr;
    QCheckBox* m_beside = nullptr;
    QLabel* m_equation = nullptr;
    std::vector<StateMap*> m_maps;
    QTabWidget* m_tabs = nullptr;
    UnitPage* m_unit = nullptr;
    PatternPage* m_pattern = nullptr;
    SurgeryPage* m_surgery = nullptr;
};

} // namespace ui
