#pragma once

#include "core/task/attention/attention_questions.h"
#include "ui/figure/table_text.h"
#include "ui/view/asker.h"

#include <QWidget>

#include <map>
#include <optional>

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
    void askNext();
    std::optional<int> missing() const;
    void took(int epoch, const core::AttentionEntropies& answer);
    void showLines();
    QString stateText() const;

    Asker m_asker;
    Shown m_shown;
    QStringList m_texts;
    std::string m_className;
    std::map<int, core::AttentionEntropies> m_answers; ///< By epoch; -1: now.
    bool m_failed = false;
    EntropyPlot* m_plot;
    QLabel* m_state;
};

} // namespace ui
