#include "ui/word_sums/word_sums_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/cosine_column.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/token_line.h"
#include "ui/word_sums/word_plane.h"

#include <QLabel>
#include <QLineEdit>

namespace ui {

namespace {

constexpr int64_t kNearestWords = 10;
constexpr int kWordLetters = 24; ///< Widest column of tokens.
const char* const kExamples[]
    = {"king - man + woman", "better - good + bad", "paris - france + italy"};

} // namespace

WordSumsView::WordSumsView(ViewContext& context, QWidget* parent)
    : InspectionView(context, QStringLiteral("wordSums"),
                     tr("Then type words with + and - between them: the tokens with the vectors "
                        "most similar to the sum appear here, also while training runs."),
                     parent)
{
    setAccessibleName(tr("Sums of words"));
    m_plane = new WordPlane;
    auto* upper = new QWidget;
    m_share = named(makeLabel({}, LabelRole::Muted), "planeLabel");
    makeColumn(upper, {{m_plane, 1}, m_share}, kGrid);
    frame().setParts(buildInput(), upper, buildLower(), [](int whole) {
        return QList<int>{whole * 3 / 5, whole * 2 / 5, whole / 3};
    });
    showNoNetwork();
}

QWidget* WordSumsView::buildInput()
{
    auto* line = new QWidget;
    m_input = named(new SentenceInput(tr("Words with + and - between them: king - man + woman")),
                    "wordSumBox", tr("Sum of words; earlier sums are in the list"));
    for (const char* example : kExamples)
        m_input->addItem(QString::fromLatin1(example));
    m_input->setText({});
    setHelp(*m_input,
            tr("To test an analogy, take the first word's partner, subtract the first word and add "
               "another one. Blanks set signs off from words."));
    makeRow(line, {makeNameLabel(tr("S&um"), *m_input), {m_input, 1}, frame().asTextButton()},
            kGrid);
    connect(m_input, &SentenceInput::asked, this, [this] {
        if (m_shown.hasRun() && !m_input->text().trimmed().isEmpty())
            ask(m_shown);
    });
    return line;
}

QWidget* WordSumsView::buildLower()
{
    auto* lower = new QWidget;
    m_title = named(makeLabel({}, LabelRole::Group), "wordSumLabel");
    m_table = new RowView(QStringLiteral("wordSumTable"),
                          tr("Tokens with the vectors most similar to the sum"));
    RowColumn cosine = cosineBars(tr("Cosine of the angle between the token's vector and the "
                                     "sum: 1 for the same direction, 0 "
                                     "for a right angle, -1 for the opposite."),
                                  cells(m_sum.nearest, &core::Neighbour::cosine));
    RowColumn token = textColumn("token", tr("Token"), tr("Token of the vocabulary."),
                                 cells(m_sum.nearest, &core::Neighbour::token));
    token.letters = kWordLetters;
    m_table->setColumns({std::move(token), std::move(cosine)});
    QLabel* help = makeLabel(
        tr("Each vector is divided by its length before it is added, so that all words count "
           "alike; "
           "the words of the sum are left out of the list (3CosAdd; Mikolov et al., 2013)."),
        LabelRole::Muted);
    hideInPresentation(*help);
    makeColumn(lower, {m_title, {m_table, 1}, help}, kGrid);
    return lower;
}

bool WordSumsView::showTexts(const Shown& shown)
{
    m_shown = shown;
    return true; // Without a sum the network proposes one of words that it has.
}

void WordSumsView::ask(const Shown& shown)
{
    m_input->stopWaiting();
    const QString typed = m_input->text().trimmed();
    asker().follow(
        shown,
        core::AskWordSum{typed == m_proposed ? std::string() : typed.toStdString(), kNearestWords},
        [this](const core::WordSum& answer) { setSum(answer); });
}

void WordSumsView::setSum(const core::WordSum& sum)
{
    m_table->reset(int(sum.nearest.size()), [&] { m_sum = sum; });
    const QString typed = m_input->text().trimmed();
    if (typed.isEmpty() || typed == m_proposed) {
        m_proposed = sumText().replace(QChar(0x2212), QLatin1Char('-'));
        if (typed != m_proposed && !m_input->lineEdit()->hasFocus()) // A sum is being typed.
            m_input->setText(m_proposed);
    }
    m_title->setText(tr("Most similar to %1").arg(sumText()));
    m_plane->show(sum);
    m_share->setText(tr("The words, the nearest token (diamond) and the sum (cross) by their first "
                        "two principal components, which show %1 of the variance. Subtracted words "
                        "are squares.")
                         .arg(percent(sum.planeShare)));
    showContent(stateText());
    frame().shareSoon();
    showWords();
}

QString WordSumsView::sumText() const
{
    QString text;
    for (size_t i = 0; i < m_sum.words.size(); ++i) {
        if (i > 0 || m_sum.signs[i] < 0.0)
            text += m_sum.signs[i] < 0.0 ? QStringLiteral(" \u2212 ") : QStringLiteral(" + ");
        text += readableToken(m_sum.words[i]);
    }
    return text.trimmed();
}

QString WordSumsView::stateText() const
{
    return QStringList{
        updateText(m_sum.step, m_sum.epoch),
        tr("%1 vectors of %2 numbers").arg(count(m_sum.vocabularySize), count(m_sum.features))}
        .join(QStringLiteral(" \u00b7 "));
}

QString WordSumsView::words() const
{
    QStringList lines{stateText(), m_title->text()};
    for (const core::Neighbour& each : m_sum.nearest)
        lines << QStringLiteral("%1 %2").arg(readableToken(each.token), cosineText(each.cosine));
    lines << m_plane->accessibleDescription();
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> WordSumsView::contentFigures() const
{
    const QSize size = m_plane->size();
    return {{.title = sumText(),
             .name = QStringLiteral("word_sum"),
             .size = size,
             .paint =
                 [this, size](QCPPainter& painter) {
                     m_plane->toPainter(&painter, size.width(), size.height());
                 },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskWordSum>(m_sum); }}};
}

} // namespace ui
