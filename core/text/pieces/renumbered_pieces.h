#pragma once

#include "core/text/pieces/piece_model.h"

#include <cstdint>
#include <vector>

namespace core {

/// A published model with the ids that a run's vocabulary has.
struct RenumberedPieces {
    PieceModel model; ///< Its pieces are the tokens of a Vocabulary.
    /// For each id of `model`, the id in the published files: the row of the network's tables.
    /// PieceModel::kNone for a special token that the files do not have.
    std::vector<int32_t> rows;
};

/// Puts <pad>, <unk>, <bos> and <eos> first. They replace [PAD], the piece for unknown words, [CLS]
/// and [SEP]; with GPT-2, <|endoftext|> is both <bos> and <eos>. The other pieces keep their order,
/// among them [MASK].
RenumberedPieces renumbered(const PieceModel& published);

} // namespace core
