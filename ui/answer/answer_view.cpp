#include "ui/answer/answer_view.h"

#include "core/data/cells/spans.h"
#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/cosine_column.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/token_line.h"

#include <QLabel>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int64_t kListedAnswers = 10;
constexpr double kLeastShown = 0.005; ///< Smaller probabilities are not written under words.
constexpr int kAnswerSwatch = 0;

} // namespace

AnswerView::AnswerView(ViewContext& context, QWidget* parent)
    : InspectionView(
        context, QStringLiteral("answer"),
        tr("Then type a question and a passage above: the answer, and the probability of each word "
           "to be its first and its last one, appear here, also while training runs."),
        parent)
{
    setAccessibleName(tr("Answer"));
    frame().setParts(buildInput(), buildUpper(), buildTable(), [this](int whole) {
        const int words = m_line->wishedHeight(std::max(m_line->width(), 300));
        const int upper = std::min(words + 4 * fontMetrics().lineSpacing(), whole * 2 / 3);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    connect(m_table, &RowView::rowChosen, this, &AnswerView::showSpan);
    showNoNetwork();
}

QWidget* AnswerView::buildInput()
{
    auto* input = new QWidget;
    auto* line = new QWidget;
    m_question = named(new SentenceInput(tr("Type a question"), this), "answerQuestionBox",
                       tr("Question; earlier questions are in the list"));
    m_passage = named(new TextBox(tr("Type or paste the passage that has the answer")),
                      "answerPassageBox", tr("Passage in which the answer is looked for"));
    m_passage->setLines(2, 4);
    connect(m_question, &SentenceInput::asked, this, &AnswerView::lookAtTyped);
    connect(m_passage, &TextBox::asked, this, &AnswerView::lookAtTyped);
    makeRow(line, {{m_question, 1}, frame().asTextButton()}, kGrid);
    makeColumn(input, {line, m_passage}, kGrid / 2);
    return input;
}

QWidget* AnswerView::buildUpper()
{
    auto* upper = new QWidget;
    m_line = named(new TokenLine(TokenLine::Size::Large), "answerLine", tr("Words of the passage"));
    m_line->keepRoomFor(2);
    QLabel* help = makeLabel(
        tr("Beneath the words, in percent: the probability to be the first word of the answer "
           "(bold) and to be its last word; less than 0.5 % is left out. The band marks the answer "
           "that is chosen in the list. A dashed frame: the vocabulary does not have the word."),
        LabelRole::Muted);
    hideInPresentation(*help);
    makeColumn(upper, {{new TokenArea(m_line), 1}, help}, kGrid);
    return upper;
}

QWidget* AnswerView::buildTable()
{
    m_table = new RowView(QStringLiteral("answerTable"), tr("Likeliest answers"));
    m_table->setColumns(
        {textColumn("answer", tr("Likeliest answers"),
                    tr("Spans of the passage. Choose one to see its words."),
                    cells(m_rows, &core::AnswerSpan::text)),
         withBars(numberColumn("probability", tr("Probability"),
                               tr("Probability of its first word times that of its last word."),
                               cells(m_rows, &core::AnswerSpan::probability), &percent,
                               QStringLiteral("100.0 %"))),
         textColumn("reference", tr("Reference"), tr("Whether the data name it as an answer."),
                    [this](int row) {
                        return isReference(m_rows[size_t(row)])
                            ? Cell(tr("\u2713 reference").toStdString())
                            : Cell();
                    })});
    return m_table;
}

void AnswerView::lookAtTyped()
{
    m_question->stopWaiting();
    if (m_passage->text().trimmed().isEmpty()) {
        context().look({}); // There is nothing in which to look for an answer.
        return;
    }
    context().look(QString::fromStdString(
        core::joinedQuestion(m_question->text().toStdString(), m_passage->text().toStdString())));
}

bool AnswerView::showTexts(const Shown& shown)
{
    m_truth = shown.reference;
    if (std::exchange(m_told, shown.text) != shown.text && !m_told.isEmpty()) {
        const std::string text = m_told.toStdString();
        const auto [question, passage] = core::questionAndPassage(text);
        const auto shownText = [](std::string_view part) {
            return QString::fromUtf8(part.data(), qsizetype(part.size()));
        };
        if (m_question->text().trimmed() != shownText(question))
            m_question->setText(shownText(question));
        if (m_passage->text() != shownText(passage))
            m_passage->setText(shownText(passage));
    }
    return !m_told.trimmed().isEmpty();
}

void AnswerView::ask(const Shown& shown)
{
    if (!shown.hasRun() || !shown.askable)
        return;
    core::AskAnswer question;
    question.example.text = m_told.toStdString();
    question.example.reference = m_truth.toStdString();
    question.spans = kListedAnswers;
    asker().follow(shown, std::move(question),
                   [this](const core::ReadPassage& answer) { setAnswer(answer); });
}

void AnswerView::setAnswer(const core::ReadPassage& read)
{
    m_read = read;
    m_marked = 0;
    m_table->reset(int(read.spans.size()), [&] { m_rows = read.spans; });
    if (!m_rows.empty())
        m_table->setCurrentRow(0);
    showWordsOfPassage();
    showContent(stateText());
    frame().shareSoon();
    showWords();
}

void AnswerView::showSpan(int row)
{
    m_marked = std::max(row, 0);
    showWordsOfPassage();
}

void AnswerView::showWordsOfPassage()
{
    const bool any = size_t(m_marked) < m_rows.size();
    const core::AnswerSpan span = any ? m_rows[size_t(m_marked)] : core::AnswerSpan{-1, -2, {}, 0};
    std::vector<ShownToken> chips;
    for (size_t i = 0; i < m_read.words.size(); ++i) {
        const double start = m_read.start[i], end = m_read.end[i];
        ShownToken& chip = chips.emplace_back();
        chip.text = readableToken(m_read.words[i]);
        chip.unknown = !m_read.known[i];
        if (std::max(start, end) >= kLeastShown)
            chip.lines = {wholePercent(start), wholePercent(end)};
        chip.remark = tr("first word %1, last word %2").arg(percent(start), percent(end));
        if (int64_t(i) >= span.first && int64_t(i) <= span.last) {
            chip.swatch = kAnswerSwatch;
            chip.joined = int64_t(i) > span.first;
            chip.remark += tr(", in the chosen answer");
        }
    }
    m_line->setTokens(std::move(chips), 1.0);
}

bool AnswerView::isReference(const core::AnswerSpan& span) const
{
    return std::any_of(m_read.references.begin(), m_read.references.end(),
                       [&](const core::AnswerSpan& each) {
                           return each.first == span.first && each.last == span.last;
                       });
}

QString AnswerView::referenceText() const
{
    if (m_read.spans.empty() || (m_read.references.empty() && m_read.unread.empty()))
        return {};
    if (m_read.references.empty())
        return tr("the reference \u201c%1\u201d is not among the words that are read")
            .arg(QString::fromStdString(m_read.unread.front()));
    if (isReference(m_read.spans.front()))
        return tr("the answer is a reference \u2713");
    const core::AnswerSpan& reference = m_read.references.front();
    return tr("\u2717 the reference is \u201c%1\u201d (%2)")
        .arg(QString::fromStdString(reference.text), percent(reference.probability));
}

QString AnswerView::stateText() const
{
    QStringList parts{updateText(m_read.step, m_read.epoch)};
    if (!m_read.spans.empty())
        parts << tr("answer \u201c%1\u201d (%2)")
                     .arg(QString::fromStdString(m_read.spans.front().text),
                          percent(m_read.spans.front().probability));
    if (const QString reference = referenceText(); !reference.isEmpty())
        parts << reference;
    if (m_read.cutWords > 0)
        parts << tr("%1 words beyond the maximum length are not read").arg(count(m_read.cutWords));
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString AnswerView::words() const
{
    QStringList lines{tr("Question: %1").arg(QString::fromStdString(m_read.question)), stateText()};
    for (const core::AnswerSpan& span : m_read.spans)
        lines << tr("%1: %2").arg(QString::fromStdString(span.text), percent(span.probability));
    for (int i = 0; i < int(m_line->tokens().size()); ++i)
        lines << m_line->describe(i);
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> AnswerView::contentFigures() const
{
    const QSize size(kPictureWidth, m_line->wishedHeight(kPictureWidth));
    return {{.title = QString::fromStdString(m_read.question),
             .name = QStringLiteral("answer"),
             .size = size,
             .paint =
                 [this, size](QCPPainter& painter) {
                     m_line->draw(painter, QRect({0, 0}, size));
                 },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskAnswer>(m_read); }}};
}

} // namespace ui
