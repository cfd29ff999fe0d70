#include "ui/sentence/attention_path.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/formula_sheet.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>

#include <cmath>
#include <limits>

namespace ui {

bool isMasked(const core::AttentionMap& map, size_t cell)
{
    return cell < map.scores.size() && std::isinf(map.scores[cell]) && map.scores[cell] < 0.0F;
}

std::optional<AttentionPath> attentionPath(const core::AttentionMap& map, int64_t row,
                                           int64_t column)
{
    const bool there = row >= 0 && row < map.rows && column >= 0 && column < map.columns;
    if (!there || map.scores.size() != map.weights.size())
        return {};
    const auto first = size_t(row * map.columns);
    const size_t cell = first + size_t(column);
    AttentionPath path;
    path.score = double(map.scores[cell]);
    path.weight = double(map.weights[cell]);
    path.largest = -std::numeric_limits<double>::infinity();
    for (size_t i = first; i < first + size_t(map.columns); ++i) {
        path.visible += isMasked(map, i) ? 0 : 1;
        path.largest = std::max(path.largest, double(map.scores[i]));
        path.rowSum += double(map.weights[i]);
    }
    if (isMasked(map, cell))
        path.mask = map.group == "decoder" && column > row ? AttentionPath::Mask::Future
                                                           : AttentionPath::Mask::Padding;
    if (path.visible == 0)
        return path; // nothing to look at: no softmax
    for (size_t i = first; i < first + size_t(map.columns); ++i)
        path.sum += std::exp(double(map.scores[i]) - path.largest);
    path.exponential = std::exp(path.score - path.largest);
    path.share = path.exponential / path.sum;
    return path;
}

AttentionPathPanel::AttentionPathPanel(QWidget* parent)
    : QWidget(parent), m_cell(named(makeLabel({}, LabelRole::Plain), "pathCell"))
{
    setObjectName(QStringLiteral("attentionPath"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, kGrid, kGrid, 0);
    grid->setHorizontalSpacing(kGrid);
    grid->setVerticalSpacing(kGrid / 2);
    grid->setColumnStretch(1, 1);
    grid->addWidget(makeLabel(tr("From score to weight"), LabelRole::Group), 0, 0, 1, 2);
    grid->addWidget(m_cell, 1, 0, 1, 2);
    const QString names[Steps] = {tr("score"), tr("mask"), tr("softmax"), tr("weight")};
    const char* objects[Steps] = {"pathScore", "pathMask", "pathSoftmax", "pathWeight"};
    for (int step = 0; step < Steps; ++step) {
        QLabel* name = makeLabel(names[step], LabelRole::Muted);
        name->setWordWrap(false);
        auto* text = named(new FormulaLabel, QLatin1String(objects[step]));
        grid->addWidget(name, step + 2, 0, Qt::AlignTop | Qt::AlignLeft);
        grid->addWidget(text, step + 2, 1);
        m_names[size_t(step)] = name;
        m_texts[size_t(step)] = text;
    }
    grid->setRowStretch(Steps + 2, 1);
    setSentence({});
}

void AttentionPathPanel::setStep(Step step, const QString& html, const QString& text)
{
    m_names[size_t(step)]->setVisible(true);
    m_texts[size_t(step)]->setHtml(html, text);
}

void AttentionPathPanel::setStep(Step step, const QString& text)
{
    setStep(step, text.toHtmlEscaped(), text);
}

void AttentionPathPanel::clearSteps()
{
    for (size_t step = 0; step < Steps; ++step) {
        m_names[step]->setVisible(false);
        m_texts[step]->setVisible(false);
    }
}

void AttentionPathPanel::setSentence(const QString& text)
{
    clearSteps();
    m_cell->setText(text.isEmpty() ? tr(
                        "Point at a cell, or go to one with the arrow keys, to follow its numbers.")
                                   : text);
}

void AttentionPathPanel::setCell(const core::AttentionMap& map, int row, int column,
                                 const QString& cell)
{
    const std::optional<AttentionPath> found = attentionPath(map, row, column);
    if (!found) {
        setSentence({});
        return;
    }
    const AttentionPath& path = *found;
    m_cell->setText(cell);
    const QString score = value(path.score);
    if (map.formula.empty())
        setStep(Score, score);
    else
        setStep(Score, formulaHtml(map.formula, score), formulaText(map.formula, score));
    switch (path.mask) {
    case AttentionPath::Mask::None:
        setStep(Mask,
                filled(tr("open: %1 of %2 {column|columns} of this row are visible"),
                       {count(path.visible), count(map.columns)}));
        break;
    case AttentionPath::Mask::Future:
        setStep(Mask,
                tr("\u2212\u221e: a future token. Row %1 attends to columns 1 to %1 only, because "
                   "the following tokens are not generated yet.")
                    .arg(row + 1));
        break;
    case AttentionPath::Mask::Padding:
        setStep(Mask, tr("\u2212\u221e: padding. This position has no token of the sentence."));
        break;
    }
    setStep(Softmax,
            tr("exp(%1 \u2212 %2) / %3 = %4 / %3 = %5")
                .arg(score, value(path.largest), value(path.sum), value(path.exponential),
                     value(path.share)));
    setStep(Weight, tr("%1; the row sums to %2").arg(value(path.weight), value(path.rowSum)));
}

} // namespace ui
