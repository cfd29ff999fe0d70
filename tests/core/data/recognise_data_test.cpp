#include "pair_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::DataSpec;
using pairs::captions;
using pairs::recognised;
using Paths = Strings;
using support::contains;

/// Which task dropped files are for, and which of them are sides of pairs.
class RecogniseDataTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFolderOfParallelFiles()
    {
        const DataFiles files;
        Paths paths = captions(files, "m");
        files.file("m/README.md", "Captions");
        const auto check = [&](const DataSpec& spec) {
            QCOMPARE(spec.train, Paths{files.path("m/train.de.gz")});
            QCOMPARE(spec.trainTarget, Paths{files.path("m/train.en.gz")});
            QCOMPARE(spec.valid, Paths{files.path("m/val.de.gz")});
            QCOMPARE(spec.validTarget, Paths{files.path("m/val.en.gz")});
            QCOMPARE(spec.test, Paths{files.path("m/test_2016_flickr.de.gz")});
            QCOMPARE(spec.testTarget, Paths{files.path("m/test_2016_flickr.en.gz")});
            QCOMPARE(spec.sourceLanguage, "de"s);
            QCOMPARE(spec.targetLanguage, "en"s);
        };
        check(recognised({files.path("m")}));
        check(recognised(paths));
        std::reverse(paths.begin(), paths.end());
        check(recognised(paths, "translation"));
        const auto preview = pairs::preview(recognised({files.path("m")}));
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.trainRows, int64_t{12});
        QCOMPARE(preview.testRows, int64_t{12});
    }

    void anArchiveOfParallelFiles()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(12);
        std::vector<DataFiles::Member> members;
        for (const std::string split : {"train", "dev"})
            for (const std::string language : {"en", "de"})
                members.push_back({"m/" + split + "/corpus." + language,
                                   pairs::lines(language == "de" ? source : target)});
        for (const std::string& path :
             {files.zip("m.zip", members), files.tarGz("m.tgz", members)}) {
            const DataSpec spec = recognised({path});
            QCOMPARE(spec.train, Paths{path + "/m/train/corpus.de"});
            QCOMPARE(spec.validTarget, Paths{path + "/m/dev/corpus.en"});
            QCOMPARE(spec.sourceLanguage, "de"s);
            const auto data = tasks::loadPairs(spec, {});
            QCOMPARE(data.train.source, source);
            QCOMPARE(data.valid.target, target);
        }
    }

    void oneAfterTheOther()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(30);
        const std::string en = files.file("train.en", pairs::lines(target));
        const std::string de = files.file("train.de", pairs::lines(source));
        const auto first = tasks::recognised({en}, "translation", {});
        QCOMPARE(first.task, "translation"s);
        QCOMPARE(first.spec.train, Paths{en});
        QVERIFY(first.spec.trainTarget.empty());
        const auto preview = core::previewData(tasks::named(first.task), first.spec, {});
        QVERIFY(contains(support::plain(preview.problems), "Drop the other side"));
        for (const DataSpec& base : {first.spec, preview.spec}) {
            // What came first was shown as the source; it stays so.
            const DataSpec both = recognised({de}, "translation", base);
            QCOMPARE(both.train, Paths{en});
            QCOMPARE(both.trainTarget, Paths{de});
            QCOMPARE(both.sourceLanguage, "en"s);
            QCOMPARE(both.targetLanguage, "de"s);
            QCOMPARE(support::plain(pairs::preview(both).problems), ""s);
        }
    }

    /// Where no translation is chosen, a language in the name of a text says what the text is in.
    /// Its other side may still come.
    void aLoneFileWithALanguageInItsNameIsNoSide()
    {
        const DataFiles files;
        const auto source = pairs::sentences(40).first, target = pairs::sentences(40, 8).first;
        const std::vector<core::TaskColumns> all{tasks::kLabelled, tasks::kPairs, tasks::kTexts};
        const auto taskOf = [&](const std::string& path, const std::string& chosen) {
            return core::recogniseData({path}, chosen, all, {}).task;
        };
        for (const char* name :
             {"wiki_en.txt", "corpus.en", "book_de.txt", "notes-is.txt", "names_tr.txt"}) {
            const std::string path = files.file(name, pairs::lines(target));
            for (const char* chosen : {"language_model", "classification"})
                QCOMPARE(taskOf(path, chosen), "language_model"s);
            QCOMPARE(taskOf(path, "translation"), "translation"s);
        }
        const std::string en = files.file("train.en", pairs::lines(target));
        const std::string de = files.file("train.de", pairs::lines(source));
        const auto first = core::recogniseData({en}, "classification", all, {});
        const auto both = core::recogniseData({de}, first.task, all, first.spec);
        QCOMPARE(both.task, "translation"s);
        QCOMPARE(both.spec.train, Paths{de});
        QCOMPARE(both.spec.trainTarget, Paths{en});
        // A text of another length is another text.
        const std::string other = files.file("train.fr", "une ligne\n");
        QCOMPARE(core::recogniseData({other}, first.task, all, first.spec).spec.train,
                 Paths{other});
    }

    /// With the tasks to choose from goes the guess: where there is one, it is none.
    void theOnlyTaskIsNotGuessed()
    {
        const DataFiles files;
        for (const char* name : {"m/de.txt", "m/en.txt"})
            files.file(name, pairs::lines(pairs::sentences(50).first));
        const auto data
            = core::recogniseData({files.path("m")}, "classification", {tasks::kLabelled}, {});
        QCOMPARE(data.task, "classification"s);
        const auto preview = core::previewData(tasks::kLabelled, data.spec, {});
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.classes.size(), size_t{2});
    }

    void anyNameJoinsWhatWaits()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(30);
        const std::string first = files.file("sentences.txt", pairs::lines(source));
        const std::string second = files.file("their translations.txt", pairs::lines(target));
        const DataSpec waiting = recognised({first}, "translation");
        QCOMPARE(waiting.train, Paths{first});
        const DataSpec both = recognised({second}, "translation", waiting);
        QCOMPARE(both.train, Paths{first});
        QCOMPARE(both.trainTarget, Paths{second});
        // A file of pairs needs no other side.
        const std::string table = files.file("t.tsv", pairs::columns({source, target}, "\t"));
        const DataSpec alone = recognised({table}, "translation", waiting);
        QCOMPARE(alone.train, Paths{table});
        QVERIFY(alone.trainTarget.empty());
    }

    void filesOfPairsAreTranslationWhenTheyAreSentences()
    {
        const DataFiles files;
        const std::string path
            = files.file("eng-fra.txt", pairs::columns(pairs::sentences(40), "\t"));
        const auto data = tasks::recognised({path}, "classification", {});
        QCOMPARE(data.task, "translation"s);
        QCOMPARE(data.spec.train, Paths{path});
        QCOMPARE(data.spec.sourceLanguage, "eng"s);
        QCOMPARE(data.spec.targetLanguage, "fra"s);
        // In a folder as well, whatever the file's name ends in.
        files.gzip("one.txt.gz", pairs::columns(pairs::sentences(40), "\t"));
        const std::string folder = files.path("folder");
        std::filesystem::create_directory(folder);
        std::filesystem::rename(files.path("one.txt.gz"), folder + "/one.txt.gz");
        QCOMPARE(tasks::recognised({folder}, "classification", {}).task, "translation"s);
        std::string numbers;
        for (int i = 0; i < 60; ++i)
            numbers += std::to_string(i % 50) + " 7 " + std::to_string(i) + "\t" + std::to_string(i)
                + " 7 " + std::to_string(i % 50) + "\n";
        const std::string reversed = files.file("reverse.tsv", numbers);
        QCOMPARE(tasks::recognised({reversed}, "translation", {}).task, "translation"s);
    }

    void labelledTextsStayClassification()
    {
        const DataFiles files;
        std::string csv, news;
        for (int i = 0; i < 60; ++i) {
            csv += "a quiet film number " + std::to_string(i) + (i % 2 ? ",pos\n" : ",neg\n");
            news += std::to_string(i % 4 + 1) + ",A title of the day " + std::to_string(i)
                + ",and what is to be said about it " + std::to_string(i) + "\n";
        }
        for (const std::string task : {"classification", "translation"})
            for (const std::string& path :
                 {files.file("a.csv", csv), files.zip("b.zip", {{"train.csv", csv}}),
                  files.zip("c.zip",
                            {{"c/pos/1.txt", "good"},
                             {"c/pos/2.txt", "fine"},
                             {"c/neg/1.txt", "bad"},
                             {"c/neg/2.txt", "dull"}}),
                  files.zip("n.zip",
                            {{"n/Arabic.txt", "Khoury\nNahas\n"},
                             {"n/Irish.txt", "Doyle\n"},
                             {"n/Czech.txt", "Adam\n"}})}) {
                if (task == "translation" && path.ends_with("n.zip"))
                    continue; // Could be either.
                const auto data = tasks::recognised({path}, task, {});
                QVERIFY2(data.task == "classification", path.c_str());
                QCOMPARE(data.spec, core::dataSpecFromPaths({path}, {}));
            }
        QCOMPARE(tasks::recognised({files.file("news.csv", news)}, "classification", {}).task,
                 "classification"s);
        const Paths names{files.file("names/Arabic.txt", "Khoury\nNahas\n"),
                          files.file("names/Irish.txt", "Doyle\nByrne\n")};
        QCOMPARE(tasks::recognised(names, "classification", {}).task, "classification"s);
        QCOMPARE(tasks::recognised(names, "translation", {}).task, "translation"s);
        const Paths polarity{files.file("rt-polarity.pos", "a fine film\n"),
                             files.file("rt-polarity.neg", "a dull film\n")};
        QCOMPARE(tasks::recognised(polarity, "classification", {}).task, "classification"s);
    }

    void theChosenTranslationOutlivesEmptySides()
    {
        const DataFiles files;
        const std::string path = files.file("sides.tsv", [] {
            auto drill = pairs::drill(60);
            for (size_t i = 0; i < 60; i += 7) // "das" and "this" then look like two labels.
                (i % 2 ? drill.first : drill.second)[i].clear();
            return pairs::columns(drill, "\t");
        }());
        const auto data = tasks::recognised({path}, "translation", {});
        QCOMPARE(data.task, "translation"s);
        const auto preview = pairs::preview(data.spec);
        QCOMPARE(preview.badRowCount, int64_t{9});
        QCOMPARE(preview.badRows[0].line, int64_t{1});
        QCOMPARE(preview.badRows[0].reason.plain(), "Its target is empty."s);
        QCOMPARE(preview.badRows[1].line, int64_t{8});
        QCOMPARE(preview.badRows[1].reason.plain(), "Its source is empty."s);
    }

    /// First words and names of files are labels only where nothing else was chosen.
    void theChosenTranslationOutlivesUnsureLabels()
    {
        const DataFiles files;
        std::string lines;
        for (int i = 0; i < 60; ++i)
            lines += (i % 2 ? "yes you may number " : "no you may not ") + std::to_string(i) + "\n";
        const std::string path = files.file("answers.txt", lines);
        QCOMPARE(tasks::recognised({path}, "classification", {}).task, "classification"s);
        const auto data = tasks::recognised({path}, "translation", {});
        QCOMPARE(data.task, "translation"s);
        QVERIFY(
            contains(support::plain(pairs::preview(data.spec).problems), "Drop the other side"));
        const std::string marked
            = files.file("m.txt", "__label__pos a fine film\n__label__neg a dull film\n");
        QCOMPARE(tasks::recognised({marked}, "translation", {}).task, "classification"s);
    }

    void aFileWithoutTextIsASideOfTheChosenTranslation()
    {
        const DataFiles files;
        const std::string binary = files.file("bin.de", "\x01\x02\0\x03\x04\0\x05\x06"s);
        const std::string text = files.file("ok.en", pairs::lines(pairs::drill(60).second));
        for (const Paths& paths : {Paths{text, binary}, Paths{binary, text}}) {
            const auto data = tasks::recognised(paths, "translation", {});
            QCOMPARE(data.task, "translation"s);
            QCOMPARE(data.spec.train, Paths{binary});
            QCOMPARE(data.spec.trainTarget, Paths{text});
            QCOMPARE(data.spec.sourceLanguage, "de"s);
            QCOMPARE(support::plain(pairs::preview(data.spec).problems),
                     "bin.de is not a text file.\nEach side of a translation is a text file with "
                     "one sentence per line. Drop both sides again.\n"s);
        }
        // What is no side by its name leaves the other one waiting.
        const std::string picture = files.file("a.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s);
        const auto data = tasks::recognised({picture, text}, "translation", {});
        QCOMPARE(data.task, "translation"s);
        QVERIFY(
            contains(support::plain(pairs::preview(data.spec).problems), "Drop the other side"));
        const std::string plain = files.file("ok.txt", pairs::lines(pairs::drill(60).second));
        const auto both = tasks::recognised({picture, plain}, "translation", {});
        QCOMPARE(both.task, "translation"s);
        const std::string problems = support::plain(pairs::preview(both.spec).problems);
        QVERIFY(contains(problems, "a.png is a picture"));
        QVERIFY(contains(problems, "ok.txt is read as the source side of a translation"));
    }

    void twoFilesDroppedTogetherAreSides()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(30);
        const std::string first = files.file("poems.txt", pairs::lines(source));
        const std::string second = files.file("their translations.txt", pairs::lines(target));
        const DataSpec spec = recognised({first, second}, "translation");
        QCOMPARE(spec.train, Paths{first});
        QCOMPARE(spec.trainTarget, Paths{second});
        QCOMPARE(spec.sourceLanguage, ""s);
        QVERIFY(recognised({first, second}).train.empty()); // Of no translation was spoken.
        const std::string tgt = files.file("new.tgt", pairs::lines(target));
        QCOMPARE(recognised({tgt, files.file("old.src", pairs::lines(source))}, "translation")
                     .trainTarget,
                 Paths{tgt});
        // Files of pairs, of one side, and of two parts are no sides of each other.
        const std::string table = files.file("p.txt", pairs::columns({source, target}, "\t"));
        const std::string more = files.file("q.txt", pairs::columns({target, source}, "\t"));
        QVERIFY(recognised({table, more}, "translation").trainTarget.empty());
        const Paths same{files.file("a.de", "eins\n"), files.file("b.de", "zwei\n")};
        QCOMPARE(recognised(same, "translation").train, same);
        const std::string test = files.file("test.txt", pairs::lines(target));
        QVERIFY(recognised({first, test}, "translation").trainTarget.empty());
    }

    void severalTablesOfPairsAreTranslation()
    {
        const DataFiles files;
        for (const char* header : {"source\ttarget\n", "German\tEnglish\n"}) {
            const std::string first
                = files.file("t/a.tsv", header + pairs::columns(pairs::sentences(30), "\t"));
            const std::string second
                = files.file("t/b.tsv", header + pairs::columns(pairs::sentences(30, 9), "\t"));
            for (const Paths& paths : {Paths{first, second}, Paths{files.path("t")}}) {
                const auto data = tasks::recognised(paths, "classification", {});
                QCOMPARE(data.task, "translation"s);
                const auto preview = pairs::preview(data.spec);
                QCOMPARE(support::plain(preview.problems), ""s);
                QCOMPARE(preview.trainRows + preview.validRows, int64_t{60});
            }
        }
    }

    void otherDataReplaceParallelFiles()
    {
        const DataFiles files;
        captions(files, "m");
        const DataSpec base = recognised({files.path("m")});
        const std::string table = files.file("t.tsv", pairs::columns(pairs::sentences(30), "\t"));
        const DataSpec spec = recognised({table}, "translation", base);
        QCOMPARE(spec.train, Paths{table});
        QVERIFY(spec.trainTarget.empty() && spec.testTarget.empty() && spec.test.empty());
        const std::string src = files.file("x.src", "a\n"), tgt = files.file("x.tgt", "b\n");
        const DataSpec other = recognised({src, tgt}, "translation", base);
        QCOMPARE(other.train, Paths{src});
        QVERIFY(other.valid.empty() && other.testTarget.empty());
        QCOMPARE(other.sourceLanguage, ""s);
    }

    /// UNROLL_CORPORA names a folder with multi30k/ and eng_fra/.
    void realCorpora()
    {
        const std::string folder = qEnvironmentVariable("UNROLL_CORPORA").toStdString() + "/";
        if (!std::filesystem::exists(folder + "multi30k"))
            QSKIP("UNROLL_CORPORA names no folder with multi30k and eng_fra");
        const DataSpec captionsSpec = recognised({folder + "multi30k"});
        QCOMPARE(captionsSpec.sourceLanguage, "de"s);
        QElapsedTimer clock;
        clock.start();
        const auto preview = pairs::preview(captionsSpec);
        qInfo("multi30k: %lld ms", clock.elapsed());
        QCOMPARE(preview.trainRows, int64_t{29000});
        QCOMPARE(preview.validRows, int64_t{1014});
        QCOMPARE(preview.testRows, int64_t{1000});
        QCOMPARE(preview.badRowCount, int64_t{0});
        QCOMPARE(support::plain(preview.problems), ""s);
        clock.start();
        QCOMPARE(tasks::loadPairs(captionsSpec, {}).train.size(), size_t{29000});
        qInfo("multi30k loaded: %lld ms", clock.elapsed());

        clock.start();
        const auto data
            = tasks::recognised({folder + "eng_fra/eng-fra.txt.gz"}, "classification", {});
        qInfo("eng_fra recognised: %lld ms", clock.elapsed());
        QCOMPARE(data.task, "translation"s);
        clock.start();
        const auto table = core::previewData(tasks::named(data.task), data.spec, {});
        qInfo("eng_fra: %lld ms; %s", clock.elapsed(), support::plain(table.notes).c_str());
        QCOMPARE(table.trainRows + table.validRows, int64_t{135842});
        QCOMPARE(table.badRowCount, int64_t{0});
        QCOMPARE(support::plain(table.problems), ""s);
        QVERIFY(contains(support::plain(table.notes), "The translation is from eng to fra."));
        DataSpec misnamedTable = data.spec;
        std::swap(misnamedTable.sourceLanguage, misnamedTable.targetLanguage);
        QVERIFY(contains(support::plain(pairs::preview(misnamedTable).notes),
                         "The source is named fra"));
    }
};

UNROLL_TEST(RecogniseDataTest, QCoreApplication)
#include "recognise_data_test.moc"
