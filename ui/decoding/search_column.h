#pragma once

#include "core/base/option.h"
#include "ui/decoding/hypothesis_tree.h"
#include "ui/figure/figure.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace ui {

class ResultList;
class SearchForm;
class Splitter;
class WrittenText;

/// One search: its settings, its tree and the translations it found.
class SearchColumn : public QWidget {
    Q_OBJECT
public:
    enum class Arrangement {
        Alone, ///< The translations stand beside the tree.
        Beside ///< One of several columns: the translations stand below.
    };

    SearchColumn(const core::Catalogue& catalogue, int index, QWidget* parent = nullptr);

    void setSelection(const core::Selection& search);
    core::Selection selection() const;
    QString title() const;
    QString words() const; ///< Title, and the translations that have ended.

    void setSearch(
        ShownSearch search); ///< An answer: the node that was current stays, if it is there.
    const ShownSearch& shown() const { return m_search; }
    const DecodingSteps& search() const { return *m_search; }
    void setStep(int step); ///< Beyond its own end it shows the end.
    int step() const { return m_tree->step(); }
    void setCurrent(int32_t node);
    int32_t current() const { return m_tree->current(); }
    HypothesisTree& tree() const { return *m_tree; }

    void setArrangement(Arrangement arrangement);
    void setRun(const QString& name); ///< Run of the network that searches.
    /// Texts are written behind prompts: the one that is looked at is read above the tree, and a
    /// list of them stands beside it only where there are several.
    void showWritten();
    void setTyped() { m_isTyped = true; } ///< Typed probabilities answer, no network.
    void setClass(const QString& name); ///< That is written for; empty: none.
    void setActive(bool active); ///< Tables and plots show this one.
    void setWaiting(); ///< A request is on its way.
    void setFailed(); ///< The shown search belongs to the previous settings.

Q_SIGNALS:
    void searchEdited();
    void nodeChosen(int node);
    void forceRequested(int node);
    void touched();
    void closeRequested();

private:
    QString facts() const;
    QList<int> shares(int whole) const;
    void showSide();
    void showWriter();

    ShownSearch m_search;
    QString m_run, m_class;
    bool m_isTyped = false;
    SearchForm* m_form;
    HypothesisTree* m_tree;
    ResultList* m_results;
    WrittenText* m_written = nullptr; ///< Null: nothing is written behind prompts.
    QWidget* m_side = nullptr;
    QLabel* m_state;
    Splitter* m_splitter;
    QToolButton* m_close;
    QWidget* m_mark; ///< A bar over the column that is looked at.
};

/// The trees of all columns as a picture, one below the other with their titles, as far as they
/// are known at the current step, above the legend.
Figure treeFigure(const QString& source, const std::vector<const SearchColumn*>& columns);

} // namespace ui
