#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/source/line_reader.h"
#include "core/data/source/split_name.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace core {

namespace {

/// Which part of a file's name is the class.
enum class NamePart { Stem, Extension };

/// Each line is a text; the file's name is its class (names/Arabic.txt, rt-polarity.pos).
class ClassFilesFormat : public Format {
public:
    explicit ClassFilesFormat(const FormatSample& sample)
    {
        m_selection = {"class_files", Json::object()};
        m_layout = labelAndTextLayout();
        std::map<std::string, int64_t> stems, extensions, folders;
        for (const SampleFile& entry : sample.files) {
            const std::filesystem::path name(entry.file.name);
            ++stems[name.stem().string()];
            ++extensions[name.extension().string()];
            ++folders[name.parent_path().string()];
        }
        if (stems.size() == 1 && extensions.size() == sample.files.size())
            m_part = NamePart::Extension;
        const bool oneFolder = folders.size() == 1 && sample.files.size() >= 2;
        const bool distinct = m_part == NamePart::Extension || stems.size() == sample.files.size();
        const bool noSplits
            = std::none_of(sample.files.begin(), sample.files.end(), [](const SampleFile& entry) {
                  return splitOfFileName(std::filesystem::path(entry.file.name).stem().string())
                      .has_value();
              });
        if (oneFolder && distinct && noSplits)
            m_fit = 0.6;
    }

    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override
    {
        const std::string label = classOf(file.name);
        readLines(text, sink, [&](const Line& line) {
            if (!trimmed(line.text).empty())
                sink.add({line.number, {label, line.text}});
        });
    }

private:
    std::string classOf(const std::string& name) const
    {
        const std::filesystem::path path(name);
        const std::string extension = path.extension().string();
        return m_part == NamePart::Extension && !extension.empty() ? extension.substr(1)
                                                                   : path.stem().string();
    }

    NamePart m_part = NamePart::Stem;
};

} // namespace

FormatRegistry::Entry classFilesFormat()
{
    return Format::entry<ClassFilesFormat>(
        {.id = "class_files",
         .title = "A file for each class",
         .summary = "One text per line; the name of the file is the class, as in names/Arabic.txt. "
                    "Empty lines are skipped."});
}

} // namespace core
