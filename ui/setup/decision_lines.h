#pragma once

#include "core/base/json.h"
#include "core/data/preview.h"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace ui {

/// The settings that the data decided: a line for each, with its reason and a button that leads to
/// the setting. Hidden while there are none.
class DecisionLines : public QWidget {
    Q_OBJECT
public:
    explicit DecisionLines(QWidget* parent);

    void setDecisions(const std::vector<core::DataDecision>& decisions);
    /// Marks the lines whose setting has another value in `spec`.
    void setSpec(const core::Json& spec);

Q_SIGNALS:
    void changeRequested(const std::string& path); ///< "training.batch_size"

private:
    struct Line {
        core::DataDecision decision;
        QLabel* text = nullptr;
    };
    void addLine(const core::DataDecision& decision);

    std::vector<core::DataDecision> m_decisions;
    std::vector<Line> m_lines;
    QVBoxLayout* m_layout;
    QWidget* m_rows = nullptr; ///< The lines; made anew for other decisions.
    core::Json m_spec;
};

} // namespace ui
