#include "ui/states/surgery_page.h"

#include "ui/text/sentences.h"
#include "ui/widgets/before_after.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

enum Units { ThisUnit, AllUnits };
enum Tokens { ThisToken, ChosenTokens, AllTokens };

core::OptionDescription valueOption()
{
    core::OptionDescription option;
    option.type = core::OptionType::Real;
    option.minimum = -1000.0;
    option.maximum = 1000.0;
    return option;
}

int likeliest(const std::vector<float>& probabilities)
{
    return int(std::max_element(probabilities.begin(), probabilities.end())
               - probabilities.begin());
}

} // namespace

SurgeryPage::SurgeryPage(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("surgeryPage"));
    m_other = named(new SentenceInput(tr("Another text")), "editOtherTextBox",
                    tr("Text that provides the values"));
    auto* column = makeColumn(this, {buildControls(), m_other}, 4, {0, 4, 0, 0});
    const auto follow = [this] {
        m_typed->setVisible(m_value->currentIndex() == int(Value::Typed));
        m_other->setVisible(m_value->currentIndex() == int(Value::OtherText));
    };
    connect(m_value, &QComboBox::currentIndexChanged, this, follow);
    follow();
    m_verdicts = new BeforeAfter(QStringLiteral("verdict"), tr("Probabilities with the edits"));
    column->addWidget(m_verdicts);
    m_changes = named(makeLabel({}, LabelRole::Plain), "changedWordsLabel");
    column->addWidget(m_changes);
    m_list = named(makeLabel({}, LabelRole::Muted), "editsLabel");
    column->addWidget(m_list);
    column->addStretch(1);
    showEdits();
}

QWidget* SurgeryPage::buildControls()
{
    auto* controls = new QWidget;
    m_quantity = named(makeLabel({}, LabelRole::Group), "editQuantityLabel");
    m_quantity->setWordWrap(false);
    m_units = named(new QuietComboBox, "editUnitsBox", tr("Units that are set"));
    m_units->addItems({tr("the chosen unit"), tr("all units")});
    m_units->setCurrentIndex(AllUnits);
    m_tokens = named(new QuietComboBox, "editTokensBox", tr("Words at which they are set"));
    m_tokens->addItems({tr("the chosen word"), tr("the words of the pattern"), tr("all words")});
    m_tokens->setCurrentIndex(AllTokens);
    auto* set = named(new QPushButton(tr("Se&t")), "setEditButton");
    connect(set, &QPushButton::clicked, this, &SurgeryPage::set);
    m_undo = named(new QToolButton, "undoEditButton");
    m_undo->setText(tr("Step &back"));
    m_reset = named(new QToolButton, "resetEditsButton");
    m_reset->setText(tr("Reset a&ll"));
    connect(m_undo, &QToolButton::clicked, this, [this] {
        std::vector<core::StateEdit> edits = m_edits;
        edits.pop_back();
        take(std::move(edits));
    });
    connect(m_reset, &QToolButton::clicked, this, [this] { take({}); });
    makeRow(controls,
            {m_quantity,
             makeNameLabel(tr("of &units"), *m_units),
             {m_units, 2},
             makeNameLabel(tr("at &words"), *m_tokens),
             {m_tokens, 2},
             {buildValue(), 3},
             set,
             m_undo,
             m_reset},
            kGrid);
    return controls;
}

QWidget* SurgeryPage::buildValue()
{
    auto* group = new QWidget;
    m_value = named(new QuietComboBox, "editValueBox", tr("New value"));
    m_value->addItems(
        {QStringLiteral("0"), QStringLiteral("1"), tr("a number"), tr("those of another text")});
    m_typed
        = named(new NumberBox(valueOption()), "editNumberBox", tr("Number that they are set to"));
    makeRow(group, {makeNameLabel(tr("t&o"), *m_value), {m_value, 1}, m_typed}, kGrid);
    return group;
}

void SurgeryPage::setPlace(const QString& quantity, int layer, int direction, QPoint cell,
                           int first, int last)
{
    m_place.quantity = quantity.toStdString();
    m_place.layer = layer;
    m_place.direction = direction;
    if (cell.x() >= 0 && m_cell.x() < 0) { // A cell is selected: the edit applies to it.
        m_units->setCurrentIndex(ThisUnit);
        m_tokens->setCurrentIndex(ThisToken);
    }
    m_cell = cell;
    m_first = first;
    m_last = last;
    m_quantity->setText(quantity);
    m_units->setItemText(ThisUnit,
                         cell.y() < 0 ? tr("the chosen unit") : tr("unit %1").arg(cell.y()));
    const bool known
        = m_states != nullptr && cell.x() >= 0 && size_t(cell.x()) < m_states->tokens.size();
    m_tokens->setItemText(
        ThisToken, known ? wordsText(m_states->tokens, cell.x(), cell.x()) : tr("the chosen word"));
    const QString words
        = m_states != nullptr ? wordsText(m_states->tokens, first, last) : QString();
    m_tokens->setItemText(ChosenTokens, words.isEmpty() ? tr("the words of the pattern") : words);
}

void SurgeryPage::set()
{
    core::StateEdit edit = m_place;
    edit.unit = m_units->currentIndex() == ThisUnit ? m_cell.y() : -1;
    if (m_tokens->currentIndex() == ThisToken && m_cell.x() >= 0)
        edit.first = edit.last = m_cell.x();
    else if (m_tokens->currentIndex() == ChosenTokens && m_first >= 0)
        std::tie(edit.first, edit.last) = std::pair(m_first, m_last);
    switch (static_cast<Value>(m_value->currentIndex())) {
    case Value::Zero:
        break;
    case Value::One:
        edit.value = 1.0;
        break;
    case Value::Typed:
        edit.value = m_typed->value();
        break;
    case Value::OtherText:
        edit.fromText = m_other->currentText().trimmed().toStdString();
        if (edit.fromText.empty()) {
            m_other->setFocus();
            return;
        }
        break;
    }
    std::vector<core::StateEdit> edits = m_edits;
    edits.push_back(std::move(edit));
    take(std::move(edits));
}

void SurgeryPage::take(std::vector<core::StateEdit> edits)
{
    m_edits = std::move(edits);
    showEdits();
    Q_EMIT edited();
}

void SurgeryPage::clear()
{
    m_edits.clear();
    m_states.reset();
    showEdits();
}

void SurgeryPage::showEdits()
{
    QStringList lines;
    for (const core::StateEdit& edit : m_edits)
        lines << editText(edit,
                          m_states != nullptr ? m_states->tokens : std::vector<std::string>());
    m_list->setText(
        m_edits.empty() ? tr(
            "Click a cell of the map and set it: all later states, the prediction and the loss are "
            "computed again. A forget gate of 0 clears the memory, a forget gate of 1 keeps it.")
                        : tr("Set by hand: %1").arg(lines.join(QStringLiteral(";  "))));
    m_undo->setEnabled(!m_edits.empty());
    m_reset->setEnabled(!m_edits.empty());
}

void SurgeryPage::setStates(const ShownStates& states)
{
    m_states = states;
    const core::TextVerdict& before = states->plain.verdict;
    const bool classes = !before.classes.empty();
    QStringList names;
    for (const std::string& name : before.classes)
        names << QString::fromStdString(name);
    if (classes)
        m_verdicts->barsBefore().setProbabilities(names, before.probabilities,
                                                  likeliest(before.probabilities));
    m_verdicts->barsBefore().setVisible(classes);
    const bool edited = states->edited.has_value();
    m_verdicts->setTexts(tr("As computed: %1").arg(verdictText(before)),
                         edited ? tr("Edited: %1").arg(verdictText(states->edited->verdict))
                                : QString());
    m_changes->setText(edited ? changesText(*states) : QString());
    m_changes->setVisible(!m_changes->text().isEmpty());
    if (classes && edited)
        m_verdicts->barsAfter().setProbabilities(names, states->edited->verdict.probabilities,
                                                 likeliest(states->edited->verdict.probabilities));
    m_verdicts->barsAfter().setVisible(classes && edited);
    showEdits();
}

} // namespace ui
