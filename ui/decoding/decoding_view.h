#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/probe/translation/translation_questions.h"
#include "ui/view/view.h"
#include "ui/widgets/key_help.h"

#include <functional>
#include <memory>
#include <vector>

namespace ui {

/// The search for one translation, walked through one decision at a time (V3): the tree of
/// hypotheses, every candidate of a step with its fate and the reason, the next-token distribution
/// and the attention of the chosen node. Up to three searches stand side by side, in columns 0, 1
/// and 2, and step together.
///
/// A newer request for a column replaces an older one that was not answered yet.
class DecodingView : public View {
    Q_OBJECT
public:
    static constexpr int kMostColumns = 3;

    /// Texts for a source sentence, or for a prompt that is continued, and what answers.
    struct Words {
        QString emptyTitle, emptyHow; ///< Texts of the empty state.
        QString placeholder,
            input; ///< Placeholder and accessible name of the input.
        QString place, button, help; ///< The button that opens the text in another view.
        bool isPrompt = false; ///< It may be empty; nothing attends to it, nothing is gained.
        /// Answers at once and without a run: there is no input, no attention and no gain. Throws
        /// core::Error. Empty: the network of the run answers.
        std::function<core::Decoding(const core::DecodingRequest&)> searcher{};
    };

    /// The family "search" of the context's catalogue makes the form.
    explicit DecodingView(ViewContext& context, QWidget* parent = nullptr);
    ~DecodingView() override;

    void follow(const Shown& shown) override;
    void trained() override;
    std::vector<Figure> figures() const override;

    /// Shows the text in all views; clears a forced prefix.
    void setText(const QString& source);
    QString text() const;
    /// An answer for a column that was closed in the meantime is ignored.
    void setDecoding(int column, const core::Decoding& decoding);
    /// @param column  the request that failed; -1: no single one.
    void setFailure(const core::Failure& failure, int column = -1);
    void setNoModel(); ///< The empty state: what will appear and how to get it.
    /// The run's own search: column 0 starts with it, until the user changes the form.
    void setStandardSearch(const core::Selection& search);
    /// Sentences on which the search beats greedy.
    void setGains(const std::vector<core::SearchGain>& gains);

    void repeat(); ///< Searches again: a searcher answers differently now.
    void restart(); ///< Likewise, without a forced prefix: it belonged to other tokens.
    /// Searches side by side, from the left; at most kMostColumns.
    std::vector<core::Selection> searches() const;
    void setSearches(const std::vector<core::Selection>& searches);
    /// A search with its title and its answer.
    struct Answer {
        QString title;
        const core::Decoding* decoding; ///< Valid until the next answer.
    };
    std::vector<Answer> answers() const; ///< Those that there are, from the left.

    /// Overrides what the desktop asks for (Theme::reducedMotion).
    void setReducedMotion(bool reduced);
    static KeyHelps keys(); ///< While the view has the focus.

Q_SIGNALS:
    void answered(); ///< answers() have changed.

protected:
    DecodingView(ViewContext& context, const Words& words, QWidget* parent);
    void addBeside(QWidget& left); ///< To the left of all parts of the view. Once.
    /// The text where other views have the input. @pre there is a searcher.
    void setHeadline(const QString& text);
    QString headline() const;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class State;
    std::unique_ptr<State> m_state;
};

/// The same for language models: what follows a prompt.
class PromptDecodingView : public DecodingView {
    Q_OBJECT
public:
    explicit PromptDecodingView(ViewContext& context, QWidget* parent = nullptr);
};

} // namespace ui
