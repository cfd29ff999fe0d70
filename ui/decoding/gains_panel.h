#pragma once

#include "core/base/monitor.h"
#include "core/probe/translation/translation_questions.h"
#include "ui/table/row_view.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace ui {

class BusyLine;

/// Sentences of the validation set on which a search finds something more probable than greedy
/// search does; a row opens its sentence.
class GainsPanel : public QWidget {
    Q_OBJECT
public:
    explicit GainsPanel(QWidget* parent = nullptr);

    void setSearchTitle(const QString& title); ///< Search that is compared with greedy search.
    void setGains(std::vector<core::SearchGain> gains);
    void setProgress(const core::Progress& progress);
    void setEnded(); ///< It failed or was stopped.
    const std::vector<core::SearchGain>& gains() const { return m_gains; }

Q_SIGNALS:
    void startRequested();
    void cancelRequested();
    void gainChosen(int row);

private:
    void sayWhat(); ///< Explains the panel.
    std::vector<RowColumn> columns() const;

    std::vector<core::SearchGain> m_gains;
    QPushButton* m_start;
    QLabel* m_text;
    BusyLine* m_busy;
    RowView* m_table;
    QString m_title;
};

} // namespace ui
