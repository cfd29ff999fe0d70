#include "ui/influence/influential_texts.h"

#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"

#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <cmath>

namespace ui {

namespace {

constexpr int kMostStrongest = 100000;
constexpr int kStrongest = 20;
constexpr int kTargetLetters = 14;
const QString kLeftOutMark = QStringLiteral("\u2715");

} // namespace

InfluentialTexts::InfluentialTexts(QWidget* parent)
    : QWidget(parent)
    , m_table(new RowView(QStringLiteral("influentialTextsTable"),
                          tr("Texts with their influence; Return leaves a text out or takes it "
                             "back")))
    , m_title(named(makeLabel({}, LabelRole::Group), "influentialTextsLabel"))
{
    buildTable();
    QWidget* controls = buildControls();
    makeColumn(this,
               {makeRow(nullptr, {{m_title, 1}, m_all}, kGrid), {m_table, 1}, m_few, controls},
               kGrid / 2);
    showChoice();
}

void InfluentialTexts::buildTable()
{
    const auto at
        = [this](int row) -> const core::TextInfluence& { return m_texts.texts[size_t(row)]; };
    RowColumn out = textColumn(
        "left_out", tr("Out"), tr("\u2715: the next training without texts leaves this text out."),
        [this, at](int row) {
            return Cell(m_leftOut.contains(at(row).item.row) ? kLeftOutMark.toStdString()
                                                             : std::string());
        });
    out.letters = 4;
    RowColumn text
        = textColumn("text", tr("Text"), tr("Text of the training data."),
                     [at](int row) { return Cell(std::string_view(at(row).item.text)); });
    RowColumn target
        = textColumn("reference", tr("Target"), tr("Class, number, tags or translation."),
                     [at](int row) { return Cell(std::string_view(at(row).item.reference)); });
    target.share = 0.0;
    target.letters = kTargetLetters;
    m_table->setColumns(
        {std::move(out),
         numberColumn(
             "product", tr("Product"),
             tr("Change of the sentence's loss by this text in a step of plain gradient descent: "
                "minus the learning rate times the product of both gradients. Negative: the text "
                "taught the network the sentence. Other optimisers scale the step: compare the "
                "texts with each other, not with the measured change."),
             [at](int row) { return Cell(at(row).product); }, &value, QStringLiteral("-0.0000000")),
         std::move(text), std::move(target),
         numberColumn(
             "row", tr("Row"), tr("Row of the training data, from 0"),
             [at](int row) { return Cell(at(row).item.row); }, {}, QStringLiteral("00000"))});
    m_table->setSortable();
    connect(m_table, &RowView::returnPressed, this, &InfluentialTexts::toggle);
    connect(m_table, &QTableView::doubleClicked, this,
            [this](const QModelIndex&) { toggle(m_table->currentRow()); });
}

QWidget* InfluentialTexts::buildControls()
{
    m_all = named(new QPushButton(tr("All &updates")), "influenceAllButton", {},
                  tr("If the texts of one update are too few, sum the products of each text over "
                     "all ranked updates. Each text of each batch is computed once."));
    m_strongest = named(new QSpinBox, "influenceStrongestBox", tr("Texts to leave out"),
                        tr("How many of the texts that taught the network the sentence most."));
    m_strongest->setRange(1, kMostStrongest);
    m_strongest->setValue(kStrongest);
    m_choose = named(new QPushButton(tr("Leave &out")), "influenceLeaveOutButton", {},
                     tr("Marks so many texts with the most negative products. Return or a double "
                        "click on a row marks or unmarks a single text."));
    m_clear = named(new QPushButton(tr("C&lear")), "influenceClearButton", {},
                    tr("Unmarks all texts."));
    m_train = named(new QPushButton, "influenceTrainButton", {},
                    tr("Starts a new run with the settings and the seed of this one, which leaves "
                       "the marked texts out of its batches. If its prediction differs, these "
                       "texts taught it."));
    connect(m_all, &QPushButton::clicked, this, &InfluentialTexts::allRequested);
    connect(m_choose, &QPushButton::clicked, this, &InfluentialTexts::chooseStrongest);
    connect(m_clear, &QPushButton::clicked, this, &InfluentialTexts::forgetChoice);
    connect(m_train, &QPushButton::clicked, this, [this] {
        Q_EMIT trainRequested({m_leftOut.begin(), m_leftOut.end()});
    });
    auto* controls = new QWidget;
    makeRow(controls,
            {makeNameLabel(tr("&Strongest"), *m_strongest), m_strongest, m_choose, m_clear,
             freeSpace(), m_train},
            kGrid);
    m_few = named(makeLabel({}, LabelRole::Muted), "influenceFewLabel");
    hideInPresentation(*controls);
    hideInPresentation(*m_all);
    return controls;
}

void InfluentialTexts::clear(const QString& said)
{
    m_table->reset(0, [this] { m_texts = {}; });
    m_title->setText(said);
    showChoice();
}

void InfluentialTexts::setTexts(const core::TextInfluences& texts)
{
    m_table->reset(int(texts.texts.size()), [&] { m_texts = texts; });
    m_texts.batches.reset(); // The view keeps them.
    m_title->setText(title());
    showChoice();
}

void InfluentialTexts::forgetChoice()
{
    m_leftOut.clear();
    m_wanted = 0;
    showChoice();
}

void InfluentialTexts::chooseStrongest()
{
    m_leftOut.clear();
    m_wanted = m_strongest->value();
    for (const core::TextInfluence& each : m_texts.texts)
        if (each.product < 0.0 && each.item.row >= 0
            && std::ssize(m_leftOut) < m_strongest->value())
            m_leftOut.insert(each.item.row);
    showChoice();
}

void InfluentialTexts::toggle(int row)
{
    if (row < 0 || m_texts.texts[size_t(row)].item.row < 0)
        return; // A part of several rows cannot be left out.
    m_wanted = 0;
    const int64_t of = m_texts.texts[size_t(row)].item.row;
    if (m_leftOut.erase(of) == 0)
        m_leftOut.insert(of);
    showChoice();
}

void InfluentialTexts::showChoice()
{
    const auto chosen = std::ssize(m_leftOut);
    m_train->setText(chosen == 0 ? tr("&Train without them")
                                 : filled(tr("&Train without %1 {text|texts}"), {count(chosen)}));
    m_train->setEnabled(chosen > 0);
    m_clear->setEnabled(chosen > 0);
    m_choose->setEnabled(!m_texts.texts.empty());
    m_few->setText(chosen < m_wanted ? fewText(chosen) : QString());
    m_few->setVisible(chosen < m_wanted);
    m_table->viewport()->update();
}

/// Why fewer texts are marked than were asked for.
QString InfluentialTexts::fewText(int64_t chosen) const
{
    return tr("%1 of %2: no other text of the list taught the sentence, by a negative product and "
              "a row of its own.")
        .arg(count(chosen), count(m_wanted));
}

QString InfluentialTexts::title() const
{
    if (m_texts.allUpdates)
        return filled(tr("%1 {text|texts} of all ranked updates, by the sum of their products"),
                      {count(std::ssize(m_texts.texts))});
    QString text = filled(tr("%1 {text|texts} of update %2, by their products"),
                          {count(std::ssize(m_texts.texts)), count(m_texts.place.step)});
    if (!m_texts.beforeUpdate)
        text += QLatin1Char(' ')
            + tr("under the shown network: the weights before the update are no longer stored");
    return text;
}

QString InfluentialTexts::words() const
{
    QStringList lines{m_title->text()};
    for (const core::TextInfluence& each : m_texts.texts)
        lines << tr("%1: %2 (%3), row %4")
                     .arg(value(each.product), QString::fromStdString(each.item.text),
                          QString::fromStdString(each.item.reference), count(each.item.row));
    return lines.join(QLatin1Char('\n'));
}

} // namespace ui
