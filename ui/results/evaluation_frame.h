#pragma once

#include "ui/view/view_frame.h"
#include "ui/widgets/facts_row.h"

#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace ui {

/// What a task's results are called.
struct EvaluationWords {
    QString valid, test; ///< The sets: "validation texts", "test texts".
    QString rows, rowsHelp; ///< Large under their number: "texts", "How many texts were read".
    QString afterTraining; ///< Sentence: what appears once there is a network.
    QString afterEvaluate; ///< Sentence: what pressing Evaluate does.
};

/// Of tasks whose data are texts with an answer each.
EvaluationWords wordsOfTexts(const QString& afterTraining, const QString& afterEvaluate);

/// What every view of results has besides: the choice of a set, progress with Cancel, and a row of
/// large figures.
class EvaluationFrame : public ViewFrame {
    Q_OBJECT
public:
    EvaluationFrame(EvaluationWords words, View& view);

    /// The large numbers, of so many rows; while there are no results they are dashes.
    void setFigures(std::vector<Fact> figures, qint64 rows);
    /// What rows are called from the next figures on, where data of several kinds are evaluated.
    void setRowsName(const QString& rows, const QString& help);

    QString split() const; ///< "valid", "test" or a file's name.
    /// Results are there: shows the content, chooses the set, says of which run they are.
    void showResults(const QString& split, const QString& runName, qint64 epoch);
    void showNoNetwork(); ///< What will appear and how to get it.
    void showNotScored(); ///< The same where there is a network.
    void showProgress(const core::Progress& progress);
    void endProgress();
    void showFailure(const core::Failure& failure); ///< None when it was cancelled.

    QString words() const; ///< Of which run, and the large numbers with their names.

Q_SIGNALS:
    void evaluationRequested(const QString& split);
    void cancelRequested();
    void busyChanged(bool busy);

private:
    QWidget* buildChooser();
    QWidget* buildPresentedSplit();
    void clear(); ///< The numbers, and what they are of.

    EvaluationWords m_words;
    FactsRow* m_figures;
    std::vector<Fact> m_facts;
    BusyLine* m_busy;
    QComboBox* m_split = nullptr;
    QPushButton* m_evaluate = nullptr;
    QLabel *m_of = nullptr, *m_presentedSplit = nullptr;
};

} // namespace ui
