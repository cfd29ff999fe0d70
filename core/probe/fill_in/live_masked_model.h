#pragma once

#include "core/probe/fill_in/live_token_predictor.h"
#include "core/task/masked_language_model/masked_parts.h"
#include "core/task/masked_language_model/masked_places.h"

#include <string>
#include <vector>

namespace core {

/// A masked language model that can be inspected.
class LiveMaskedModel : public LiveTokenPredictor {
public:
    using Parts = MaskedParts;
    LiveMaskedModel(const MaskedParts& parts, NetworkMoment moment)
        : LiveTokenPredictor(parts, std::move(moment)), m_parts(parts)
    {
    }

    /// @throws Error{BadSetting} for a word beyond the text, Error{Cancelled}.
    FillIn fillIn(const AskFillIn& question, const Monitor& monitor) const;

private:
    std::vector<MaskedPlace> placesOf(const AskFillIn& question, const FillIn& filled,
                                      std::span<const int32_t> ids) const;

    MaskedParts m_parts;
};

} // namespace core
