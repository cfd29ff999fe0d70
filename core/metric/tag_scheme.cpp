#include "core/metric/tag_scheme.h"

#include <algorithm>

namespace core {

namespace {

/// As in conlleval: whether a span begins with `tag`, given the one before it.
bool beginsSpan(const TagParts& before, const TagParts& tag)
{
    if (tag.mark == 'O')
        return false;
    if (tag.mark == 'B' || tag.mark == 'S' || before.type != tag.type)
        return true;
    return before.mark == 'O' || before.mark == 'E' || before.mark == 'S';
}

std::vector<TagParts> allParts(const std::vector<std::string_view>& tags)
{
    std::vector<TagParts> all;
    all.reserve(tags.size());
    for (const std::string_view tag : tags)
        all.push_back(tagParts(tag).value_or(TagParts()));
    return all;
}

bool isLegalInBioes(const TagParts& from, const TagParts& to)
{
    const bool open = from.mark == 'B' || from.mark == 'I';
    const bool goesOn = to.mark == 'I' || to.mark == 'E';
    return open ? goesOn && from.type == to.type : !goesOn;
}

} // namespace

std::string_view tagSchemeName(TagScheme scheme)
{
    switch (scheme) {
    case TagScheme::Iob1:
        return "IOB1";
    case TagScheme::Bio:
        return "BIO";
    case TagScheme::Bioes:
        return "BIOES";
    case TagScheme::None:
        break;
    }
    return {};
}

std::optional<TagParts> tagParts(std::string_view tag)
{
    const bool marked = !tag.empty() && std::string_view("OBIES").find(tag[0]) != tag.npos;
    if (!marked || (tag.size() > 1 && (tag[0] == 'O' || tag[1] != '-')))
        return std::nullopt;
    return TagParts{tag[0], tag.substr(std::min<size_t>(2, tag.size()))};
}

void TagSchemeEvidence::add(const std::vector<std::string_view>& tags)
{
    m_other |= std::any_of(tags.begin(), tags.end(),
                           [](std::string_view tag) { return !tagParts(tag); });
    TagParts before;
    for (const TagParts& tag : allParts(tags)) {
        m_ends |= tag.mark == 'E' || tag.mark == 'S';
        const bool apart = before.mark == 'O' || before.type != tag.type;
        m_inside += tag.mark == 'I' && apart ? 1 : 0;
        m_begin += tag.mark == 'B' && apart ? 1 : 0;
        before = tag;
    }
}

TagScheme TagSchemeEvidence::verdict() const
{
    if (m_other || (m_inside == 0 && m_begin == 0 && !m_ends))
        return TagScheme::None;
    if (m_ends)
        return TagScheme::Bioes;
    return m_inside > m_begin ? TagScheme::Iob1 : TagScheme::Bio;
}

TagScheme tagSchemeOf(const std::vector<std::string>& tags)
{
    bool any = false, ends = false;
    for (const std::string& tag : tags) {
        const auto parts = tagParts(tag);
        if (!parts)
            return TagScheme::None;
        any |= parts->mark != 'O';
        ends |= parts->mark == 'E' || parts->mark == 'S';
    }
    return ends ? TagScheme::Bioes : any ? TagScheme::Bio : TagScheme::None;
}

std::vector<TagSpan> tagSpans(const std::vector<std::string_view>& tags)
{
    std::vector<TagSpan> spans;
    TagParts before;
    int64_t position = 0;
    for (const TagParts& tag : allParts(tags)) {
        if (beginsSpan(before, tag))
            spans.push_back({std::string(tag.type), position, position});
        if (tag.mark != 'O')
            spans.back().last = position + 1;
        before = tag;
        ++position;
    }
    return spans;
}

std::vector<std::string> tagsOfSpans(const std::vector<TagSpan>& spans, size_t length,
                                     TagScheme scheme)
{
    std::vector<std::string> tags(length, "O");
    const TagSpan* before = nullptr;
    for (const TagSpan& span : spans) {
        const std::string type = span.type.empty() ? std::string() : "-" + span.type;
        for (auto i = static_cast<size_t>(span.first); i < static_cast<size_t>(span.last); ++i)
            tags[i] = "I" + type;
        const bool touches = before && before->last == span.first && before->type == span.type;
        std::string& first = tags[static_cast<size_t>(span.first)];
        std::string& last = tags[static_cast<size_t>(span.last) - 1];
        if (scheme != TagScheme::Iob1 || touches)
            first[0] = 'B';
        if (scheme == TagScheme::Bioes)
            last[0] = &first == &last ? 'S' : 'E';
        before = &span;
    }
    return tags;
}

bool isLegalMove(TagScheme scheme, std::optional<std::string_view> from,
                 std::optional<std::string_view> to)
{
    const TagParts before = tagParts(from.value_or("O")).value_or(TagParts());
    const TagParts after = tagParts(to.value_or("O")).value_or(TagParts());
    const bool sameSpan = before.mark != 'O' && before.type == after.type;
    switch (scheme) {
    case TagScheme::Bio:
        return after.mark != 'I' || sameSpan;
    case TagScheme::Iob1:
        return after.mark != 'B' || sameSpan;
    case TagScheme::Bioes:
        return isLegalInBioes(before, after);
    case TagScheme::None:
        break;
    }
    return true;
}

LegalTagMoves legalTagMoves(const std::vector<std::string>& tags, TagScheme scheme)
{
    LegalTagMoves moves;
    for (const std::string& from : tags) {
        for (const std::string& to : tags)
            moves.legal.push_back(isLegalMove(scheme, from, to));
        moves.start.push_back(isLegalMove(scheme, std::nullopt, from));
        moves.end.push_back(isLegalMove(scheme, from, std::nullopt));
    }
    return moves;
}

} // namespace core
