#pragma once

#include "core/model/transformer_block_options.h"

#include <string>

namespace core {

/// Python source of a function sinusoids(length, size, device), with two empty lines before it.
extern const char* const kPythonSinusoids;

/// A stack of layers in Python.
struct PythonStack {
    std::string classes; ///< What must stand before the class Network; may be empty.
    std::string constructor; ///< Lines of its constructor: self.encoder = ... or self.decoder.
};

/// `layers` as TransformerEncoder or TransformerDecoder are made of, with the same parameter names:
///   self.encoder(x, src_key_padding_mask=...)
///   self.decoder(x, memory, tgt_mask=..., memory_key_padding_mask=...)
PythonStack pythonEncoder(const TransformerOptions& layers);
PythonStack pythonDecoder(const TransformerOptions& layers);

} // namespace core
