#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

/// Python's pickles, as far as dictionaries of PyTorch's tensors need them. A pickle is a program;
/// this reader runs none of it: it builds plain values, and refuses every function and class but
/// those that describe a tensor.
namespace core::pickle {

struct Value {
    enum class Kind {
        None,
        Boolean,
        Integer,
        Real, ///< Its number is not kept.
        Text,
        Tuple,
        List,
        Dictionary,
        Global, ///< One of the functions and classes that are allowed.
        Storage, ///< `text` names it, `number` is its count of elements.
        Tensor
    };

    Kind kind = Kind::None;
    int64_t number = 0; ///< A boolean or an integer; the offset of a tensor's first element.
    std::string text; ///< A text; of a global "torch FloatStorage".
    /// Members; of a dictionary a key and a value in turn; of a storage its type; of a tensor its
    /// storage, the tuple of its sizes and that of its strides.
    std::vector<const Value*> items;

    bool is(Kind wanted) const { return kind == wanted; }
};

/// A pickle that was read. Values may contain themselves.
struct Reading {
    std::deque<Value> values; ///< All of them; the others point into these.
    const Value* root = nullptr;
    size_t bytes = 0; ///< Read, from the beginning to the end mark.
};

/// @param name  of the file, for sentences.
/// @throws Error{FileMalformed} for a damaged pickle and for everything that is not allowed, which
/// is named.
Reading read(std::string_view bytes, const std::string& name);

} // namespace core::pickle
