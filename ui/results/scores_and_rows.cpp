#include "ui/results/scores_and_rows.h"

#include "ui/widgets/theme.h"

namespace ui {

ScoresAndRows::ScoresAndRows(QWidget* confusion, QWidget* scores, QWidget* rows,
                             double confusionShare, QWidget* parent)
    : Splitter(QStringLiteral("results"), Qt::Horizontal, parent)
    , m_scores(new Splitter(QStringLiteral("scores"), Qt::Vertical))
{
    m_scores->addWidget(confusion);
    m_scores->addWidget(scores);
    addWidget(m_scores);
    addWidget(rows);
    shareByWidth(*this, 0.4, 0.5);
    shareByWidth(*m_scores, confusionShare, 0.5);
}

void ScoresAndRows::shareByWidth(Splitter& splitter, double wide, double narrow)
{
    splitter.setSharing([this, wide, narrow](int whole) {
        const int first = int(whole * (isWide() ? wide : narrow));
        return QList{first, whole - first};
    });
}

void ScoresAndRows::arrange(QWidget& view)
{
    const int letter = view.fontMetrics().averageCharWidth();
    const int readable = 120 * letter;
    // Of its own: what the wide arrangement needs must not keep the view from becoming narrow.
    const int lines = Theme::instance().presentation() ? 18 : 30;
    view.setMinimumSize(60 * letter, lines * view.fontMetrics().lineSpacing());
    const Qt::Orientation main = view.width() >= readable ? Qt::Horizontal : Qt::Vertical;
    if (main == orientation())
        return;
    setOrientation(main);
    m_scores->setOrientation(isWide() ? Qt::Vertical : Qt::Horizontal);
    share();
    m_scores->share();
}

} // namespace ui
