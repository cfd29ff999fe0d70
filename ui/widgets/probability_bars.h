#pragma once

#include "ui/widgets/canvas.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace ui {

/// Probabilities of classes as bars with their numbers; the predicted class is bold and marked by a
/// word. If there are many classes, the likeliest ten are drawn and the others counted. In a
/// presentation the bars grow with the room that there is.
class ProbabilityBars : public Canvas {
    Q_OBJECT
public:
    explicit ProbabilityBars(QWidget* parent = nullptr);
    /// @param mark  what is said of `predicted`.
    void setProbabilities(const QStringList& classes, const std::vector<float>& probabilities,
                          int predicted, const QString& mark = tr("predicted"));
    /// In place of them one number, without a bar.
    void setNumber(const QString& name, double number);
    /// Large type, where there is room for it.
    void setScale(double scale);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }
    void draw(QPainter& painter, const QRect& box) const override;

private:
    struct Row {
        QString name;
        double probability = 0.0;
        bool predicted = false;
        QString number = {}; ///< In place of bar and probability.
    };
    void restyle() override;
    int drawnRows() const { return std::max(int(m_rows.size()) + (m_others > 0 ? 1 : 0), 1); }
    int rowHeight(double scale) const;
    double scaleIn(const QSize& room) const;
    QFont nameFont(bool predicted, double scale) const;
    QFont numberFont(bool predicted, double scale) const;
    int namesWidth(double scale) const;
    QString othersText() const;
    QString said(int index) const;
    std::vector<Row> m_rows;
    QString m_mark; ///< Word that marks the predicted class.
    double m_scale = 1.0;
    size_t m_others = 0; ///< Classes without a row.
    double m_othersShare = 0.0;
};

} // namespace ui
