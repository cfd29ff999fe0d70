#include "ui/decoding/candidate_model.h"

#include "core/base/message.h"
#include "ui/decoding/fate_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

/// The outline that the tree draws, as large as a line of text.
QPixmap shapePixmap(NodeShape shape)
{
    constexpr int kScale = 2;
    const QFontMetrics words(Theme::instance().textFont());
    const QSize size(int(1.9 * words.height()), words.height() + 2);
    QPixmap picture(size * kScale);
    picture.setDevicePixelRatio(kScale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    TreePainter::drawShape(painter, QRectF(QPointF(2, 3), QSizeF(size) - QSizeF(8, 6)), shape,
                           false);
    return picture;
}

bool isNumber(int column)
{
    return column == CandidateModel::Rank
        || (column >= CandidateModel::LogProbability && column <= CandidateModel::Score);
}

} // namespace

CandidateModel::CandidateModel(QObject* parent)
    : QAbstractTableModel(parent), m_search(std::make_shared<DecodingSteps>())
{
}

void CandidateModel::show(ShownSearch search, int decision, int step)
{
    beginResetModel();
    m_search = std::move(search);
    m_decision = std::clamp(decision, 0, m_search->count());
    m_step = std::clamp(step, m_decision, m_search->count());
    endResetModel();
}

int32_t CandidateModel::nodeAt(int row) const
{
    const auto all = m_search->candidates(m_decision);
    return row >= 0 && size_t(row) < all.size() ? all[size_t(row)] : -1;
}

int CandidateModel::rowOf(int32_t node) const
{
    const auto all = m_search->candidates(m_decision);
    const auto found = std::find(all.begin(), all.end(), node);
    return found == all.end() ? -1 : int(found - all.begin());
}

bool CandidateModel::penalises(Column column) const
{
    const auto all = m_search->candidates(m_decision);
    return std::any_of(all.begin(), all.end(), [&](int32_t id) {
        const core::TraceNode& node = m_search->node(id);
        return column == LengthPenalty ? node.lengthPenalty != 1.0 : node.coveragePenalty != 0.0;
    });
}

int CandidateModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_search->candidates(m_decision).size());
}

int CandidateModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Columns);
}

QVariant CandidateModel::number(const core::TraceNode& node, int column) const
{
    switch (column) {
    case Rank:
        return node.rank == 0 ? INT_MAX : int(node.rank);
    case LogProbability:
        return node.logProbability;
    case Total:
        return node.total;
    case LengthPenalty:
        return node.lengthPenalty;
    case CoveragePenalty:
        return node.coveragePenalty;
    case Score:
        return node.score;
    default:
        return text(node, column);
    }
}

QVariant CandidateModel::text(const core::TraceNode& node, int column) const
{
    switch (column) {
    case Rank:
        return node.rank == 0 ? QStringLiteral("\u2013") : QString::number(node.rank);
    case Token:
        return readableToken(node.text);
    case Before:
        return m_search->text(node.parent);
    case Fate:
        return fateSentence(*m_search, node.id, m_step);
    case LengthPenalty:
        return value(node.lengthPenalty);
    default:
        return scoreText(number(node, column).toDouble());
    }
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const
{
    const int32_t id = index.isValid() ? nodeAt(index.row()) : -1;
    if (id < 0)
        return {};
    const core::TraceNode& node = m_search->node(id);
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(node, column);
    case kSortRole:
        return number(node, column);
    case Qt::ToolTipRole:
        return toolTipText(column == Before ? m_search->text(node.parent)
                                            : nodeSentence(*m_search, id, m_step));
    case Qt::DecorationRole:
        return column == Fate ? QVariant(shapePixmap(nodeShape(m_search->fateAt(id, m_step))))
                              : QVariant();
    case Qt::TextAlignmentRole:
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font
            = isNumber(column) ? Theme::instance().numberFont() : Theme::instance().textFont();
        font.setBold(column == Token && m_search->survived(id));
        return font;
    }
    case Qt::ForegroundRole:
        return m_search->survived(id) ? QVariant() : QVariant(Theme::instance().mutedText());
    default:
        return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const std::pair<QString, QString> names[Columns] = {
        {tr("#"),
         tr("Rank: place among the candidates of the step by score; blocked ones have "
            "none")},
        {tr("Token"), tr("The token that would be appended")},
        {tr("Hypothesis so far"), tr("What it would be appended to")},
        {tr("log p"), tr("Natural logarithm of the token's probability, given what precedes it")},
        {tr("Total"), tr("Sum of the log probabilities of all tokens of the hypothesis")},
        {tr("lp"), tr("Length penalty: what the total is divided by")},
        {tr("cp"),
         tr("Coverage penalty: what is added after that; below 0 where source "
            "tokens were hardly attended to")},
        {tr("Score"),
         tr("Total divided by the length penalty, plus the coverage penalty; "
            "candidates are ranked by it")},
        {tr("What became of it"), tr("Kept, finished or dropped, and why")}};
    if (section < 0 || section >= Columns)
        return {};
    if (role == Qt::DisplayRole)
        return names[section].first;
    if (role == Qt::ToolTipRole)
        return toolTipText(names[section].second);
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

std::string CandidateModel::csv() const
{
    std::string csv = "step,rank,token,hypothesis,log_probability,total,length_penalty,"
                      "coverage_penalty,score,fate,reason\n";
    for (int number = 1; number <= m_step; ++number) {
        for (const int32_t id : m_search->candidates(number)) {
            const core::TraceNode& node = m_search->node(id);
            csv += std::to_string(number) + ','
                + (node.rank == 0 ? std::string() : std::to_string(node.rank)) + ','
                + csvField(node.text) + ',' + csvField(m_search->text(node.parent).toStdString());
            for (const double one : {node.logProbability, node.total, node.lengthPenalty,
                                     node.coveragePenalty, node.score})
                csv += ',' + core::numberText(one);
            csv += ',' + csvField(fateWord(m_search->fateAt(id, m_step)).toStdString()) + ','
                + csvField(fateSentence(*m_search, id, m_step).toStdString()) + '\n';
        }
    }
    return csv;
}

} // namespace ui
