#include "ui/similar_texts/similar_texts_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/cosine_column.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QSpinBox>

namespace ui {

namespace {

constexpr int64_t kListedTexts = 20;
constexpr int kMostCompared = 10'000'000;
constexpr int kLabelWidth = 16; ///< Letters of the widest label.

} // namespace

SimilarTextsView::SimilarTextsView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("similarTexts"), tr("Similar texts"),
         tr("Text to which similar ones are found; earlier texts are in the list"),
         tr("Then type a sentence above: the texts of the data with the most similar vectors "
            "appear here, also while training runs.")},
        parent)
{
    frame().setParts(buildInput(), buildChoices(), buildTable(), [this](int whole) {
        const int choices = m_texts->sizeHint().height() + 4 * fontMetrics().lineSpacing();
        return QList<int>{choices, whole - choices, whole / 3};
    });
    showNoNetwork();
}

QWidget* SimilarTextsView::buildInput()
{
    auto* whole = new QWidget;
    m_sentences = named(new TextBox(tr("Your own sentences, in place of the data")),
                        "similarTextsSentencesBox",
                        tr("Sentences that are compared in place of the data, one on each line"));
    auto* row = new QWidget;
    makeRow(row, {makeNameLabel(tr("Compare &with"), *m_sentences), {m_sentences, 1}}, kGrid);
    makeColumn(whole, {makeInputLine(), row}, kGrid);
    connect(m_sentences, &TextBox::asked, this, [this] {
        const bool isOfData = m_sentences->lines().empty();
        m_split->setEnabled(isOfData);
        m_texts->setEnabled(isOfData);
        askAgain();
    });
    return whole;
}

QWidget* SimilarTextsView::buildChoices()
{
    auto* upper = new QWidget;
    m_split = named(new QuietComboBox, "similarTextsSplitBox", tr("Part of the data"));
    m_split->setChoices({{tr("Training data"), QStringLiteral("train")},
                         {tr("Validation data"), QStringLiteral("valid")},
                         {tr("Test data"), QStringLiteral("test")}});
    m_split->setMinimumContentsLength(12);
    m_texts = named(new QSpinBox, "similarTextsCountBox", tr("Texts that are compared"),
                    tr("If an answer takes too long, compare fewer texts: the first ones of the "
                       "data are read. 0: all."));
    m_texts->setRange(0, kMostCompared);
    m_texts->setValue(int(core::AskSimilarTexts().texts));
    m_texts->setSpecialValueText(tr("all"));
    m_texts->setKeyboardTracking(false);
    connect(m_split, &QComboBox::activated, this, &SimilarTextsView::askAgain);
    connect(m_texts, &QSpinBox::valueChanged, this, &SimilarTextsView::askAgain);
    auto* row = new QWidget;
    makeRow(row,
            {makeNameLabel(tr("Spl&it"), *m_split),
             m_split,
             makeNameLabel(tr("&Compared"), *m_texts),
             m_texts,
             {new QWidget, 1}},
            kGrid);
    QLabel* help = makeLabel(
        tr("The vector of a text is the one from which the network predicts; where it predicts at "
           "each token, the mean of its last states. Return or a click on a text opens it in all "
           "views."),
        LabelRole::Muted);
    hideInPresentation(*help);
    makeColumn(upper, {row, help}, kGrid / 2);
    return upper;
}

QWidget* SimilarTextsView::buildTable()
{
    auto* lower = new QWidget;
    m_title = named(makeLabel({}, LabelRole::Group), "similarTextsLabel");
    m_table = new RowView(QStringLiteral("similarTextsTable"),
                          tr("Texts with the vectors most similar to that of the typed text"));
    RowColumn cosine
        = cosineColumn(tr("Cosine of the angle between the two vectors: 1 for the same direction, "
                          "0 for a right angle, -1 for the opposite."),
                       cells(m_similar.nearest, &core::SimilarText::cosine));
    RowColumn label
        = textColumn("label", tr("Label"), tr("Class, number, tags or translation in the data."),
                     cells(m_similar.nearest, &core::SimilarText::label));
    label.letters = kLabelWidth;
    RowColumn text = textColumn("text", tr("Text"), tr("Text of the data."),
                                cells(m_similar.nearest, &core::SimilarText::text));
    text.share = 1.0;
    m_table->setColumns({std::move(cosine), std::move(label), std::move(text)});
    connect(m_table, &RowView::rowActivated, this, [this](int row) {
        const core::SimilarText& each = m_similar.nearest[size_t(row)];
        context().look(QString::fromStdString(each.text), QString::fromStdString(each.label));
    });
    makeColumn(lower, {m_title, {m_table, 1}}, kGrid);
    return lower;
}

void SimilarTextsView::askShown()
{
    core::AskSimilarTexts question;
    question.text = told().toStdString();
    question.count = kListedTexts;
    question.texts = m_texts->value();
    question.split = m_split->currentData().toString().toStdString();
    question.sentences = m_sentences->lines();
    asker().follow(shown(), question,
                   [this](const core::SimilarTexts& answer) { setSimilar(answer); });
}

void SimilarTextsView::setSimilar(const core::SimilarTexts& similar)
{
    m_table->reset(int(similar.nearest.size()), [&] { m_similar = similar; });
    m_title->setText(filled(tr("Most similar of %1 {text|texts}"), {count(similar.compared)}));
    showContent(stateText());
    frame().shareSoon();
    showWords();
}

QString SimilarTextsView::stateText() const
{
    QStringList parts{
        updateText(m_similar.step, m_similar.epoch),
        filled(tr("%1 of %2 {text|texts} compared by %3 {number|numbers} each"),
               {count(m_similar.compared), count(m_similar.available), count(m_similar.features)})};
    if (!m_similar.unknown.empty())
        parts << unknownText(m_similar.unknown);
    return parts.join(QStringLiteral(" · "));
}

QString SimilarTextsView::words() const
{
    QStringList lines{stateText()};
    for (const core::SimilarText& each : m_similar.nearest)
        lines << QStringLiteral("%1 %2 %3")
                     .arg(cosineText(each.cosine), QString::fromStdString(each.label),
                          QString::fromStdString(each.text));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> SimilarTextsView::contentFigures() const
{
    return {{.title = told(),
             .name = QStringLiteral("similar_texts"),
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskSimilarTexts>(m_similar); }}};
}

} // namespace ui
