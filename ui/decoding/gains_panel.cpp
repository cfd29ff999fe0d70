#include "ui/decoding/gains_panel.h"

#include "ui/decoding/fate_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_look.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

enum Column { Gain, Source, Greedy, Searched, Bleu, Columns };

} // namespace

GainsPanel::GainsPanel(QWidget* parent)
    : QWidget(parent)
    , m_start(new QPushButton(tr("F&ind sentences")))
    , m_stop(new QPushButton(tr("Stop")))
    , m_text(makeLabel({}, LabelRole::Muted))
    , m_progress(new QProgressBar)
    , m_table(new QTableWidget(0, Columns))
{
    const int space = Theme::instance().spacing();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space, 4, 0, 0);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    m_start->setObjectName(QStringLiteral("findGainsButton"));
    m_stop->setObjectName(QStringLiteral("stopGainsButton"));
    m_text->setObjectName(QStringLiteral("gainsLabel"));
    row->addWidget(m_text, 1);
    row->addWidget(m_start, 0, Qt::AlignTop);
    row->addWidget(m_stop, 0, Qt::AlignTop);
    column->addLayout(row);
    m_progress->setAccessibleName(tr("How far the sentences are translated"));
    column->addWidget(m_progress);
    m_table->setObjectName(QStringLiteral("gainsTable"));
    m_table->setAccessibleName(tr("Sentences on which the search beats greedy; a row opens one"));
    m_table->setHorizontalHeaderLabels(
        {tr("Gain"), tr("Source"), tr("Greedy"), tr("Search"), tr("BLEU")});
    m_table->horizontalHeaderItem(Gain)->setToolTip(toolTipText(
        tr("Log probability of the search's translation less that of the greedy one, in nats")));
    m_table->horizontalHeaderItem(Bleu)->setToolTip(
        toolTipText(tr("Sentence BLEU against the reference: greedy, then the search")));
    lookLikeList(*m_table);
    for (const int each : {int(Source), int(Greedy), int(Searched)})
        m_table->horizontalHeader()->setSectionResizeMode(each, QHeaderView::Stretch);
    column->addWidget(m_table, 1);
    column->addStretch(0);
    connect(m_start, &QPushButton::clicked, this, [this] {
        setRunning(true);
        Q_EMIT startRequested();
    });
    connect(m_stop, &QPushButton::clicked, this, &GainsPanel::cancelRequested);
    connect(m_table, &QTableWidget::cellActivated, this,
            [this](int chosen) { Q_EMIT gainChosen(chosen); });
    connect(m_table, &QTableWidget::cellClicked, this,
            [this](int chosen) { Q_EMIT gainChosen(chosen); });
    connect(&Theme::instance(), &Theme::changed, this, &GainsPanel::restyle, Qt::QueuedConnection);
    setRunning(false);
    m_table->hide();
    restyle();
}

void GainsPanel::setSearchTitle(const QString& title)
{
    m_title = title;
    if (m_gains.empty())
        sayWhat();
}

void GainsPanel::sayWhat()
{
    m_text->setText(tr("Translates the validation sentences twice, and lists those on which %1 "
                       "finds something more probable than greedy search.")
                        .arg(m_title));
}

void GainsPanel::setRunning(bool running)
{
    m_start->setVisible(!running);
    m_stop->setVisible(running);
    m_progress->setVisible(running);
    m_progress->setRange(0, 0);
}

void GainsPanel::setProgress(const core::Progress& progress)
{
    setRunning(true);
    const bool known = progress.fraction >= 0;
    m_progress->setRange(0, known ? 100 : 0);
    m_progress->setValue(known ? int(100 * progress.fraction) : 0);
    m_text->setText(progressText(progress));
}

void GainsPanel::setEnded()
{
    if (m_start->isHidden())
        sayWhat(); // What it last said was how long it would take.
    setRunning(false);
}

void GainsPanel::setGains(std::vector<core::SearchGain> gains)
{
    setRunning(false);
    m_gains = std::move(gains);
    m_text->setText(m_gains.empty()
                        ? tr("On no validation sentence does %1 find anything more probable than "
                             "greedy search.")
                              .arg(m_title)
                        : tr("On %1 validation sentences %2 finds something more probable than "
                             "greedy search. Choose one to see where they part.")
                              .arg(count(qint64(m_gains.size())), m_title));
    m_table->setVisible(!m_gains.empty());
    fill();
}

void GainsPanel::fill()
{
    m_table->setRowCount(int(m_gains.size()));
    for (int row = 0; row < int(m_gains.size()); ++row) {
        const core::SearchGain& one = m_gains[size_t(row)];
        const bool judged = std::isfinite(one.greedyBleu) && std::isfinite(one.searchedBleu);
        const QString texts[Columns]
            = {scoreText(one.searchedLogProbability - one.greedyLogProbability),
               QString::fromStdString(one.source), QString::fromStdString(one.greedy),
               QString::fromStdString(one.searched),
               judged ? tr("%1 \u2192 %2")
                            .arg(QLocale().toString(one.greedyBleu, 'f', 0),
                                 QLocale().toString(one.searchedBleu, 'f', 0))
                      : QStringLiteral("\u2013")};
        for (int column = 0; column < Columns; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setToolTip(toolTipText(texts[column]));
            const bool number = column == Gain || column == Bleu;
            item->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
            m_table->setItem(row, column, item);
        }
    }
}

void GainsPanel::restyle()
{
    const QFontMetrics words(Theme::instance().textFont());
    m_table->verticalHeader()->setDefaultSectionSize(words.height() + 8);
    m_table->setColumnWidth(Gain, words.horizontalAdvance(QStringLiteral("00.000")) + 12);
    m_table->setColumnWidth(Bleu, words.horizontalAdvance(QStringLiteral("100 \u2192 100")) + 12);
}

} // namespace ui
