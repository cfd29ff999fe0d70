#include "ui/setup/pair_plots.h"

#include "ui/setup/length_plot.h"
#include "ui/setup/ratio_plot.h"
#include "ui/setup/side_name.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>

namespace ui {

PairPlots::PairPlots(QWidget* parent)
    : QWidget(parent)
    , m_sourceTitle(makeLabel({}, LabelRole::Group, this))
    , m_targetTitle(makeLabel({}, LabelRole::Group, this))
    , m_source(new LengthPlot(this))
    , m_target(new LengthPlot(this))
    , m_ratios(new RatioPlot(this))
    , m_sourceText(makeLabel({}, LabelRole::Muted, this))
    , m_targetText(makeLabel({}, LabelRole::Muted, this))
    , m_ratioText(makeLabel(tr("Pairs far from the median are worth a look: sides that do not "
                               "belong together differ in length."),
                            LabelRole::Muted, this))
{
    m_source->setObjectName(QStringLiteral("sourceLengthPlot"));
    m_target->setObjectName(QStringLiteral("targetLengthPlot"));
    for (LengthPlot* plot : {m_source, m_target}) // Three side by side: no room for long words.
        plot->setBrief();
    auto* grid = new QGridLayout(this);
    const int space = Theme::instance().spacing();
    grid->setContentsMargins(0, space, 0, 0);
    grid->setHorizontalSpacing(3 * space);
    grid->setVerticalSpacing(4);
    const std::array<std::array<QWidget*, 3>, 3> columns{
        {{m_sourceTitle, m_source, m_sourceText},
         {m_targetTitle, m_target, m_targetText},
         {makeLabel(tr("Length ratio"), LabelRole::Group, this), m_ratios, m_ratioText}}};
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row)
            grid->addWidget(columns[static_cast<size_t>(column)][static_cast<size_t>(row)], row,
                            column, row == 1 ? Qt::Alignment() : Qt::AlignTop);
        grid->setColumnStretch(column, 1);
    }
    grid->setRowStretch(1, 1);
}

void PairPlots::setPreview(const core::DataPreview& preview)
{
    m_sourceTitle->setText(
        tr("Lengths: %1").arg(sideName(Side::Source, preview.spec.sourceLanguage)));
    m_targetTitle->setText(
        tr("Lengths: %1").arg(sideName(Side::Target, preview.spec.targetLanguage)));
    m_source->setWords(preview.lengths);
    m_target->setWords(preview.targetLengths);
    m_ratios->setRatios(preview.lengthRatios);
    showTexts();
}

void PairPlots::setTokens(const TokenLengths& source, const TokenLengths& target)
{
    m_source->setTokens(source);
    m_target->setTokens(target);
    showTexts();
}

void PairPlots::showTexts()
{
    m_sourceText->setText(m_source->text());
    m_targetText->setText(m_target->text());
}

void PairPlots::setMaximumLengths(qint64 source, qint64 target)
{
    m_source->setMaximumLength(source);
    m_target->setMaximumLength(target);
}

} // namespace ui
