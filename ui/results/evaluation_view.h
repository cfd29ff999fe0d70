#pragma once

#include "core/metric/paired_bootstrap.h"
#include "core/probe/evaluation/grouped_scores_question.h"
#include "core/probe/question_kind.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/facts_row.h"

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTabWidget;

namespace ui {

class BaselinePanel;
class GroupedScoresPage;

/// The terms for a task's results.
struct EvaluationWords {
    QString valid, test; ///< The sets: "validation texts", "test texts".
    QString rows, rowsHelp; ///< Large under their number: "texts", "Number of texts".
    QString afterTraining; ///< Sentence: what appears once there is a network.
    QString afterEvaluate; ///< Sentence: what pressing Evaluate does.
};

/// For tasks that predict one target for each text.
EvaluationWords wordsOfTexts(const QString& afterTraining, const QString& afterEvaluate);

/// The base of views of results: a choice of the set, progress with Cancel, and a row of large
/// figures. It follows the shown run, has it evaluated on the chosen set, and shows failures.
/// EvaluationOf sends the question.
class EvaluationView : public View {
    Q_OBJECT
public:
    void follow(const Shown& shown) final;
    /// The last one has the scores in words and the whole answer.
    std::vector<Figure> figures() const final;

Q_SIGNALS:
    void busyChanged(bool busy);

protected:
    EvaluationView(ViewContext& context, EvaluationWords words, QWidget* parent);

    ViewFrame& frame() const { return *m_frame; }
    /// An asker for a further question to the shown run, with the same progress, failures and
    /// Cancel.
    Asker& addAsker();
    const Shown& shown() const { return m_shown; }
    QString split() const; ///< "valid", "test" or a file's name.
    /// Sets the large numbers and the number of rows; without results they are dashes.
    void setFigures(std::vector<Fact> figures, qint64 rows);
    /// Sets the term for rows from the next figures on, for data of several kinds.
    void setRowsName(const QString& rows, const QString& help);
    /// Pages: the content, and beside it the scores in groups of the shown run and set.
    /// @param title  of the content.
    QTabWidget* pagesWith(QWidget* content, const QString& title, core::Grouping by);
    void addChoice(QWidget& choice); ///< Beside the choice of the set.
    void request(); ///< By the user: the question is sent in any case.
    /// Shows the content, selects the set and names the run.
    void showResults(const QString& split, const QString& runName, qint64 epoch);
    void showNoNetwork(); ///< Explains what will appear and how to get it.
    void endProgress();
    /// Has what the network predicted compared with the baselines of the data.
    /// @param split  as that of the results; a file's name has no baselines.
    void compareWithBaselines(const QString& split, core::Outcomes outcomes);
    /// The run, and the large numbers with their names.
    virtual QString words() const;
    /// Makes this text the one that all views open up, and shows the view `place`.
    void look(const QString& text, const QString& reference = {},
              const QString& place = QStringLiteral("sentence"));

    virtual std::vector<Figure> resultFigures() const = 0; ///< There are results.

private:
    QWidget* buildChooser();
    QWidget* buildPresentedSplit();
    void clear(); ///< Clears the numbers and the names of run and set.
    void showNotScored(); ///< As showNoNetwork() when there is a network.
    void showProgress(const core::Progress& progress);
    /// Sends the question unless it equals the last one, put to the same network. @pre a run is
    /// shown.
    virtual void evaluate() = 0;
    virtual core::Readout answer() const = 0; ///< There are results.

    ViewContext& m_context;
    EvaluationWords m_words;
    Shown m_shown;
    ViewFrame* m_frame;
    FactsRow* m_figures;
    BaselinePanel* m_baselines;
    std::vector<Fact> m_facts;
    BusyLine* m_busy;
    GroupedScoresPage* m_groups = nullptr;
    QWidget* m_chooser = nullptr;
    QComboBox* m_split = nullptr;
    QPushButton* m_evaluate = nullptr;
    QLabel *m_of = nullptr, *m_presentedSplit = nullptr;
    std::vector<std::unique_ptr<Asker>> m_askers;
    std::unique_ptr<Asker> m_baselineAsker; ///< In the background: without progress or failures.
};

/// The results view of the tasks that answer `Question`: a core::RowsQuestion whose answer is a
/// core::ScoredRows.
template <class Question> class EvaluationOf : public EvaluationView {
public:
    using Answer = typename Question::Answer;

    /// @param split  "valid", "test" or a file's name.
    void setResults(const QString& runName, const QString& split, const Answer& scored)
    {
        showResults(split, runName, scored.epoch);
        m_scored = scored;
        showScored();
    }

protected:
    EvaluationOf(ViewContext& context, const EvaluationWords& words, QWidget* parent)
        : EvaluationView(context, words, parent), m_asker(addAsker())
    {
    }
    const Answer& scored() const { return m_scored; }
    virtual void showScored() = 0; ///< scored() has changed.
    /// Completes a question whose set is chosen.
    virtual void complete(Question& /*question*/) const { }
    /// Whether the scores are of the same kind as those of the baselines.
    virtual bool isComparable() const { return true; }

private:
    void evaluate() final
    {
        Question question;
        question.split = split().toStdString();
        complete(question);
        m_asker.follow(
            shown(), question, [this, name = shown().name, split = split()](const Answer& scored) {
                setResults(name, split, scored);
                compareWithBaselines(isComparable() ? split : QString(), outcomesOf(scored));
            });
    }

    core::Readout answer() const final { return core::readoutOf<Question>(m_scored); }

    Asker& m_asker;
    Answer m_scored;
};

} // namespace ui
