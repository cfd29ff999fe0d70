#pragma once

#include "core/probe/attention/attention_questions.h"
#include "ui/figure/table_text.h"
#include "ui/view/answer_set.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;

namespace ui {

class EntropyPlot;

/// Entropy of each head after each epoch whose network was kept, and now.
class EntropyPage : public QWidget {
    Q_OBJECT
public:
    explicit EntropyPage(ViewContext& context, QWidget* parent = nullptr);

    /// Asks epoch by epoch, while it is seen. @param texts  over which means are taken.
    /// @param className  for which they are generated; empty: for none.
    void follow(const Shown& shown, const QStringList& texts, const std::string& className);
    EntropyPlot& plot() const { return *m_plot; }
    void write(TableText& table) const;
    QString words() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Entropies = std::shared_ptr<const core::AttentionEntropies>;

    void took();
    std::vector<Entropies> answers() const; ///< Those that have come, by epoch.
    const core::Failure* failure() const; ///< Of the first epoch that failed; null: none has.
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
