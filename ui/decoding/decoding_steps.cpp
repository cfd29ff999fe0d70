#include "ui/decoding/decoding_steps.h"

#include "core/text/text_pipeline.h"
#include "ui/widgets/token_line.h"

#include <algorithm>

namespace ui {

using core::Fate;

namespace {

constexpr QChar kShownBlank(0x2423); ///< How language models show a blank, also one of a mark.

/// A token with the blank in front of it, if it begins a word.
QString withBlanks(core::WordMarks marks, const std::string& token)
{
    return QString::fromStdString(core::withBlank(marks, token))
        .replace(kShownBlank, QLatin1Char(' '));
}

bool startsWithBlank(const QString& text)
{
    return text.size() > 1 && text.startsWith(QLatin1Char(' '));
}

} // namespace

DecodingSteps::DecodingSteps(core::Decoding decoding)
    : m_decoding(std::move(decoding))
    , m_marks(core::wordMarksIn(m_decoding.vocabulary))
    , m_writing(writingOf(m_marks, m_decoding.vocabulary))
{
    const auto& all = m_decoding.trace.nodes;
    m_stepOf.resize(all.size());
    m_children.resize(all.size());
    for (const core::TraceNode& one : all)
        m_stepOf[size_t(one.id)] = int(one.step);
    // A search may need several decisions for one length: then the lists know better.
    for (int number = 1; number <= count(); ++number) {
        for (const int32_t id : candidates(number))
            m_stepOf[size_t(id)] = number;
    }
    for (const core::TraceNode& one : all) {
        if (has(one.parent))
            m_children[size_t(one.parent)].push_back(one.id);
    }
    for (const core::TraceNode& one : all)
        m_endsAreLineEnds = m_endsAreLineEnds
            || (one.parent >= 0 && one.token == core::kEndId
                && (!m_children[size_t(one.id)].empty() || isCutOff(one.id)));
    for (auto& children : m_children) {
        std::stable_sort(children.begin(), children.end(), [this](int32_t a, int32_t b) {
            const int32_t first = node(a).rank, second = node(b).rank;
            return (first == 0 ? INT32_MAX : first) < (second == 0 ? INT32_MAX : second);
        });
    }
}

std::span<const int32_t> DecodingSteps::candidates(int number) const
{
    if (number < 1 || number > count())
        return {};
    return step(number).candidates;
}

Fate DecodingSteps::fateAt(int32_t id, int number) const
{
    const Fate fate = node(id).fate;
    if (number >= count())
        return fate == Fate::Chosen && isCutOff(id) ? Fate::CutOff : fate;
    switch (fate) {
    case Fate::Chosen:
        return ends(id) ? Fate::Finished : Fate::Kept;
    case Fate::CutOff:
    case Fate::Abandoned:
        return Fate::Kept;
    default:
        return fate;
    }
}

bool DecodingSteps::survived(int32_t id) const
{
    switch (node(id).fate) {
    case Fate::Kept:
    case Fate::Finished:
    case Fate::Chosen:
    case Fate::CutOff:
    case Fate::Abandoned:
        return node(id).parent >= 0;
    default:
        return false;
    }
}

int32_t DecodingSteps::bestAt(int number) const
{
    if (empty() || number <= 0)
        return empty() ? -1 : 0;
    const auto& ranking = m_decoding.trace.ranking;
    if (number >= count() && !ranking.empty())
        return ranking.front();
    int32_t best = -1;
    const auto weigh = [&](int32_t id) {
        if (best < 0 || node(id).score > node(best).score)
            best = id;
    };
    for (const int32_t id : candidates(number)) {
        if (survived(id))
            weigh(id);
    }
    for (const int32_t id : endedAt(number))
        weigh(id);
    return best < 0 ? 0 : best;
}

int32_t DecodingSteps::leaderAt(int number) const
{
    if (number < count()) {
        for (const int32_t id : candidates(number)) {
            if (survived(id))
                return id;
        }
    }
    return bestAt(number);
}

int32_t DecodingSteps::find(const std::vector<int32_t>& tokenIds) const
{
    int32_t at = empty() ? -1 : 0;
    for (const int32_t token : tokenIds) {
        if (at < 0)
            break;
        const auto& next = children(at);
        const auto found = std::find_if(next.begin(), next.end(),
                                        [&](int32_t id) { return node(id).token == token; });
        at = found == next.end() ? -1 : *found;
    }
    return at;
}

std::vector<int32_t> DecodingSteps::endedAt(int number) const
{
    const auto& ranking = m_decoding.trace.ranking;
    if (number >= count())
        return ranking;
    std::vector<int32_t> ended;
    for (const core::TraceNode& one : nodes()) {
        if (stepOf(one.id) <= number && fateAt(one.id, number) == Fate::Finished)
            ended.push_back(one.id);
    }
    std::stable_sort(ended.begin(), ended.end(),
                     [this](int32_t a, int32_t b) { return node(a).score > node(b).score; });
    return ended;
}

int DecodingSteps::survivorsOf(int number) const
{
    const auto all = candidates(number);
    return int(std::count_if(all.begin(), all.end(), [this](int32_t id) { return survived(id); }));
}

int32_t DecodingSteps::worstSurvivorOf(int number) const
{
    int32_t worst = -1;
    for (const int32_t id : candidates(number)) {
        if (survived(id) && (worst < 0 || node(id).score < node(worst).score))
            worst = id;
    }
    return worst;
}

bool DecodingSteps::forced(int32_t id) const
{
    if (!survived(id))
        return false;
    const auto& siblings = children(node(id).parent);
    return std::any_of(siblings.begin(), siblings.end(),
                       [this](int32_t other) { return node(other).fate == Fate::NotForced; });
}

std::vector<int32_t> DecodingSteps::path(int32_t id) const
{
    std::vector<int32_t> path;
    for (; has(id) && node(id).parent >= 0; id = node(id).parent)
        path.push_back(id);
    std::reverse(path.begin(), path.end());
    return path;
}

bool DecodingSteps::onPath(int32_t id, int32_t descendant) const
{
    while (has(descendant) && descendant > id)
        descendant = node(descendant).parent;
    return descendant == id;
}

std::vector<int32_t> DecodingSteps::tokenIds(int32_t id) const
{
    std::vector<int32_t> ids;
    for (const int32_t at : path(id))
        ids.push_back(node(at).token);
    return ids;
}

/// Characters stand without blanks between them; pieces say by their own mark where a word begins.
std::vector<std::pair<int32_t, QString>> DecodingSteps::pieces(int32_t id) const
{
    std::vector<std::pair<int32_t, QString>> pieces;
    bool begins = true; // At the beginning of a line.
    for (const int32_t at : path(id)) {
        const bool isLineEnd = m_endsAreLineEnds && node(at).token == core::kEndId;
        QString text;
        if (isLineEnd)
            text = QStringLiteral("\n");
        else if (m_writing == Writing::Words)
            text = (begins ? QString() : QStringLiteral(" ")) + readableToken(node(at).text);
        else
            text = withBlanks(m_marks, node(at).text);
        begins = isLineEnd;
        pieces.emplace_back(at, std::move(text));
    }
    return pieces;
}

std::vector<std::pair<int32_t, QString>> DecodingSteps::writtenPieces(int32_t id) const
{
    constexpr qsizetype kMostBetween = 2; // Blanks between two tokens.
    const auto& ranking = m_decoding.trace.ranking;
    const auto answer = std::find_if(ranking.begin(), ranking.end(),
                                     [&](int32_t each) { return onPath(id, each); });
    const auto place = size_t(answer - ranking.begin());
    if (answer == ranking.end() || place >= m_decoding.best.size())
        return pieces(id);
    const QString whole = QString::fromStdString(m_decoding.best[place].text);
    std::vector<std::pair<int32_t, QString>> written;
    qsizetype at = 0;
    for (const auto& [node, piece] : pieces(id)) {
        const QString token = piece.trimmed().isEmpty() ? piece : piece.trimmed();
        const qsizetype found = whole.indexOf(token, at);
        if ((found < 0 || found > at + kMostBetween) && this->node(*answer).stopped) {
            written.emplace_back(node, whole.mid(at)); // The rest is the stop sequence.
            return written;
        }
        if (found < 0 || found > at + kMostBetween)
            return pieces(id); // The model writes its tokens in another way.
        written.emplace_back(node, whole.mid(at, found + token.size() - at));
        at = found + token.size();
    }
    return written;
}

bool DecodingSteps::startsWord(int32_t id) const
{
    const auto way = path(id);
    return m_writing == Writing::Words
        || (m_writing == Writing::Pieces && !way.empty()
            && startsWithBlank(withBlanks(m_marks, node(way.front()).text)));
}

QString DecodingSteps::text(int32_t id) const
{
    QString text;
    for (const auto& [at, piece] : pieces(id))
        text += piece;
    return m_writing == Writing::Words ? text : text.trimmed();
}

DecodingSteps::Writing DecodingSteps::writingOf(core::WordMarks marks,
                                                const std::vector<std::string>& vocabulary)
{
    if (marks != core::WordMarks::None)
        return Writing::Pieces;
    bool characters = !vocabulary.empty();
    for (const std::string& each : vocabulary) {
        const QString token = QString::fromStdString(each);
        if (startsWithBlank(withBlanks(marks, each)))
            return Writing::Pieces;
        const bool isMark = token.startsWith(u'<') && token.endsWith(u'>');
        characters = characters && (isMark || token.toUcs4().size() <= 1);
    }
    return characters ? Writing::Characters : Writing::Words;
}

QString DecodingSteps::tokenText(int32_t token) const
{
    const auto& vocabulary = m_decoding.vocabulary;
    if (token < 0 || size_t(token) >= vocabulary.size())
        return QStringLiteral("#%1").arg(token);
    return readableToken(vocabulary[size_t(token)]);
}

bool DecodingSteps::isEnd(int32_t id) const
{
    return node(id).parent >= 0 && node(id).token == core::kEndId && !m_endsAreLineEnds;
}

size_t DecodingSteps::placeOf(int32_t id) const
{
    const auto& ranking = m_decoding.trace.ranking;
    return size_t(std::find(ranking.begin(), ranking.end(), id) - ranking.begin());
}

bool DecodingSteps::isCutOff(int32_t id) const
{
    const size_t place = placeOf(id);
    const auto& best = m_decoding.best;
    if (place < best.size())
        return !best[place].ended;
    return place < m_decoding.trace.ranking.size() && !ends(id);
}

QString DecodingSteps::wholeText(int32_t id) const
{
    if (const size_t place = placeOf(id); place < m_decoding.best.size())
        return QString::fromStdString(m_decoding.best[place].text);
    return text(has(id) && isEnd(id) ? node(id).parent : id);
}

int firstDifference(const std::vector<const DecodingSteps*>& searches)
{
    std::vector<std::vector<int32_t>> answers;
    for (const DecodingSteps* search : searches) {
        if (search->empty() || search->decoding().trace.ranking.empty())
            continue;
        answers.push_back(search->tokenIds(search->decoding().trace.ranking.front()));
    }
    size_t first = SIZE_MAX;
    for (size_t i = 1; i < answers.size(); ++i) {
        const auto [a, b] = std::mismatch(answers[0].begin(), answers[0].end(), answers[i].begin(),
                                          answers[i].end());
        if (a != answers[0].end() || b != answers[i].end())
            first = std::min(first, size_t(a - answers[0].begin()));
    }
    return first == SIZE_MAX ? -1 : int(first);
}

} // namespace ui
