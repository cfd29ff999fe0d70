#include "core/base/encoding.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

struct EncodingName {
    Encoding encoding;
    const char* id;
    const char* icuName; ///< Name of the converter.
    const char* title;
};
/// In the order in which users see them; of two with one id the first is the usual one.
constexpr std::array kEncodings{
    EncodingName{Encoding::Utf8, "utf-8", "UTF-8", "UTF-8"},
    EncodingName{Encoding::Utf16LittleEndian, "utf-16", "UTF-16LE", "UTF-16"},
    EncodingName{Encoding::Utf16BigEndian, "utf-16", "UTF-16BE", "UTF-16"},
    EncodingName{Encoding::Utf32LittleEndian, "utf-32", "UTF-32LE", "UTF-32"},
    EncodingName{Encoding::Utf32BigEndian, "utf-32", "UTF-32BE", "UTF-32"},
    EncodingName{Encoding::Latin1, "latin-1", "windows-1252", "Latin-1 (Windows-1252)"},
    EncodingName{Encoding::Windows1250, "windows-1250", "windows-1250",
                 "Windows-1250 (Central European)"},
    EncodingName{Encoding::Iso8859Part2, "iso-8859-2", "ISO-8859-2", "Latin-2 (Central European)"},
    EncodingName{Encoding::Windows1251, "windows-1251", "windows-1251", "Windows-1251 (Cyrillic)"},
    EncodingName{Encoding::Iso8859Part5, "iso-8859-5", "ISO-8859-5", "ISO 8859-5 (Cyrillic)"},
    EncodingName{Encoding::Koi8R, "koi8-r", "KOI8-R", "KOI8-R (Cyrillic)"},
    EncodingName{Encoding::Windows1253, "windows-1253", "windows-1253", "Windows-1253 (Greek)"},
    EncodingName{Encoding::Windows1254, "windows-1254", "windows-1254", "Windows-1254 (Turkish)"},
    EncodingName{Encoding::Windows1255, "windows-1255", "windows-1255", "Windows-1255 (Hebrew)"},
    EncodingName{Encoding::Windows1256, "windows-1256", "windows-1256", "Windows-1256 (Arabic)"},
    EncodingName{Encoding::Gb18030, "gb18030", "gb18030", "GB 18030 (Chinese)"},
    EncodingName{Encoding::Big5, "big5", "Big5", "Big5 (Chinese)"},
    EncodingName{Encoding::ShiftJis, "shift_jis", "windows-31j", "Shift-JIS (Japanese)"},
    EncodingName{Encoding::EucJp, "euc-jp", "EUC-JP", "EUC-JP (Japanese)"},
    EncodingName{Encoding::EucKr, "euc-kr", "windows-949", "EUC-KR (Korean)"},
};

const EncodingName& nameOf(Encoding encoding)
{
    return *std::find_if(kEncodings.begin(), kEncodings.end(),
                         [encoding](const auto& each) { return each.encoding == encoding; });
}

} // namespace

std::string encodingId(Encoding encoding)
{
    return nameOf(encoding).id;
}

std::optional<Encoding> encodingNamed(const std::string& id)
{
    for (const EncodingName& each : kEncodings)
        if (each.id == id)
            return each.encoding;
    return std::nullopt;
}

std::string encodingTitle(Encoding encoding)
{
    return nameOf(encoding).title;
}

const char* converterName(Encoding encoding)
{
    return nameOf(encoding).icuName;
}

std::vector<Choice> encodingChoices()
{
    std::vector<Choice> choices{{"auto", "Recognise"}};
    for (const EncodingName& each : kEncodings)
        if (choices.back().value != each.id)
            choices.push_back({each.id, each.title});
    return choices;
}

} // namespace core
