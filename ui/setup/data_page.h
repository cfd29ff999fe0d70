#pragma once

#include "core/data/preview.h"
#include "ui/setup/preview_page.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace ui {

class BadRowsTable;
class ClassBars;
class DecisionLines;
class FactsRow;
class LengthPlot;
class PairPlots;
class QuietComboBox;
class RawRowsTable;
class TaggedRows;
struct TokenLengths;

/// The chosen data: recognised format, first rows, problems and lengths. For classes it adds the
/// class balance, for sentence pairs the lengths of both sides, for tagged words some sentences and
/// the frequency of each tag.
class DataPage : public PreviewPage {
    Q_OBJECT
public:
    explicit DataPage(QWidget* parent = nullptr);

    /// Describes the data that the task needs while there are none.
    void setColumns(const core::TaskColumns& columns);
    void awaitPreview(); ///< Other data were chosen and are not read yet.
    void setPreview(const core::DataPreview& preview);
    /// One for each side; they replace the word counts of the preview.
    void setTokenLengths(const std::vector<TokenLengths>& sides);
    void setBaseline(const QString& sentence); ///< The best baseline; empty: not known.
    /// Updates the marks of values of the spec.
    void setSpec(const core::Json& spec);
    void setColumnsChoosable(bool text, bool label);
    void setEditable(bool editable);

Q_SIGNALS:
    void chooseRequested(); ///< Files by dialog.
    void columnsChosen(const std::vector<int64_t>& textColumns, int labelColumn);
    void sheetChosen(const std::string& sheet);
    void skipBadRowsRequested();
    void exchangeSidesRequested();
    void settingRequested(const std::string& path); ///< The user wants to change it.

private:
    void makeContent();
    void makePlots();
    void showTagged(const core::DataPreview& preview);
    void showPlots(const core::DataPreview& preview);
    void showFacts(const core::DataPreview& preview);
    void showNotes(const core::DataPreview& preview);
    void showSheets(const core::DataPreview& preview);

    QLabel* m_recognised;
    QLabel* m_sheetLabel;
    QuietComboBox* m_sheets; ///< Shown for a workbook with several sheets.
    FactsRow* m_facts;
    QVBoxLayout* m_notes;
    DecisionLines* m_decisions;
    QLabel* m_taggedTitle;
    TaggedRows* m_tagged;
    RawRowsTable* m_rows;
    BadRowsTable* m_badRows;
    ClassBars* m_classes;
    QLabel *m_classTitle, *m_moreClasses;
    QWidget* m_classPlot = nullptr; ///< The bars and the label, with their heading.
    QPushButton* m_exchange; ///< Exchanges the sides of pairs.
    PairPlots* m_pairPlots;
    QWidget* m_plots = nullptr;
    LengthPlot* m_lengths;
    QLabel *m_lengthText, *m_baseline;
    bool m_textChoosable = false;
    bool m_labelChoosable = false;
    bool m_editable = true;
};

} // namespace ui
