#include "core/decode/tree_search.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace core {

TreeSearch::TreeSearch(const SearchContext& context, const SearchRules& rules, int64_t places)
    : m_context(context)
    , m_rules(rules)
    , m_places(places)
    , m_likeliest(context.vocabularySize, context.neverIds)
{
    const auto begin = static_cast<int32_t>(m_context.beginId);
    m_links.push_back({-1, begin});
    m_leaves.push_back({0, 0, 0.0, 0.0});
    if (m_context.maximumLength > 0)
        m_open.push_back({0, begin});
    if (m_rules.coveragePenalty != 0.0)
        m_coverage.assign(static_cast<size_t>(m_context.sourceLength), 0.0F);
    if (hasStopSequences() && !m_context.prefix.empty())
        m_prefixText = m_context.textOf(m_context.prefix).size();
    if (tracing()) {
        TraceNode root;
        root.token = begin;
        m_trace.nodes.push_back(root);
    }
}

void TreeSearch::check() const
{
    const int64_t longest = m_context.maximumLength;
    const auto forced = static_cast<int64_t>(m_context.prefix.size());
    if (longest < 1)
        throw Error(ErrorCode::BadSetting,
                    {"A translation may have %1 {token|tokens} at most, including its end token.",
                     {std::to_string(longest)}},
                    {"Raise the length factor or the length margin.", {}});
    if (m_rules.minimumLength > longest - 1)
        throw Error(
            ErrorCode::BadSetting,
            {"The minimum length is %1 {token|tokens}, but a translation of this sentence may have "
             "%2 at most before its end token.",
             {std::to_string(m_rules.minimumLength), std::to_string(longest - 1)}},
            {"Lower the minimum length, or raise the length factor or the length margin.", {}});
    if (forced > longest - 1)
        throw Error(
            ErrorCode::BadSetting,
            {"The forced prefix has %1 {token|tokens}, but a translation of this sentence may have "
             "%2 at most before its end token.",
             {std::to_string(forced), std::to_string(longest - 1)}},
            {"Shorten the prefix, or raise the length factor or the length margin.", {}});
    for (const int32_t token : m_context.prefix)
        if (token < 0 || token >= m_context.vocabularySize || token == m_context.endId)
            throw Error(
                ErrorCode::BadSetting,
                {"The forced prefix contains token %1, after which no translation can continue: it "
                 "is the end token or not in the vocabulary of %2 {token|tokens}.",
                 {std::to_string(token), std::to_string(m_context.vocabularySize)}},
                {"Force other tokens.", {}});
}

void TreeSearch::advance(const NextTokens& predicted)
{
    if (m_open.empty()
        || predicted.logProbabilities.size()
            != m_open.size() * static_cast<size_t>(m_context.vocabularySize))
        throw Error(
            ErrorCode::Internal,
            {"The search asked for %1 rows and got %2 numbers.",
             {std::to_string(m_open.size()), std::to_string(predicted.logProbabilities.size())}});
    const NextTokens next = penalised(predicted);
    ++m_length;
    m_lengthPenalty = lengthPenalty(m_rules, m_length);
    cover(next);
    recordRows(next);
    m_decision.candidates.clear();
    m_decision.weighed = m_decision.unlisted = 0;
    m_decision.bestUnlisted = 0.0;
    if (m_length <= static_cast<int64_t>(m_context.prefix.size()))
        force(next);
    else
        decide(next, m_decision);
    settle();
}

std::vector<Hypothesis> TreeSearch::best(int64_t count) const
{
    std::vector<Hypothesis> all;
    for (const Found& found : m_found) {
        if (static_cast<int64_t>(all.size()) >= count)
            break;
        all.push_back({tokensOf(found.link), found.total, found.score, found.ended, found.node,
                       found.stoppedAt});
    }
    return all;
}

std::span<const float> TreeSearch::rowOf(const NextTokens& next, size_t row) const
{
    const auto width = static_cast<size_t>(m_context.vocabularySize);
    return next.logProbabilities.subspan(row * width, width);
}

Candidate TreeSearch::candidate(size_t row, WeighedToken token) const
{
    Candidate made;
    made.total = m_leaves[row].total + static_cast<double>(token.logProbability);
    made.score = made.total / m_lengthPenalty + m_coveragePenalties[row];
    made.logProbability = token.logProbability;
    made.row = static_cast<int32_t>(row);
    made.token = token.token;
    return made;
}

/// Fills in m_history.
void TreeSearch::readHistory(int32_t link)
{
    m_history.clear();
    for (; link > 0; link = m_links[static_cast<size_t>(link)].parent)
        m_history.push_back(m_links[static_cast<size_t>(link)].token);
    std::reverse(m_history.begin(), m_history.end());
}

NextTokens TreeSearch::penalised(const NextTokens& next)
{
    if (!penalisesRepeats(m_rules))
        return next;
    m_penalised.assign(next.logProbabilities.begin(), next.logProbabilities.end());
    const auto width = static_cast<size_t>(m_context.vocabularySize);
    for (size_t row = 0; row < m_open.size(); ++row) {
        readHistory(m_leaves[row].link);
        penaliseRepeats(m_rules, m_history, std::span(m_penalised).subspan(row * width, width));
    }
    return {m_penalised, next.attention};
}

bool TreeSearch::hasStopSequences() const
{
    return m_context.textOf != nullptr
        && std::any_of(m_rules.stopSequences.begin(), m_rules.stopSequences.end(),
                       [](const std::string& stop) { return !stop.empty(); });
}

bool TreeSearch::ends(Candidate& candidate)
{
    if (candidate.token == m_context.endId)
        return true;
    if (!hasStopSequences())
        return false;
    readHistory(m_leaves[static_cast<size_t>(candidate.row)].link);
    m_history.push_back(candidate.token);
    const size_t position = stopPosition(m_rules, m_context.textOf(m_history), m_prefixText);
    if (position == std::string::npos)
        return false;
    candidate.stoppedAt = position;
    return true;
}

std::span<const int32_t> TreeSearch::blockedAfter(size_t row)
{
    m_blocked.clear();
    if (m_rules.blockNgrams > 0) {
        readHistory(m_leaves[row].link);
        appendRepeats(m_history, m_rules.blockNgrams, m_blocked);
    }
    if (m_context.endId >= 0 && !mayEnd())
        m_blocked.push_back(static_cast<int32_t>(m_context.endId));
    return m_blocked;
}

void TreeSearch::weigh(const NextTokens& next, int64_t perRow, Decision& decision)
{
    // More than are listed, so that the best of the others is known, be one more listed by force.
    const int64_t listed = std::max<int64_t>(20, 3 * std::min(m_places, m_context.vocabularySize));
    const int64_t limit
        = std::min(m_context.vocabularySize, tracing() ? std::max(perRow, listed + 2) : perRow);
    for (size_t row = 0; row < m_open.size(); ++row) {
        m_likeliest.scan(rowOf(next, row), limit, blockedAfter(row));
        for (const WeighedToken& token : m_likeliest.found())
            decision.candidates.push_back(candidate(row, token));
        if (!tracing())
            continue;
        decision.weighed += m_likeliest.count(rowOf(next, row));
        for (const WeighedToken& token : m_likeliest.blocked()) {
            decision.candidates.push_back(candidate(row, token));
            decision.candidates.back().fate
                = token.token == m_context.endId ? Fate::TooShort : Fate::RepeatsNgram;
        }
    }
    std::sort(decision.candidates.begin(), decision.candidates.end());
}

void TreeSearch::list(Decision& decision) const
{
    auto& candidates = decision.candidates;
    if (!tracing()) {
        std::erase_if(candidates, [](const Candidate& each) { return !isTaken(each); });
        return;
    }
    int64_t room = m_places > (int64_t{1} << 40) ? m_places : std::max<int64_t>(20, 3 * m_places);
    bool cut = false;
    bool anyUnlisted = false;
    std::erase_if(candidates, [&](const Candidate& each) {
        cut = cut || room == 0;
        if (!isBlocked(each) && room > 0)
            --room;
        const bool dropped = cut && !isTaken(each);
        if (dropped && !anyUnlisted)
            decision.bestUnlisted = each.score;
        anyUnlisted = anyUnlisted || dropped;
        return dropped;
    });
    decision.unlisted = decision.weighed - static_cast<int64_t>(candidates.size());
    std::stable_partition(candidates.begin(), candidates.end(),
                          [](const Candidate& each) { return !isBlocked(each); });
}

void TreeSearch::cover(const NextTokens& next)
{
    m_coveragePenalties.assign(m_open.size(), 0.0);
    if (m_coverage.empty() || next.attention.size() != m_coverage.size())
        return;
    const auto width = static_cast<size_t>(m_context.sourceLength);
    for (size_t i = 0; i < m_coverage.size(); ++i)
        m_coverage[i] += next.attention[i];
    for (size_t row = 0; row < m_open.size(); ++row)
        m_coveragePenalties[row]
            = coveragePenalty(m_rules, std::span(m_coverage).subspan(row * width, width));
}

void TreeSearch::weighAround(const NextTokens& next, WeighedToken taken, Decision& decision)
{
    auto& candidates = decision.candidates;
    const auto row = rowOf(next, 0);
    if (tracing()) {
        weigh(next, 1, decision);
        std::erase_if(candidates, [&](const Candidate& each) { return each.token == taken.token; });
        if (!m_likeliest.canBeWritten(row, taken.token))
            ++decision.weighed;
    }
    const Candidate chosen = candidate(0, taken);
    candidates.insert(std::lower_bound(candidates.begin(), candidates.end(), chosen), chosen);
    int32_t rank = 0;
    for (Candidate& each : candidates)
        if (!isBlocked(each))
            each.rank = ++rank;
    if (!tracing())
        return;
    // It may stand far below the last that is listed.
    for (Candidate& each : candidates)
        if (each.token == taken.token)
            each.rank = static_cast<int32_t>(m_likeliest.rank(row, taken, blockedAfter(0)));
}

/// The first tokens are given. Others are weighed only to be shown.
void TreeSearch::force(const NextTokens& next)
{
    const int32_t token = m_context.prefix[static_cast<size_t>(m_length - 1)];
    if (token < 0 || token >= m_context.vocabularySize)
        throw Error(ErrorCode::Internal, {"There is no token %1.", {std::to_string(token)}});
    // What the network holds for impossible counts as the least float, so that sums stay finite.
    constexpr float kLeast = -103.0F;
    const float given = rowOf(next, 0)[static_cast<size_t>(token)];
    weighAround(next, {std::isfinite(given) ? given : kLeast, token}, m_decision);
    for (Candidate& each : m_decision.candidates) {
        if (isBlocked(each))
            continue;
        if (each.token != token)
            each.fate = each.rank <= m_places ? Fate::NotForced : Fate::BelowWidth;
        else if (token == m_context.endId)
            each.fate = Fate::Finished;
    }
    list(m_decision);
}

void TreeSearch::settle()
{
    bool anyKept = false;
    for (const Candidate& each : m_decision.candidates) {
        if (each.fate == Fate::Finished) {
            ++m_finishedCount;
            m_stoppedLast = each.stoppedAt.has_value();
        }
        anyKept = anyKept || each.fate == Fate::Kept;
    }
    Message ending = reasonToEnd(anyKept);
    const bool ends = !ending.empty();
    const bool cutOff = ends && enough().empty();
    for (Candidate& each : m_decision.candidates)
        if (ends && each.fate == Fate::Kept)
            each.fate = cutOff ? Fate::CutOff : Fate::Abandoned;
    if (tracing())
        record();
    if (ends && !anyKept && m_finishedCount == 0)
        giveUpLeaves();
    grow();
    if (ends)
        finish(std::move(ending));
}

Message TreeSearch::reasonToEnd(bool anyKept) const
{
    if (Message reason = enough(); !reason.empty())
        return reason;
    if (!anyKept && m_finishedCount == 0)
        return {"No hypothesis could continue: every next token was blocked or impossible.", {}};
    if (!anyKept)
        return exhausted();
    if (lastStep())
        return {"The maximum length of %1 {token|tokens} was reached.",
                {std::to_string(m_context.maximumLength)}};
    return {};
}

/// Nothing follows and nothing was found: what there is has to do.
void TreeSearch::giveUpLeaves()
{
    for (const Leaf& leaf : m_leaves) {
        m_found.push_back({leaf.link, tracing() ? leaf.node : -1, leaf.total, leaf.score, false});
        if (tracing())
            m_trace.nodes[static_cast<size_t>(leaf.node)].fate = Fate::CutOff;
    }
}

/// Turns the decision into the next open rows and into what was found.
void TreeSearch::grow()
{
    const auto width = static_cast<size_t>(m_context.sourceLength);
    const std::vector<Leaf> before = std::exchange(m_leaves, {});
    const std::vector<float> coverage = std::exchange(m_coverage, {});
    m_open.clear();
    for (size_t i = 0; i < m_decision.candidates.size(); ++i) {
        const Candidate& each = m_decision.candidates[i];
        const bool goesOn = each.fate == Fate::Kept || each.fate == Fate::CutOff;
        if (!goesOn && each.fate != Fate::Finished)
            continue;
        const auto row = static_cast<size_t>(each.row);
        const int32_t node = tracing() ? m_nodes[i] : -1;
        int32_t link = before[row].link;
        if (goesOn || each.stoppedAt) {
            m_links.push_back({link, each.token});
            link = static_cast<int32_t>(m_links.size()) - 1;
        }
        if (each.fate != Fate::Kept) {
            m_found.push_back(
                {link, node, each.total, each.score, each.fate == Fate::Finished, each.stoppedAt});
            continue;
        }
        m_leaves.push_back({link, node, each.total, each.score});
        m_open.push_back({each.row, each.token});
        if (!coverage.empty())
            m_coverage.insert(m_coverage.end(),
                              coverage.begin() + static_cast<int64_t>(row * width),
                              coverage.begin() + static_cast<int64_t>((row + 1) * width));
    }
}

void TreeSearch::finish(Message ending)
{
    m_open.clear();
    m_leaves.clear();
    // A sum without an end mark cannot be compared with one that has it.
    std::stable_sort(m_found.begin(), m_found.end(), [](const Found& a, const Found& b) {
        return a.ended != b.ended ? a.ended : a.score > b.score;
    });
    m_trace.ending = std::move(ending);
    if (!tracing())
        return;
    for (const Found& found : m_found)
        m_trace.ranking.push_back(found.node);
    if (!m_found.empty())
        m_trace.nodes[static_cast<size_t>(m_found.front().node)].fate = Fate::Chosen;
}

std::vector<int32_t> TreeSearch::tokensOf(int32_t link) const
{
    std::vector<int32_t> tokens;
    for (; link > 0; link = m_links[static_cast<size_t>(link)].parent)
        tokens.push_back(m_links[static_cast<size_t>(link)].token);
    std::reverse(tokens.begin(), tokens.end());
    return tokens;
}

void TreeSearch::recordRows(const NextTokens& next)
{
    m_trace.expansions += static_cast<int64_t>(m_open.size());
    if (m_context.trace != TraceDetail::Distributions)
        return;
    const size_t width = next.attention.size() / m_open.size();
    for (size_t row = 0; row < m_open.size(); ++row) {
        TraceNode& node = m_trace.nodes[static_cast<size_t>(m_leaves[row].node)];
        const auto distribution = rowOf(next, row);
        const auto attention = next.attention.subspan(row * width, width);
        node.nextLogProbabilities.assign(distribution.begin(), distribution.end());
        node.attention.assign(attention.begin(), attention.end());
    }
}

void TreeSearch::record()
{
    TraceStep step;
    m_nodes.clear();
    for (const Candidate& each : m_decision.candidates) {
        const auto row = static_cast<size_t>(each.row);
        TraceNode node;
        node.id = static_cast<int32_t>(m_trace.nodes.size());
        node.parent = m_leaves[row].node;
        node.step = static_cast<int32_t>(m_length);
        node.token = each.token;
        node.logProbability = static_cast<double>(each.logProbability);
        node.total = each.total;
        node.lengthPenalty = m_lengthPenalty;
        node.coveragePenalty = m_coveragePenalties[row];
        node.score = each.score;
        node.rank = each.rank;
        node.fate = each.fate;
        node.stopped = each.stoppedAt.has_value() && each.fate == Fate::Finished;
        m_nodes.push_back(node.id);
        m_trace.nodes.push_back(std::move(node));
    }
    step.candidates = m_nodes;
    step.unlisted = m_decision.unlisted;
    step.bestUnlistedScore = m_decision.bestUnlisted;
    step.finishedSoFar = static_cast<int32_t>(m_finishedCount);
    m_trace.steps.push_back(std::move(step));
}

} // namespace core
