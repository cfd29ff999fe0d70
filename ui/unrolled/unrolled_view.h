#pragma once

#include "ui/sentence/text_inspection_view.h"
#include "ui/unrolled/unrolled_network.h"

class QLabel;
class QScrollArea;
class QToolButton;

namespace ui {

class CellPanel;
class QuietComboBox;
class TransportBar;
class UnrolledMap;
class UnrolledOverview;

/// The network unrolled over a text: every layer at every token with its values, played step by
/// step forward and, with the gradient of the loss, back.
class UnrolledView : public TextInspectionView {
    Q_OBJECT
public:
    explicit UnrolledView(ViewContext& context, QWidget* parent = nullptr);

    void setTrace(const core::Trace& trace);
    static KeyHelps keys();
    QStringList runNames() const override;

protected:
    Shown chosen(const Shown& shown) override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;
    void showWords() override;
    void showOtherRun() override;
    void showOtherText() override { m_target.reset(); }
    void showOtherTruth() override { m_target.reset(); }
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    /// Keys that no control of the window has used, such as Space while a tab has the focus.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildUpper();
    QWidget* buildControls();
    QWidget* buildLower();
    QWidget* buildTargetChoice();
    QToolButton* buildSetUpButton();
    QToolButton* buildWriteButton();
    void showBeat(int beat);
    void showBeatText();
    void showCell();
    void fillHeads();
    void fillTargets();
    bool handleKey(const QKeyEvent& event);
    bool wantsGradients() const;
    void askForGradients(); ///< If they are wanted and not there.
    void write(); ///< Continues the text by the likeliest token.
    Film film() const;
    QString stateText() const;

    ShownTrace m_trace;
    UnrolledMap* m_map = nullptr;
    UnrolledOverview* m_overview = nullptr;
    TransportBar* m_transport = nullptr;
    QuietComboBox* m_heads = nullptr;
    QWidget* m_headChoice = nullptr;
    QuietComboBox* m_targets = nullptr;
    QWidget* m_targetChoice = nullptr;
    std::optional<QString> m_target; ///< The class chosen for the text; empty: as predicted.
    QToolButton* m_setUp = nullptr; ///< Checked: the network of the set-up is shown.
    QToolButton* m_write = nullptr;
    QString m_tracedRun; ///< The run that m_trace is of; empty: the set-up.
    bool m_exports = false; ///< All that can be computed is wanted.
    bool m_plays = false; ///< The next answer after the training is played.
    Shown m_offered; ///< The network that other views show.
    std::shared_ptr<const core::ExperimentSpec> m_lastSetUp; ///< The last that could be trained.
    QLabel* m_beat = nullptr;
    CellPanel* m_cell = nullptr;
    QScrollArea* m_cellArea = nullptr;
};

} // namespace ui
