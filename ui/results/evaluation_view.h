#pragma once

#include "ui/view/asker.h"
#include "ui/view/view.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/facts_row.h"

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace ui {

/// The terms for a task's results.
struct EvaluationWords {
    QString valid, test; ///< The sets: "validation texts", "test texts".
    QString rows, rowsHelp; ///< Large under their number: "texts", "Number of texts".
    QString afterTraining; ///< Sentence: what appears once there is a network.
    QString afterEvaluate; ///< Sentence: what pressing Evaluate does.
};

/// For tasks that predict one target for each text.
EvaluationWords wordsOfTexts(const QString& afterTraining, const QString& afterEvaluate);

/// The frame of views of results, with the choice of a set, progress with Cancel, and a row of
/// large figures.
class EvaluationFrame : public ViewFrame {
    Q_OBJECT
public:
    EvaluationFrame(EvaluationWords words, View& view);

    /// Sets the large numbers and the number of rows; without results they are dashes.
    void setFigures(std::vector<Fact> figures, qint64 rows);
    /// Sets the term for rows from the next figures on, for data of several kinds.
    void setRowsName(const QString& rows, const QString& help);

    QString split() const; ///< "valid", "test" or a file's name.
    /// Shows the content, selects the set and names the run.
    void showResults(const QString& split, const QString& runName, qint64 epoch);
    void showNoNetwork(); ///< Explains what will appear and how to get it.
    void showNotScored(); ///< The same when there is a network.
    void showProgress(const core::Progress& progress);
    void endProgress();
    void showFailure(const core::Failure& failure); ///< Shows nothing after a cancellation.

    QString words() const; ///< The run, and the large numbers with their names.

Q_SIGNALS:
    void evaluationRequested(const QString& split);
    void cancelRequested();
    void busyChanged(bool busy);

private:
    QWidget* buildChooser();
    QWidget* buildPresentedSplit();
    void clear(); ///< Clears the numbers and the names of run and set.

    EvaluationWords m_words;
    FactsRow* m_figures;
    std::vector<Fact> m_facts;
    BusyLine* m_busy;
    QComboBox* m_split = nullptr;
    QPushButton* m_evaluate = nullptr;
    QLabel *m_of = nullptr, *m_presentedSplit = nullptr;
};

/// The base of views of results: follows the shown run, has it evaluated on the chosen set, and
/// shows progress and failures in its frame. EvaluationOf sends the question.
class EvaluationView : public View {
    Q_OBJECT
public:
    void follow(const Shown& shown) final;
    std::vector<Figure> figures() const final;

protected:
    EvaluationView(ViewContext& context, const EvaluationWords& words, QWidget* parent);

    EvaluationFrame& frame() const { return *m_frame; }
    /// An asker for a further question to the shown run; the frame shows progress and failures and
    /// has Cancel.
    Asker& addAsker();
    const Shown& shown() const { return m_shown; }
    /// Makes this text the one that all views open up, and shows the view `place`.
    void look(const QString& text, const QString& reference = {},
              const QString& place = QStringLiteral("sentence"));

    virtual std::vector<Figure> resultFigures() const = 0; ///< There are results.

private:
    /// Sends the question unless it equals the last one, put to the same network. @pre a run is
    /// shown.
    virtual void evaluate() = 0;

    ViewContext& m_context;
    Shown m_shown;
    EvaluationFrame* m_frame;
    std::vector<std::unique_ptr<Asker>> m_askers;
};

/// The results view of the tasks that answer `Question`: a core::RowsQuestion whose answer is a
/// core::ScoredRows.
template <class Question> class EvaluationOf : public EvaluationView {
public:
    using Answer = typename Question::Answer;

    /// @param split  "valid", "test" or a file's name.
    void setResults(const QString& runName, const QString& split, const Answer& scored)
    {
        frame().showResults(split, runName, scored.epoch);
        showScored(scored);
    }

protected:
    EvaluationOf(ViewContext& context, const EvaluationWords& words, QWidget* parent)
        : EvaluationView(context, words, parent), m_asker(addAsker())
    {
    }
    virtual void showScored(const Answer& scored) = 0;

private:
    void evaluate() final
    {
        Question question;
        question.split = frame().split().toStdString();
        m_asker.follow(shown(), question,
                       [this, name = shown().name, split = frame().split()](const Answer& scored) {
                           setResults(name, split, scored);
                       });
    }

    Asker& m_asker;
};

} // namespace ui
