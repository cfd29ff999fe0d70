#pragma once

#include "ui/crf/trellis_picture.h"
#include "ui/crf/trellis_text.h"
#include "ui/sentence/text_inspection_view.h"
#include "ui/table/row_view.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace ui {

class ColourScale;
class TransitionPanel;
class TransportBar;
class TrellisMap;

/// The best paths through a trellis, best first, with score and probability.
class PathList : public RowView {
    Q_OBJECT
public:
    explicit PathList(QWidget* parent = nullptr);

    void setTrellis(ShownTrellis trellis); ///< The chosen path stays chosen.
    /// The paths are unknown before the last step of the search.
    void setKnown(bool known);

Q_SIGNALS:
    void pathChosen(int path); ///< By mouse or keys.

private:
    std::vector<RowColumn> pathColumns() const;
    const core::TagPath& at(int row) const { return m_trellis->paths[size_t(row)]; }

    int count() const { return m_known ? int(m_trellis->paths.size()) : 0; }

    ShownTrellis m_trellis;
    bool m_known = true;
};

/// A linear-chain CRF taken apart on one text (V11): the trellis with Viterbi's algorithm step by
/// step, the best paths, the transitions to be changed by hand, and the tags without the CRF.
class CrfView : public TextInspectionView {
    Q_OBJECT
public:
    explicit CrfView(ViewContext& context, QWidget* parent = nullptr);

    void setTrellis(const core::Trellis& trellis);
    static KeyHelps keys();

protected:
    void showOtherRun() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildUpper();
    QWidget* buildControls();
    QWidget* buildLower();
    void showValues();
    void showRows();
    void showSteps();
    void showStep();
    void showNode(int token, int tag);
    QString stateText() const;
    QString pathsText() const; ///< Legend of the paths; also shown in a presentation.

    ShownTrellis m_trellis;
    QComboBox* m_values = nullptr;
    ColourScale* m_scale = nullptr;
    QCheckBox *m_arrows = nullptr, *m_allTags = nullptr;
    TrellisMap* m_map = nullptr;
    TransportBar* m_transport = nullptr;
    QLabel *m_step = nullptr, *m_node = nullptr, *m_pathsTitle = nullptr;
    PathList* m_paths = nullptr;
    QLabel *m_withoutCrf = nullptr, *m_changed = nullptr;
    TransitionPanel* m_transitions = nullptr;
};

} // namespace ui
