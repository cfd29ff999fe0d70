#pragma once

#include "core/base/option.h"
#include "ui/decoding/tree_picture.h"

#include <QWidget>

class QLabel;
class QTabWidget;
class QToolButton;

namespace ui {

class FormulaLabel;

class ColourScale;
class DistributionPlot;
class TokenArea;
class TokenLine;

/// The drawer below the trees with the details of the selected node: the candidates of its step,
/// the next-token distribution, the attention on the source, and the terms of the score.
/// Folded it leaves its tabs; a tab opens it, and the tab in front folds it again.
class NodePanel : public QWidget {
    Q_OBJECT
public:
    explicit NodePanel(QWidget* parent = nullptr);

    void show(ShownSearch search, int32_t node, int step); ///< -1: no node.
    void addPage(QWidget* page, const QString& title);
    void insertPage(int index, QWidget* page, const QString& title);
    void hideAttention(); ///< There is no source to attend to.
    void showPage(QWidget* page); ///< Opens the drawer.
    void setFolded(bool folded);
    bool isFolded() const { return m_folded; }

Q_SIGNALS:
    void tokenForced(int token); ///< Behind the shown node.
    void forceRequested(); ///< The shown node's own prefix.
    void foldedChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildDistribution();
    QWidget* buildAttention();
    QWidget* buildScore();
    void showDistribution();
    void showAttention();
    void showScore();
    QString whyNothingFollows() const;

    ShownSearch m_search;
    int32_t m_node = -1;
    int m_step = 0;
    bool m_folded = false;
    QTabWidget* m_tabs;
    QToolButton* m_fold;
    QWidget* m_attention = nullptr; ///< Page.
    QLabel *m_about, *m_doubt, *m_noBars, *m_noAttention;
    FormulaLabel* m_formula;
    QLabel* m_numbers;
    DistributionPlot* m_plot = nullptr;
    TokenLine* m_source = nullptr;
    TokenArea* m_sourceArea = nullptr;
    ColourScale* m_scale = nullptr;
    QLabel* m_pointed = nullptr;
};

} // namespace ui
