#pragma once

#include "core/probe/windows/filter_windows.h"
#include "ui/sentence/text_inspection_view.h"

class QLabel;

namespace ui {

class BusyLine;
class QuietComboBox;
class RowView;
class TokenLine;

/// The filters of a convolutional network: the window of the text that won the pooling of each, and
/// the windows of the data to which the chosen filter responds most.
class FilterWindowsView : public TextInspectionView {
    Q_OBJECT
public:
    explicit FilterWindowsView(ViewContext& context, QWidget* parent = nullptr);
    ~FilterWindowsView() override;

    static bool fits(const core::ExperimentSpec& spec); ///< The network has filters.

protected:
    void showOtherRun() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildUpper();
    QWidget* buildLower();
    QWidget* buildFilters();
    QWidget* buildStrongest();
    void setWindows(const core::FilterWindows& answer);
    void setStrongest(const core::StrongestWindows& answer);
    void choose(int64_t filter);
    void askStrongest();
    void showTokens();
    void showStrongest();
    const core::FilterWindow& at(int row) const;
    double share(const core::FilterWindow& window) const; ///< The share of the predicted output.

    core::FilterWindows m_windows;
    core::StrongestWindows m_strongest; ///< Without windows: not asked for yet.
    int64_t m_filter = -1; ///< The chosen one; -1: that with the largest share.
    std::vector<size_t> m_order; ///< Filters by rows of the table.
    Asker m_dataAsker;
    TokenLine* m_line = nullptr;
    RowView *m_filters = nullptr, *m_found = nullptr;
    QLabel *m_prediction = nullptr, *m_foundTitle = nullptr;
    QuietComboBox* m_split = nullptr;
    BusyLine* m_busy;
};

} // namespace ui
