#include "ui/decoding/candidate_table.h"

#include "ui/decoding/fate_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QAction>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <limits>

namespace ui {

namespace {

/// Keeps the end of a long hypothesis, which distinguishes it from others.
class EndDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideLeft;
    }
};

} // namespace

CandidateTable::CandidateTable(QWidget* parent)
    : QWidget(parent)
    , m_search(std::make_shared<DecodingSteps>())
    , m_table(new RowView(QStringLiteral("candidateTable"),
                          tr("Candidates of the step; Return forces the prefix")))
    , m_above(named(makeLabel({}, LabelRole::Plain), "stepSentence"))
    , m_below(named(makeLabel({}, LabelRole::Muted), "unlistedSentence"))
{
    m_below->hide();
    m_table->setColumns(columns());
    m_table->rows().setLook([this](int row, int cell) { return look(row, cell); });
    m_table->setSortable();
    m_table->sortByColumn(Rank, Qt::AscendingOrder);
    m_table->setItemDelegateForColumn(Before, new EndDelegate(m_table));
    connectTable();
    makeColumn(this, {m_above, {m_table, 1}, m_below}, 4);
}

void CandidateTable::connectTable()
{
    const auto force = [this](int row) { Q_EMIT forceRequested(int(at(row).id)); };
    auto* action = new QAction(tr("&Force this prefix and continue"), m_table);
    m_table->addAction(action);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(action, &QAction::triggered, this, [this, force] {
        if (m_table->currentRow() >= 0)
            force(m_table->currentRow());
    });
    connect(m_table, &RowView::returnPressed, this, force);
    connect(m_table, &RowView::rowChosen, this,
            [this](int row) { Q_EMIT nodeChosen(int(at(row).id)); });
}

RowColumn CandidateTable::rankColumn() const
{
    RowColumn rank{{},
                   tr("#"),
                   tr("Rank: place among the candidates of the step by score; blocked ones have "
                      "none"),
                   [this](int row) {
                       const auto placed = int64_t{at(row).rank};
                       return placed == 0 ? std::numeric_limits<int64_t>::max() : placed;
                   }};
    rank.shown = [this](int row) {
        return at(row).rank == 0 ? QStringLiteral("\u2013") : QString::number(at(row).rank);
    };
    rank.alignment = Qt::AlignRight;
    return rank;
}

std::vector<RowColumn> CandidateTable::numberColumns() const
{
    using Node = core::TraceNode;
    const auto number = [this](const QString& title, const QString& help, double Node::*part,
                               QString (*format)(double)) {
        return numberColumn({}, title, help, [this, part](int row) { return at(row).*part; },
                            format, {});
    };
    return {number(tr("log p"),
                   tr("Natural logarithm of the token's probability, given what precedes it"),
                   &Node::logProbability, scoreText),
            number(tr("Total"), tr("Sum of the log probabilities of all tokens of the hypothesis"),
                   &Node::total, scoreText),
            number(tr("lp"), tr("Length penalty: the divisor of the total"), &Node::lengthPenalty,
                   value),
            number(tr("cp"),
                   tr("Coverage penalty, added after the division; negative if source tokens "
                      "received little attention"),
                   &Node::coveragePenalty, scoreText),
            number(tr("Score"),
                   tr("Total divided by the length penalty, plus the coverage penalty; "
                      "candidates are ranked by it"),
                   &Node::score, scoreText)};
}

std::vector<RowColumn> CandidateTable::columns() const
{
    std::vector<RowColumn> all{
        rankColumn(), {{}, tr("Token"), tr("The token that would be appended"), [this](int row) {
                           return readableToken(at(row).text).toStdString();
                       }}};
    for (RowColumn& number : numberColumns())
        all.push_back(std::move(number));
    for (RowColumn& each : all)
        each.letters = 20;
    RowColumn before
        = textColumn({}, tr("Hypothesis so far"), tr("Hypothesis that the candidate extends"),
                     [this](int row) { return m_search->text(at(row).parent).toStdString(); });
    before.letters = 40;
    RowColumn fate
        = textColumn({}, tr("Result of the candidate, with the reason"),
                     tr("Kept, finished or dropped, and why"), [this](int row) {
                         return fateSentence(*m_search, at(row).id, m_step).toStdString();
                     });
    fate.share = 2.0;
    all.push_back(std::move(fate));
    for (RowColumn& each : all)
        each.tip = [this](int row) { return nodeSentence(*m_search, at(row).id, m_step); };
    all.insert(all.begin() + Before, std::move(before));
    return all;
}

RowLook CandidateTable::look(int row, int column) const
{
    const int32_t id = at(row).id;
    const bool kept = m_search->survived(id);
    RowLook look;
    look.bold = column == Token && kept;
    if (!kept)
        look.colour = Theme::instance().mutedText();
    if (column == Fate)
        look.picture = TreePainter::shapePixmap(nodeShape(m_search->fateAt(id, m_step)));
    return look;
}

void CandidateTable::show(ShownSearch search, int decision, int step)
{
    const int last = search->count();
    const int shown = std::clamp(decision, 0, last);
    m_table->reset(int(search->candidates(shown).size()), [&] {
        m_search = std::move(search);
        m_decision = shown;
        m_step = std::clamp(step, shown, last);
    });
    showPenalties();
    const QString unlisted = unlistedSentence(*m_search, m_decision);
    m_above->setText(stepSentence(*m_search, m_decision));
    m_below->setText(unlisted);
    m_below->setVisible(!unlisted.isEmpty());
}

/// A penalty that no candidate has says nothing.
void CandidateTable::showPenalties()
{
    bool length = false, coverage = false;
    for (const int32_t id : nodes()) {
        length = length || m_search->node(id).lengthPenalty != 1.0;
        coverage = coverage || m_search->node(id).coveragePenalty != 0.0;
    }
    m_table->showColumn(LengthPenalty, length);
    m_table->showColumn(CoveragePenalty, coverage);
}

void CandidateTable::setCurrent(int32_t node)
{
    const auto all = nodes();
    const auto found = std::find(all.begin(), all.end(), node);
    m_table->setCurrentRow(found == all.end() ? -1 : int(found - all.begin()));
}

void writeCandidates(TableText& table, const DecodingSteps& search, int step)
{
    table.row("step", "rank", "token", "hypothesis", "log_probability", "total", "length_penalty",
              "coverage_penalty", "score", "fate", "reason");
    for (int number = 1; number <= step; ++number) {
        for (const int32_t id : search.candidates(number)) {
            const core::TraceNode& node = search.node(id);
            table.row(number, node.rank == 0 ? Cell() : Cell(int64_t{node.rank}), node.text,
                      search.text(node.parent), node.logProbability, node.total, node.lengthPenalty,
                      node.coveragePenalty, node.score, fateWord(search.fateAt(id, step)),
                      fateSentence(search, id, step));
        }
    }
}

} // namespace ui
