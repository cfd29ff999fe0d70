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

/// A file with fewer bytes that are not ASCII has the encoding of those beside it: the detector
/// could make anything of a single review or name.
constexpr int64_t kOwnEvidenceBytes = 100;

/// Collects what visitFiles() shows.
class Scanner {
public:
    Scanner(PathScan& scan, const std::string& encoding)
        : m_scan(scan), m_encoding(encodingNamed(encoding))
    {
    }

    Visit look(const SourceFile& file, ByteStream& bytes)
    {
        ScannedFile entry{.file = file, .split = {}, .head = {}};
        const bool wanted = m_scan.files.size() < kHeads;
        if (file.sheet) {
            if (wanted)
                readHead(entry, bytes);
            m_scan.files.push_back(std::move(entry));
            return Visit::Continue;
        }
        if (m_scan.container && namesDescription(file.name))
            return leaveOut(std::move(entry), LeftOut::Reason::Description);
        if (m_scan.container && namesNoText(file.name))
            return leaveOut(std::move(entry), LeftOut::Reason::NotText);
        if (wanted || (!m_encoding && withinEvidence()))
            read(entry, bytes, wanted);
        else
            m_unseen.push_back(m_scan.files.size());
        if (!entry.isText)
            return leaveOut(std::move(entry), LeftOut::Reason::NotText);
        m_scan.files.push_back(std::move(entry));
        return Visit::Continue;
    }

    /// Heads were kept as bytes until all encodings are known.
    void finish()
    {
        for (const size_t index : m_unseen)
            m_scan.files[index].encoding = m_encoding.value_or(m_all.verdict());
        for (const size_t index : m_undecided)
            m_scan.files[index].encoding = m_legacy.verdict();
        for (ScannedFile& entry : m_scan.files)
            if (entry.headKnown)
                entry.head = decodedText(entry.head, entry.encoding);
    }

private:
    Visit leaveOut(ScannedFile entry, LeftOut::Reason reason)
    {
        entry.isText = false;
        m_scan.leftOut.add(reason, entry.file.name);
        m_scan.files.push_back(std::move(entry));
        return Visit::Continue;
    }

    bool withinEvidence() const
    {
        return m_evidenceBytes < kEvidenceBytes && m_evidenceFiles < kEvidenceFiles;
    }

    /// A text that is known to be UTF-8.
    static void readHead(ScannedFile& entry, ByteStream& bytes)
    {
        std::string_view block = bytes.next();
        for (; !block.empty() && entry.head.size() < kHeadBytes; block = bytes.next())
            entry.head += block;
        entry.whole = block.empty();
        entry.headKnown = true;
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
        EncodingEvidence evidence;
        ++m_evidenceFiles;
        for (; !block.empty(); block = bytes.next()) {
            const size_t room = kHeadBytes - std::min(kHeadBytes, head.size());
            head += block.substr(0, room);
            evidence.add(block);
            m_evidenceBytes += block.size();
            const bool enough = m_encoding || m_evidenceBytes >= kEvidenceBytes;
            if (enough && head.size() >= kHeadBytes)
                break;
        }
        entry.whole = block.empty() && head.size() < kHeadBytes;
        entry.headKnown = keepHead;
        if (keepHead)
            entry.head = std::move(head);
        decide(entry, evidence);
    }

    /// Decides the encoding by the bytes of the file, or not yet.
    void decide(ScannedFile& entry, const EncodingEvidence& evidence)
    {
        m_all.add(evidence);
        const bool few = m_scan.container && evidence.legacyBytes() < kOwnEvidenceBytes;
        if (m_encoding)
            entry.encoding = asChosen(evidence.verdict());
        else if (!evidence.isLegacy() || !few)
            entry.encoding = evidence.verdict();
        else
            m_undecided.push_back(m_scan.files.size());
        if (evidence.isLegacy())
            m_legacy.add(evidence);
    }

    /// The encoding that was chosen, with the order of bytes that was seen.
    Encoding asChosen(Encoding seen) const
    {
        return encodingId(seen) == encodingId(*m_encoding) ? seen : *m_encoding;
    }

    PathScan& m_scan;
    std::optional<Encoding> m_encoding; ///< Nothing: recognised.
    EncodingEvidence m_all; ///< Evidence from all opened files,
    EncodingEvidence m_legacy; ///< and from those in encodings older than Unicode.
    std::vector<size_t> m_undecided; ///< Files with the encoding of the others.
    std::vector<size_t> m_unseen; ///< Files that were not looked at.
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
        return {"There are no texts in %1: its %2 {file is a picture or another file|files are "
                "pictures or other files}.",
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
