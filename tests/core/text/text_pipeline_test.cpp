#include "core/base/atomic_file.h"
#include "core/text/text_pipeline.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <thread>

using core::Json;
using core::TextPipeline;

namespace {

core::TextSpec smallSpec()
{
    core::TextSpec spec;
    spec.cleaning = {{"strip_html", Json::object()}, {"lower_case", Json::object()}};
    spec.tokeniser = {"white_space", Json::object()};
    spec.minimumFrequency = 1;
    spec.maximumLength = 3;
    return spec;
}

const Strings kTexts = {"The film<br />THE plot", "the film was é\\", "film"};

/// A folder that load() reads, with one of its files changed by `change`.
template <class Change> core::Failure failureAfter(const std::string& file, Change&& change)
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    TextPipeline::learn(smallSpec(), kTexts, {}).save(path);
    std::string content = core::readFile(path / file);
    change(content);
    core::writeFileAtomically(path / file, content);
    return support::failureOf([&] { TextPipeline::load(path); });
}

} // namespace

class TextPipelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void idsFollowFrequencyAfterCleaning()
    {
        const auto pipeline = TextPipeline::learn(smallSpec(), kTexts, {});
        // the and film three times each, then once each: plot was é\ in byte order.
        QCOMPARE(pipeline.vocabularySize(), int64_t{9});
        QCOMPARE(pipeline.token(4), "film"s);
        QCOMPARE(pipeline.token(5), "the"s);
        QCOMPARE(pipeline.token(6), "plot"s);
        QCOMPARE(pipeline.token(7), "was"s);
        QCOMPARE(pipeline.token(8), "é\\"s);
        QCOMPARE(pipeline.distinctTokens(), int64_t{5});
        QCOMPARE(pipeline.clean("A<b>B"), "a b"s);
        QCOMPARE(pipeline.tokens("The new Film was bad"),
                 (Strings{"the", "new", "film", "was", "bad"}));
        QCOMPARE(pipeline.ids(std::string_view("The new Film was bad")),
                 (std::vector<int32_t>{5, 1, 4}));
    }

    void allIdsAreNotCut()
    {
        const auto pipeline = TextPipeline::learn(smallSpec(), kTexts, {});
        const Strings texts = {"film film film film the"};
        QCOMPARE(pipeline.allIds(texts, {}).front(), (std::vector<int32_t>{4, 4, 4, 4, 5}));
    }

    void aTextWithoutTokensGivesOneUnknown()
    {
        const auto pipeline = TextPipeline::learn(smallSpec(), kTexts, {});
        QCOMPARE(pipeline.ids(std::string_view("")), std::vector<int32_t>{1});
        QCOMPARE(pipeline.ids(std::string_view(" <br /> ")), std::vector<int32_t>{1});
        const auto empty = TextPipeline::learn(smallSpec(), {}, {});
        QCOMPARE(empty.vocabularySize(), int64_t{4});
        QCOMPARE(empty.ids(std::string_view("film")), std::vector<int32_t>{1});
    }

    void aTextCannotSpellSpecialTokens()
    {
        core::TextSpec spec = smallSpec();
        spec.cleaning.clear();
        spec.maximumLength = 4;
        for (const char* tokeniser : {"white_space", "basic_english"}) {
            spec.tokeniser.kind = tokeniser;
            const auto pipeline = TextPipeline::learn(spec, kTexts, {});
            QCOMPARE(pipeline.ids(std::string_view("<pad> <unk> <bos> <eos>")),
                     (std::vector<int32_t>{1, 1, 1, 1}));
        }
    }

    void oneAndManyAgree()
    {
        const auto pipeline = TextPipeline::learn(smallSpec(), kTexts, {});
        const auto many = pipeline.ids(std::span(kTexts), {});
        QCOMPARE(many.size(), kTexts.size());
        for (size_t i = 0; i < kTexts.size(); ++i)
            QCOMPARE(many[i], pipeline.ids(kTexts[i]));
    }

    void limitsHold()
    {
        core::TextSpec spec = smallSpec();
        spec.minimumFrequency = 3;
        QCOMPARE(TextPipeline::learn(spec, kTexts, {}).vocabularySize(), int64_t{6});
        spec.vocabularySize = 5;
        const auto pipeline = TextPipeline::learn(spec, kTexts, {});
        QCOMPARE(pipeline.vocabularySize(), int64_t{5});
        QCOMPARE(pipeline.id("the"), core::kUnknownId);
    }

    void furtherWordsFillTheVocabulary()
    {
        core::TextSpec spec = smallSpec();
        // Texts are in small letters and have no words with a blank; "the" is there.
        const Strings more{"Uppercase", "two words", "the", "second", "first", "second", "<unk>"};
        const auto pipeline = TextPipeline::learn(spec, kTexts, {}, {.words = more});
        QCOMPARE(pipeline.vocabularySize(), int64_t{9 + 2});
        QCOMPARE(pipeline.token(8), "é\\"s);
        QCOMPARE(pipeline.token(9), "second"s);
        QCOMPARE(pipeline.token(10), "first"s);
        QCOMPARE(pipeline.id("first"), int64_t{10});
        spec.vocabularySize = 10;
        QCOMPARE(TextPipeline::learn(spec, kTexts, {}, {.words = more}).vocabularySize(),
                 int64_t{10});
        spec.tokeniser = {"byte_bpe", core::Json::object()};
        spec.vocabularySize = 300;
        QCOMPARE(TextPipeline::learn(spec, kTexts, {}, {.words = more}).vocabularySize(),
                 TextPipeline::learn(spec, kTexts, {}).vocabularySize());
    }

    void savedAndLoadedIsTheSame()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        core::TextSpec spec = smallSpec();
        spec.tokeniser = {"character", Json::object()};
        spec.maximumLength = 1000;
        const Strings texts = {"a\nb\tc \\d\r\ne", "é\u0301 x"};
        const auto saved = TextPipeline::learn(spec, texts, {});
        saved.save(path);
        const auto loaded = TextPipeline::load(path);
        QVERIFY(loaded.spec() == saved.spec());
        QCOMPARE(loaded.vocabularySize(), saved.vocabularySize());
        for (int64_t id = 0; id < saved.vocabularySize(); ++id)
            QCOMPARE(loaded.token(id), saved.token(id));
        for (const std::string& text : texts)
            QCOMPARE(loaded.ids(text), saved.ids(text));
        const std::string lines = core::readFile(path / "vocabulary.txt");
        QCOMPARE(std::count(lines.begin(), lines.end(), '\n'), saved.vocabularySize());
    }

    void damagedFilesAreRefusedByName()
    {
        const auto expectRefusal = [](const core::Failure& failure, const std::string& file) {
            QCOMPARE(failure.code, core::ErrorCode::FileMalformed);
            QVERIFY2(failure.sentence().find(file) != std::string::npos,
                     failure.sentence().c_str());
        };
        const std::string vocabulary = "vocabulary.txt";
        expectRefusal(failureAfter(vocabulary, [](std::string& s) { s.pop_back(); }), vocabulary);
        expectRefusal(failureAfter(vocabulary, [](std::string& s) { s.resize(s.rfind("was")); }),
                      vocabulary);
        expectRefusal(failureAfter(vocabulary, [](std::string& s) { s[30] ^= 1; }), vocabulary);
        expectRefusal(failureAfter(vocabulary, [](std::string& s) { s.clear(); }), vocabulary);
        const std::string settings = "text.json";
        expectRefusal(failureAfter(settings, [](std::string& s) { s.resize(s.size() / 2); }),
                      settings);
        expectRefusal(failureAfter(settings, [](std::string& s) { s = "[1, 2]"; }), settings);
        expectRefusal(failureAfter(settings,
                                   [](std::string& s) {
                                       s.replace(s.find("white_space"), 11, "white_spice");
                                   }),
                      settings);
        expectRefusal(failureAfter(settings,
                                   [](std::string& s) {
                                       s.replace(s.find("\"version\": 1"), 12, "\"version\": 9");
                                   }),
                      settings);
    }

    void missingFilesAreNamed()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QCOMPARE(support::failureOf([&] { TextPipeline::load(path); }).code,
                 core::ErrorCode::FileMissing);
        TextPipeline::learn(smallSpec(), kTexts, {}).save(path);
        std::filesystem::remove(path / "vocabulary.txt");
        QVERIFY(support::contains(support::sentenceOf([&] { TextPipeline::load(path); }),
                                  "vocabulary.txt"));
    }

    void wrongSettingsAreListedTogether()
    {
        core::TextSpec spec = smallSpec();
        spec.maximumLength = 0;
        spec.tokeniser.kind = "whitespace";
        const core::Failure failure
            = support::failureOf([&] { TextPipeline::learn(spec, kTexts, {}); });
        QCOMPARE(failure.code, core::ErrorCode::BadSetting);
        const std::string sentence = failure.sentence();
        QVERIFY(sentence.find("text.maximum_length") != std::string::npos);
        QVERIFY(sentence.find("text.tokeniser") != std::string::npos);
    }

    void learningCanBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(support::failureOf([&] {
                     TextPipeline::learn(smallSpec(), kTexts, core::Monitor(stop.get_token(), {}));
                 }).code,
                 core::ErrorCode::Cancelled);
    }

    void manyTextsGiveWhatEachGivesByItself()
    {
        constexpr int kCount = 3000, kWords = 97; // several blocks, words in all of them
        Strings texts;
        std::map<std::string, int64_t> counts;
        for (int i = 0; i < kCount; ++i) {
            texts.emplace_back();
            for (int word = 0; word < i % 7; ++word) {
                const std::string token = "w" + std::to_string(i * (word + 3) % kWords);
                texts.back() += token + " ";
                ++counts[token];
            }
        }
        const auto pipeline = TextPipeline::learn(smallSpec(), texts, {});
        QCOMPARE(pipeline.distinctTokens(), static_cast<int64_t>(counts.size()));
        Strings wanted; // the most frequent first, ties by their bytes
        for (const auto& [token, count] : counts)
            wanted.push_back(token);
        std::stable_sort(wanted.begin(), wanted.end(),
                         [&](const auto& a, const auto& b) { return counts[a] > counts[b]; });
        for (size_t i = 0; i < wanted.size(); ++i)
            QCOMPARE(pipeline.id(wanted[i]), core::kSpecialTokens + static_cast<int64_t>(i));
        const auto all = pipeline.ids(std::span(texts), {});
        for (size_t i = 0; i < texts.size(); ++i)
            QCOMPARE(all[i], pipeline.ids(texts[i]));
    }

    void severalThreadsMayAskAtOnce()
    {
        core::TextSpec spec = smallSpec();
        spec.tokeniser = {"character", Json::object()};
        spec.maximumLength = 100;
        const Strings texts = {"über ångström", "naïve café 👍🏽"};
        const auto pipeline = TextPipeline::learn(spec, texts, {});
        const auto expected = pipeline.ids(std::span(texts), {});
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 200; ++i)
                    wrong += pipeline.ids(texts[static_cast<size_t>(i % 2)])
                        != expected[static_cast<size_t>(i % 2)];
            });
        threads.clear();
        QCOMPARE(wrong.load(), 0);
    }
};

UNROLL_TEST(TextPipelineTest, QCoreApplication)
#include "text_pipeline_test.moc"
