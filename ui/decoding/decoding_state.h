#pragma once

#include "ui/decoding/decoding_view.h"
#include "ui/decoding/search_column.h"

#include <QTimer>

#include <array>

class QComboBox;
class QLabel;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace ui {

class CandidateTable;
class EmptyState;
class GainsPanel;
class MessageBar;
class NodePanel;
class TransportBar;
class TreeControls;

/// The parts of the view and how they work together; private to DecodingView.
class DecodingView::State : public QObject {
public:
    State(DecodingView& owner, const core::Catalogue& catalogue);

    // What the view is told.
    void setText(const QString& source);
    void showDecoding(int column, const core::Decoding& decoding);
    void showFailure(const core::Failure& failure, int column);
    void showEmpty();
    void setStandardSearch(const core::Selection& search);
    void askAll();

    // What the user does.
    void force(std::vector<int32_t> prefix, const QString& text);
    void forceNode(int column, int node);
    void clearPrefix();
    void addColumn();
    void closeColumn(int column);
    void choose(int column, int32_t node);
    void setStep(int step);
    bool handleKey(int key, Qt::KeyboardModifiers modifiers);
    void openGain(int row);

    QComboBox* input = nullptr;
    MessageBar* message = nullptr;
    GainsPanel* gains = nullptr;
    SaveChooser chooser = saveDialog();
    std::array<SearchColumn*, DecodingView::kMostColumns> columns{};

private:
    enum class Export { Png, Svg, Csv };

    QWidget* buildInput();
    QToolButton* buildExport();
    QWidget* buildPrefix();
    QWidget* buildContent();
    QWidget* buildColumns(const core::Catalogue& catalogue);
    QWidget* buildLower(const core::Catalogue& catalogue);
    void connectColumn(int column);
    void connectTrees();

    bool isOpen(int column) const;
    std::vector<int> openColumns() const;
    void ask(int column);
    void askSoon(int column);
    void remember();
    void setActive(int column);
    void arrangeColumns();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void shareRoom();
    void showParting();
    void showNode();
    core::Selection suggestedSearch() const;
    void save(Export kind);

    DecodingView& m_view;
    const core::Catalogue& m_catalogue;
    std::array<QTimer, DecodingView::kMostColumns> m_asking;
    std::array<bool, DecodingView::kMostColumns> m_open{};
    QTimer m_typing;
    std::vector<int32_t> m_prefix; ///< Target ids that every search must begin with.
    int m_active = 0;
    int m_wantedStep = -1; ///< To be shown once answers are there; -1: none.
    bool m_ownSearch = false; ///< The user has changed the first form.
    QStackedLayout* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QWidget* m_prefixLine = nullptr;
    QLabel *m_prefixText = nullptr, *m_parting = nullptr;
    QToolButton *m_compare = nullptr, *m_export = nullptr;
    QSplitter *m_halves = nullptr, *m_columnSplitter = nullptr, *m_lower = nullptr;
    bool m_sized = false; ///< The user has moved a border.
    TreeControls* m_controls = nullptr;
    TransportBar* m_transport = nullptr;
    CandidateTable* m_table = nullptr;
    NodePanel* m_node = nullptr;
};

} // namespace ui
