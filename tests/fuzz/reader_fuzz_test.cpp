#include "core/base/error.h"
#include "core/data/preview.h"
#include "tests/core/data/task_columns.h"
#include "tests/fuzz/packed.h"
#include "tests/support/test_case.h"

#include <fstream>
#include <random>

namespace {

using fuzzed::packed;
using fuzzed::Packing;

constexpr int kMutants = 400; ///< Of each seed file.

/// A draw below `bound`; which numbers come does not matter, only that they are the same each time.
size_t below(size_t bound, std::mt19937_64& generator)
{
    return generator() % bound;
}

/// One small random damage: a byte changed, a part removed, doubled or replaced by something that
/// readers stumble over.
std::string damaged(std::string text, std::mt19937_64& generator)
{
    using namespace std::string_literals;
    static const Strings kTroubles{"\""s,
                                   "\"\""s,
                                   ","s,
                                   "\t"s,
                                   "\r"s,
                                   "\n"s,
                                   "\0"s,
                                   "\xFF"s,
                                   "\xFF\xFE"s,
                                   "\xEF\xBB\xBF"s,
                                   "{"s,
                                   "[[[[[["s,
                                   "}"s,
                                   "\\u0000"s,
                                   ";"s,
                                   "__label__"s,
                                   "\xC3"s,
                                   "\xE2\x80\xA8"s,
                                   std::string(300, '"'),
                                   "PK\3\4"s};
    if (text.empty())
        return kTroubles[below(kTroubles.size(), generator)];
    const size_t at = below(text.size(), generator);
    const size_t length = below(std::min<size_t>(text.size() - at, 40) + 1, generator);
    switch (below(5, generator)) {
    case 0:
        text[at] = static_cast<char>(generator());
        return text;
    case 1:
        return text.erase(at, length);
    case 2:
        return text.insert(at, text.substr(at, length));
    case 3:
        return text.insert(at, kTroubles[below(kTroubles.size(), generator)]);
    default:
        return text.substr(0, at);
    }
}

std::string csvSeed()
{
    return "text,label\n\"a \"\"fine\"\", film\",pos\n\"two\nlines\",neg\nplain \u00E9t\u00E9,pos\n"
           "so dull,neg\nsix,pos\nseven of nine,neg\n";
}

std::string utf16Seed()
{
    std::string wide = "\xFF\xFE";
    for (const char c : csvSeed()) {
        wide += c;
        wide += '\0';
    }
    return wide;
}

/// Previews and loads what is dropped as pairs.
void readPairsLikeAUser(const Strings& paths)
{
    try {
        core::DataSpec spec = tasks::recognised(paths, "translation", {}).spec;
        spec.skipBadRows = true;
        const core::DataPreview preview = core::previewData(tasks::kPairs, spec, {});
        const tasks::Loaded data = tasks::loadPairs(preview.spec, {});
        const auto rows = data.train.size() + data.valid.size() + data.test.size();
        QCOMPARE(static_cast<int64_t>(rows),
                 preview.trainRows + preview.validRows + preview.testRows);
        QCOMPARE(data.skippedRows, preview.badRowCount);
        core::exchangedSides(preview.spec);
    } catch (const core::Error& error) {
        QVERIFY(!error.failure().what.empty());
    }
}

/// Previews and loads the file, as dropping it would; anything but a core::Error is a fault.
void readLikeAUser(const std::string& path)
{
    readPairsLikeAUser({path});
    try {
        core::DataSpec spec = core::dataSpecFromPaths({path}, {});
        spec.skipBadRows = true;
        const core::DataPreview preview = core::previewData(tasks::kLabelled, spec, {});
        const tasks::Loaded data = tasks::loadData(preview.spec, {});
        const auto rows = data.train.size() + data.valid.size() + data.test.size();
        QCOMPARE(static_cast<int64_t>(rows),
                 preview.trainRows + preview.validRows + preview.testRows);
        QCOMPARE(data.skippedRows, preview.badRowCount);
    } catch (const core::Error& error) {
        QVERIFY(!error.failure().what.empty());
    }
}

} // namespace

/// Seeded random damage to files of every format: reading ends in rows or in a sentence, never in
/// a crash, and loading agrees with the preview. Run under ASan and UBSan it also finds what does
/// not crash by itself.
class ReaderFuzzTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void damagedFilesNeverCrash_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("seed");
        const auto add = [](const char* name, const std::string& seed) {
            QTest::addRow("%s", name) << QString(name) << QByteArray::fromStdString(seed);
        };
        add("a.csv", csvSeed());
        add("wide.csv", utf16Seed());
        add("tweets.tsv",
            "1\tpos\t\"open\n2\tneg\tanother one\n3\tpos\tthe end\t\n4\tneg\tor not\n");
        add("a.jsonl",
            "{\"text\": \"a fine film\", \"label\": 1}\n"
            "{\"text\": \"caf\\u00e9 [x]\", \"label\": 0, \"more\": [1, {\"a\": 2}]}\n");
        add("pairs.jsonl",
            "{\"translation\": {\"de\": \"ein Hund\", \"en\": \"a dog\"}}\n"
            "{\"translation\": {\"de\": \"zwei\", \"en\": [\"two\"]}}\n");
        add("pairs.tsv", "A dog .\tEin Hund .\t1\nTwo cats .\tZwei Katzen .\t2\nThree\tDrei\t\n");
        add("sides.zip",
            packed(Packing::Zip,
                   {{"m/train.de", "eins\nzwei\ndrei\n"},
                    {"m/train.en", "one\ntwo\nthree\n"},
                    {"m/val.de", "vier\n"},
                    {"m/val.en", "four\n"}}));
        add("list.json", "[{\"text\": \"a fine film\", \"label\": 1}]");
        add("fasttext.txt", "__label__a some words\n__label__b other words\n__label__a more\n");
        add("first.txt", "pos some words\nneg other words\npos more words\nneg less\n");
        add("folders.zip",
            packed(Packing::Zip,
                   {{"c/train/pos/1.txt", "a fine film"},
                    {"c/train/neg/1.txt", "a dull film"},
                    {"c/test/pos/1.txt", "it shines"}}));
        add("names.tar.gz",
            packed(Packing::TarGzip,
                   {{"n/Arabic.txt", "Khoury\nNahas\n"}, {"n/Irish.txt", "Doyle\n"}}));
        add("tables.tgz",
            packed(Packing::TarGzip, {{"train.csv", csvSeed()}, {"test.csv", csvSeed()}}));
    }
    void damagedFilesNeverCrash()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, seed);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(name).toStdString();
        std::mt19937_64 generator(20240501);
        std::string text = seed.toStdString();
        for (int i = 0; i < kMutants; ++i) {
            // Damage adds up for a while, then begins anew.
            text = damaged(i % 8 == 0 ? seed.toStdString() : text, generator);
            std::filesystem::remove(path); // Some file systems wait for the disk on overwriting.
            std::ofstream(path, std::ios::binary) << text;
            readLikeAUser(path);
            if (QTest::currentTestFailed()) {
                qWarning("mutant %d", i);
                return;
            }
        }
    }

    /// One side is damaged, the other is whole.
    void damagedSidesNeverCrash()
    {
        const QTemporaryDir folder;
        const std::string source = folder.filePath("train.de").toStdString();
        const std::string target = folder.filePath("train.en").toStdString();
        std::string whole;
        for (int i = 0; i < 40; ++i)
            whole += std::string(static_cast<size_t>(3 + i * 7 % 40), 'x') + "\n";
        std::ofstream(target, std::ios::binary) << whole;
        std::mt19937_64 generator(20240502);
        std::string text = whole;
        for (int i = 0; i < kMutants; ++i) {
            text = damaged(i % 8 == 0 ? whole : text, generator);
            std::filesystem::remove(source);
            std::ofstream(source, std::ios::binary) << text;
            readPairsLikeAUser({source, target});
            if (QTest::currentTestFailed())
                return;
        }
    }
};

UNROLL_TEST(ReaderFuzzTest, QCoreApplication)
#include "reader_fuzz_test.moc"
