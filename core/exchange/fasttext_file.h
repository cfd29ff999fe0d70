#pragma once

#include "core/base/mapped_file.h"
#include "core/exchange/fasttext_model.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

/// The first four bytes of a .bin file of fastText, as an integer.
inline constexpr int32_t kFastTextMagic = 793712314;
inline constexpr int32_t kFastTextVersion = 12;
inline constexpr std::string_view kFastTextLineEnd = "</s>"; ///< Counted as a word.

/// Writes to `target` the mean of rows of a matrix [rows, dimension] of float32, which need not be
/// aligned: the vector of a word. Equal to the bit to fastText's (getWordVector()).
/// @return whether all of its numbers are finite. @pre there is at least one row.
bool meanOfRows(std::string_view matrix, const std::vector<int64_t>& rows, std::span<float> target);

/// A .bin file of fastText whose matrices stay on the disk until their rows are read: with two
/// million buckets they are gigabytes. The dictionary lies in the mapped file, too.
class FastTextFile {
public:
    struct Entry {
        std::string_view text;
        int64_t count = 0;
    };
    struct Matrix {
        int64_t rows = 0;
        std::string_view bytes; ///< [rows * dimension] float32, not aligned.
    };

    /// Whether a file begins as one of fastText does.
    static bool beginsSo(std::string_view head);

    /// Checks everything but the numbers. @throws Error{FileMissing, FileMalformed}.
    explicit FastTextFile(const std::filesystem::path& path);

    const FastTextArguments& arguments() const { return m_arguments; }
    const std::vector<Entry>& words() const { return m_words; }
    const std::vector<Entry>& labels() const { return m_labels; }
    int64_t tokens() const { return m_tokens; }
    const Matrix& input() const { return m_input; }
    const Matrix& output() const { return m_output; }

private:
    FastTextFile(const FileDescriptor& file, const std::filesystem::path& path);

    MappedFile m_file;
    FastTextArguments m_arguments;
    std::vector<Entry> m_words, m_labels;
    int64_t m_tokens = 0;
    Matrix m_input, m_output;
};

} // namespace core
