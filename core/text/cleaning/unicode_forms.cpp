#include "core/base/error.h"
#include "core/text/cleaning/cleaning_step.h"
#include "core/text/tokens/unicode.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

namespace core {

namespace {

void throwIfFailed(UErrorCode status)
{
    if (U_FAILURE(status))
        throw Error(ErrorCode::Internal, {"The text could not be brought into a Unicode form.", {}},
                    {}, u_errorName(status));
}

/// ICU's form `name` ("nfc", "nfkc"); it belongs to ICU and lives for ever.
const icu::Normalizer2& form(const char* name, UNormalization2Mode mode)
{
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* normaliser = icu::Normalizer2::getInstance(nullptr, name, mode, status);
    throwIfFailed(status);
    return *normaliser;
}

icu::UnicodeString normalised(const icu::Normalizer2& to, const icu::UnicodeString& text)
{
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString result = to.normalize(text, status);
    throwIfFailed(status);
    return result;
}

struct NormaliseOptions {
    std::string form = "nfc";
};

const Schema<NormaliseOptions>& normaliseSchema()
{
    static const Schema<NormaliseOptions> schema = Schema<NormaliseOptions>().add(
        &NormaliseOptions::form,
        {.name = "form",
         .label = "Form",
         .help = "If a word counts as two because its accents are encoded in two ways, "
                 "choose NFC. If ligatures, full-width letters and raised digits should "
                 "count as plain ones as well, choose NFKC.",
         .choices = {{"nfc", "NFC (composed)"}, {"nfkc", "NFKC (composed, compatible)"}}});
    return schema;
}

/// Takes the combining marks off: \u00e9 -> e. Letters of their own (\u00f8, \u0142, \u00df) stay.
void stripAccents(std::string& text)
{
    if (isAscii(text))
        return;
    static const icu::Normalizer2& composed = form("nfc", UNORM2_COMPOSE);
    static const icu::Normalizer2& decomposed = form("nfc", UNORM2_DECOMPOSE);
    const icu::UnicodeString parts = normalised(decomposed, fromUtf8(text));
    icu::UnicodeString kept;
    for (int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1))
        if (u_charType(parts.char32At(i)) != U_NON_SPACING_MARK)
            kept.append(parts.char32At(i));
    text = toUtf8(normalised(composed, kept));
}

} // namespace

CleaningRegistry::Entry normaliseUnicodeEntry()
{
    return cleaningEntry<NormaliseOptions>(
        {.id = "normalise_unicode",
         .title = "Normalise Unicode",
         .summary = "Encodes each character in one way, whichever program wrote the text.",
         .example = "e + \u0301 \u2192 \u00e9"},
        normaliseSchema(), [](const NormaliseOptions& options) -> CleaningStep {
            const icu::Normalizer2& to = form(options.form.c_str(), UNORM2_COMPOSE);
            return [&to](std::string& text) {
                if (!isAscii(text))
                    text = toUtf8(normalised(to, fromUtf8(text)));
            };
        });
}

CleaningRegistry::Entry stripAccentsEntry()
{
    return cleaningEntry<NoOptions>(
        {.id = "strip_accents",
         .title = "Strip accents",
         .summary = "Removes accents from letters. Useful if texts omit them at times, harmful if "
                    "they distinguish words.",
         .example = "caf\u00e9 \u2192 cafe"},
        Schema<NoOptions>(), [](const NoOptions&) -> CleaningStep { return stripAccents; });
}

} // namespace core
