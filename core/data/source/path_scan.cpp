#include "core/data/source/path_scan.h"

#include "core/data/source/file_signature.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace {

/// Heads are for recognising the format; some dozens of files show it.
constexpr size_t kHeads = 48;
constexpr size_t kHeadBytes = kBlockBytes;
/// Evidence of an encoding beyond this much text changes nothing.
constexpr uint64_t kEvidenceBytes = uint64_t{64} << 20;
constexpr size_t kEvidenceFiles = 4000;
/// In a container with more files than this they are texts, and "test" in a name is chance.
constexpr size_t kMostSplitFiles = 20;

/// Collects what visitFiles() shows.
class Scanner {
public:
    Scanner(PathScan& scan, const std::string& encoding)
        : m_scan(scan)
        , m_encoding(encoding)
        , m_evidence(scan.container ? Marks::Ignore : Marks::Decide)
    {
    }

    Visit look(const SourceFile& file, ByteStream& bytes)
    {
        ScannedFile entry{.file = file, .split = {}, .head = {}};
        const bool known = m_scan.container && namesNoText(file.name);
        const bool wanted = m_scan.files.size() < kHeads;
        if (known)
            entry.isText = false;
        else if (wanted || (m_encoding == "auto" && withinEvidence()))
            read(entry, bytes, wanted);
        if (!entry.isText)
            m_scan.leftOut.add(LeftOut::Reason::NotText, file.name);
        m_scan.files.push_back(std::move(entry));
        return Visit::Continue;
    }

    /// Heads were kept as bytes until the encoding of all is known.
    void finish()
    {
        m_scan.encoding = chosenEncoding();
        for (ScannedFile& entry : m_scan.files)
            if (entry.headKnown)
                entry.head = decodedText(entry.head, m_scan.encoding);
    }

private:
    bool withinEvidence() const
    {
        return m_evidenceBytes < kEvidenceBytes && m_evidenceFiles < kEvidenceFiles;
    }

    void read(ScannedFile& entry, ByteStream& bytes, bool keepHead)
    {
        std::string head;
        std::string_view block = bytes.next();
        const Message fault = notTextReason(entry.file.shownName, block);
        entry.isText = fault.empty();
        if (!entry.isText) {
            m_scan.fault = fault;
            return;
        }
        ++m_evidenceFiles;
        for (; !block.empty(); block = bytes.next()) {
            const size_t room = kHeadBytes - std::min(kHeadBytes, head.size());
            head += block.substr(0, room);
            m_evidence.add(block);
            m_evidenceBytes += block.size();
            const bool enough = m_encoding != "auto" || m_evidenceBytes >= kEvidenceBytes;
            if (enough && head.size() >= kHeadBytes)
                break;
        }
        entry.whole = block.empty() && head.size() < kHeadBytes;
        entry.headKnown = keepHead;
        if (keepHead)
            entry.head = std::move(head);
    }

    Encoding chosenEncoding() const
    {
        const Encoding seen = m_evidence.verdict();
        const bool wide = seen == Encoding::Utf16LittleEndian || seen == Encoding::Utf16BigEndian;
        if (m_encoding == "auto")
            return seen;
        if (m_encoding == "latin-1")
            return Encoding::Latin1;
        if (m_encoding == "utf-16")
            return wide ? seen : Encoding::Utf16LittleEndian;
        return Encoding::Utf8;
    }

    PathScan& m_scan;
    const std::string& m_encoding;
    EncodingEvidence m_evidence;
    uint64_t m_evidenceBytes = 0;
    size_t m_evidenceFiles = 0;
};

/// Office documents are archives of XML; their members must not pass for texts.
Message officeDocument(const PathScan& scan)
{
    for (const ScannedFile& entry : scan.files)
        if (entry.file.name == "[Content_Types].xml" || entry.file.name == "META-INF/manifest.xml")
            return {"%1 is an Office document. Save it as CSV (UTF-8).",
                    {std::filesystem::path(scan.path).filename().string()}};
    return {};
}

Message faultOf(const PathScan& scan)
{
    if (Message office = officeDocument(scan); !office.empty())
        return office;
    const std::string name = scan.path;
    if (scan.files.empty()) {
        const std::vector<Message> leftOut = scan.leftOut.messages();
        if (leftOut.empty())
            return {"There are no files in %1.", {name}};
        return {"There are no files in %1 that can be read. %2", {name, leftOut.front().plain()}};
    }
    const auto texts = std::count_if(scan.files.begin(), scan.files.end(),
                                     [](const ScannedFile& entry) { return entry.isText; });
    if (texts == 0 && scan.container)
        return {"There are no texts in %1: its %2 files are pictures or other files.",
                {name, std::to_string(scan.files.size())}};
    if (texts == 0)
        return scan.fault;
    const bool empty
        = std::all_of(scan.files.begin(), scan.files.end(), [](const ScannedFile& entry) {
              return entry.headKnown && entry.whole && entry.head.empty();
          });
    if (empty)
        return scan.container ? Message{"All files in %1 are empty.", {name}}
                              : Message{"%1 is empty.", {name}};
    return {};
}

} // namespace

bool PathScan::isPartOf(size_t index, Split split) const
{
    const ScannedFile& entry = files[index];
    return entry.isText && (!has(split) || entry.split == split);
}

PathScan scanPath(const std::string& path, const std::string& encoding, ReadProgress& progress)
{
    PathScan scan;
    scan.path = path;
    scan.container = isContainer(path);
    Scanner scanner(scan, encoding);
    visitFiles(path, progress, scan.leftOut, [&scanner](const SourceFile& file, ByteStream& bytes) {
        return scanner.look(file, bytes);
    });
    scanner.finish();
    const FileNames names
        = scan.files.size() <= kMostSplitFiles ? FileNames::Decide : FileNames::Ignore;
    for (ScannedFile& entry : scan.files) {
        if (scan.container && entry.isText)
            entry.split = splitOfInnerPath(entry.file.name, names);
        if (entry.split)
            scan.parts.insert(*entry.split);
    }
    scan.fault = faultOf(scan);
    return scan;
}

} // namespace core
