#include "core/task/kept_texts.h"
#include "core/text/pair_pipelines.h"
#include "tests/support/test_case.h"

#include <QTemporaryDir>

#include <fstream>

using namespace core;

namespace {

namespace fs = std::filesystem;

const Strings kTexts{"a good film", "", "the very long and rather sad story", "good", "zzz a"};
constexpr const char* kName = "name of the texts";

TextSpec keptSpec(const char* tokeniser = "white_space")
{
    TextSpec spec;
    spec.tokeniser = {tokeniser, Json::object()};
    spec.minimumFrequency = 1;
    spec.maximumLength = 5;
    return spec;
}

TextPipeline keptPipeline(const char* tokeniser = "white_space")
{
    return TextPipeline::learn(keptSpec(tokeniser), TextList(std::span(kTexts).first(4)),
                               Monitor());
}

void expectSame(const EncodedTexts& found, const EncodedTexts& wanted)
{
    QCOMPARE(found.lengths, wanted.lengths);
    QCOMPARE(found.offsets, wanted.offsets);
    QVERIFY(std::equal(found.ids.begin(), found.ids.end(), wanted.ids.begin(), wanted.ids.end()));
}

} // namespace

class KeptTextsTest : public QObject {
    Q_OBJECT

    std::optional<QTemporaryDir> m_folder;
    fs::path cache() const { return fs::path(m_folder->path().toStdString()) / "unroll"; }
    std::vector<fs::path> files() const
    {
        std::vector<fs::path> all;
        std::error_code none;
        for (const auto& each : fs::directory_iterator(cache(), none))
            all.push_back(each.path());
        return all;
    }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace();
        qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    }
    void cleanupTestCase() { qunsetenv("XDG_CACHE_HOME"); }

    void idsAreKeptUnderTheNameOfTheirTextsAndPipeline()
    {
        const TextPipeline pipeline = keptPipeline();
        const TextList texts(kTexts);
        const EncodedTexts plain = encoded(texts, pipeline, Monitor());
        QCOMPARE(plain.count(), int64_t{5});
        QVERIFY(files().empty()); // Texts without a name are few.
        QVERIFY(!readKeptTexts(keptTexts(kName, pipeline)));
        expectSame(encoded(texts, pipeline, Monitor(), kName), plain);
        QCOMPARE(files().size(), size_t{1});
        const auto kept = readKeptTexts(keptTexts(kName, pipeline));
        QVERIFY(kept.has_value());
        expectSame(*kept, plain);
        // The name alone is believed: other texts of this name would have the same ids.
        expectSame(encoded(TextList(std::span(kTexts).first(1)), pipeline, Monitor(), kName),
                   plain);
        QVERIFY(!readKeptTexts(keptTexts("another name", pipeline)));
        QVERIFY(!readKeptTexts(keptTexts(kName, keptPipeline("character"))));
        TextSpec shorter = keptSpec();
        shorter.maximumLength = 3;
        QVERIFY(!readKeptTexts(keptTexts(
            kName, TextPipeline::learn(shorter, TextList(std::span(kTexts).first(4)), Monitor()))));
    }

    /// Whichever byte is another, and wherever it ends, the ids are made anew.
    void damagedFilesAreMadeAnew()
    {
        const TextPipeline pipeline = keptPipeline();
        const TextList texts(kTexts);
        const EncodedTexts plain = encoded(texts, pipeline, Monitor(), kName);
        const fs::path file = files().front();
        const auto size = fs::file_size(file);
        std::string bytes(size, '\0');
        std::ifstream(file, std::ios::binary).read(bytes.data(), std::streamsize(size));
        for (size_t at = 0; at < size; ++at) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ 0x41);
            std::ofstream(file, std::ios::binary) << changed;
            QVERIFY2(!readKeptTexts(keptTexts(kName, pipeline)), qPrintable(QString::number(at)));
            QVERIFY(!fs::exists(file));
        }
        for (const size_t length :
             {size_t{0}, size_t{10}, size_t{63}, size_t{64}, size - 4, size - 1}) {
            std::ofstream(file, std::ios::binary) << bytes.substr(0, length);
            expectSame(encoded(texts, pipeline, Monitor(), kName), plain);
            QCOMPARE(fs::file_size(file), size);
        }
    }

    void pipelinesAreLearntOnce()
    {
        int learnt = 0;
        const auto once = [&](const std::string& key, const std::string& settings) {
            return learntOnce<PairPipelines>(key, settings, [&] {
                ++learnt;
                return PairPipelines::learn(keptSpec(), keptSpec("character"), TextList(kTexts),
                                            TextList(kTexts), Monitor());
            });
        };
        const PairPipelines first = once(kName, "settings");
        const PairPipelines second = once(kName, "settings");
        QCOMPARE(learnt, 1);
        QCOMPARE(second.source->identity(), first.source->identity());
        QCOMPARE(second.target->identity(), first.target->identity());
        QVERIFY(first.source->identity() != first.target->identity());
        once(kName, "other settings");
        once("another name", "settings");
        QCOMPARE(learnt, 3);
        once({}, "settings");
        once({}, "settings");
        QCOMPARE(learnt, 5); // Without a name nothing is kept.
        for (const fs::path& folder : files())
            std::ofstream(folder / "vocabulary.txt") << "other\nwords\n";
        once(kName, "settings");
        QCOMPARE(learnt, 6);
        once(kName, "settings");
        QCOMPARE(learnt, 6);
    }

    void nothingIsKeptWhereTheCacheCannotBeWritten()
    {
        std::ofstream(cache()) << "a file in the place of the folder";
        const TextPipeline pipeline = keptPipeline();
        const TextList texts(kTexts);
        expectSame(encoded(texts, pipeline, Monitor(), kName), encoded(texts, pipeline, Monitor()));
        int learnt = 0;
        for (int i = 0; i < 2; ++i)
            learntOnce<TextPipeline>(kName, {}, [&] {
                ++learnt;
                return keptPipeline();
            });
        QCOMPARE(learnt, 2);
    }
};

UNROLL_TEST(KeptTextsTest, QCoreApplication)
#include "kept_texts_test.moc"
