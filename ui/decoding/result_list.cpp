#include "ui/decoding/result_list.h"

#include "ui/decoding/fate_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_look.h"
#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kMostRows = 200; ///< Exhaustive search finds all there are.

enum Column { Score, Translation, Total, Length, Columns };

QTableWidgetItem* makeItem(const QString& text, Qt::Alignment alignment, const QString& help)
{
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
    item->setTextAlignment(alignment | Qt::AlignVCenter);
    item->setToolTip(toolTipText(help));
    return item;
}

} // namespace

ResultList::ResultList(QWidget* parent)
    : QWidget(parent)
    , m_search(std::make_shared<DecodingSteps>())
    , m_title(makeLabel({}, LabelRole::Group))
    , m_table(new QTableWidget(0, Columns))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_title);
    column->addWidget(m_table, 1);
    m_table->setObjectName(QStringLiteral("resultTable"));
    m_table->setAccessibleName(tr("Translations that have ended, best first"));
    m_table->setHorizontalHeaderLabels({tr("Score"), tr("Translation"), tr("Total"), tr("Length")});
    m_table->horizontalHeaderItem(Score)->setToolTip(
        toolTipText(tr("What translations are ranked by: total over length penalty, plus coverage "
                       "penalty")));
    m_table->horizontalHeaderItem(Total)->setToolTip(
        toolTipText(tr("Sum of the log probabilities of its tokens")));
    m_table->horizontalHeaderItem(Length)->setToolTip(
        toolTipText(tr("Its length in tokens, the end mark among them")));
    lookLikeList(*m_table);
    m_table->horizontalHeader()->setMinimumSectionSize(24);
    m_table->horizontalHeader()->setSectionResizeMode(Translation, QHeaderView::Stretch);
    m_table->horizontalHeaderItem(Translation)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row) {
        if (!m_quiet && row >= 0 && size_t(row) < m_nodes.size())
            Q_EMIT nodeChosen(int(m_nodes[size_t(row)]));
    });
    connect(&Theme::instance(), &Theme::changed, this, &ResultList::restyle, Qt::QueuedConnection);
    restyle();
}

void ResultList::show(ShownSearch search, int step)
{
    m_search = std::move(search);
    m_step = step;
    m_nodes = m_search->endedAt(step);
    m_ended = m_nodes.size();
    m_nodes.resize(std::min(m_ended, kMostRows));
    m_quiet = true;
    fill();
    m_quiet = false;
}

void ResultList::fill()
{
    const bool over = m_step >= m_search->count();
    m_title->setText(m_search->empty()     ? QString()
                         : m_nodes.empty() ? tr("No translation has ended yet")
                         : over            ? tr("Translations")
                                           : tr("Ended so far"));
    if (m_ended > m_nodes.size())
        m_title->setText(
            tr("%1, best %2 of %3")
                .arg(m_title->text(), count(qint64(m_nodes.size())), count(qint64(m_ended))));
    m_table->setRowCount(int(m_nodes.size()));
    const auto& best = m_search->decoding().best;
    for (int row = 0; row < int(m_nodes.size()); ++row) {
        const int32_t id = m_nodes[size_t(row)];
        const core::TraceNode& node = m_search->node(id);
        // Only the best few come as running text; of the others the tokens are known.
        QString text = over && size_t(row) < best.size()
            ? QString::fromStdString(best[size_t(row)].text)
            : m_search->text(m_search->isEnd(id) ? node.parent : id);
        if (text.isEmpty())
            text = tr("(empty)");
        if (!m_search->isEnd(id))
            text += tr(" \u2026 (cut off)");
        const QString help
            = tr("%1 Score %2, total %3, %4 tokens.")
                  .arg(text, scoreText(node.score), scoreText(node.total), count(node.step));
        m_table->setItem(row, Score, makeItem(scoreText(node.score), Qt::AlignRight, help));
        m_table->setItem(row, Translation, makeItem(text, Qt::AlignLeft, help));
        m_table->setItem(row, Total, makeItem(scoreText(node.total), Qt::AlignRight, help));
        m_table->setItem(row, Length, makeItem(count(node.step), Qt::AlignRight, help));
        if (row == 0 && over) {
            QFont bold = m_table->font();
            bold.setBold(true);
            m_table->item(row, Translation)->setFont(bold);
        }
    }
    fitColumns();
}

void ResultList::setCurrent(int32_t node)
{
    m_quiet = true;
    const auto found = std::find(m_nodes.begin(), m_nodes.end(), node);
    if (found == m_nodes.end())
        m_table->setCurrentCell(-1, -1);
    else
        m_table->setCurrentCell(int(found - m_nodes.begin()), 0);
    m_quiet = false;
}

void ResultList::restyle()
{
    const QFontMetrics words(Theme::instance().textFont());
    m_table->verticalHeader()->setDefaultSectionSize(words.height() + 8);
    fitColumns();
}

/// Numbers are read whole; the translation has the rest.
void ResultList::fitColumns()
{
    const QFontMetrics words(Theme::instance().textFont());
    for (const int column : {int(Score), int(Total), int(Length)}) {
        int width = std::max(words.horizontalAdvance(m_table->horizontalHeaderItem(column)->text()),
                             words.horizontalAdvance(QStringLiteral("\u22120.00")));
        for (int row = 0; row < m_table->rowCount(); ++row)
            width = std::max(width, words.horizontalAdvance(m_table->item(row, column)->text()));
        m_table->setColumnWidth(column, width + 10);
    }
}

} // namespace ui
