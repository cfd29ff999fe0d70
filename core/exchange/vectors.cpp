#include "core/exchange/vectors.h"

#include "core/base/error.h"
#include "core/exchange/fasttext_file.h"
#include "core/exchange/vector_reader.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace core {

namespace {

constexpr int64_t kWordsBetweenReports = 4096;

Message vectorsAdvice()
{
    return {
        "Choose a file of word2vec, GloVe or fastText: a text with one word and its numbers per "
        "line (or its .gz), or a binary file. Unpack a .zip first.",
        {}};
}

std::unique_ptr<VectorReader> openOfDimension(const std::filesystem::path& path, int64_t dimension)
{
    auto reader = openVectors(path);
    checkDimension(path, reader->dimension(), dimension);
    return reader;
}

/// Calls `take` for each word, which returns whether the word has a vector.
/// @return the words and the lines that are none.
template <class Take>
std::pair<int64_t, int64_t> readThrough(VectorReader& reader, const std::filesystem::path& path,
                                        const Monitor& monitor, const Take& take)
{
    using Next = VectorReader::Next;
    int64_t words = 0, broken = 0, steps = 0;
    for (Next next = reader.next(); next != Next::End; next = reader.next()) {
        const bool isWord = next == Next::Word && take();
        words += isWord ? 1 : 0;
        broken += isWord || next == Next::Blank ? 0 : 1;
        if (++steps % kWordsBetweenReports == 0) {
            monitor.throwIfStopped();
            monitor.report(
                {{"Reading word vectors from %1", {path.filename().string()}}, reader.fraction()});
        }
    }
    monitor.throwIfStopped();
    reader.finish();
    if (words == 0)
        throwNoVectors(path);
    return {words, broken};
}

/// Room for one more row, or rather for all that will come, so that the matrix is hardly ever
/// copied: memory that is not written to is not taken.
void makeRoom(WordVectors& vectors, double fractionRead)
{
    const size_t used = vectors.values.size();
    if (vectors.values.capacity() - used >= static_cast<size_t>(vectors.dimension))
        return;
    constexpr size_t kFirst = size_t{1} << 20, kMostGrowth = 16;
    constexpr double kSlack = 1.1;
    const double all = fractionRead > 0.0 ? static_cast<double>(used) / fractionRead * kSlack : 0.0;
    vectors.values.reserve(std::clamp(static_cast<size_t>(all), used + used / 2 + kFirst,
                                      kMostGrowth * (used + kFirst)));
}

bool isFastText(VectorBytes& bytes)
{
    return FastTextFile::beginsSo(bytes.ahead(sizeof kFastTextMagic));
}

/// @param bytes  not passed yet.
std::unique_ptr<VectorReader> openVectors(std::unique_ptr<VectorBytes> bytes)
{
    if (isFastText(*bytes) && !bytes->isPlain())
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is a compressed fastText model.", {bytes->path().string()}},
                    {"Unpack it, and choose the .bin file.", {}});
    if (isFastText(*bytes))
        return openFastTextVectors(bytes->path());
    return isWord2vecBinary(*bytes) ? openWord2vecBinary(std::move(bytes))
                                    : openTextVectors(std::move(bytes));
}

} // namespace

void throwNoVectors(const std::filesystem::path& path)
{
    throw Error(ErrorCode::FileMalformed, {"%1 holds no word vectors.", {path.string()}},
                vectorsAdvice());
}

void throwNoVectors(const std::filesystem::path& path, size_t line, const std::string& text)
{
    throw Error(ErrorCode::FileMalformed,
                {"%1 holds no word vectors: its line %2 is no word with its numbers, but \"%3\".",
                 {path.string(), std::to_string(line), shown(text)}},
                vectorsAdvice());
}

void checkDimension(const std::filesystem::path& from, int64_t found, int64_t wanted)
{
    if (found == wanted)
        return;
    const std::string have = std::to_string(found), asked = std::to_string(wanted);
    throw Error(ErrorCode::BadSetting,
                {"The vectors in %1 have %2 dimensions, but the embedding has %3.",
                 {from.string(), have, asked}},
                {"Set the embedding's dimension to %1, or choose a file of %2-dimensional "
                 "vectors.",
                 {have, asked}});
}

std::unique_ptr<VectorReader> openVectors(const std::filesystem::path& path)
{
    return openVectors(std::make_unique<VectorBytes>(path));
}

std::optional<int64_t> vectorDimension(const std::filesystem::path& path)
{
    bool isText = true;
    try {
        auto bytes = std::make_unique<VectorBytes>(path);
        isText = !isFastText(*bytes) && !isWord2vecBinary(*bytes);
        const auto reader = openVectors(std::move(bytes));
        return reader->isCertain() ? std::optional(reader->dimension()) : std::nullopt;
    } catch (const Error&) {
        if (!isText)
            throw;
        return std::nullopt;
    }
}

VectorTable loadVectors(const std::filesystem::path& path, const std::vector<std::string>& words,
                        int64_t dimension, const Monitor& monitor, size_t special)
{
    const auto reader = openOfDimension(path, dimension);
    VectorTable table;
    table.dimension = dimension;
    table.values.resize(words.size() * static_cast<size_t>(dimension));
    table.covered.resize(words.size());
    std::unordered_map<std::string_view, size_t> rows;
    rows.reserve(words.size());
    for (size_t i = 0; i < words.size(); ++i)
        rows.emplace(words[i], i);

    // Fills a row; false, with the row zero again, when there is no vector for it.
    const auto fill = [&](size_t index, const auto& vector) {
        float* const row = &table.values[index * static_cast<size_t>(dimension)];
        table.covered[index] = vector(row);
        if (!table.covered[index])
            std::fill_n(row, dimension, 0.0F);
        return bool(table.covered[index]);
    };
    const auto counts = readThrough(*reader, path, monitor, [&] {
        const auto row = rows.find(reader->word());
        if (row == rows.end() || table.covered[row->second])
            return true;
        const bool isRead = fill(row->second, [&](float* to) { return reader->readVector(to); });
        table.coveredCount += isRead ? 1 : 0;
        return isRead;
    });
    table.fileWords = counts.first;
    table.skippedLines = counts.second;
    for (size_t i = special; i < words.size(); ++i) {
        if (table.covered[i] || words[i].empty())
            continue;
        const auto compose = [&](float* to) { return reader->composeVector(words[i], to); };
        table.composedCount += fill(i, compose) ? 1 : 0;
    }
    reader->finish();
    return table;
}

std::vector<std::string> vectorWords(const std::filesystem::path& path, int64_t dimension,
                                     size_t most, const Monitor& monitor)
{
    const auto reader = openOfDimension(path, dimension);
    std::vector<std::string> words;
    readThrough(*reader, path, monitor, [&] {
        if (words.size() < most)
            words.emplace_back(reader->word());
        return true;
    });
    return words;
}

WordVectors readVectors(const std::filesystem::path& path, const Monitor& monitor)
{
    const auto reader = openVectors(path);
    WordVectors vectors;
    vectors.dimension = reader->dimension();
    const auto dimension = static_cast<size_t>(vectors.dimension);
    readThrough(*reader, path, monitor, [&] {
        makeRoom(vectors, reader->fraction());
        const size_t begin = vectors.values.size();
        vectors.values.resize(begin + dimension);
        if (!reader->readVector(&vectors.values[begin])) {
            vectors.values.resize(begin);
            return false;
        }
        vectors.words.emplace_back(reader->word());
        return true;
    });
    return vectors;
}

} // namespace core
