#include "core/text/spm_helper/confinement.h"
#include "core/text/spm_helper/stream.h"
#include "core/text/subword/subword_protocol.h"

#include <sentencepiece_processor.h>

#include <new>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace spm {

namespace {

using core::subword::appendNumber;
using core::subword::appendText;
using core::subword::Reader;
using core::subword::Request;
using core::subword::Status;
using Processor = sentencepiece::SentencePieceProcessor;

void check(const sentencepiece::util::Status& status)
{
    if (!status.ok())
        throw std::runtime_error(status.ToString());
}

/// Encodes texts; with BPE word by word, remembering words, which is several times quicker.
///
/// That is exact for BPE: pieces never reach over white space (trained so), and merges within a
/// word do not see the others. Unigram may choose otherwise between divisions of equal score,
/// because sums over a whole text are rounded otherwise; there texts stay whole.
class Encoder {
public:
    Encoder(const Processor& model, bool byWords) : m_model(model), m_byWords(byWords) { }

    void encode(std::string_view text, std::vector<int>& ids)
    {
        if (!m_byWords) {
            check(m_model.Encode({text.data(), text.size()}, &ids));
            return;
        }
        ids.clear();
        for (size_t start = 0; start < text.size();) {
            const size_t end = wordEnd(text, start);
            const std::vector<int>& word = encodedWord(text.substr(start, end - start));
            ids.insert(ids.end(), word.begin(), word.end());
            start = end;
        }
    }

private:
    static constexpr size_t kWordsKept = 1U << 18;
    static constexpr size_t kLongestKept = 64;

    /// Behind the spaces that follow the word at `start`. Characters beyond ASCII may be normalised
    /// together with a space before it, so no word begins there.
    static size_t wordEnd(std::string_view text, size_t start)
    {
        size_t end = start;
        do {
            end = text.find(' ', end);
            if (end == std::string_view::npos)
                return text.size();
            end = text.find_first_not_of(' ', end);
            if (end == std::string_view::npos)
                return text.size();
        } while (static_cast<unsigned char>(text[end]) >= 0x80);
        return end;
    }

    const std::vector<int>& encodedWord(std::string_view word)
    {
        m_key.assign(word);
        if (const auto known = m_words.find(m_key); known != m_words.end())
            return known->second;
        check(m_model.Encode({word.data(), word.size()}, &m_word));
        if (m_words.size() < kWordsKept && word.size() <= kLongestKept)
            m_words.emplace(m_key, m_word);
        return m_word;
    }

    const Processor& m_model;
    bool m_byWords;
    std::unordered_map<std::string, std::vector<int>> m_words;
    std::string m_key;
    std::vector<int> m_word;
};

std::string encode(Encoder& encoder, Reader texts)
{
    std::string answer;
    std::vector<int> ids;
    while (!texts.atEnd()) {
        encoder.encode(texts.text(), ids);
        appendNumber(answer, static_cast<uint32_t>(ids.size()));
        for (const int id : ids)
            appendNumber(answer, static_cast<uint32_t>(id));
    }
    return answer;
}

std::string pieces(const Processor& model, Reader texts)
{
    std::string answer;
    std::vector<std::string> found;
    while (!texts.atEnd()) {
        const std::string_view text = texts.text();
        check(model.Encode({text.data(), text.size()}, &found));
        appendNumber(answer, static_cast<uint32_t>(found.size()));
        for (const std::string& piece : found)
            appendText(answer, piece);
    }
    return answer;
}

std::string decode(const Processor& model, Reader ids)
{
    std::vector<int> all;
    while (!ids.atEnd()) {
        all.push_back(static_cast<int>(ids.number()));
        // The library looks an id up without a check.
        if (all.back() < 0 || all.back() >= model.GetPieceSize())
            throw std::runtime_error("there is no piece with the id " + std::to_string(all.back()));
    }
    std::string text;
    check(model.Decode(all, &text));
    return text;
}

std::string vocabulary(const Processor& model)
{
    std::string answer;
    for (int id = 0; id < model.GetPieceSize(); ++id)
        appendText(answer, model.IdToPiece(id));
    return answer;
}

std::string answerTo(const Processor& model, Encoder& encoder, std::string_view message)
{
    Reader reader(message);
    switch (static_cast<Request>(reader.character())) {
    case Request::Encode:
        return encode(encoder, reader);
    case Request::Pieces:
        return pieces(model, reader);
    case Request::Decode:
        return decode(model, reader);
    case Request::Vocabulary:
        return vocabulary(model);
    }
    throw std::runtime_error("the request is not known");
}

} // namespace

/// The answer, or why there is none.
void writeAnswer(Processor& model, Encoder& encoder, const std::string& message)
{
    try {
        writeFrame(static_cast<char>(Status::Done), answerTo(model, encoder, message));
    } catch (const std::bad_alloc&) {
        writeFrame(static_cast<char>(Status::Failed), kOutOfMemory);
    } catch (const std::exception& error) {
        writeFrame(static_cast<char>(Status::Failed), error.what());
    }
}

void serve(std::string_view modelType)
{
    const auto bytes = readFrame(core::subword::kLargestModel, allowFor);
    if (!bytes)
        throw std::runtime_error("there is no model");
    Processor model;
    check(model.LoadFromSerializedProto(*bytes));
    Encoder encoder(model, modelType == "bpe");
    std::string pieceCount;
    appendNumber(pieceCount, static_cast<uint32_t>(model.GetPieceSize()));
    writeFrame(static_cast<char>(Status::Done), pieceCount);
    while (const auto message = readFrame(core::subword::kLargestFrame, allowFor))
        writeAnswer(model, encoder, *message);
}

} // namespace spm
