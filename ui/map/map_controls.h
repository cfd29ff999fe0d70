#pragma once

#include "core/probe/map/map_question.h"

#include <QWidget>

#include <optional>
#include <string>

class QSpinBox;
class QToolButton;

namespace ui {

class QuietComboBox;
class TextBox;

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
    void setSideShown(bool shown); ///< State of the button; without sideToggled().

    void setChoices(const core::VectorMap& map); ///< Offers what the network has.
    /// Another network: what the user chose for an earlier one, which this one may not have.
    void chooseWished();
    /// The network does not have it: chooses less of it. @return whether there was something.
    bool giveWay();
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
    void sideToggled(bool wanted); ///< By the user.

private:
    QSpinBox* makeNumber(const char* option, const char* objectName);
    void makeButtons();
    void connectParts();
    QWidget* makeFirstRow();
    QWidget* makeSentences();
    void makeFurtherRows();
    void showFitting();

    QuietComboBox *m_what, *m_layer, *m_split, *m_method, *m_colour, *m_tool;
    QSpinBox *m_count, *m_perplexity, *m_iterations, *m_seed;
    TextBox* m_sentences = nullptr;
    QWidget *m_layerPart = nullptr, *m_splitPart = nullptr, *m_tsnePart = nullptr;
    QWidget *m_sentencesPart = nullptr, *m_coursePart = nullptr;
    QWidget* m_further; ///< Folded away at first, because the map needs the room.
    QToolButton *m_pause, *m_cancel, *m_startOver, *m_whole, *m_side;
    /// Choices of the user, which a network may not have. No colour: none was chosen.
    std::string m_wishedWhat, m_wishedLayer;
    std::optional<std::string> m_wishedColour;
};

} // namespace ui
