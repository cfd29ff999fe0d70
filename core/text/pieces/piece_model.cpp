#include "core/text/pieces/piece_model.h"

#include "core/base/error.h"
#include "core/text/pieces/piece_model_parts.h"
#include "core/text/tokens/byte_characters.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>

namespace core {

namespace piece_model {

void refuse(const char* what, std::vector<std::string> values)
{
    throw Error(ErrorCode::FileMalformed, {what, std::move(values)},
                {"Use the file as it was published with the network.", {}});
}

std::string validText(std::string_view text, const std::string& name)
{
    std::string copy(text);
    repairUtf8(copy);
    if (copy != text)
        refuse("%1 is not encoded in UTF-8.", {name});
    return copy;
}

PieceIds::PieceIds(const PieceModel& model, const std::string& name)
{
    for (size_t id = 0; id < model.pieces.size(); ++id) {
        const std::string& piece = model.pieces[id];
        if (piece.empty())
            refuse("%1 has no piece for the id %2.", {name, std::to_string(id)});
        if (!m_ids.emplace(piece, static_cast<int32_t>(id)).second)
            refuse("%1 has the piece \"%2\" twice, the second time with the id %3.",
                   {name, shown(piece), std::to_string(id)});
    }
}

int32_t PieceIds::id(std::string_view piece) const
{
    const auto found = m_ids.find(piece);
    return found == m_ids.end() ? PieceModel::kNone : found->second;
}

void checkPieces(const PieceModel& model, const std::string& name)
{
    const PieceIds ids(model, name);
    if (model.kind == PieceKind::ByteBpe)
        for (size_t byte = 0; byte < 256; ++byte)
            if (ids.id(byteCharacters()[byte]) == PieceModel::kNone)
                refuse("%1 has no piece \"%2\" for the byte %3.",
                       {name, byteCharacters()[byte], std::to_string(byte)});
    if (model.kind == PieceKind::WordPiece && model.unknown == PieceModel::kNone)
        refuse("%1 has no piece for unknown words, such as [UNK].", {name});
}

void addMerge(PieceModel& model, const PieceIds& ids, std::string_view left, std::string_view right,
              const std::string& name, const std::string& place)
{
    const std::string joined = std::string(left) + std::string(right);
    for (const std::string& piece : {std::string(left), std::string(right), joined})
        if (ids.id(piece) == PieceModel::kNone)
            refuse("%1, %2: the vocabulary has no piece \"%3\".", {name, place, shown(piece)});
    model.merges.emplace_back(ids.id(left), ids.id(right));
}

} // namespace piece_model

using namespace piece_model;

namespace {

/// Calls use(line, its number) for each line. An empty last line and returns do not count.
template <typename Use> void forEachLine(std::string_view content, const Use& use)
{
    for (size_t number = 1; !content.empty(); ++number) {
        const size_t end = std::min(content.find('\n'), content.size());
        std::string_view line = content.substr(0, end);
        content.remove_prefix(std::min(end + 1, content.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        use(line, number);
    }
}

void addSpecial(PieceModel& model, const PieceIds& ids, const char* text)
{
    if (const int32_t id = ids.id(text); id != PieceModel::kNone)
        model.special.push_back({text, id});
}

} // namespace

PieceModel wordPiecesFromLines(std::string_view content, const std::string& name)
{
    const std::string valid = validText(content, name);
    PieceModel model;
    forEachLine(valid, [&](std::string_view line, size_t number) {
        if (line.empty())
            refuse("%1, line %2: a piece is missing.", {name, std::to_string(number)});
        if (number > kMostPieces)
            refuse("%1 has more than %2 pieces.", {name, std::to_string(kMostPieces)});
        model.pieces.emplace_back(line);
    });
    const PieceIds ids(model, name);
    model.unknown = ids.id("[UNK]");
    for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"})
        addSpecial(model, ids, special);
    checkPieces(model, name);
    return model;
}

PieceModel bytePiecesFromFiles(std::string_view vocabulary, const std::string& vocabularyName,
                               std::string_view merges, const std::string& mergesName)
{
    PieceModel model;
    model.kind = PieceKind::ByteBpe;
    addVocabulary(model, parsedJson(vocabulary, vocabularyName), 0, vocabularyName);
    checkPieces(model, vocabularyName);
    const PieceIds ids(model, vocabularyName);
    addSpecial(model, ids, "<|endoftext|>");
    const std::string valid = validText(merges, mergesName);
    bool ended = false;
    forEachLine(valid, [&](std::string_view line, size_t number) {
        if (number == 1 && line.starts_with("#version"))
            return;
        const std::string place = "line " + std::to_string(number);
        ended = ended || line.empty();
        const size_t blank = line.find(' ');
        if (ended && line.empty())
            return;
        if (ended || blank == 0 || blank >= line.size() - 1
            || line.find(' ', blank + 1) < line.size())
            refuse("%1, %2: two pieces with a blank between them are expected.",
                   {mergesName, place});
        addMerge(model, ids, line.substr(0, blank), line.substr(blank + 1), mergesName, place);
    });
    return model;
}

} // namespace core
