#pragma once

#include "ui/crf/trellis_picture.h"
#include "ui/sentence/inspection_view.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace ui {

class ColourScale;
class PathList;
class SentenceInput;
class TransitionPanel;
class TransportBar;
class TrellisMap;

/// A linear-chain CRF taken apart on one text (V11): the trellis with Viterbi's algorithm step by
/// step, the best paths, the transitions to be changed by hand, and the tags without the CRF.
class CrfView : public InspectionView {
    Q_OBJECT
public:
    explicit CrfView(ViewContext& context, QWidget* parent = nullptr);

    void setTrellis(const core::Trellis& trellis);
    static KeyHelps keys();

protected:
    bool showTexts(const Shown& shown) override;
    void ask(const Shown& shown) override;
    std::vector<Figure> contentFigures() const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildInput();
    QWidget* buildUpper();
    QWidget* buildControls();
    QWidget* buildLower();
    void askAgain();
    void showValues();
    void showRows();
    void showSteps();
    void showStep();
    void showNode(int token, int tag);
    QString stateText() const;
    QString words() const;

    QString m_told, m_run; ///< Text and run that the view was last told to show.
    Shown m_shown;
    ShownTrellis m_trellis;
    SentenceInput* m_input = nullptr;
    QComboBox* m_values = nullptr;
    ColourScale* m_scale = nullptr;
    QCheckBox *m_arrows = nullptr, *m_allTags = nullptr;
    TrellisMap* m_map = nullptr;
    TransportBar* m_transport = nullptr;
    QLabel *m_step = nullptr, *m_node = nullptr;
    PathList* m_paths = nullptr;
    QLabel *m_withoutCrf = nullptr, *m_changed = nullptr;
    TransitionPanel* m_transitions = nullptr;
};

} // namespace ui
