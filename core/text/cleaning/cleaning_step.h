#pragma once

#include "core/base/python_piece.h"
#include "core/base/registry.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// One cleaning step: changes a text (valid UTF-8) in place. Keeps no state, so that several
/// threads may call it at once.
using CleaningStep = std::function<void(std::string& text)>;
using CleaningRegistry = Registry<CleaningStep>;

/// All cleaning steps in the order in which users see them.
const CleaningRegistry& cleaningRegistry();
std::vector<KindDescription> cleaningKinds(); ///< Family "cleaning".

/// The entry of a step; its Python stands in resources/python/cleaning.
template <class Options>
CleaningRegistry::Entry cleaningEntry(KindDescription description, const Schema<Options>& schema,
                                      std::function<CleaningStep(const Options&)> make)
{
    const std::string piece = "cleaning/" + description.id;
    return CleaningRegistry::entry<Options>(std::move(description), schema, std::move(make),
                                            [piece] { return pythonPiece(piece); });
}

/// The chosen steps, run from first to last.
class CleaningChain {
public:
    /// @pre the options of `steps` are complete. @throws Error{BadSetting} for an unknown step.
    explicit CleaningChain(const std::vector<Selection>& steps);

    /// Puts the cleaned `raw` into `cleaned`, whose memory is reused. Malformed UTF-8 becomes
    /// U+FFFD first, so that no step and no reader of a token meets it.
    void apply(std::string_view raw, std::string& cleaned) const;

private:
    std::vector<CleaningStep> m_steps;
};

} // namespace core
