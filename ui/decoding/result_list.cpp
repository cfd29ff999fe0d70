#include "ui/decoding/result_list.h"

#include "ui/decoding/fate_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"

#include <QHeaderView>
#include <QLabel>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kMostResults = 200; ///< Exhaustive search finds all there are.

enum Column { Score, Translation, Total, Length };

} // namespace

ResultList::ResultList(QWidget* parent)
    : QWidget(parent)
    , m_search(std::make_shared<DecodingSteps>())
    , m_title(makeLabel({}, LabelRole::Group))
    , m_table(new RowView(QStringLiteral("resultTable"), tr("Finished texts, best first")))
{
    makeColumn(this, {m_title, {m_table, 1}}, 2);
    m_table->setColumns(columns());
    m_table->rows().setLook([this](int row, int cell) {
        return RowLook{.bold = row == 0 && cell == Translation && isOver()};
    });
    connect(m_table, &RowView::rowChosen, this,
            [this](int row) { Q_EMIT nodeChosen(int(m_nodes[size_t(row)])); });
}

std::vector<RowColumn> ResultList::columns() const
{
    const auto number = [](const QString& text, const QString& help, std::function<Cell(int)> value,
                           QString (*format)(double)) {
        RowColumn column
            = numberColumn({}, text, help, std::move(value), format, QStringLiteral("\u22120.00"));
        column.letters = 20;
        return column;
    };
    std::vector<RowColumn> all{
        number(
            tr("Score"),
            tr("The texts are ranked by it: total divided by length penalty, plus coverage "
               "penalty"),
            [this](int row) { return at(row).score; }, scoreText),
        textColumn({}, tr("Text"), {}, [this](int row) { return translation(row).toStdString(); }),
        number(
            tr("Total"), tr("Sum of the log probabilities of its tokens"),
            [this](int row) { return at(row).total; }, scoreText),
        number(tr("Length"), tr("Its length in tokens, including the end token"),
               [this](int row) { return int64_t{at(row).step}; }, {})};
    for (RowColumn& each : all)
        each.tip = [this](int row) {
            return filled(tr("%1 Score %2, total %3, %4 {token|tokens}."),
                          {translation(row), scoreText(at(row).score), scoreText(at(row).total),
                           count(at(row).step)});
        };
    return all;
}

QString ResultList::translation(int row) const
{
    const int32_t id = at(row).id;
    QString text = isOver() ? m_search->wholeText(id) : m_search->text(at(row).parent);
    if (text.isEmpty())
        text = tr("(empty)");
    return m_search->isCutOff(id) && isOver() ? text + tr(" \u2026 (cut off)") : text;
}

QString ResultList::title() const
{
    if (m_search->empty())
        return {};
    const QString title = m_nodes.empty() ? tr("No text is finished yet")
        : isOver()                        ? tr("Texts found")
                                          : tr("Finished so far");
    if (m_ended <= m_nodes.size())
        return title;
    return tr("%1, best %2 of %3")
        .arg(title, count(qint64(m_nodes.size())), count(qint64(m_ended)));
}

void ResultList::showTextFirst()
{
    m_table->showColumn(Total, false);
    m_table->showColumn(Length, false);
    m_table->horizontalHeader()->moveSection(Translation, Score);
}

void ResultList::show(ShownSearch search, int step)
{
    std::vector<int32_t> ended = search->endedAt(step);
    m_ended = ended.size();
    ended.resize(std::min(m_ended, kMostResults));
    m_table->reset(int(ended.size()), [&] {
        m_search = std::move(search);
        m_step = step;
        m_nodes = std::move(ended);
    });
    m_title->setText(title());
}

void ResultList::setCurrent(int32_t node)
{
    const auto found = std::find(m_nodes.begin(), m_nodes.end(), node);
    m_table->setCurrentRow(found == m_nodes.end() ? -1 : int(found - m_nodes.begin()));
}

QString ResultList::words() const
{
    QStringList lines{title()};
    for (int row = 0; row < int(m_nodes.size()); ++row)
        lines << QStringLiteral("%1: %2").arg(scoreText(at(row).score), translation(row));
    return lines.join(QLatin1Char('\n'));
}

} // namespace ui
