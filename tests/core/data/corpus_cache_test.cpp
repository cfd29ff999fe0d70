#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/data/corpus_cache.h"
#include "data_files.h"
#include "pair_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fcntl.h>
#include <sys/file.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

namespace fs = std::filesystem;
namespace {

constexpr size_t kMarkBytes = 16, kHashBytes = 32;

/// Large enough to be kept, and for its texts to leave the memory.
std::string largeTable(const std::string& label)
{
    std::string csv = "text," + label + "\n";
    for (int i = 0; csv.size() < (size_t{19} << 20); ++i) {
        std::string text = "a film of number " + std::to_string(i) + " with words that go on";
        while (text.size() < 900)
            text += " and on \u00E9t\u00E9";
        csv += text + "," + std::to_string(1 + i * 7 % 5) + "\n";
        if (i == 500)
            csv += "a bad row\n";
    }
    return csv;
}

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

/// With the hash that belongs to what follows it, as a forger would write it.
std::string sealed(std::string entry)
{
    const size_t from = kMarkBytes + kHashBytes;
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, XXH3_128bits(entry.data() + from, entry.size() - from));
    std::string digits;
    for (const unsigned char byte : bytes.digest)
        for (const int half : {byte >> 4, byte & 15})
            digits += "0123456789abcdef"[half];
    return entry.replace(kMarkBytes, kHashBytes, digits);
}

bool same(const tasks::Rows& a, const tasks::Rows& b)
{
    return a.texts == b.texts && a.labels == b.labels && a.numbers == b.numbers
        && a.target == b.target;
}

bool same(const tasks::Loaded& a, const tasks::Loaded& b)
{
    return a.classes == b.classes && a.skippedRows == b.skippedRows && a.notes == b.notes
        && same(a.train, b.train) && same(a.valid, b.valid) && same(a.test, b.test);
}

} // namespace

class CorpusCacheTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_spec.train = {m_files.file("t.csv", largeTable("stars"))};
        m_spec.testFraction = 0.1;
        m_spec.skipBadRows = true;
    }
    void init()
    {
        fs::remove_all(m_files.path("cache"));
        setenv("XDG_CACHE_HOME", m_files.path("cache").c_str(), 1);
    }

    void theSecondLoadIsTheFirst_data()
    {
        addColumn<bool>("numbers");
        newRow("classes", false);
        newRow("numbers", true);
    }
    void theSecondLoadIsTheFirst()
    {
        QFETCH(bool, numbers);
        const core::TaskColumns& columns = numbers ? tasks::kNumbers : tasks::kLabelled;
        setenv("XDG_CACHE_HOME", m_files.file("no folder", "").c_str(), 1);
        const auto without = tasks::load(m_spec, columns);
        QCOMPARE(without.skippedRows, int64_t{1});
        init();
        QVERIFY(same(tasks::load(m_spec, columns), without));
        QCOMPARE(entries().size(), size_t{1});
        QVERIFY(core::CorpusCache(m_spec, columns, {}).find({}).has_value());
        QVERIFY(same(tasks::load(m_spec, columns), without));
        // What decides the split alone does not ask for another entry.
        core::DataSpec other = m_spec;
        other.splitSeed = 5;
        QVERIFY(tasks::load(other, columns).valid.texts != without.valid.texts);
        QCOMPARE(entries().size(), size_t{1});
    }

    void whatDecidesTheRowsNamesTheEntry()
    {
        tasks::load(m_spec, tasks::kLabelled);
        const auto found = [](const core::DataSpec& spec, const core::TaskColumns& columns) {
            return core::CorpusCache(spec, columns, {}).find({}).has_value();
        };
        QVERIFY(found(m_spec, tasks::kLabelled));
        QVERIFY(!found(m_spec, tasks::kNumbers));
        core::DataSpec other = m_spec;
        other.encoding = "latin-1";
        QVERIFY(!found(other, tasks::kLabelled));
        other = m_spec;
        other.format = {"delimited", core::Json{{"header", "no"}}};
        QVERIFY(!found(other, tasks::kLabelled));
        other = m_spec;
        std::string content = contentOf(m_spec.train.front());
        content[content.size() - 2] = content[content.size() - 2] == '1' ? '2' : '1';
        other.train = {m_files.file("t.csv", content)}; // One byte, in the same place.
        QVERIFY(!found(other, tasks::kLabelled));
        m_files.file("t.csv", largeTable("stars"));
        QVERIFY(found(m_spec, tasks::kLabelled));
    }

    void damagedEntriesArePassedOver()
    {
        const auto first = tasks::load(m_spec, tasks::kLabelled);
        const fs::path entry = entries().at(0);
        const std::string whole = contentOf(entry);
        std::mt19937 generator(3);
        for (int i = 0; i < 6; ++i) {
            std::string damaged = whole;
            if (i % 2 == 0)
                damaged.resize(generator() % whole.size());
            else
                damaged[generator() % whole.size()] ^= 1;
            write(entry, damaged);
            QVERIFY(!core::CorpusCache(m_spec, tasks::kLabelled, {}).find({}));
        }
        write(entry, whole.substr(0, whole.size() / 2));
        QVERIFY(same(tasks::load(m_spec, tasks::kLabelled), first));
        QVERIFY(contentOf(entry) == whole); // Made anew, to the byte.
    }

    /// The hash tells damage, not intent: what it seals is not believed either.
    void forgedEntriesStayInBounds()
    {
        tasks::load(m_spec, tasks::kLabelled);
        const fs::path entry = entries().at(0);
        const std::string whole = contentOf(entry);
        QCOMPARE(sealed(whole), whole);
        std::mt19937 generator(4);
        int refused = 0;
        constexpr int kForged = 60;
        for (int i = 0; i < kForged; ++i) {
            std::string forged = whole;
            for (int change = 0; change < 3; ++change) {
                // In the description, where the sizes are, or behind it.
                const size_t at = kMarkBytes + kHashBytes
                    + generator() % (i % 2 == 0 ? 400 : forged.size() - kMarkBytes - kHashBytes);
                forged[at] = static_cast<char>(generator());
            }
            write(entry, sealed(std::move(forged)));
            const auto data = core::CorpusCache(m_spec, tasks::kLabelled, {}).find({});
            refused += data ? 0 : 1;
            for (size_t row = 0; data && row < data->train.size(); ++row)
                QVERIFY(size_t(data->train.classes()[row]) < data->classes.size()
                        && !data->train.texts()[row].empty());
        }
        QVERIFY(refused > kForged / 2);
    }

    void blankLinesOfRunningTextAreKept()
    {
        std::string text;
        for (int i = 0; text.size() < (size_t{9} << 20); ++i)
            text += "A line of a long book, number " + std::to_string(i) + (i % 7 ? "\n" : "\n\n");
        core::DataSpec spec;
        spec.train = {m_files.file("book.txt", text)};
        const auto first = tasks::load(spec, tasks::kTexts);
        QCOMPARE(entries().size(), size_t{1});
        const auto written = fs::file_size(entries().at(0));
        QVERIFY(core::CorpusCache(spec, tasks::kTexts, {}).find({}).has_value());
        QVERIFY(same(tasks::load(spec, tasks::kTexts), first));
        QCOMPARE(fs::file_size(entries().at(0)), written);
        QVERIFY(std::count(first.train.texts.begin(), first.train.texts.end(), "") > 1000);
    }

    /// A writer that was killed holds no lock; one that is still writing does.
    void leftoversAreRemoved()
    {
        const std::string dead = m_files.file("cache/unroll/.corpus.abcdef", "half of an entry");
        const std::string alive = m_files.file("cache/unroll/.corpus.ghijkl", "half of an entry");
        const core::FileDescriptor writer = core::openRegularFile(alive, O_RDWR);
        QCOMPARE(::flock(writer.get(), LOCK_EX), 0);
        tasks::load(m_spec, tasks::kLabelled);
        QVERIFY(!fs::exists(dead));
        QVERIFY(fs::exists(alive));
    }

    void smallFilesAreNotKept()
    {
        core::DataSpec spec;
        spec.train = {m_files.file("small.csv", largeTable("stars").substr(0, 100'000))};
        spec.skipBadRows = true;
        tasks::load(spec, tasks::kLabelled);
        QVERIFY(!fs::exists(m_files.path("cache")));
    }

    void linksAreNotFollowed()
    {
        tasks::load(m_spec, tasks::kLabelled);
        const fs::path entry = entries().at(0);
        fs::rename(entry, m_files.path("elsewhere"));
        fs::create_symlink(m_files.path("elsewhere"), entry);
        QVERIFY(!core::CorpusCache(m_spec, tasks::kLabelled, {}).find({}));
    }

    /// It ended the program by SIGBUS.
    void anEntryThatIsShortenedWhileItIsInUseIsSaid()
    {
        tasks::load(m_spec, tasks::kLabelled);
        const auto data = core::CorpusCache(m_spec, tasks::kLabelled, {}).find({});
        QVERIFY(data.has_value());
        fs::resize_file(entries().at(0), 1000);
        const core::TextList texts = data->train.texts().list();
        size_t letters = 0;
        for (size_t i = 0; i < texts.size(); ++i)
            letters += static_cast<size_t>(std::count(texts[i].begin(), texts[i].end(), 'a'));
        QCOMPARE(letters, size_t{0});
        QVERIFY_THROWS_EXCEPTION(core::Error, texts.release(0, texts.size()));
        // The next time it is read anew.
        QVERIFY(!core::CorpusCache(m_spec, tasks::kLabelled, {}).find({}).has_value());
    }

private:
    std::vector<fs::path> entries() const
    {
        std::vector<fs::path> all;
        for (const auto& each : fs::directory_iterator(m_files.path("cache/unroll")))
            all.push_back(each.path());
        return all;
    }

    DataFiles m_files;
    core::DataSpec m_spec;
};

UNROLL_TEST(CorpusCacheTest, QCoreApplication)
#include "corpus_cache_test.moc"
