#pragma once

#include "ui/decoding/decoding_view.h"
#include "ui/decoding/search_column.h"
#include "ui/view/asker.h"
#include "ui/widgets/splitter.h"

#include <QTimer>

#include <array>
#include <memory>
#include <string>

class QLabel;
class QToolButton;

namespace ui {

class CandidateTable;
class GainsPanel;
class NodePanel;
class SentenceInput;
class TransportBar;
class TreeControls;
class ViewFrame;
class WrittenClassBox;

/// The parts of the view and how they work together; private to DecodingView.
class DecodingView::State : public QObject {
public:
    State(DecodingView& owner, ViewContext& context, Words words);

    // Called by the view.
    void follow(const Shown& shown);
    void trained();
    void setText(const QString& source);
    void showDecoding(int column, const core::Decoding& decoding);
    void showFailure(const core::Failure& failure, int column);
    void showEmpty();
    void clearTrees();
    void setStandardSearch(const core::Selection& search);
    std::vector<Figure> figures() const;

    // Actions of the user.
    void force(std::vector<int32_t> prefix, const QString& text);
    void forceNode(int column, int node);
    void clearPrefix();
    void addColumn();
    void closeColumn(int column);
    void choose(int column, int32_t node);
    void setStep(int step);
    void openGain(int row);

    void askAll();
    std::vector<core::Selection> searches() const;
    void setSearches(const std::vector<core::Selection>& searches);
    std::vector<Answer> answers() const;

    SentenceInput* input = nullptr;
    QLabel* headline = nullptr; ///< In its place where a searcher answers.
    TransportBar* transport = nullptr;
    GainsPanel* gains = nullptr;
    std::array<SearchColumn*, DecodingView::kMostColumns> columns{};

private:
    QWidget* buildInput();
    QToolButton* buildOpenButton();
    QWidget* buildPrefix();
    QWidget* buildContent();
    QWidget* buildTrees();
    QWidget* buildColumns(const core::Catalogue& catalogue);
    QWidget* buildDrawer();
    void connectColumn(int column);
    void connectTrees();

    bool isOpen(int column) const;
    bool hasSource() const;
    bool isTyped() const { return m_words.searcher != nullptr; }
    bool readsSource() const { return !m_words.isPrompt && !isTyped(); } ///< And attends to it.
    void showNoText();
    std::vector<int> openColumns() const;
    enum class Asking { Again, IfNew };
    core::DecodingRequest requestOf(int column) const;
    void ask(int column, Asking asking);
    void answerAtOnce(int column); ///< By the searcher.
    void askSoon(int column); ///< At most every 150 ms.
    void findGains();
    void withdrawAll();
    void setActive(int column);
    void arrangeColumns();
    void showParting();
    void showNode();
    core::Selection suggestedSearch() const;

    DecodingView& m_view;
    Words m_words;
    ViewContext& m_context;
    const core::Catalogue& m_catalogue;
    Shown m_shown;
    QString m_told; ///< Text that the view was last asked to show.
    std::array<std::unique_ptr<Asker>, DecodingView::kMostColumns> m_askers; ///< By column.
    Asker m_gainsAsker;
    std::array<QTimer, DecodingView::kMostColumns> m_asking;
    std::array<bool, DecodingView::kMostColumns> m_open{};
    std::vector<int32_t> m_prefix; ///< Target ids that every search must begin with.
    int m_active = 0;
    int m_wantedStep = -1; ///< To be shown once answers are there; -1: none.
    bool m_ownSearch = false; ///< The user has changed the first form.
    ViewFrame* m_frame;
    QWidget* m_prefixLine = nullptr;
    QLabel *m_prefixText = nullptr, *m_parting = nullptr;
    QToolButton* m_compare = nullptr;
    WrittenClassBox* m_class = nullptr; ///< Class of the generated text; null without prompts.
    Splitter* m_columnSplitter = nullptr;
    TreeControls* m_controls = nullptr;
    CandidateTable* m_table = nullptr;
    NodePanel* m_node = nullptr;
};

} // namespace ui
