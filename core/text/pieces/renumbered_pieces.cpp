#include "core/text/pieces/renumbered_pieces.h"

#include "core/text/tokens/vocabulary.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

/// The first of the `names` that is a piece; PieceModel::kNone when none is.
int32_t firstOf(const PieceModel& model, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        const auto found = std::find(model.pieces.begin(), model.pieces.end(), name);
        if (found != model.pieces.end())
            return static_cast<int32_t>(found - model.pieces.begin());
    }
    return PieceModel::kNone;
}

/// The published ids of <pad>, <unk>, <bos> and <eos>.
std::array<int32_t, kSpecialTokens> specialRows(const PieceModel& model)
{
    const bool isByteBpe = model.kind == PieceKind::ByteBpe;
    std::array<int32_t, kSpecialTokens> rows{};
    rows[kPadId] = firstOf(model, {"[PAD]", "<pad>"});
    rows[kUnknownId] = isByteBpe ? firstOf(model, {"<unk>"}) : model.unknown;
    rows[kBeginId] = firstOf(model, {"[CLS]", "<bos>", "<|endoftext|>"});
    rows[kEndId] = firstOf(model, {"[SEP]", "<eos>", "<|endoftext|>"});
    return rows;
}

} // namespace

RenumberedPieces renumbered(const PieceModel& published)
{
    const auto special = specialRows(published);
    RenumberedPieces result{published, {special.begin(), special.end()}};
    std::vector<int32_t> newIds(published.pieces.size(), PieceModel::kNone);
    for (size_t id = special.size(); id-- > 0;)
        if (special[id] != PieceModel::kNone)
            newIds[static_cast<size_t>(special[id])] = static_cast<int32_t>(id);
    PieceModel& model = result.model;
    model.pieces = Vocabulary().tokens();
    for (size_t row = 0; row < published.pieces.size(); ++row) {
        if (newIds[row] != PieceModel::kNone)
            continue;
        newIds[row] = static_cast<int32_t>(model.pieces.size());
        model.pieces.push_back(published.pieces[row]);
        result.rows.push_back(static_cast<int32_t>(row));
    }
    const auto newId = [&](int32_t row) { return newIds[static_cast<size_t>(row)]; };
    for (auto& [left, right] : model.merges) {
        left = newId(left);
        right = newId(right);
    }
    if (model.unknown != PieceModel::kNone)
        model.unknown = newId(model.unknown);
    model.special.clear();
    for (size_t id = 0; id < special.size(); ++id)
        model.special.push_back({model.pieces[id], static_cast<int32_t>(id)});
    for (const SpecialPiece& each : published.special)
        if (newId(each.id) >= kSpecialTokens)
            model.special.push_back({each.text, newId(each.id)});
    return result;
}

} // namespace core
