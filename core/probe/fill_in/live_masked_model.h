#pragma once

#include "core/probe/fill_in/fill_in_question.h"
#include "core/probe/texts/live_text_model.h"
#include "core/task/masked_language_model/masked_parts.h"
#include "core/task/masked_language_model/masked_places.h"

#include <string>
#include <vector>

namespace core {

/// A masked language model that can be inspected.
class LiveMaskedModel : public LiveTextModel {
public:
    using Parts = MaskedParts;
    LiveMaskedModel(const MaskedParts& parts, NetworkMoment moment)
        : LiveTextModel(parts, std::move(moment)), m_parts(parts)
    {
    }

    /// @throws Error{BadSetting} for a word beyond the text, Error{Cancelled}.
    FillIn fillIn(const AskFillIn& question, const Monitor& monitor) const;

    /// The likeliest token at each place of the text as it is, without masks.
    TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const override;
    /// That of the tokens themselves, without masks.
    Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
              LossOf of) const override;
    std::string outputName(int64_t output) const override
    {
        return m_parts.pipeline->token(output);
    }
    Example example(const CorpusPart& rows, size_t row) const override
    {
        return {.text = std::string(rows.texts()[row]), .division = Division::OfData};
    }

protected:
    void interpret(const torch::Tensor&, Inspection&) const override { } ///< AskFillIn has it.

private:
    std::vector<MaskedPlace> placesOf(const AskFillIn& question, const FillIn& filled,
                                      std::span<const int32_t> ids) const;

    MaskedParts m_parts;
};

} // namespace core
