#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/source/file_signature.h"
#include "core/data/source/line_reader.h"
#include "core/data/source/split_name.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace core {

namespace {

struct ClassFoldersOptions {
    std::vector<std::string> ignoredFolders{"unsup"};
};

const Schema<ClassFoldersOptions>& classFoldersSchema()
{
    static const Schema<ClassFoldersOptions> schema = Schema<ClassFoldersOptions>().add(
        &ClassFoldersOptions::ignoredFolders,
        {.name = "ignored_folders",
         .label = "Ignored folders",
         .help = "Names of folders that are not classes, such as texts without labels.",
         .advanced = true});
    return schema;
}

struct ClassPlace {
    std::string folder; ///< The class: the name of the folder that the file is in.
    int64_t depth = 0; ///< Folders above the file.
};

ClassPlace classPlaceOf(const std::string& name)
{
    const std::filesystem::path folders = std::filesystem::path(name).parent_path();
    return {folders.filename().string(), std::distance(folders.begin(), folders.end())};
}

/// Each file is one text; the folder that it is in is its class (aclImdb: train/pos/0_9.txt).
class ClassFoldersFormat : public Format {
public:
    ClassFoldersFormat(const ClassFoldersOptions& options, const FormatSample& sample)
        : m_ignored(options.ignoredFolders.begin(), options.ignoredFolders.end())
    {
        m_selection = {"class_folders", classFoldersSchema().toJson(options)};
        m_layout = labelAndTextLayout();
        std::map<int64_t, int64_t> filesAtDepth;
        for (const SampleFile& entry : sample.files)
            if (mayBeText(entry.file))
                ++filesAtDepth[classPlaceOf(entry.file.name).depth];
        int64_t most = 0;
        for (const auto& [depth, count] : filesAtDepth)
            if (count > most) {
                m_depth = depth;
                most = count;
            }
        judge(sample);
    }

    bool reads(const SourceFile& file) const override
    {
        return mayBeText(file) && classPlaceOf(file.name).depth == m_depth;
    }

    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override
    {
        std::string content;
        for (std::string_view block = text.next(); !block.empty(); block = text.next()) {
            if (content.size() + block.size() > kLongestText) {
                sink.reject(1, tooLongReason());
                return;
            }
            content += block;
        }
        const std::string label = classPlaceOf(file.name).folder;
        sink.add({1, {label, content}});
    }

private:
    /// A file right in train/ or test/, or at the top, has no class.
    bool mayBeText(const SourceFile& file) const
    {
        const ClassPlace place = classPlaceOf(file.name);
        return place.depth > 0 && !namesNoText(file.name) && !namesTable(file.name)
            && !m_ignored.contains(place.folder) && !splitOfFolderName(place.folder);
    }

    void judge(const FormatSample& sample)
    {
        std::set<std::string> classes;
        int64_t texts = 0;
        for (const SampleFile& entry : sample.files)
            if (reads(entry.file)) {
                ++texts;
                classes.insert(classPlaceOf(entry.file.name).folder);
            }
        if (texts == 0)
            m_problems.push_back({"There are no folders with text files inside.", {}});
        const double share = sample.files.empty() ? 0 : double(texts) / double(sample.files.size());
        // A README and a word list stand beside a few texts as well as beside many.
        const double covered = std::min(1.0, share + 0.3);
        const bool manyEach = texts >= 2 * static_cast<int64_t>(classes.size());
        if (classes.size() >= 2)
            m_fit = covered * (manyEach ? 0.95 : 0.6);
    }

    std::set<std::string> m_ignored;
    int64_t m_depth = 1;
};

} // namespace

FormatRegistry::Entry classFoldersFormat()
{
    return Format::entry<ClassFoldersFormat>(
        {.id = "class_folders",
         .title = "A folder for each class",
         .summary = "Each file is one text, and the folder it is in is its class, as in the IMDB "
                    "corpus: train/pos/0_9.txt. Folders named train and test give the parts."},
        classFoldersSchema());
}

} // namespace core
