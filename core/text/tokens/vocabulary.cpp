#include "core/text/tokens/vocabulary.h"

#include "core/base/error.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <set>

namespace core {

namespace {

/// XXH3: a few nanoseconds for a word. The values differ between machines and are never stored.
uint64_t tokenHash(std::string_view token)
{
    return XXH3_64bits(token.data(), token.size());
}

constexpr size_t kFirstSlots = 1U << 14;
constexpr size_t kCountedBytes = 1U << 18;
} // namespace

TokenCounter::TokenCounter() : m_slots(kFirstSlots) { }

void TokenCounter::add(std::string_view token, int64_t times)
{
    const uint64_t hash = tokenHash(token);
    const auto upper = static_cast<uint32_t>(hash >> 32);
    const size_t mask = m_slots.size() - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        Slot& slot = m_slots[i];
        if (slot.entry == 0) {
            m_counts.push_back({stored(token), times});
            m_hashes.push_back(hash);
            slot = {upper, static_cast<uint32_t>(m_counts.size())};
            if (m_counts.size() * 2 > m_slots.size())
                grow();
            return;
        }
        TokenCount& known = m_counts[slot.entry - 1];
        if (slot.hash == upper && known.token == token) {
            known.count += times;
            return;
        }
    }
}

std::string_view TokenCounter::stored(std::string_view token)
{
    if (token.size() > m_blockLeft) {
        m_blockLeft = std::max(kCountedBytes, token.size());
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_blockLeft));
        m_blockNext = m_blocks.back().get();
    }
    if (!token.empty())
        std::memcpy(m_blockNext, token.data(), token.size());
    const std::string_view copy(m_blockNext, token.size());
    m_blockNext += token.size();
    m_blockLeft -= token.size();
    return copy;
}

void TokenCounter::grow()
{
    std::vector<Slot> slots(m_slots.size() * 2);
    const size_t mask = slots.size() - 1;
    for (size_t entry = 0; entry < m_hashes.size(); ++entry) {
        size_t i = m_hashes[entry] & mask;
        while (slots[i].entry != 0)
            i = (i + 1) & mask;
        slots[i] = {static_cast<uint32_t>(m_hashes[entry] >> 32), static_cast<uint32_t>(entry + 1)};
    }
    m_slots = std::move(slots);
}

namespace {
constexpr std::array<const char*, kSpecialTokens> kSpecials = {"<pad>", "<unk>", "<bos>", "<eos>"};
constexpr const char* kMask = "<mask>";
constexpr const char* kBertMask = "[MASK]";

bool isSpecial(std::string_view token)
{
    return token == kMask
        || std::find(kSpecials.begin(), kSpecials.end(), token) != kSpecials.end();
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

Vocabulary Vocabulary::withMask() const
{
    if (m_mask >= 0)
        return *this;
    std::vector<std::string> tokens = m_tokens;
    tokens.emplace_back(kMask);
    return fromTokens(std::move(tokens));
}

Vocabulary Vocabulary::extended(const std::vector<std::string>& more, int64_t largest) const
{
    Vocabulary whole = *this;
    std::set<std::string_view> added;
    for (const std::string& token : more) {
        if (whole.size() >= largest)
            break;
        if (!isSpecial(token) && id(token) == kUnknownId && added.insert(token).second)
            whole.m_tokens.push_back(token);
    }
    whole.index();
    return whole;
}

int64_t Vocabulary::id(std::string_view token) const
{
    const size_t mask = m_slots.size() - 1;
    for (size_t i = tokenHash(token) & mask;; i = (i + 1) & mask) {
        if (m_slots[i] == 0)
            return kUnknownId;
        const int32_t candidate = m_slots[i] - 1;
        if (m_tokens[static_cast<size_t>(candidate)] == token)
            return candidate < kSpecialTokens || candidate == m_mask ? kUnknownId : candidate;
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
    m_mask = -1;
    for (int64_t i = 0; i < size(); ++i)
        if (!insert(i))
            throw Error(ErrorCode::FileMalformed,
                        {"The vocabulary holds the token \"%1\" twice, the second time as number "
                         "%2.",
                         {shown(token(i)), std::to_string(i)}});
    for (const char* mask : {kMask, kBertMask})
        if (const int64_t found = id(mask); m_mask < 0 && found != kUnknownId)
            m_mask = found;
}

} // namespace core
