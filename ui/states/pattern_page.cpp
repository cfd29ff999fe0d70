#include "ui/states/pattern_page.h"

#include "core/probe/states/state_pattern.h"
#include "ui/figure/figure.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace ui {

namespace {

core::OptionDescription thresholdOption()
{
    core::OptionDescription option;
    option.type = core::OptionType::Real;
    option.minimum = 0.0;
    option.maximum = 100.0;
    return option;
}

} // namespace

PatternPage::PatternPage(QWidget* parent) : QWidget(parent)
{
    auto* column = makeColumn(this, {buildControls()}, 4, {0, 4, 0, 0});
    m_said = named(makeLabel({}, LabelRole::Plain), "patternUnitsLabel", {},
                   tr("Units by their number. A unit with a minus is active where its value is at "
                      "or below the negative of the threshold."));
    m_state = named(makeLabel({}, LabelRole::Muted), "patternStateLabel");
    m_table = new RowView(QStringLiteral("patternTable"),
                          tr("Texts of the data in which the same units are active together"));
    std::vector<RowColumn> columns;
    RowColumn units{
        "units", tr("Units"),
        tr("Number of the searched units that are active exactly at these words"),
        [this](int row) { return Cell(int64_t(m_found.matches[size_t(row)].units.size())); }};
    units.widest = QStringLiteral("000");
    columns.push_back(std::move(units));
    RowColumn words = textColumn("words", tr("Words"), tr("Words at which they are active"),
                                 [this](int row) { return Cell(matchText(row).toStdString()); });
    columns.push_back(std::move(words));
    columns.push_back(textColumn("text", tr("Text"), tr("Return opens the text"), [this](int row) {
        return Cell(m_found.matches[size_t(row)].example.text);
    }));
    m_table->setColumns(std::move(columns));
    connect(m_table, &RowView::rowActivated, this, [this](int row) {
        if (row < 0 || size_t(row) >= m_found.matches.size())
            return;
        const core::Example& example = m_found.matches[size_t(row)].example;
        Q_EMIT textChosen(QString::fromStdString(example.text),
                          QString::fromStdString(example.label()));
    });
    column->addWidget(m_said);
    column->addWidget(m_state);
    column->addWidget(m_table, 1);
}

QWidget* PatternPage::buildControls()
{
    auto* controls = new QWidget;
    m_from = named(new QuietComboBox, "patternFromBox", tr("First word of the pattern"));
    m_to = named(new QuietComboBox, "patternToBox", tr("Last word of the pattern"));
    m_threshold = named(
        new NumberBox(thresholdOption()), "patternThresholdBox", tr("Threshold of an active unit"),
        tr("A unit is active where its value, or the negative of it, is at least this. If no unit "
           "is found, lower the threshold; if too many are found, raise it."));
    m_threshold->setValue(0.3);
    m_mark = named(new QPushButton(tr("Mar&k them")), "patternMarkButton");
    m_search = named(new QPushButton(tr("&Find in the data")), "patternSearchButton");
    makeRow(controls,
            {makeNameLabel(tr("Wo&rds from"), *m_from),
             {m_from, 1},
             makeNameLabel(tr("&to"), *m_to),
             {m_to, 1},
             makeNameLabel(tr("T&hreshold"), *m_threshold),
             m_threshold,
             m_mark,
             m_search},
            kGrid);
    for (QuietComboBox* box : {m_from, m_to})
        connect(box, &QComboBox::activated, this, &PatternPage::chooseTokens);
    connect(m_threshold, &NumberBox::edited, this, &PatternPage::showUnits);
    connect(m_search, &QPushButton::clicked, this, &PatternPage::searchRequested);
    connect(m_mark, &QPushButton::clicked, this, [this] {
        std::vector<int> units;
        for (const core::PatternUnit& unit : m_units)
            units.push_back(int(unit.unit));
        Q_EMIT markRequested(units);
    });
    return controls;
}

double PatternPage::threshold() const
{
    return m_threshold->value();
}

void PatternPage::chooseTokens()
{
    const int first = m_from->currentIndex();
    Q_EMIT rangeChosen(first, std::max(first, m_to->currentIndex()));
}

void PatternPage::setMatrix(const StateMatrix& matrix, const std::vector<std::string>& tokens)
{
    m_matrix = matrix;
    if (tokens != m_tokens) {
        m_tokens = tokens;
        for (QuietComboBox* box : {m_from, m_to}) {
            const QSignalBlocker quiet(box);
            box->clear();
            for (size_t token = 0; token < tokens.size(); ++token)
                box->addItem(
                    QStringLiteral("%1  %2").arg(token + 1).arg(readableToken(tokens[token])));
            box->setCurrentIndex(-1);
        }
    }
    showUnits();
}

void PatternPage::setRange(int first, int last)
{
    m_first = first;
    m_last = last;
    const QSignalBlocker quietFrom(m_from), quietTo(m_to);
    m_from->setCurrentIndex(first);
    m_to->setCurrentIndex(last);
    showUnits();
}

void PatternPage::showUnits()
{
    m_units.clear();
    const bool chosen = m_first >= 0 && m_last < m_matrix.tokens;
    if (chosen)
        m_units = core::unitsOnExactly(
            [this](int64_t token, int64_t unit) {
                return float(m_matrix.at(int(token), int(unit)));
            },
            m_matrix.units, m_matrix.tokens, m_first, m_last, m_threshold->value());
    m_search->setEnabled(!m_units.empty());
    m_mark->setEnabled(!m_units.empty());
    m_said->setText(words());
}

QString PatternPage::words() const
{
    constexpr size_t kMost = 20;
    if (m_first < 0 || m_last >= m_matrix.tokens)
        return tr("Drag the mouse over some words of the map, or choose them here, to find the "
                  "units that are active there and not at the words directly before and after.");
    QStringList units;
    for (size_t i = 0; i < std::min(m_units.size(), kMost); ++i)
        units << patternUnitText(m_units[i]);
    if (m_units.size() > kMost)
        units << QStringLiteral("\u2026");
    const QString where = wordsText(m_tokens, m_first, m_last);
    if (m_units.empty())
        return tr("No unit is active exactly at %1.").arg(where);
    const QString said
        = filled(tr("Active exactly at %1: %2 {unit|units}: %3"),
                 {where, count(qint64(m_units.size())), units.join(QStringLiteral(", "))});
    const bool negative = std::any_of(m_units.begin(), m_units.end(),
                                      [](const core::PatternUnit& unit) { return unit.negative; });
    return negative ? tr("%1 (\u2212: its values are %2 or lower there)")
                          .arg(said, value(-m_threshold->value()))
                    : said;
}

void PatternPage::setSearching(const QString& text)
{
    m_state->setText(text);
}

void PatternPage::setFound(const core::FoundPattern& found)
{
    m_table->reset(int(found.matches.size()), [&] { m_found = found; });
    const QString said = filled(tr("%1 {text|texts} searched, %2 with some of the units."),
                                {count(found.texts), count(found.found)});
    const auto listed = qint64(found.matches.size());
    m_state->setText(
        listed < found.found ? tr("%1 The best %2 are listed.").arg(said, count(listed)) : said);
}

QString PatternPage::matchText(int row) const
{
    const core::PatternMatch& match = m_found.matches[size_t(row)];
    QStringList words;
    for (int64_t token = match.first; token <= match.last; ++token)
        words << readableToken(match.tokens[size_t(token)]);
    return words.join(QLatin1Char(' '));
}

} // namespace ui
