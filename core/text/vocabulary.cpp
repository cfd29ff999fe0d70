#include "core/text/vocabulary.h"

#include "core/base/error.h"
#include "core/text/text_pipeline.h"
#include "core/text/token_hash.h"

#include <algorithm>
#include <array>
#include <bit>

namespace core {

namespace {
constexpr std::array<const char*, kSpecialTokens> kSpecials = {"<pad>", "<unk>", "<bos>", "<eos>"};

bool isSpecial(std::string_view token)
{
    return std::find(kSpecials.begin(), kSpecials.end(), token) != kSpecials.end();
}
} // namespace

Vocabulary::Vocabulary() : m_tokens(kSpecials.begin(), kSpecials.end())
{
    index();
}

Vocabulary Vocabulary::mostFrequent(const std::vector<TokenCount>& counts, int64_t largest,
                                    int64_t minimumFrequency)
{
    std::vector<TokenCount> kept;
    for (const TokenCount& each : counts)
        if (each.count >= minimumFrequency && !isSpecial(each.token))
            kept.push_back(each);
    const auto before = [](const TokenCount& a, const TokenCount& b) {
        return a.count != b.count ? a.count > b.count : a.token < b.token;
    };
    const auto room = static_cast<size_t>(std::max<int64_t>(0, largest - kSpecialTokens));
    if (kept.size() > room) {
        const auto end = kept.begin() + static_cast<std::ptrdiff_t>(room);
        std::nth_element(kept.begin(), end, kept.end(), before);
        kept.resize(room);
    }
    std::sort(kept.begin(), kept.end(), before);
    Vocabulary vocabulary;
    vocabulary.m_tokens.reserve(kept.size() + kSpecialTokens);
    for (const TokenCount& each : kept)
        vocabulary.m_tokens.emplace_back(each.token);
    vocabulary.index();
    return vocabulary;
}

Vocabulary Vocabulary::fromTokens(std::vector<std::string> tokens)
{
    for (size_t i = 0; i < kSpecials.size(); ++i)
        if (i >= tokens.size() || tokens[i] != kSpecials[i])
            throw Error(ErrorCode::FileMalformed,
                        {"The vocabulary must begin with <pad>, <unk>, <bos> and <eos>; its token "
                         "%1 is \"%2\".",
                         {std::to_string(i), i < tokens.size() ? shown(tokens[i]) : ""}});
    Vocabulary vocabulary;
    vocabulary.m_tokens = std::move(tokens);
    vocabulary.index();
    return vocabulary;
}

int64_t Vocabulary::id(std::string_view token) const
{
    const size_t mask = m_slots.size() - 1;
    for (size_t i = tokenHash(token) & mask;; i = (i + 1) & mask) {
        if (m_slots[i] == 0)
            return kUnknownId;
        const int32_t candidate = m_slots[i] - 1;
        if (m_tokens[static_cast<size_t>(candidate)] == token)
            return candidate < kSpecialTokens ? kUnknownId : candidate;
    }
}

bool Vocabulary::insert(int64_t id)
{
    const size_t mask = m_slots.size() - 1;
    size_t i = tokenHash(token(id)) & mask;
    for (; m_slots[i] != 0; i = (i + 1) & mask)
        if (token(m_slots[i] - 1) == token(id))
            return false;
    m_slots[i] = static_cast<int32_t>(id + 1);
    return true;
}

void Vocabulary::index()
{
    m_slots.assign(std::bit_ceil(m_tokens.size() * 2 + 1), 0);
    for (int64_t i = 0; i < size(); ++i)
        if (!insert(i))
            throw Error(ErrorCode::FileMalformed,
                        {"The vocabulary holds the token \"%1\" twice, the second time as number "
                         "%2.",
                         {shown(token(i)), std::to_string(i)}});
}

} // namespace core
