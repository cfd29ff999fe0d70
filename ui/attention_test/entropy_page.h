#pragma once

#include "core/probe/attention/attention_questions.h"
#include "ui/figure/table_text.h"
#include "ui/view/answer_set.h"
#include "ui/widgets/plot.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;

namespace ui {

/// How spread each head is over the epochs: relative entropy, 0 to 1, a line a head; those of a
/// layer have its colour.
class EntropyPlot : public Plot {
    Q_OBJECT
public:
    explicit EntropyPlot(QWidget* parent = nullptr);

    struct Line {
        QString name;
        int colour = 0; ///< Theme::seriesPen.
        QString legend = {}; ///< Empty: it is not in the legend.
        std::vector<double> epochs, values;
    };
    void setLines(std::vector<Line> lines);

protected:
    void applyTheme() override;

private:
    void style();
    std::vector<Line> m_lines;
};

/// Entropy of each head after each epoch whose network was kept, and now.
class EntropyPage : public QWidget {
    Q_OBJECT
public:
    explicit EntropyPage(ViewContext& context, QWidget* parent = nullptr);

    /// Asks epoch by epoch while it is visible. @param texts  averaged over.
    /// @param className  class of generated texts; empty: none.
    void follow(const Shown& shown, const QStringList& texts, const std::string& className);
    EntropyPlot& plot() const { return *m_plot; }
    void write(TableText& table) const;
    QString words() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Entropies = std::shared_ptr<const core::AttentionEntropies>;

    void took();
    std::vector<Entropies> answers() const; ///< Received answers, by epoch.
    const core::Failure* failure() const; ///< Failure of the first epoch that failed; null: none.
    void showLines();
    QString stateText() const;

    AnswerSet<int, core::AskAttentionEntropy> m_answers; ///< By epoch; -1: now.
    Shown m_shown;
    QStringList m_texts;
    std::string m_className;
    std::vector<int> m_epochs; ///< That are asked for, the newest first.
    EntropyPlot* m_plot;
    QLabel* m_state;
};

} // namespace ui
