#pragma once

#include "core/probe/map/map_question.h"

#include <QWidget>

class QSpinBox;
class QToolButton;

namespace ui {

class QuietComboBox;

/// The choices above a map, with the names, ranges and helps of the question's options.
class MapControls : public QWidget {
    Q_OBJECT
public:
    explicit MapControls(QWidget* parent = nullptr);

    core::AskMap question() const; ///< With the settings of t-SNE.
    bool wantsTsne() const;
    QString colour() const; ///< Name of a column, "cluster" or empty.
    QString colourTitle() const;
    bool isPaused() const;

    /// Offers what the network has.
    void chooseFirstVectors(); ///< Without questionChanged().
    void setChoices(const core::VectorMap& map);
    void setMoving(bool moving); ///< There is something to pause.
    void setMovedOn(bool movedOn); ///< The map began with an earlier one.
    core::Json state() const;
    void setState(const core::Json& state);

Q_SIGNALS:
    void questionChanged();
    void methodChanged(); ///< Or a setting of t-SNE.
    void colourChanged();
    void pauseChanged(bool paused);
    void cancelRequested();
    void startOverRequested(); ///< Without what earlier maps have left.
    void wholeRequested(); ///< All points are to be seen.
    void toolChanged(int tool); ///< MapPicture::Tool

private:
    QSpinBox* makeNumber(const char* option, const char* objectName);
    QWidget* makeFirstRow();
    QWidget* makeFurtherRows();
    void showFitting();

    QuietComboBox *m_what, *m_layer, *m_split, *m_method, *m_colour, *m_tool;
    QSpinBox *m_count, *m_perplexity, *m_iterations, *m_seed;
    QWidget *m_layerPart = nullptr, *m_splitPart = nullptr, *m_tsnePart = nullptr;
    QWidget* m_coursePart = nullptr; ///< Hidden where that is.
    QToolButton *m_pause, *m_cancel, *m_startOver, *m_whole;
    bool m_colourChosen = false; ///< By the user.
};

} // namespace ui
