#include "ui/decoding/gains_panel.h"

#include "ui/decoding/fate_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace ui {

GainsPanel::GainsPanel(QWidget* parent)
    : QWidget(parent)
    , m_start(new QPushButton(tr("F&ind sentences")))
    , m_text(makeLabel({}, LabelRole::Muted))
    , m_busy(new BusyLine(tr("Progress of the translation")))
    , m_table(new RowView(QStringLiteral("gainsTable"),
                          tr("Sentences on which the search beats greedy; a row opens one")))
{
    m_start->setObjectName(QStringLiteral("findGainsButton"));
    m_text->setObjectName(QStringLiteral("gainsLabel"));
    m_table->setColumns(columns());
    makeColumn(this,
               {makeRow(nullptr, {{m_text, 1}, {m_start, 0, Qt::AlignTop}}),
                m_busy,
                {m_table, 1},
                freeSpace(0)},
               4, {kGrid, 4, 0, 0});
    connect(m_start, &QPushButton::clicked, this, [this] {
        setProgress({{"Translating", {}}, -1.0, -1.0});
        Q_EMIT startRequested();
    });
    connect(m_busy, &BusyLine::cancelRequested, this, &GainsPanel::cancelRequested);
    connect(m_table, &RowView::rowActivated, this, &GainsPanel::gainChosen);
    m_table->hide();
}

void GainsPanel::setSearchTitle(const QString& title)
{
    m_title = title;
    if (m_gains.empty())
        sayWhat();
}

void GainsPanel::sayWhat()
{
    m_text->setText(tr("Translates the validation sentences twice and lists those for which %1 "
                       "finds a more probable translation than greedy search.")
                        .arg(m_title));
}

void GainsPanel::setProgress(const core::Progress& progress)
{
    m_start->hide();
    m_busy->setProgress(progress);
}

void GainsPanel::setEnded()
{
    m_start->show();
    m_busy->end();
}

void GainsPanel::setGains(std::vector<core::SearchGain> gains)
{
    setEnded();
    const int found = int(gains.size());
    m_table->reset(found, [&] { m_gains = std::move(gains); });
    m_text->setText(
        m_gains.empty()
            ? tr("%1 finds no translation that is more probable than that of greedy search for any "
                 "validation sentence.")
                  .arg(m_title)
            : filled(tr("For %1 validation {sentence|sentences}, %2 finds a more probable "
                        "translation than greedy search. Choose one to see where they differ."),
                     {count(qint64(m_gains.size())), m_title}));
    m_table->setVisible(!m_gains.empty());
}

std::vector<RowColumn> GainsPanel::columns() const
{
    using Row = core::SearchGain;
    const auto at = [this](int row) -> const Row& { return m_gains[size_t(row)]; };
    const auto text = [at](const QString& title, std::string Row::*part) {
        return textColumn({}, title, {},
                          [at, part](int row) { return std::string_view(at(row).*part); });
    };
    RowColumn bleu = numberColumn(
        {}, tr("BLEU"), tr("Sentence BLEU against the reference: greedy, then the search"),
        [at](int row) { return at(row).searchedBleu; }, {}, QStringLiteral("100 \u2192 100"));
    bleu.shown = [at](int row) {
        const double greedy = at(row).greedyBleu, searched = at(row).searchedBleu;
        return std::isfinite(greedy) && std::isfinite(searched)
            ? tr("%1 \u2192 %2")
                  .arg(QLocale().toString(greedy, 'f', 0), QLocale().toString(searched, 'f', 0))
            : QStringLiteral("\u2013");
    };
    return {
        numberColumn(
            {}, tr("Gain"),
            tr("Log probability of the search's translation less that of the greedy "
               "one, in nats"),
            [at](int row) { return at(row).searchedLogProbability - at(row).greedyLogProbability; },
            scoreText, QStringLiteral("00.000")),
        text(tr("Source"), &Row::source), text(tr("Greedy"), &Row::greedy),
        text(tr("Search"), &Row::searched), bleu};
}

} // namespace ui
