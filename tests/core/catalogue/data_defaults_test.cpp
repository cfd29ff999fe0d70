#include "core/catalogue/data_defaults.h"

#include "core/base/spec_values.h"
#include "core/catalogue/spec_json.h"
#include "core/catalogue/spec_settings.h"
#include "core/task/task_kinds.h"
#include "tests/core/data/data_files.h"
#include "tests/support/kinds_of_data.h"
#include "tests/support/test_case.h"

using core::DataDefaults;
using support::KindOfData;

namespace {

std::vector<std::string> writtenTo(const DataFiles& files, const KindOfData& kind)
{
    std::vector<std::string> paths;
    for (const auto& [name, content] : kind.files)
        paths.push_back(files.file(name, content));
    return paths;
}

/// Recognised and read as in the window, where no data were set up before.
core::DataPreview previewed(const std::vector<std::string>& paths)
{
    const core::RecognisedData data
        = core::recogniseDropped(paths, core::taskColumns().front().task, core::taskColumns(), {});
    return core::previewData(core::columnsOfTask(data.task), data.spec, {});
}

DataDefaults defaultsOf(const DataFiles& files, const std::string& name, const std::string& content)
{
    return core::dataDefaults(previewed({files.file(name, content)}));
}

std::string valueOf(const DataDefaults& defaults, const std::string& path)
{
    for (const core::DataDecision& each : defaults.decisions)
        if (each.path == path)
            return each.value;
    return "no decision";
}

std::string whatOf(const DataDefaults& defaults, const std::string& path)
{
    for (const core::DataDecision& each : defaults.decisions)
        if (each.path == path)
            return each.what.plain();
    return "no decision";
}

template <class Row> std::string rowsOf(int rows, Row row)
{
    return support::kinds::lines("", rows, row);
}

} // namespace

class DataDefaultsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachKindOfDataGetsItsTaskAndReasons_data()
    {
        addColumn<int>("index");
        const auto all = support::kindsOfData();
        for (size_t i = 0; i < all.size(); ++i)
            newRow(all[i].name, int(i));
    }

    void eachKindOfDataGetsItsTaskAndReasons()
    {
        QFETCH(int, index);
        const DataFiles files;
        const KindOfData kind = support::kindsOfData()[size_t(index)];
        const core::DataPreview preview = previewed(writtenTo(files, kind));
        QCOMPARE(preview.read.task, std::string(kind.task));
        QVERIFY(preview.problems.empty());
        QCOMPARE(preview.badRowCount, int64_t{0});
        const DataDefaults defaults = core::dataDefaults(preview);
        QCOMPARE(defaults.spec.task.kind, std::string(kind.task));
        QVERIFY(defaults.spec.data == core::completedSpec(defaults.spec).data);
        QCOMPARE(defaults.spec.data.train, preview.spec.train);
        std::vector<core::Problem> problems;
        core::specFromJson(core::specToJson(defaults.spec), problems);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems[0].what.plain().c_str());
        // A decision holds in the set-up, and its setting exists.
        QVERIFY(defaults.decisions.size() >= 2);
        std::set<std::string> paths;
        for (const core::DataDecision& each : defaults.decisions) {
            QVERIFY2(paths.insert(each.path).second, each.path.c_str());
            QVERIFY(!each.what.plain().empty() && !each.why.plain().empty());
            QVERIFY2(!each.why.plain().ends_with(" .") && each.why.plain().ends_with("."),
                     each.why.plain().c_str());
            QCOMPARE(each.value, core::settingValue(core::specToJson(defaults.spec), each.path));
            if (each.path != "task")
                QVERIFY2(core::withValue(defaults.spec, each.path, each.value) == defaults.spec,
                         each.path.c_str());
        }
        QVERIFY(paths.contains("task"));
    }

    /// 80 names: characters, of the preset for names; half of its 96 units; 9 updates an epoch
    /// with batches of 8.
    void shortStringsAreReadAsCharacters()
    {
        const DataFiles files;
        const KindOfData names = support::kindsOfData().front();
        const DataDefaults defaults = core::dataDefaults(previewed(writtenTo(files, names)));
        QCOMPARE(valueOf(defaults, "text.tokeniser"), "character"s);
        QCOMPARE(defaults.spec.text.minimumFrequency, int64_t{1});
        QCOMPARE(defaults.spec.model.network.kind, "gru"s);
        QCOMPARE(valueOf(defaults, "model.network.hidden_size"), "48"s);
        QCOMPARE(valueOf(defaults, "text.maximum_length"), "16"s);
        QCOMPARE(valueOf(defaults, "training.batch_size"), "8"s);
        QCOMPARE(valueOf(defaults, "training.monitor"), "no decision"s); // It was the loss already.
        // The same strings with a number beside them: no preset of that task reads characters.
        const DataDefaults numbers
            = defaultsOf(files, "n.csv", "name,score\n" + rowsOf(80, [](int i) {
                                             return support::kinds::word(i) + "x,"
                                                 + std::to_string(i * 31 % 97) + ".5";
                                         }));
        QCOMPARE(numbers.spec.task.kind, "regression"s);
        QCOMPARE(valueOf(numbers, "text.tokeniser"), "character"s);
        QCOMPARE(numbers.spec.text.minimumFrequency, int64_t{1});
        // A few words that come again and again are words.
        const DataDefaults colours
            = defaultsOf(files, "c.csv", "name,label\n" + rowsOf(80, [](int i) {
                                             return std::string(i % 3 ? "red" : "green") + " "
                                                 + support::kinds::word(i % 5)
                                                 + (i % 2 ? ",yes" : ",no");
                                         }));
        QCOMPARE(valueOf(colours, "text.tokeniser"), "basic_english"s);
    }

    /// 1,000 texts of 50 to 500 words: the 95 % shortest have up to 477 or so.
    void lengthsDecideMaximumLengthAndBatch()
    {
        const DataFiles files;
        const auto texts = [](int rows, int least, int most) {
            std::string all = "text,label\n";
            for (int i = 0; i < rows; ++i) {
                const int words = least + i * 7919 % (most - least + 1);
                for (int k = 0; k < words; ++k)
                    all += support::kinds::word(i * k % 100) + " ";
                all += i % 2 ? ",yes\n" : ",no\n";
            }
            return all;
        };
        const DataDefaults longTexts = defaultsOf(files, "long.csv", texts(3000, 50, 500));
        QCOMPARE(longTexts.spec.text.maximumLength, int64_t{400});
        QCOMPARE(longTexts.spec.training.batchSize, int64_t{32}); // 64 * 400 tokens are too many.
        const DataDefaults shorter = defaultsOf(files, "short.csv", texts(9000, 5, 30));
        QCOMPARE(shorter.spec.text.maximumLength, int64_t{30});
        QCOMPARE(shorter.spec.training.batchSize, int64_t{64});
        const DataDefaults many = defaultsOf(files, "many.csv", texts(80'000, 5, 10));
        QCOMPARE(many.spec.text.maximumLength, int64_t{16});
        QCOMPARE(many.spec.training.batchSize,
                 int64_t{128}); // 72,000 rows: 563 updates, not 1,125.
    }

    void manyNumbersAreMeasuredAndFewAreClasses()
    {
        const DataFiles files;
        const auto task = [&](const char* name, auto value) {
            return defaultsOf(files, "t.csv",
                              std::string("text,") + name + "\n"
                                  + rowsOf(200,
                                           [&](int i) {
                                               return support::kinds::sentence(i) + " "
                                                   + std::to_string(i) + ","
                                                   + std::to_string(value(i));
                                           }))
                .spec.task.kind;
        };
        QCOMPARE(task("points", [](int i) { return 80 + i % 21; }), "regression"s);
        QCOMPARE(task("age", [](int i) { return 18 + i % 30; }), "regression"s);
        QCOMPARE(task("stars", [](int i) { return 1 + i % 5; }), "classification"s);
        QCOMPARE(task("label", [](int i) { return i % 20; }), "classification"s);
        QCOMPARE(task("anything", [](int i) { return i % 25; }), "classification"s); // From 0 on.
        QCOMPARE(task("anything", [](int i) { return 100 + 3 * (i % 25); }), "regression"s);
    }

    void whatStandsInTheTextsIsCleaned()
    {
        const DataFiles files;
        const auto cleaning = [&](const char* inside) {
            const DataDefaults made
                = defaultsOf(files, "t.csv", "text\tlabel\n" + rowsOf(60, [&](int i) {
                                                 return support::kinds::sentence(i)
                                                     + (i % 4 ? "" : inside)
                                                     + (i % 2 ? "\tyes" : "\tno");
                                             }));
            std::string kinds;
            for (const core::Selection& step : made.spec.text.cleaning)
                kinds += step.kind + " ";
            return kinds;
        };
        QCOMPARE(cleaning(""), ""s);
        QCOMPARE(cleaning(" <br /> more"), "strip_html "s);
        QCOMPARE(cleaning(" <3 and <unk>"), ""s);
        QCOMPARE(cleaning(" it\\u2019s &amp; that"), "unescape_backslashes unescape_html "s);
        QCOMPARE(cleaning(" see https://example.org/a"), "remove_urls "s);
    }

    /// A subword vocabulary of thousands cannot be learnt from them.
    void fewPairsAreReadAsWords()
    {
        const DataFiles files;
        for (const KindOfData& kind : support::kindsOfData()) {
            if (kind.task != "translation"s)
                continue;
            const DataDefaults made = core::dataDefaults(previewed(writtenTo(files, kind)));
            QCOMPARE(valueOf(made, "text.tokeniser"), "punctuation"s);
            const core::Json target = made.spec.task.options.at("target_text");
            QCOMPARE(target.at("tokeniser").at("kind").get<std::string>(), "punctuation"s);
            QCOMPARE(target.at("joint").get<bool>(), false);
        }
    }

    void runningTextAndTagsAreReadByTheirForm()
    {
        const DataFiles files;
        std::map<std::string, DataDefaults> made;
        for (const KindOfData& kind : support::kindsOfData())
            made[kind.name] = core::dataDefaults(previewed(writtenTo(files, kind)));
        QCOMPARE(valueOf(made["prose"], "text.tokeniser"), "character"s);
        QCOMPARE(valueOf(made["divided words"], "text.tokeniser"), "white_space"s);
        QCOMPARE(made["spans"].spec.training.monitor, "valid_span_f1"s);
        QCOMPARE(made["tags"].spec.training.monitor, "valid_token_accuracy"s);
        // Batches of both have a line, too, and a stream has no texts.
        QVERIFY(whatOf(made["prose"], "training.batch_size").starts_with("A batch reads on at "));
        QVERIFY(whatOf(made["tags"], "training.batch_size").starts_with("A batch has "));
        QCOMPARE(valueOf(made["tags"], "text.maximum_length"), "512"s);
    }

    /// A word that is cut off has no tag. 701 words are more than a tagger reads by default.
    void taggedTextsAreReadToTheirEnds()
    {
        const DataFiles files;
        const auto text = [](int words) {
            std::string all;
            for (int i = 0; i < words; ++i)
                all += support::kinds::word(i) + (i % 3 ? " NOUN\n" : " VERB\n");
            return all + "\n";
        };
        std::string many;
        for (int i = 0; i < 40; ++i)
            many += text(8 + i % 5);
        const DataDefaults longer = defaultsOf(files, "long.conll", many + text(701));
        QCOMPARE(longer.spec.task.kind, "tagging"s);
        QCOMPARE(valueOf(longer, "text.maximum_length"), "800"s);
        const DataDefaults longest = defaultsOf(files, "longest.conll", many + text(9000));
        QCOMPARE(longest.spec.text.maximumLength, int64_t{2000});
    }

    /// 20,000 short tagged sentences: larger batches would make a tagger worse.
    void manyTaggedTextsKeepTheBatchOfThePreset()
    {
        const DataFiles files;
        std::string all;
        for (int i = 0; i < 20'000; ++i)
            all += support::kinds::tagged(i, false) + "\n\n";
        const DataDefaults made = defaultsOf(files, "many.conll", all);
        QCOMPARE(made.spec.task.kind, "tagging"s);
        QCOMPARE(made.spec.training.batchSize, int64_t{16});
    }

    void theSameFilesAreRecognisedAlikeWhateverWasSetUp()
    {
        const DataFiles files;
        const auto& all = core::taskColumns();
        for (const KindOfData& kind : support::kindsOfData()) {
            const auto paths = writtenTo(files, kind);
            core::DataSpec sample, other;
            sample.sample = {"reviews", core::Json::object()};
            other.train = {files.file("other.csv", "label,text\nyes,a\nno,b\n")};
            other.format = {"delimited", core::Json::object()};
            const core::RecognisedData alone
                = core::recogniseDropped(paths, all.front().task, all, {});
            for (const core::TaskColumns& columns : all)
                for (const core::DataSpec& base : {sample, other}) {
                    const auto data = core::recogniseDropped(paths, columns.task, all, base);
                    QVERIFY2(data.task == alone.task && data.spec == alone.spec,
                             (kind.name + (" after " + columns.task)).c_str());
                }
        }
    }

    /// A table is no translation of a text that waits for its other side.
    void aTableIsNoSideThatIsMissing()
    {
        const DataFiles files;
        core::DataSpec waiting;
        waiting.train
            = {files.file("corpus.en", rowsOf(60, [](int i) {
                              return "And then " + support::kinds::word(i) + " was not there.";
                          }))};
        waiting.sourceLanguage = "en";
        const KindOfData reviews = support::kindsOfData()[1];
        const auto data = core::recogniseDropped(writtenTo(files, reviews), "translation",
                                                 core::taskColumns(), waiting);
        QCOMPARE(data.task, "classification"s);
        QVERIFY(data.spec.trainTarget.empty());
        const auto side = core::recogniseDropped(
            {files.file("other.txt",
                        rowsOf(60,
                               [](int i) {
                                   return "Und dann war " + support::kinds::word(i) + " nicht da.";
                               }))},
            "translation", core::taskColumns(), waiting);
        QCOMPARE(side.spec.trainTarget.size(), size_t{1}); // A text is.
    }

    void theOtherSideOfATranslationIsNamed()
    {
        const DataFiles files;
        const auto text = [](const std::string& words) {
            return rowsOf(60, [&](int i) { return words + support::kinds::word(i) + "."; });
        };
        const std::string german = files.file("corpus.de", text("Und dann kam "));
        const std::string alone = files.file("novel.txt", text("And then came "));
        const auto notes = [](const std::string& path) {
            const std::vector<core::TaskColumns> all = core::taskColumns();
            std::string found;
            for (const core::Message& note :
                 core::recogniseDropped({path}, all.front().task, all, {}).notes)
                found += note.plain();
            return found;
        };
        QCOMPARE(notes(german), ""s);
        files.file("corpus.en", text("And then came "));
        QVERIFY(notes(german).find("corpus.en beside it may be its translation")
                != std::string::npos);
        QCOMPARE(notes(alone), ""s);
    }
};

UNROLL_TEST(DataDefaultsTest, QCoreApplication)
#include "data_defaults_test.moc"
