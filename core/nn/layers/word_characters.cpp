#include "core/nn/layers/word_characters.h"

namespace core {

// Each in a file of its own.
CharacterRegistry::Entry characterCnn();
CharacterRegistry::Entry characterLstm();

namespace {

CharacterRegistry::Entry noCharacters()
{
    return CharacterRegistry::entry<NoOptions>(
        {.id = "none",
         .title = "None",
         .summary = "A word is represented by its row of the embedding alone: all unknown words "
                    "have the same vector."},
        Schema<NoOptions>(), [](const NoOptions&, const CharacterContext&) {
            return std::shared_ptr<CharacterEncoder>();
        });
}

} // namespace

const CharacterRegistry& characterRegistry()
{
    static const CharacterRegistry registry("character encoder",
                                            {noCharacters(), characterCnn(), characterLstm()});
    return registry;
}

} // namespace core
