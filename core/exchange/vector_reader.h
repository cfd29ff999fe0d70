#pragma once

#include "core/exchange/vector_bytes.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace core {

/// In bytes, in binary forms; the n-grams of longer words would fill the memory.
inline constexpr size_t kLongestWord = 4096;

/// The words of a file of vectors, one after the other, with their vectors on demand.
class VectorReader {
public:
    enum class Next {
        Word,
        Blank, ///< A line without anything on it.
        Broken, ///< A line that is no word with a vector.
        End
    };

    virtual ~VectorReader() = default;

    virtual int64_t dimension() const = 0;
    /// Whether the file could hardly be anything but vectors, by its first bytes.
    virtual bool isCertain() const = 0;
    /// @throws Error{FileMalformed}.
    virtual Next next() = 0;
    /// The word that next() came to; valid until the next call. It may be invalid UTF-8.
    virtual std::string_view word() const = 0;
    /// Writes that word's vector to `row`; false when a number is missing or not finite.
    virtual bool readVector(float* row) const = 0;
    /// Writes the vector of a word that the file does not have, made from its n-grams; false when
    /// the file has no n-grams or the word is too short for one.
    virtual bool composeVector(std::string_view /*word*/, float* /*row*/) const { return false; }
    /// Read so far, 0 to 1.
    virtual double fraction() const = 0;
    /// After the last use of what was read. @throws Error{FileMissing} when the file lost bytes.
    virtual void finish() const { }
};

/// Opens a file of vectors in any of the forms that vectors.h names, recognised by its content.
/// @throws Error{FileMissing, FileMalformed}.
std::unique_ptr<VectorReader> openVectors(const std::filesystem::path& path);

/// The forms. @param bytes  not read from yet.
std::unique_ptr<VectorReader> openTextVectors(std::unique_ptr<VectorBytes> bytes);
std::unique_ptr<VectorReader> openWord2vecBinary(std::unique_ptr<VectorBytes> bytes);
std::unique_ptr<VectorReader> openFastTextVectors(const std::filesystem::path& path);

/// Whether the bytes begin as word2vec's binary form does.
bool isWord2vecBinary(VectorBytes& bytes);

[[noreturn]] void throwNoVectors(const std::filesystem::path& path);
/// @param line  number, from 1, of one that is no word with its numbers. @param text  its
/// beginning.
[[noreturn]] void throwNoVectors(const std::filesystem::path& path, size_t line,
                                 const std::string& text);

} // namespace core
