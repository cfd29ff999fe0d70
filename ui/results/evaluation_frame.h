#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/message_bar.h"

#include <QVBoxLayout>
#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;

namespace ui {

class EmptyState;

/// A scroll area asks such a layout for its least height; one that follows its width would be given
/// all that it likes to have, and scrolled on a small screen without need.
class CompactLayout : public QVBoxLayout {
public:
    using QVBoxLayout::QVBoxLayout;
    bool hasHeightForWidth() const override { return false; }
};

/// What a task's results are called.
struct EvaluationWords {
    QString valid, test; ///< The sets: "validation texts", "test texts".
    QString rows, rowsHelp; ///< Large under their number: "texts", "How many texts were read".
    QString afterTraining; ///< Sentence: what appears once there is a network.
    QString afterEvaluate; ///< Sentence: what pressing Evaluate does.
};

/// Of tasks whose data are texts with an answer each.
EvaluationWords wordsOfTexts(const QString& afterTraining, const QString& afterEvaluate);

/// What every view of results has: the choice of a set, progress with Cancel, a bar for failures,
/// a row of large figures, and below them the content or what to do to get one.
class EvaluationFrame : public QWidget {
    Q_OBJECT
public:
    explicit EvaluationFrame(EvaluationWords words, QWidget* parent = nullptr);

    /// Once: what is shown when there are results.
    void setContent(QWidget* content);
    /// The large numbers, of so many rows; while there are no results they are dashes.
    void setFigures(std::vector<Fact> figures, qint64 rows);
    /// What rows are called from the next figures on, where data of several kinds are evaluated.
    void setRowsName(const QString& rows, const QString& help);
    /// Below the figures.
    void addBelowFigures(QWidget* widget);

    QString split() const; ///< "valid", "test" or a file's name.
    /// Results are there: shows the content, chooses the set, says of which run they are.
    void showResults(const QString& split, const QString& runName, qint64 epoch);
    void showContent(); ///< Something of it is there: no longer what to do to get it.
    void showNoNetwork(); ///< What will appear and how to get it.
    void showNotScored(); ///< The same where there is a network.
    void showProgress(const core::Progress& progress);
    void endProgress();
    void showFailure(const core::Failure& failure); ///< None when it was cancelled.

    bool hasResults() const; ///< Not the empty page.
    QString words() const; ///< Of which run, and the large numbers with their names.

Q_SIGNALS:
    void evaluationRequested(const QString& split);
    void cancelRequested();
    void busyChanged(bool busy);

private:
    QWidget* buildChooser();
    QWidget* buildPresentedSplit();
    QWidget* buildBusy();
    void showEmpty(const QString& title, const QString& how);

    EvaluationWords m_words;
    QVBoxLayout* m_column;
    FactsRow* m_figures;
    std::vector<Fact> m_facts;
    MessageBar* m_message;
    QComboBox* m_split = nullptr;
    QPushButton *m_evaluate = nullptr, *m_cancel = nullptr;
    QLabel *m_of = nullptr, *m_presentedSplit = nullptr, *m_stage = nullptr;
    QWidget* m_busy = nullptr;
    QProgressBar* m_progress = nullptr;
    QStackedLayout* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
};

} // namespace ui
