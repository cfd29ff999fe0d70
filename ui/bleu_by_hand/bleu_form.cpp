#include "ui/bleu_by_hand/bleu_form.h"

#include "core/base/schema.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/quiet_combo_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

namespace ui {

namespace {

struct BleuExample {
    const char* title; ///< QT_TRANSLATE_NOOP
    const char* hypothesis;
    std::vector<std::string> references;
};

/// The first is what the view begins with.
const std::vector<BleuExample>& bleuExamples()
{
    static const std::vector<BleuExample> all{
        {QT_TRANSLATE_NOOP("BleuForm", "A good paraphrase that is punished (lecture 002)"),
         "Because he was ill, he was unable to come.",
         {"He could not come because of his illness."}},
        {QT_TRANSLATE_NOOP("BleuForm", "The opposite meaning with a high score (lecture 001)"),
         "I would recommend this film to anyone I know.",
         {"I would not recommend this film to anyone I know."}},
        {QT_TRANSLATE_NOOP("BleuForm", "More references, more matches (lecture 001)"),
         "Because he was ill, he was unable to come.",
         {"He could not come because of his illness.",
          "Because he was sick, he was not able to come.", "He was ill and unable to come."}},
        {QT_TRANSLATE_NOOP("BleuForm", "Clipped counts: the the the"),
         "the the the the the the the",
         {"The cat is on the mat.", "There is a cat on the mat."}},
        {QT_TRANSLATE_NOOP("BleuForm", "The brevity penalty: two words that are right"),
         "The cat",
         {"The cat is on the mat."}},
        {QT_TRANSLATE_NOOP("BleuForm", "Papineni et al. (2002), candidate 1"),
         "It is a guide to action which ensures that the military always obeys the commands of the "
         "party.",
         {"It is a guide to action that ensures that the military will forever heed Party "
          "commands.",
          "It is the guiding principle which guarantees the military forces always being under the "
          "command of the Party.",
          "It is the practical guide for the army always to heed the directions of the party."}}};
    return all;
}

core::AskBleuByHand questionOf(const BleuExample& example)
{
    core::AskBleuByHand question;
    question.hypothesis = example.hypothesis;
    question.references = example.references;
    return question;
}

const core::Schema<core::AskBleuByHand>& bleuSchema()
{
    static const core::Schema<core::AskBleuByHand> schema = core::AskBleuByHand::kind().options;
    return schema;
}

} // namespace

BleuForm::BleuForm(QWidget* parent) : QWidget(parent)
{
    makeColumn(this, {makeOptions(), makeSentences()}, 4);
    setQuestion(questionOf(bleuExamples().front()));
}

QWidget* BleuForm::makeSentences()
{
    auto* whole = new QWidget;
    auto* grid = new QGridLayout(whole);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    const auto add = [&](int row, const QString& name, QLineEdit* field) {
        grid->addWidget(makeNameLabel(name, *field), row, 0);
        grid->addWidget(field, row, 1);
        connect(field, &QLineEdit::textChanged, this, &BleuForm::edited);
    };
    m_hypothesis = named(new QLineEdit, "bleuHypothesis", tr("Hypothesis"),
                         tr("Type a translation, and watch which of its n-grams are counted."));
    add(0, tr("&Hypothesis"), m_hypothesis);
    for (size_t i = 0; i < m_references.size(); ++i) {
        m_references[i] = named(new QLineEdit, QStringLiteral("bleuReference%1").arg(i + 1),
                                tr("Reference %1").arg(i + 1),
                                tr("If a good translation scores low, add another reference: a "
                                   "match with any of them counts. Empty ones are ignored."));
        add(int(i) + 1, tr("Reference &%1").arg(i + 1), m_references[i]);
    }
    return whole;
}

QWidget* BleuForm::makeOptions()
{
    auto* whole = new QWidget;
    m_examples = named(new QuietComboBox, "bleuExamples", tr("Examples"));
    m_examples->addItem(tr("Example ..."));
    for (const BleuExample& example : bleuExamples())
        m_examples->addItem(tr(example.title));
    m_examples->setMinimumContentsLength(14);
    m_tokeniser = named(new QuietComboBox, "bleuTokeniser", tr("Tokens"),
                        tr("If words of your language are not separated by blanks, compare "
                           "characters."));
    m_tokeniser->addItem(tr("Words and marks (13a)"), QStringLiteral("13a"));
    m_tokeniser->addItem(tr("Characters"), QStringLiteral("char"));
    m_tokeniser->addItem(tr("Between blanks"), QStringLiteral("none"));
    m_tokeniser->setMinimumContentsLength(10);
    m_order = named(new QSpinBox, "bleuOrder", tr("Length of the longest n-grams"),
                    tr("If short sentences score 0, compare shorter n-grams; 4 is usual."));
    m_order->setRange(1, 4);
    m_lowercase = named(new QCheckBox(tr("Ignore &case")), "bleuLowercase", {},
                        tr("If capital letters should not matter, compare in lower case."));
    makeRow(whole,
            {{m_examples, 1},
             makeNameLabel(tr("&Tokens"), *m_tokeniser),
             m_tokeniser,
             makeNameLabel(tr("&n up to"), *m_order),
             m_order,
             m_lowercase});
    connect(m_examples, &QComboBox::activated, this, &BleuForm::takeExample);
    connect(m_tokeniser, &QComboBox::activated, this, &BleuForm::edited);
    connect(m_order, &QSpinBox::valueChanged, this, &BleuForm::edited);
    connect(m_lowercase, &QCheckBox::toggled, this, &BleuForm::edited);
    return whole;
}

core::AskBleuByHand BleuForm::question() const
{
    core::AskBleuByHand question;
    question.hypothesis = m_hypothesis->text().toStdString();
    for (const QLineEdit* reference : m_references)
        question.references.push_back(reference->text().toStdString());
    question.tokeniser = m_tokeniser->currentData().toString().toStdString();
    question.lowercase = m_lowercase->isChecked();
    question.largestOrder = m_order->value();
    return question;
}

void BleuForm::setQuestion(const core::AskBleuByHand& question)
{
    const QSignalBlocker quiet(this);
    m_hypothesis->setText(QString::fromStdString(question.hypothesis));
    for (size_t i = 0; i < m_references.size(); ++i)
        m_references[i]->setText(i < question.references.size()
                                     ? QString::fromStdString(question.references[i])
                                     : QString());
    m_tokeniser->setCurrentIndex(
        std::max(0, m_tokeniser->findData(QString::fromStdString(question.tokeniser))));
    m_lowercase->setChecked(question.lowercase);
    m_order->setValue(int(question.largestOrder));
}

void BleuForm::takeExample(int index)
{
    m_examples->setCurrentIndex(0); // Sentences that are typed later are no longer the example.
    if (index < 1)
        return;
    setQuestion(questionOf(bleuExamples()[size_t(index - 1)]));
    Q_EMIT edited();
}

core::Json BleuForm::state() const
{
    return bleuSchema().toJson(question());
}

void BleuForm::setState(const core::Json& state)
{
    std::vector<core::Problem> problems;
    const core::Json whole
        = core::completed(state, bleuSchema().options(), {}, std::string(), problems);
    if (state.is_object() && problems.empty())
        setQuestion(bleuSchema().fromJson(whole));
}

} // namespace ui
