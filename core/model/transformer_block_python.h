#pragma once

#include "core/model/transformer_block_options.h"

#include <string>

namespace core {

/// Python source of a function sinusoids(length, size, device), with two empty lines behind it.
extern const char* const kPythonSinusoids;

/// A stack of layers in Python.
struct PythonStack {
    std::string classes; ///< What must stand before the class that has it, with two empty lines
                         ///< behind it; may be empty.
    std::string constructor; ///< Lines of its constructor: self.<name> = ...
};

/// `layers` as TransformerEncoder or TransformerDecoder are made of, with the same parameter names:
///   self.<name>(x, src_key_padding_mask=...)
///   self.<name>(x, memory, tgt_mask=..., memory_key_padding_mask=...)
/// @pre the encoder's tokens see all others, by their vectors alone.
PythonStack pythonEncoder(const TransformerOptions& layers, const std::string& name);
PythonStack pythonDecoder(const TransformerOptions& layers, const std::string& name);

/// `layers` as a TransformerEncoder with Sight::Past or rotary positions is made of, which PyTorch
/// has no layers for that can go on from keys and values:
///   x, keys_values = self.<name>(x, hidden, past)
/// hidden is true where a query [..., length] may not look at a key [..., all]; past is None, or
/// the keys_values of the tokens before.
PythonStack pythonGoingOn(const TransformerOptions& layers, const std::string& name);

} // namespace core
