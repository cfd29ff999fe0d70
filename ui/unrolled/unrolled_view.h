#pragma once

#include "ui/sentence/text_inspection_view.h"
#include "ui/unrolled/unrolled_network.h"

class QComboBox;
class QLabel;
class QScrollArea;
class QToolButton;

namespace ui {

class CellPanel;
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

protected:
    Shown chosen(const Shown& shown) override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;
    void showWords() override;
    void showOtherRun() override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    /// Keys that no control of the window has used, such as Space while a tab has the focus.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildUpper();
    QWidget* buildControls();
    QWidget* buildLower();
    QToolButton* buildSetUpButton();
    QToolButton* buildWriteButton();
    void showBeat(int beat);
    void showBeatText();
    void showCell();
    void fillHeads();
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
    QComboBox* m_heads = nullptr;
    QWidget* m_headChoice = nullptr;
    QToolButton* m_setUp = nullptr; ///< Checked: the network of the set-up is shown.
    QToolButton* m_write = nullptr;
    bool m_exports = false; ///< All that can be computed is wanted.
    bool m_plays = false; ///< The next answer after the training is played.
    Shown m_offered; ///< The network that other views show.
    std::shared_ptr<const core::ExperimentSpec> m_lastSetUp; ///< The last that could be trained.
    QLabel* m_beat = nullptr;
    CellPanel* m_cell = nullptr;
    QScrollArea* m_cellArea = nullptr;
};

} // namespace ui
