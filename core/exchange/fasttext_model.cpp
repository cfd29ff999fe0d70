#include "core/exchange/fasttext_model.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/exchange/fasttext_file.h"

#include <array>
#include <cstring>

namespace core {

namespace {

std::vector<FastTextEntry> copied(const std::vector<FastTextFile::Entry>& entries)
{
    std::vector<FastTextEntry> all;
    all.reserve(entries.size());
    for (const FastTextFile::Entry& each : entries)
        all.push_back({std::string(each.text), each.count});
    return all;
}

std::vector<float> copied(const FastTextFile::Matrix& matrix)
{
    std::vector<float> values(matrix.bytes.size() / sizeof(float));
    if (!values.empty())
        std::memcpy(values.data(), matrix.bytes.data(), matrix.bytes.size());
    return values;
}

template <class... Values> void append(std::string& bytes, Values... values)
{
    (bytes.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
}

void appendEntries(std::string& bytes, const std::vector<FastTextEntry>& entries, int8_t type)
{
    for (const FastTextEntry& each : entries) {
        if (each.text.find('\0') != std::string::npos)
            throw Error(ErrorCode::BadData,
                        {"A word holds a byte 0, which files of fastText cannot.", {}},
                        {"Clean the texts, or choose another format.", {}});
        bytes.append(each.text.c_str(), each.text.size() + 1);
        append(bytes, each.count, type);
    }
}

std::string header(const FastTextModel& model)
{
    std::string bytes;
    const FastTextArguments& arguments = model.arguments;
    append(bytes, kFastTextMagic, kFastTextVersion, arguments.dimension, arguments.window,
           arguments.epochs, arguments.minimumCount, arguments.negatives, arguments.wordNgrams,
           arguments.loss, arguments.kind, arguments.buckets, arguments.shortestNgram,
           arguments.longestNgram, arguments.rateUpdates, arguments.sampling);
    const auto words = static_cast<int32_t>(model.words.size());
    const auto labels = static_cast<int32_t>(model.labels.size());
    constexpr int64_t kNotPruned = -1;
    append(bytes, words + labels, words, labels, model.tokens, kNotPruned);
    appendEntries(bytes, model.words, 0);
    appendEntries(bytes, model.labels, 1);
    return bytes;
}

std::string matrixHeader(int64_t rows, const FastTextArguments& arguments)
{
    std::string bytes(1, '\0'); // not quantised
    append(bytes, rows, int64_t{arguments.dimension});
    return bytes;
}

std::string_view matrixBytes(const std::vector<float>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

} // namespace

FastTextModel readFastText(const std::filesystem::path& path)
{
    const FastTextFile file(path);
    FastTextModel model{file.arguments(), copied(file.words()), copied(file.labels()),
                        file.tokens(),    copied(file.input()), copied(file.output())};
    MappedFile::throwIfCut();
    return model;
}

void writeFastText(const std::filesystem::path& path, const FastTextModel& model)
{
    const FastTextArguments& arguments = model.arguments;
    const auto dimension = static_cast<size_t>(arguments.dimension);
    const size_t rows = model.words.size() + static_cast<size_t>(arguments.buckets);
    const size_t outputs
        = arguments.kind == FastTextKind::Supervised ? model.labels.size() : model.words.size();
    if (model.input.size() != rows * dimension || model.output.size() != outputs * dimension)
        throw Error(ErrorCode::Internal,
                    {"The matrices of a fastText model do not fit its words.", {}});
    const std::string begin = header(model) + matrixHeader(static_cast<int64_t>(rows), arguments);
    const std::string middle = matrixHeader(static_cast<int64_t>(outputs), arguments);
    writeFileAtomically(path,
                        std::array{std::string_view(begin), matrixBytes(model.input),
                                   std::string_view(middle), matrixBytes(model.output)});
}

WordVectors wordVectors(const FastTextModel& model)
{
    WordVectors vectors;
    vectors.dimension = model.arguments.dimension;
    const auto dimension = static_cast<size_t>(vectors.dimension);
    vectors.values.resize(model.words.size() * dimension);
    for (size_t i = 0; i < model.words.size(); ++i) {
        const std::string& word = vectors.words.emplace_back(model.words[i].text);
        std::vector<int64_t> rows{static_cast<int64_t>(i)};
        appendNgramRows(word, model.arguments, std::ssize(model.words), rows);
        meanOfRows(matrixBytes(model.input), rows, {&vectors.values[i * dimension], dimension});
    }
    return vectors;
}

uint32_t fastTextHash(std::string_view text)
{
    uint32_t hash = 2166136261U;
    for (const char each : text)
        hash = (hash ^ static_cast<uint32_t>(static_cast<int8_t>(each))) * 16777619U;
    return hash;
}

void appendNgramRows(std::string_view word, const FastTextArguments& arguments, int64_t words,
                     std::vector<int64_t>& rows)
{
    if (word == kFastTextLineEnd || arguments.buckets < 1)
        return;
    const std::string marked = "<" + std::string(word) + ">";
    const auto continues = [&](size_t at) {
        return at < marked.size() && (static_cast<unsigned char>(marked[at]) & 0xC0U) == 0x80U;
    };
    for (size_t begin = 0; begin < marked.size(); ++begin) {
        if (continues(begin))
            continue;
        size_t end = begin;
        for (int32_t length = 1; end < marked.size() && length <= arguments.longestNgram;
             ++length) {
            do
                ++end;
            while (continues(end));
            const bool isMark = length == 1 && (begin == 0 || end == marked.size());
            if (length < arguments.shortestNgram || isMark)
                continue;
            const uint32_t hash = fastTextHash(std::string_view(marked).substr(begin, end - begin));
            rows.push_back(words + hash % static_cast<uint32_t>(arguments.buckets));
        }
    }
}

} // namespace core
