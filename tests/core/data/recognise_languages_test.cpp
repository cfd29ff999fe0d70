#include "core/data/pairs/side_name.h"
#include "pair_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::DataSpec;
using pairs::captions;
using pairs::recognised;
using Paths = Strings;
using support::contains;

/// Files of pairs in several languages, and what is said of those that are left out.
class RecogniseLanguagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesSayWhichIsTheSource()
    {
        const DataFiles files;
        const std::string src = files.file("corpus.src", "z\n"),
                          tgt = files.file("corpus.tgt", "a\n");
        const DataSpec roles = recognised({tgt, src});
        QCOMPARE(roles.train, Paths{src});
        QCOMPARE(roles.trainTarget, Paths{tgt});
        QCOMPARE(roles.sourceLanguage, ""s);
        const std::string source = files.file("src-train.txt", "z\n");
        const std::string target = files.file("tgt-train.txt", "a\n");
        QCOMPARE(recognised({target, source}).train, Paths{source});
        const std::string en = files.file("europarl-v7.de-en.en", "a\n");
        const std::string de = files.file("europarl-v7.de-en.de", "z\n");
        QCOMPARE(recognised({en, de}).train, Paths{de});
        DataSpec base;
        base.sourceLanguage = "en";
        base.targetLanguage = "de";
        QCOMPARE(recognised({en, de}, "translation", base).train, Paths{en});
        base = {};
        base.targetLanguage = "de";
        QCOMPARE(recognised({de, en}, "translation", base).train, Paths{en});
    }

    void ofThreeLanguagesTwoAreTaken()
    {
        const DataFiles files;
        const Paths paths{files.file("t.cs", "a\n"), files.file("t.de", "b\n"),
                          files.file("t.en", "c\n")};
        QCOMPARE(recognised(paths, "translation").trainTarget, Paths{paths[1]});
        DataSpec base;
        base.sourceLanguage = "de";
        base.targetLanguage = "en";
        const DataSpec spec = recognised(paths, "translation", base);
        QCOMPARE(spec.train, Paths{paths[1]});
        QCOMPARE(spec.trainTarget, Paths{paths[2]});
    }

    void ofSeveralLanguagesThePairsAreOffered()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(12);
        for (const char* name : {"m/t.cs", "m/t.de", "m/t.en"})
            files.file(name, pairs::lines(source));
        const auto data = tasks::recognised({files.path("m")}, "classification", {});
        QCOMPARE(data.task, "translation"s);
        QCOMPARE(data.spec.train, Paths{files.path("m/t.cs")});
        QCOMPARE(data.spec.trainTarget, Paths{files.path("m/t.de")});
        const std::string notes = support::plain(data.notes);
        QVERIFY2(contains(notes, "from cs to de") && contains(notes, "languages: en."),
                 notes.c_str());
        for (const char* name : {"l/cs/1.txt", "l/de/1.txt", "l/en/1.txt"})
            files.file(name, "one text\n");
        QCOMPARE(tasks::recognised({files.path("l")}, "classification", {}).task,
                 "classification"s);
        // What is not line by line beside each other is something else.
        files.file("m/t.cs", "one line\n");
        QCOMPARE(tasks::recognised({files.path("m")}, "classification", {}).task,
                 "classification"s);
    }

    void pairsOfOtherLanguagesAreLeftOutAndSaid()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(12);
        for (const char* name :
             {"m/train.cs", "m/train.en", "m/test.de", "m/test.en", "m/val.cs", "m/val.en"})
            files.file(name, pairs::lines(source));
        const auto data = tasks::recognised({files.path("m")}, "classification", {});
        QCOMPARE(data.spec.train, Paths{files.path("m/train.cs")});
        QCOMPARE(data.spec.valid, Paths{files.path("m/val.cs")});
        QVERIFY(data.spec.test.empty() && data.spec.testTarget.empty());
        const std::string notes = support::plain(data.notes);
        QVERIFY2(contains(notes, "other languages than cs and en: de-en (test.de)"), notes.c_str());
        // Beside files that are loaded, too.
        const auto added = tasks::recognised({files.path("m/test.de"), files.path("m/test.en")},
                                             "translation", data.spec);
        QVERIFY(added.spec == data.spec);
        QVERIFY(contains(support::plain(added.notes), "de-en (test.de)"));
    }

    void whatIsLeftOutIsSaid()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(12);
        files.file("m/train.de", pairs::lines(source));
        files.file("m/train.en", pairs::lines(target));
        files.file("m/val.de", pairs::lines(source));
        files.tarGz("m/more.tgz", {{"test.de", "a\n"}, {"test.en", "b\n"}});
        const auto data = tasks::recognised({files.path("m")}, "classification", {});
        QCOMPARE(data.spec.train, Paths{files.path("m/train.de")});
        const std::string notes = support::plain(data.notes);
        QVERIFY2(contains(notes, "archives inside are not opened: 1 (more.tgz)"), notes.c_str());
        QVERIFY2(contains(notes, "the file with their other side is missing: 1 (val.de)"),
                 notes.c_str());
        const std::string inner = files.zip("inner.zip", {{"x.de", "a\n"}});
        std::ifstream stream(inner, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        const std::string outer = files.zip("outer.zip",
                                            {{"train.de", pairs::lines(source)},
                                             {"train.en", pairs::lines(target)},
                                             {"inner.zip", bytes}});
        const std::string packed
            = support::plain(tasks::recognised({outer}, "classification", {}).notes);
        QVERIFY2(contains(packed, "1 (inner.zip)"), packed.c_str());
    }

    void languagesMayBeClasses()
    {
        const DataFiles files;
        files.file("m/de.txt", pairs::lines(pairs::sentences(200).first));
        files.file("m/en.txt", pairs::lines(pairs::sentences(90).second));
        const auto data = tasks::recognised({files.path("m")}, "classification", {});
        QCOMPARE(data.task, "classification"s);
        const auto preview = core::previewData(tasks::named(data.task), data.spec, {});
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.trainRows + preview.validRows, int64_t{290});
        // Asked for as a translation they are one, and it is said why they cannot be.
        const auto wanted = recognised({files.path("m")}, "translation");
        QVERIFY(contains(support::plain(pairs::preview(wanted).problems), "200 lines"));
        files.file("m/en.txt", pairs::lines(pairs::sentences(200).second));
        QCOMPARE(tasks::recognised({files.path("m")}, "classification", {}).task, "translation"s);
    }

    void sidesCanBeExchanged()
    {
        const DataFiles files;
        captions(files, "m");
        const DataSpec spec = recognised({files.path("m")});
        const DataSpec other = core::exchangedSides(spec);
        QCOMPARE(other.train, spec.trainTarget);
        QCOMPARE(other.validTarget, spec.valid);
        QCOMPARE(other.testTarget, spec.test);
        QCOMPARE(other.sourceLanguage, "en"s);
        QCOMPARE(core::exchangedSides(other), spec);

        const auto [source, target] = pairs::sentences(30);
        const auto table = pairs::preview(
            pairs::specOf({files.file("t.tsv", pairs::columns({source, target}, "\t"))}));
        const auto exchanged = pairs::preview(core::exchangedSides(table.spec));
        QCOMPARE(exchanged.textColumns, std::vector<int64_t>{1});
        QCOMPARE(exchanged.sampleTexts[0], target[0]);
        QCOMPARE(core::exchangedSides(exchanged.spec), table.spec);

        const auto json = pairs::preview(pairs::specOf(
            {files.file("t.jsonl", "{\"de\": \"Guten Tag\", \"en\": \"Good day\"}\n")}));
        QCOMPARE(pairs::preview(core::exchangedSides(json.spec)).sampleTexts[0], "Good day"s);
        QCOMPARE(core::exchangedSides(json.spec).sourceLanguage, "en"s);
    }

    void wordsOfNamesAreSides()
    {
        const auto first = [](const std::string& name) {
            const auto readings = core::sideReadings(name);
            return readings.empty() ? ""s : readings.front().key + " " + readings.front().side.word;
        };
        QCOMPARE(first("train.de"), "train.* de"s);
        QCOMPARE(first("a/news-commentary.pt-BR"), "a/news-commentary.* pt-br"s);
        QCOMPARE(first("IWSLT.DE-EN.tok.de"), "IWSLT.DE-EN.tok.* de"s);
        QCOMPARE(first("src-train.txt"), "*-train.txt src"s);
        QCOMPARE(first("contest.txt"), ""s);
        QCOMPARE(core::sideReadings("de-en.de").size(), size_t{3});
        QVERIFY(core::sideReadings("German.txt").front().alone);
        QVERIFY(!core::columnSide("user_id"));
        QCOMPARE(core::columnSide("sentence_en")->word, "en"s);
        QVERIFY(!core::languagesOfName("train.txt"));
    }
};

UNROLL_TEST(RecogniseLanguagesTest, QCoreApplication)
#include "recognise_languages_test.moc"
