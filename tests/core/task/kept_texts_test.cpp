#include "core/task/kept_texts.h"
#include "core/task/language_model/language_texts.h"
#include "core/task/tagging/word_reader.h"
#include "core/task/word_vectors/word_texts.h"
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

/// The texts of one column under the name.
CorpusPart named(const Strings& texts)
{
    return {{{ColumnKind::Text, TextColumn(texts), {}, {}}}, kName};
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

    /// Lines without text would be read as nothing: that there is something shows that it was kept.
    void languageModelsKeepWhatTheyPredictAndCount()
    {
        const TextPipeline pipeline = keptPipeline();
        for (const char* reading : {"lines", "stream"})
            for (const CodedText coded : {CodedText::Measured, CodedText::NotMeasured}) {
                LanguageOptions options;
                options.reading = reading;
                options.window = 3;
                const auto read = [&](const Strings& lines, const std::string& key) {
                    return LanguageTexts::encoded(TextList(lines), {}, pipeline, options, Monitor(),
                                                  coded, key);
                };
                const LanguageTexts wanted = read(kTexts, {});
                read(kTexts, kName);
                const LanguageTexts found = read({}, kName);
                QVERIFY(std::ranges::equal(found.ids(), wanted.ids()));
                QVERIFY(std::ranges::equal(found.lengths(), wanted.lengths()));
                QCOMPARE(found.lines(), wanted.lines());
                QCOMPARE(found.cutLines(), wanted.cutLines());
                QCOMPARE(found.characters(), wanted.characters());
                QCOMPARE(found.spellingNats(), wanted.spellingNats());
                QCOMPARE(found.line(1), wanted.line(1));
                QCOMPARE(wanted.cutLines(), int64_t{options.isStream() ? 0 : 1});
            }
        QCOMPARE(files().size(), size_t{4});
    }

    void wordVectorsKeepTheirWords()
    {
        const TextPipeline pipeline = keptPipeline();
        const WordTexts wanted(TextList(kTexts), pipeline, Monitor());
        WordTexts(TextList(kTexts), pipeline, Monitor(), kName);
        const WordTexts found(TextList(), pipeline, Monitor(), kName);
        QVERIFY(std::ranges::equal(found.passages().ids, wanted.passages().ids));
        QCOMPARE(found.passages().offsets, wanted.passages().offsets);
        QCOMPARE(found.line(2), wanted.line(2));
        QCOMPARE(found.unknownShare(), wanted.unknownShare());
        QVERIFY(found.unknownShare() > 0.0);
    }

    void taggersKeepTheirWordsAsWritten()
    {
        const Strings texts{"a Good film", "one two three four five six seven"};
        const auto pipeline = std::make_shared<TextPipeline>(
            learnWords(keptSpec(), TextList(texts), {}, Monitor()));
        for (const LooksIntoWords looks : {LooksIntoWords::Yes, LooksIntoWords::No}) {
            const WordReader reader(pipeline, {"a", "o"}, looks);
            const EncodedTexts wanted = reader.read(TextList(texts), Monitor());
            reader.readOnce(named(texts), Monitor());
            const EncodedTexts found = reader.readOnce(named({}), Monitor());
            expectSame(found, wanted);
            QCOMPARE(found.starts, wanted.starts);
            QCOMPARE(found.forms, wanted.forms);
            QCOMPARE(found.words.characters, wanted.words.characters);
            QCOMPARE(found.words.offsets, wanted.words.offsets);
            QCOMPARE(found.words.cases, wanted.words.cases);
            const auto others = WordReader(pipeline, {"a"}, looks).readOnce(named({}), Monitor());
            QCOMPARE(others.count(), int64_t{0}); // Other characters are other words.
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
