#include "core/text/word_case.h"

#include "core/text/unicode.h"

#include <unicode/uchar.h>

namespace core {

namespace {

constexpr uint32_t kUpper = U_GC_LU_MASK | U_GC_LT_MASK;

} // namespace

WordCase wordCase(std::string_view word)
{
    int64_t upper = 0, lower = 0, others = 0, digits = 0;
    bool first = false; // the first character is a capital
    for (size_t i = 0; i < word.size();) {
        const bool begins = i == 0;
        const uint32_t kind = U_GET_GC_MASK(static_cast<UChar32>(nextCodePoint(word, i)));
        first |= begins && (kind & kUpper) != 0;
        upper += (kind & kUpper) != 0 ? 1 : 0;
        lower += (kind & U_GC_LL_MASK) != 0 ? 1 : 0;
        others += (kind & (U_GC_LM_MASK | U_GC_LO_MASK)) != 0 ? 1 : 0;
        digits += (kind & U_GC_ND_MASK) != 0 ? 1 : 0;
    }
    if (digits > 0)
        return upper + lower + others == 0 ? WordCase::Number : WordCase::Digits;
    if (upper + lower == 0)
        return WordCase::Other;
    if (upper == 0)
        return WordCase::Lower;
    if (first && upper == 1)
        return WordCase::First;
    return lower == 0 ? WordCase::Upper : WordCase::Mixed;
}

} // namespace core
