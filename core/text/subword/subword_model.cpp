#include "core/text/subword/subword_model.h"

#include "core/text/subword/helper_process.h"
#include "core/text/subword/subword_protocol.h"

#include <optional>

namespace core {

namespace {

using subword::Reader;
using subword::Request;
using subword::Status;

std::string framed(std::string_view message)
{
    if (message.size() > subword::kLargestFrame)
        throw Error(ErrorCode::BadData,
                    {"A text is longer than the SentencePiece tokenisers can take.", {}},
                    {"Split it, or choose another tokeniser.", {}});
    std::string frame;
    frame.reserve(message.size() + sizeof(uint32_t));
    subword::appendText(frame, message);
    return frame;
}

Error helperFailed(const std::string& why, const HelperProcess& helper)
{
    return {ErrorCode::Helper,
            {"The SentencePiece helper failed: %1", {shown(why, 300)}},
            {"Try again; if it happens again, choose another tokeniser.", {}},
            helper.lastLog()};
}

std::string textsMessage(Request kind, std::span<const std::string> texts)
{
    std::string message(1, static_cast<char>(kind));
    for (const std::string& text : texts)
        subword::appendText(message, text);
    return message;
}

std::chrono::milliseconds standardPatience(size_t bytes)
{
    return std::chrono::seconds(subword::secondsFor(bytes));
}

/// Reads the parts of an answer; a malformed one is the helper's failure.
template <class Function> auto understood(Function&& read)
{
    try {
        return read();
    } catch (const std::runtime_error& error) {
        if (dynamic_cast<const Error*>(&error) != nullptr)
            throw;
        throw Error(ErrorCode::Helper, {"The SentencePiece helper sent an invalid answer.", {}},
                    {"Try again; if it happens again, choose another tokeniser.", {}},
                    error.what());
    }
}

void checkCount(size_t found, size_t expected)
{
    if (found != expected)
        throw std::runtime_error("an answer has " + std::to_string(found) + " parts instead of "
                                 + std::to_string(expected));
}

} // namespace

SubwordModel::SubwordModel(SubwordKind kind, std::string bytes, Patience patience)
    : m_kind(kind)
    , m_bytes(std::move(bytes))
    , m_patience(patience ? std::move(patience) : standardPatience)
{
}

SubwordModel::~SubwordModel() = default;

std::optional<std::string> SubwordModel::ask(HelperProcess& helper, const std::string& message,
                                             const Monitor& monitor) const
{
    helper.expectWithin(m_patience(message.size()));
    const bool sent = helper.send(framed(message), monitor);
    const std::optional<std::string> answer = sent ? helper.receive(monitor) : std::nullopt;
    if (!answer || answer->empty())
        return std::nullopt;
    if (static_cast<Status>((*answer)[0]) != Status::Done)
        throw helperFailed(answer->substr(1), helper);
    return answer->substr(1);
}

void SubwordModel::start(const Monitor& monitor)
{
    if (m_helper)
        return;
    if (m_bytes.size() > subword::kLargestModel)
        throw Error(
            ErrorCode::Helper,
            {"The SentencePiece model has %1 MB; the limit is %2 MB.",
             {std::to_string(m_bytes.size() >> 20), std::to_string(subword::kLargestModel >> 20)}},
            {"Train a tokeniser with a smaller vocabulary.", {}});
    const std::vector<std::string> words
        = {"serve", m_kind == SubwordKind::Bpe ? "bpe" : "unigram"};
    auto helper = std::make_unique<HelperProcess>(subwordHelper(), words);
    const auto answer = ask(*helper, m_bytes, monitor);
    if (!answer)
        throw helperFailed("it ended while it read the model.", *helper);
    m_pieces = understood([&] { return Reader(*answer).number(); });
    m_helper = std::move(helper);
}

std::string SubwordModel::request(const std::string& message, const Monitor& monitor)
{
    const std::lock_guard lock(m_mutex);
    try {
        const bool wasRunning = m_helper != nullptr;
        start(monitor);
        if (auto answer = ask(*m_helper, message, monitor))
            return *answer;
        // It may have been killed long ago, when memory was short: try once more.
        if (wasRunning) {
            m_helper.reset();
            start(monitor);
            if (auto answer = ask(*m_helper, message, monitor))
                return *answer;
        }
        throw helperFailed("it ended unexpectedly.", *m_helper);
    } catch (...) {
        // Half a conversation cannot be taken up again.
        m_helper.reset();
        throw;
    }
}

std::vector<std::string> SubwordModel::vocabulary()
{
    const std::string answer = request(std::string(1, static_cast<char>(Request::Vocabulary)), {});
    return understood([&] {
        std::vector<std::string> all;
        for (Reader reader(answer); !reader.atEnd();)
            all.emplace_back(reader.text());
        checkCount(all.size(), m_pieces);
        return all;
    });
}

std::vector<std::vector<int32_t>> SubwordModel::encode(std::span<const std::string> texts,
                                                       const Monitor& monitor)
{
    const std::string answer = request(textsMessage(Request::Encode, texts), monitor);
    return understood([&] {
        std::vector<std::vector<int32_t>> all;
        all.reserve(texts.size());
        for (Reader reader(answer); !reader.atEnd();) {
            std::vector<int32_t> ids(reader.count(sizeof(uint32_t)));
            for (int32_t& id : ids) {
                const uint32_t number = reader.number();
                if (number >= m_pieces)
                    throw std::runtime_error("there is no piece " + std::to_string(number));
                id = static_cast<int32_t>(number);
            }
            all.push_back(std::move(ids));
        }
        checkCount(all.size(), texts.size());
        return all;
    });
}

std::vector<std::vector<std::string>> SubwordModel::pieces(std::span<const std::string> texts,
                                                           const Monitor& monitor)
{
    const std::string answer = request(textsMessage(Request::Pieces, texts), monitor);
    return understood([&] {
        std::vector<std::vector<std::string>> all;
        for (Reader reader(answer); !reader.atEnd();) {
            std::vector<std::string> pieces(reader.count(sizeof(uint32_t)));
            for (std::string& piece : pieces)
                piece = reader.text();
            all.push_back(std::move(pieces));
        }
        checkCount(all.size(), texts.size());
        return all;
    });
}

std::string SubwordModel::decode(std::span<const int32_t> ids)
{
    std::string message(1, static_cast<char>(Request::Decode));
    for (const int32_t id : ids)
        subword::appendNumber(message, static_cast<uint32_t>(id));
    return request(message, {});
}

int64_t SubwordModel::helperProcessId()
{
    const std::lock_guard lock(m_mutex);
    return m_helper ? m_helper->processId() : 0;
}

} // namespace core
