#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/task/translation/live_translator.h"
#include "ui/widgets/key_help.h"
#include "ui/widgets/save_chooser.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace ui {

/// The search for one translation, walked through one decision at a time (V3): the tree of
/// hypotheses, every candidate of a step with its fate and the reason, the next-token distribution
/// and the attention of the chosen node. Up to three searches stand side by side, in columns 0, 1
/// and 2, and step together.
///
/// Values come in by setters; wishes leave as signals. A newer decodingRequested for a column
/// replaces an older one that was not answered yet.
class DecodingView : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostColumns = 3;

    /// @param catalogue  outlives the view; its family "search" makes the form.
    explicit DecodingView(const core::Catalogue& catalogue, QWidget* parent = nullptr);
    ~DecodingView() override;

    void setText(const QString& source); ///< Shows and asks for it; a forced prefix is let go.
    QString text() const;
    /// Of an answer for a column that was closed in the meantime, nothing is shown.
    void setDecoding(int column, const core::Decoding& decoding);
    /// @param column  the request that failed; -1: no single one.
    void setFailure(const core::Failure& failure, int column = -1);
    void setNoModel(); ///< The empty state: what will appear and how to get it.
    /// The run's own search: column 0 starts with it, until the user changes the form.
    void setStandardSearch(const core::Selection& search);
    /// Asks for every column once more: another network, or another epoch of it, is shown now.
    void askAgain();

    /// The answer to gainsRequested: sentences on which the search beats greedy.
    void setGains(const std::vector<core::SearchGain>& gains);
    void setGainsProgress(const core::Progress& progress);

    void setSaveChooser(SaveChooser chooser); ///< In place of the file dialog.
    /// Overrides what the desktop asks for (Theme::reducedMotion).
    void setReducedMotion(bool reduced);
    static KeyHelps keys(); ///< While the view has the focus.

Q_SIGNALS:
    /// At most one every 150 ms and column while text or settings change. Complete but for what
    /// the network itself decides.
    void decodingRequested(int column, const core::DecodingRequest& request);
    void inspectRequested(const QString& source); ///< To be opened in Sentence.
    /// Over the validation sentences: where does this search find something more probable?
    void gainsRequested(const core::Selection& search);
    void gainsCancelled();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
