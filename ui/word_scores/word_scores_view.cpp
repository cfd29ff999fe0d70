#include "ui/word_scores/word_scores_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"

#include <QFileDialog>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

QString sharePercent(double share)
{
    return percent(share);
}

QString correlationText(double value)
{
    return QString::number(value, 'f', 3);
}

/// "353 pairs", in the terms of its kind.
QString countOf(const core::WordScoreRow& row)
{
    const QString text = row.kind == "pairs" ? WordScoresView::tr("%1 pairs")
        : row.kind == "words"                ? WordScoresView::tr("%1 words")
                                             : WordScoresView::tr("%1 analogies");
    return text.arg(count(row.asked));
}

/// "3 of 353 pairs are known": all rows of one kind together; empty: there is none.
QString knownOf(const std::vector<core::WordScoreRow>& rows, const std::string& kind)
{
    core::WordScoreRow sum;
    sum.kind = kind;
    for (const core::WordScoreRow& row : rows)
        if (row.kind == kind) {
            sum.asked += row.asked;
            sum.covered += row.covered;
        }
    return sum.asked == 0
        ? QString()
        : WordScoresView::tr("%1 of %2 are known").arg(count(sum.covered), countOf(sum));
}

} // namespace

WordScoresView::WordScoresView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_frame(new ViewFrame(*this))
    , m_asker(context, [this](const core::Failure& failure) { showFailure(failure); })
{
    setAccessibleName(tr("Questions about words"));
    auto* content = new QWidget;
    m_summary = named(makeLabel({}, LabelRole::Group), "wordScoresLabel");
    m_table = new RowView(QStringLiteral("wordScoresTable"), tr("Files and sections of questions"));
    const auto optional = [this](std::optional<double> core::WordScoreRow::*part) {
        return [this, part](int row) -> Cell {
            const std::optional<double>& value = m_rows[size_t(row)].*part;
            return value ? Cell(*value) : Cell();
        };
    };
    RowColumn file = textColumn("file", tr("File"), tr("Name of the file."),
                                cells(m_rows, &core::WordScoreRow::file));
    RowColumn section = textColumn("section", tr("Section"), tr("Section of a file of analogies."),
                                   cells(m_rows, &core::WordScoreRow::section));
    section.share = 1.0;
    RowColumn right = numberColumn("right", tr("Right"),
                                   tr("Share of the analogies of known words whose last word has "
                                      "the vector nearest to b - a + "
                                      "c of all other words."),
                                   optional(&core::WordScoreRow::right), &sharePercent,
                                   QStringLiteral("100.0 %"));
    right.bar = [this](int row) { return m_rows[size_t(row)].right.value_or(-1.0); };
    right.share = 1.0;
    RowColumn shared = numberColumn(
        "shared", tr("Shared"),
        tr("Share of the 10 nearest neighbours of the 1,000 most frequent words that the file's "
           "vectors give them as well."),
        optional(&core::WordScoreRow::shared), &sharePercent, QStringLiteral("100.0 %"));
    RowColumn asked = numberColumn("asked", tr("Questions"), tr("Questions in the file."),
                                   cells(m_rows, &core::WordScoreRow::asked), {},
                                   tr("%1 analogies").arg(QStringLiteral("00,000")));
    asked.shown = [this](int row) { return countOf(m_rows[size_t(row)]); };
    m_table->setColumns(
        {std::move(file), std::move(section), std::move(asked),
         numberColumn("covered", tr("Known"),
                      tr("Those whose words all have vectors; the others are not asked."),
                      cells(m_rows, &core::WordScoreRow::covered), {}, QStringLiteral("00000")),
         numberColumn("spearman", tr("\u03c1"),
                      tr("Spearman's \u03c1 between the cosines and the similarities that people "
                         "gave: 1 for the same order, 0 for none."),
                      optional(&core::WordScoreRow::spearman), &correlationText,
                      QStringLiteral("-0.000")),
         std::move(right), std::move(shared)});
    QLabel* help = makeLabel(
        tr("Questions with an unknown word are not asked. With little text the share of right "
           "analogies is mostly noise: name the vectors of another seed among the questions."),
        LabelRole::Muted);
    hideInPresentation(*help);
    makeColumn(content, {m_summary, {m_table, 1}, help}, kGrid);
    m_frame->addAboveMessages(buildFiles());
    m_frame->setContent(content);
    m_frame->showNoNetwork();
}

QWidget* WordScoresView::buildFiles()
{
    auto* files = new QWidget;
    m_add
        = named(new QToolButton, "addQuestionsButton", {},
                tr("Files with two words and a number, or with four words, on each line, or other "
                   "vectors, which the run answers in addition to those of its settings."));
    m_add->setText(tr("Add files..."));
    m_remove = named(new QToolButton, "removeQuestionsButton", {},
                     tr("Show only the files of the run's settings."));
    m_remove->setText(tr("Remove added files"));
    m_remove->hide();
    makeRow(files, {m_add, m_remove, freeSpace()}, kGrid);
    hideInPresentation(*files);
    connect(m_add, &QToolButton::clicked, this, [this] {
        addFiles(QFileDialog::getOpenFileNames(window(), tr("Questions about words")));
    });
    connect(m_remove, &QToolButton::clicked, this, &WordScoresView::removeFiles);
    return files;
}

void WordScoresView::addFiles(const QStringList& paths)
{
    for (const QString& path : paths)
        if (std::find(m_added.begin(), m_added.end(), path.toStdString()) == m_added.end())
            m_added.push_back(path.toStdString());
    ask();
}

void WordScoresView::removeFiles()
{
    m_added.clear();
    m_answered = 0;
    ask();
}

void WordScoresView::ask()
{
    m_remove->setVisible(!m_added.empty());
    if (!m_shown.askable)
        return;
    core::AskWordScores question;
    if (!m_added.empty()) {
        const core::Json& options = m_shown.spec.task.options;
        question.files = options.value("questions", std::vector<std::string>());
        question.files.insert(question.files.end(), m_added.begin(), m_added.end());
    }
    m_asker.follow(m_shown, std::move(question),
                   [this](const core::WordScores& scores) { setScores(scores); });
}

/// Files that have just been added and cannot be read are not asked again.
void WordScoresView::showFailure(const core::Failure& failure)
{
    const bool ofAdded = m_added.size() > m_answered;
    m_added.resize(std::min(m_added.size(), m_answered));
    m_remove->setVisible(!m_added.empty());
    if (ofAdded)
        m_frame->showFailure(failure);
    if (!ofAdded || !m_frame->hasContent())
        m_frame->showEmpty(tr("No questions about words"),
                           ofAdded ? tr("Add a file of questions.") : sentence(failure));
}

void WordScoresView::follow(const Shown& shown)
{
    const bool otherRun = m_shown.choice.run != shown.choice.run;
    m_shown = shown;
    m_add->setEnabled(shown.hasRun());
    if (otherRun) {
        m_asker.withdraw();
        m_frame->hideFailure();
    }
    if (!shown.hasRun())
        return m_frame->showNoNetwork();
    if (otherRun)
        m_frame->showOpening(shown.name);
    if (isSeen())
        ask();
}

void WordScoresView::setScores(const core::WordScores& scores)
{
    m_scores = scores;
    std::vector<core::WordScoreRow> fresh = core::rowsOf(scores);
    m_table->reset(int(fresh.size()), [&] { m_rows = std::move(fresh); });
    m_answered = m_added.size();
    m_summary->setText(summary());
    m_frame->hideFailure();
    m_frame->showContent();
}

QString WordScoresView::summary() const
{
    QStringList parts{updateText(m_scores.step, m_scores.epoch)};
    for (const core::Score& score : core::summaryOf(m_scores.files))
        if (!score.name.starts_with("covered")) // Each is said in its own terms below.
            parts << scoreOf(score);
    for (const char* kind : {"pairs", "analogies", "words"})
        parts << knownOf(m_rows, kind);
    parts.removeAll(QString());
    QStringList lines{parts.join(QStringLiteral(" \u00b7 "))};
    for (const core::Message& remark : core::remarksOn(m_scores.files))
        lines << sentence(remark);
    return lines.join(QLatin1Char('\n'));
}

/// "correlation with similarities 0.516", or a mean, which is called one.
QString WordScoresView::scoreOf(const core::Score& score) const
{
    const core::ScoreDescription description = core::scoreDescription(score.name);
    const QString said = QStringLiteral("%1 %2").arg(
        coreText(description.title),
        description.share ? percent(score.value) : correlationText(score.value));
    const int64_t files = core::filesOfMean(score.name, m_scores.files);
    return files > 1 ? tr("%1 (mean of %2 files)").arg(said, count(files)) : said;
}

QString WordScoresView::words() const
{
    QStringList lines{summary()};
    for (const core::WordScoreRow& row : m_rows)
        lines << QStringList{QString::fromStdString(row.file),
                             QString::fromStdString(row.section),
                             tr("%1 of %2").arg(count(row.covered), countOf(row)),
                             row.right ? percent(*row.right) : QString(),
                             row.shared ? tr("shared %1").arg(percent(*row.shared)) : QString(),
                             row.spearman ? correlationText(*row.spearman) : QString()}
                     .join(QLatin1Char(' '))
                     .simplified();
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> WordScoresView::figures() const
{
    if (!m_frame->hasContent())
        return {};
    return {{.title = tr("Questions about words"),
             .name = QStringLiteral("word_scores"),
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskWordScores>(m_scores); }}};
}

} // namespace ui
