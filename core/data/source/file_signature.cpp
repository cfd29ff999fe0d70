#include "core/data/source/file_signature.h"

#include "core/data/cells/cell_text.h"
#include "core/data/source/text_encoding.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

namespace core {

namespace {

using namespace std::string_view_literals;

std::string lowerExtension(const std::string& name)
{
    return lowered(std::filesystem::path(name).extension().string());
}

/// Control characters that no text has; NUL among them.
bool isControl(unsigned char c)
{
    return c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b;
}

bool holdsControlCharacters(std::string_view head)
{
    EncodingEvidence evidence;
    evidence.add(head);
    const std::string encoding = encodingId(evidence.verdict());
    if (encoding == "utf-16" || encoding == "utf-32")
        return false;
    const auto controls = std::count_if(head.begin(), head.end(), isControl);
    // A stray NUL is a bad row; one byte in twenty is another kind of file.
    return controls * 20 > static_cast<std::ptrdiff_t>(head.size());
}

/// "office:document" of "<?xml version="1.0"?><office:document ..."; empty if `head` is no XML.
std::string_view rootOfXml(std::string_view head)
{
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (head.starts_with(kMark))
        head.remove_prefix(kMark.size());
    head = trimmed(head);
    while (head.starts_with("<?") || head.starts_with("<!--")) {
        const std::string_view close = head[1] == '?' ? "?>" : "-->";
        const size_t end = head.find(close);
        if (end == std::string_view::npos)
            return {};
        head = trimmed(head.substr(end + close.size()));
    }
    if (!head.starts_with('<'))
        return {};
    return head.substr(1, head.find_first_of(" \t\r\n/>") - 1);
}

} // namespace

Message notTextReason(const std::string& name, std::string_view head)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kSignatures{{
        {"\x89PNG"sv, "%1 is a picture, not a text."},
        {"\xFF\xD8\xFF"sv, "%1 is a picture, not a text."},
        {"GIF8"sv, "%1 is a picture, not a text."},
        {"RIFF"sv, "%1 is a picture, a sound or a film, not a text."},
        {"ID3"sv, "%1 is a sound, not a text."},
        {"OggS"sv, "%1 is a sound, not a text."},
        {"%PDF-"sv, "%1 is a PDF document. Save its text as a text file."},
        {"\xD0\xCF\x11\xE0"sv,
         "%1 is an Office document of an older form or with a password. Save it as .xlsx, .ods or "
         "CSV "
         "(UTF-8)."},
        {"PAR1"sv, "%1 is a Parquet file. Save it as CSV or JSON Lines."},
        {"SQLite format 3"sv, "%1 is a database. Export the table as CSV."},
        {"\x7F"
         "ELF"sv,
         "%1 is a program, not a text."},
        {"\x80\x04\x95"sv,
         "%1 is a Python pickle, which may run code and is not opened. Save the "
         "data as CSV or JSON Lines."},
    }};
    for (const auto& [mark, sentence] : kSignatures)
        if (head.starts_with(mark))
            return {std::string(sentence), {name}};
    if (const std::string_view root = rootOfXml(head); root == "office:document")
        return {
            head.find("opendocument.spreadsheet") != std::string_view::npos
                ? "%1 is a flat OpenDocument spreadsheet. Save it as .ods, .xlsx or CSV (UTF-8)."
                : "%1 is a flat OpenDocument file. Save its text as a text file.",
            {name}};
    if (holdsControlCharacters(head))
        return {"%1 is not a text file.", {name}};
    return {};
}

bool namesDescription(const std::string& name)
{
    constexpr std::array kNames{
        "readme"sv,    "read_me"sv,  "license"sv, "licence"sv,  "licenses"sv,     "copying"sv,
        "copyright"sv, "notice"sv,   "authors"sv, "credits"sv,  "contributors"sv, "contributing"sv,
        "changelog"sv, "citation"sv, "install"sv, "makefile"sv, "manifest"sv,     "dockerfile"sv,
    };
    constexpr std::array kExtensions{""sv,      ".txt"sv, ".md"sv, ".rst"sv,
                                     ".html"sv, ".bib"sv, ".cff"sv};
    const std::string stem = lowered(std::filesystem::path(name).stem().string());
    const std::string extension = lowerExtension(name);
    return std::find(kNames.begin(), kNames.end(), stem) != kNames.end()
        && std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

bool namesNoText(const std::string& name)
{
    constexpr std::array kExtensions{
        ".png"sv, ".jpg"sv,    ".jpeg"sv,    ".gif"sv,  ".bmp"sv,  ".webp"sv, ".tif"sv,  ".tiff"sv,
        ".svg"sv, ".ico"sv,    ".mp3"sv,     ".wav"sv,  ".flac"sv, ".ogg"sv,  ".mp4"sv,  ".avi"sv,
        ".mkv"sv, ".mov"sv,    ".pdf"sv,     ".doc"sv,  ".docx"sv, ".xls"sv,  ".odt"sv,  ".exe"sv,
        ".dll"sv, ".so"sv,     ".parquet"sv, ".pkl"sv,  ".npy"sv,  ".npz"sv,  ".pt"sv,   ".bin"sv,
        ".db"sv,  ".sqlite"sv, ".pyc"sv,     ".xlsx"sv, ".ods"sv,  ".heic"sv, ".fods"sv, ".fodt"sv,
    };
    return std::find(kExtensions.begin(), kExtensions.end(), lowerExtension(name))
        != kExtensions.end();
}

} // namespace core
