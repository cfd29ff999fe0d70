#include "core/text/spm_helper/commands.h"
#include "core/text/spm_helper/stream.h"
#include "core/text/subword/subword_protocol.h"

#include <sentencepiece_processor.h>

#include <stdexcept>
#include <string>
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

std::string encode(const Processor& model, Reader texts)
{
    std::string answer;
    std::vector<int> ids;
    while (!texts.atEnd()) {
        const std::string_view text = texts.text();
        check(model.Encode({text.data(), text.size()}, &ids));
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

std::string answerTo(const Processor& model, std::string_view message)
{
    Reader reader(message);
    switch (static_cast<Request>(reader.character())) {
    case Request::Encode:
        return encode(model, reader);
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

void serve()
{
    const auto bytes = readFrame();
    if (!bytes)
        throw std::runtime_error("there is no model");
    Processor model;
    check(model.LoadFromSerializedProto(*bytes));
    writeFrame(static_cast<char>(Status::Done), {});
    while (const auto message = readFrame()) {
        try {
            writeFrame(static_cast<char>(Status::Done), answerTo(model, *message));
        } catch (const std::exception& error) {
            writeFrame(static_cast<char>(Status::Failed), error.what());
        }
    }
}

} // namespace spm
