#pragma once

#include "core/metric/tagging.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// How tags mark spans of tokens.
enum class TagScheme {
    None, ///< They mark none: parts of speech.
    Iob1, ///< I- inside; B- only where a span follows one of its type (Ramshaw and Marcus, 1995).
    Bio, ///< B- at the beginning of each span, I- inside ("IOB2").
    Bioes ///< B- begins, I- inside, E- ends, S- is a span of one token.
};

/// As people call it: "IOB1"; empty for None.
std::string_view tagSchemeName(TagScheme scheme);

/// "B-PER" is 'B' and "PER", "O" is 'O' and nothing.
struct TagParts {
    char mark = 'O'; ///< One of O, B, I, E, S.
    std::string_view type;
};
/// Nothing for a tag that marks no span: "NOUN".
std::optional<TagParts> tagParts(std::string_view tag);

/// Looks at sentences to tell how their tags mark spans.
class TagSchemeEvidence {
public:
    void add(const std::vector<std::string_view>& tags);
    /// None where a tag is of no scheme, or where all are "O". A span that begins with I- speaks
    /// for IOB1, one that begins with B- without need for BIO; what there is more of decides.
    TagScheme verdict() const;

private:
    bool m_other = false; ///< A tag that is of no scheme.
    bool m_ends = false; ///< E- or S-.
    int64_t m_inside = 0, m_begin = 0; ///< Spans that begin with I-, and with B- without need.
};

/// The scheme that a list of different tags can be of: None, Bio (of IOB1 as well) or Bioes.
TagScheme tagSchemeOf(const std::vector<std::string>& tags);

/// The spans that tags mark, by the rules of conlleval (Tjong Kim Sang and Buchholz, 2000), with S-
/// beside them: B- and S- begin a span, and so does any other mark after "O", after an end, or
/// where the type changes. No sequence is wrong: "O I-PER" is a span. Tags of no scheme mark none.
std::vector<TagSpan> tagSpans(const std::vector<std::string_view>& tags);

/// The tags of `length` tokens that mark `spans`. @pre spans in order that do not overlap;
/// `scheme` is not None.
std::vector<std::string> tagsOfSpans(const std::vector<TagSpan>& spans, size_t length,
                                     TagScheme scheme);

/// Whether `scheme` lets `to` follow `from`. No tag: before the first and after the last token.
bool isLegalMove(TagScheme scheme, std::optional<std::string_view> from,
                 std::optional<std::string_view> to);

/// Which moves between `tags` are legal.
struct LegalTagMoves {
    std::vector<bool> legal; ///< [tags * tags], from row to column.
    std::vector<bool> start, end; ///< [tags]
};
LegalTagMoves legalTagMoves(const std::vector<std::string>& tags, TagScheme scheme);

} // namespace core
