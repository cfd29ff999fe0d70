#include "ui/results/baseline_panel.h"

#include "core/probe/question_kind.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kMostBaselineRows = 6;

QString signedNumber(double number, int decimals)
{
    const QString text = QLocale().toString(std::abs(number), 'f', decimals);
    return (number < 0.0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + text;
}

} // namespace

BaselinePanel::BaselinePanel(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Baselines"));
    m_verdict = named(makeLabel({}, LabelRole::Plain), "baselineVerdict");
    m_fold = named(new QToolButton, "baselineFold", tr("Baselines"));
    m_fold->setText(tr("&Baselines"));
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setArrowType(Qt::RightArrow);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_fold->setToolTip(toolTipText(
        tr("Is the network better than guessing? Shows the scores of simple methods on the same "
           "texts, and how certain the difference is.")));
    auto* line = new QWidget;
    makeRow(line, {m_fold, {m_verdict, 1}});
    m_tables = buildTables();
    m_tables->hide();
    makeColumn(this, {line, m_tables}, kGrid);
    connect(m_fold, &QToolButton::toggled, this, [this](bool open) {
        m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        m_tables->setVisible(open);
    });
    hide();
}

QWidget* BaselinePanel::buildTables()
{
    m_scoreTable = new RowView(QStringLiteral("baselineTable"),
                               tr("Baselines, compared with the network by a paired bootstrap"));
    m_scoreTable->setColumns(scoreColumns());
    m_scoreTable->setMostRows(kMostBaselineRows);
    m_wordTable = new RowView(QStringLiteral("tellingWordTable"),
                              tr("Words that tell most of the class, by naive Bayes"));
    m_wordTable->setColumns(wordColumns());
    m_wordTable->setMostRows(kMostBaselineRows);
    m_class = named(new QComboBox, "tellingClassBox", tr("Class whose telling words are listed"));
    m_class->setToolTip(
        toolTipText(tr("Choose a class to see the words by which naive Bayes recognises it.")));
    connect(m_class, &QComboBox::currentIndexChanged, this, &BaselinePanel::showWords);
    auto* title = makeLabel(tr("Telling words of"), LabelRole::Muted);
    title->setWordWrap(false);
    auto* chooser = new QWidget;
    makeRow(chooser, {title, {m_class, 1}});
    m_words = new QWidget;
    makeColumn(m_words, {chooser, m_wordTable}, kGrid);
    auto* tables = new QWidget;
    makeRow(tables, {{m_scoreTable, 9}, {m_words, 5}});
    return tables;
}

std::vector<RowColumn> BaselinePanel::scoreColumns() const
{
    using Test = core::BaselineTest;
    const auto baseline
        = [this](int row) -> const core::Baseline& { return m_report.baselines.all[size_t(row)]; };
    const auto test = [this](int row) -> const Test& { return m_report.tests[size_t(row)]; };
    RowColumn name{"baseline", tr("Baseline"), {}, [baseline](int row) -> Cell {
                       return coreText(baseline(row).title).toStdString();
                   }};
    name.tip = [baseline](int row) { return coreText(baseline(row).help); };
    name.share = 1.0;
    using Part = double core::PairedComparison::*;
    const auto valueOf = [test](Part part) {
        return [test, part](int row) -> Cell { return test(row).comparison.*part; };
    };
    const auto difference = [](double value) { return signedNumber(value, 3); };
    RowColumn interval{{},
                       tr("95 % interval"),
                       tr("Interval of the difference, by a paired bootstrap: 1,000 resamples of "
                          "the rows, seed 1"),
                       valueOf(&core::PairedComparison::low)};
    interval.shown = [test, difference](int row) {
        const core::PairedComparison& of = test(row).comparison;
        return tr("%1 to %2").arg(difference(of.low), difference(of.high));
    };
    interval.alignment = Qt::AlignRight;
    interval.widest = tr("%1 to %2").arg(difference(-0.001), difference(-0.001));
    return {name,
            numberColumn(
                "score", tr("Score"), tr("Its score on the same rows"),
                valueOf(&core::PairedComparison::other),
                [this](double value) { return scoreText(value); }, QStringLiteral("000.0 %")),
            writtenColumn("network", valueOf(&core::PairedComparison::run)),
            numberColumn("difference", tr("Difference"), tr("Network minus baseline"),
                         valueOf(&core::PairedComparison::difference), difference,
                         QStringLiteral("+00.000")),
            interval,
            writtenColumn("low", valueOf(&core::PairedComparison::low)),
            writtenColumn("high", valueOf(&core::PairedComparison::high)),
            numberColumn("probability", tr("P(better)"),
                         tr("Probability that the network is better on other data of the same "
                            "kind: share of the resamples in which it is"),
                         valueOf(&core::PairedComparison::probability), percent,
                         QStringLiteral("100.0 %"))};
}

std::vector<RowColumn> BaselinePanel::wordColumns() const
{
    using Word = core::TellingWord;
    return {textColumn("word", tr("Word"), {}, cells(m_shownWords, &Word::token)),
            numberColumn(
                "evidence", tr("Evidence"),
                tr("ln p(word | class) minus ln p(word | other classes): what the word "
                   "adds to the evidence for the class, in nats"),
                cells(m_shownWords, &Word::evidence),
                [](double number) { return signedNumber(number, 2); }, QStringLiteral("+0.00")),
            numberColumn("in_class", tr("In class"), tr("Occurrences in texts of the class"),
                         cells(m_shownWords, &Word::inClass), {}, QStringLiteral("00,000")),
            numberColumn("elsewhere", tr("Elsewhere"), tr("Occurrences in all other texts"),
                         cells(m_shownWords, &Word::elsewhere), {}, QStringLiteral("00,000"))};
}

QString BaselinePanel::scoreText(double value) const
{
    return scoreValueText({m_report.baselines.all.front().outcomes.score, value});
}

void BaselinePanel::showWords(int label)
{
    const auto& all = m_report.baselines.words;
    m_wordTable->reset(
        label >= 0 && size_t(label) < all.size() ? int(all[size_t(label)].words.size()) : 0, [&] {
            m_shownWords.clear();
            if (label >= 0 && size_t(label) < all.size())
                m_shownWords = all[size_t(label)].words;
        });
}

void BaselinePanel::setReport(const core::BaselineReport& report)
{
    const QString chosen = m_class->currentText();
    m_scoreTable->reset(int(report.tests.size()), [&] { m_report = report; });
    {
        const QSignalBlocker quiet(m_class);
        m_class->clear();
        for (const core::TellingWords& each : m_report.baselines.words)
            m_class->addItem(QString::fromStdString(each.className));
        m_class->setCurrentIndex(std::max(m_class->findText(chosen), 0));
    }
    m_words->setVisible(!m_report.baselines.words.empty());
    showWords(m_class->currentIndex());
    m_verdict->setText(verdictText(m_report));
    setVisible(hasReport());
}

void BaselinePanel::clear()
{
    setReport({});
}

Figure BaselinePanel::figure() const
{
    return {.title = tr("Baselines"),
            .name = QStringLiteral("baselines"),
            .words = [this] { return verdictText(m_report); },
            .answer = [this] { return core::readoutOf<core::AskBaselines>(m_report); }};
}

} // namespace ui
