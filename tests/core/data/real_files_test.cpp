#include "core/base/error.h"
#include "core/base/schema.h"
#include "data_files.h"
#include "labelled_texts.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <unistd.h>

using core::Json;
using labelled::classesOf;
using labelled::kTexts;
using labelled::label;
using labelled::rows;
using labelled::textNumber;
using support::contains;
using support::plain;
using Names = Strings;

/// Labelled texts the way people have them, found on the disks of a class.
class RealFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSampleAndFilesContradict()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.sample = {"reviews", Json::object()};
        for (auto* paths : {&spec.train, &spec.valid, &spec.test}) {
            *paths = {files.path("nonexistent.csv")};
            const std::string sentence = support::sentenceOf([&] { tasks::loadData(spec, {}); });
            QVERIFY2(contains(sentence, "two sources of data: the sample \"reviews\" and"),
                     sentence.c_str());
            QVERIFY(contains(support::failureOf([&] {
                                 core::previewData(tasks::kLabelled, spec, {});
                             }).advice.plain(),
                             "data.sample=none"));
            paths->clear();
        }
    }

    void aFolderThatCannotBeReadIsAnError()
    {
        if (geteuid() == 0 && seteuid(65534) != 0)
            QSKIP("The system administrator may read everything.");
        const DataFiles files;
        for (int i = 0; i < 4; ++i)
            for (const char* name : {"c/good/", "c/bad/"})
                files.file(name + std::to_string(i) + ".txt", textNumber(i));
        std::filesystem::permissions(files.path("c/bad"), std::filesystem::perms::none);
        core::DataSpec spec;
        spec.train = {files.path("c")};
        const std::string failure = support::sentenceOf([&] { tasks::loadData(spec, {}); });
        std::filesystem::permissions(files.path("c/bad"), std::filesystem::perms::owner_all);
        if (getuid() == 0)
            QCOMPARE(seteuid(0), 0);
        QVERIFY2(contains(failure, "c/bad cannot be read"), failure.c_str());
    }

    void aHeaderMayHaveEmptyCells()
    {
        const DataFiles files;
        const auto preview = labelled::previewOf(
            {files.file("spam.csv", "Type,Message,,,\n" + rows(40, ",,,\n"))});
        QCOMPARE(classesOf(preview), "ham,spam"s);
        QCOMPARE(preview.trainRows, int64_t{40});
        QCOMPARE(preview.columns, (Names{"Type", "Message"}));
        // As the SMS collection has it: some texts go on in columns without a name.
        const auto sms = labelled::previewOf(
            {files.file("sms.csv",
                        "v1,v2,,,\n" + rows(40, " and so it went on and on for long,,,\n")
                            + "ham,it is a joy,\" and more\",,\n")});
        QCOMPARE(classesOf(sms), "ham,spam"s);
        QCOMPARE(sms.trainRows, int64_t{41});
    }

    void everyFileMayHaveTheHeader()
    {
        const DataFiles files;
        const auto preview
            = labelled::previewOf({files.file("a.csv", "label,text\n" + rows(20)),
                                   files.file("b.csv", "label,text\n" + rows(20, "\n", 20))});
        QCOMPARE(classesOf(preview), "ham,spam"s);
        QCOMPARE(preview.trainRows, int64_t{40});
        const auto joined = labelled::previewOf(
            {files.file("c.csv", "label,text\n" + rows(20) + "label,text\n" + rows(20, "\n", 20))});
        QCOMPARE(classesOf(joined), "ham,spam"s);
        QCOMPARE(joined.trainRows, int64_t{40});
    }

    void columnsThatAreCalledOtherwiseAreMatchedByPlace()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.validFraction = 0.0;
        spec.train = {files.file("train.csv", "label,sentence\n" + rows(20))};
        spec.test = {files.file("test.csv", "label,content\n" + rows(6, "\n", 20))};
        const auto preview = agreedPreview(spec);
        QCOMPARE(plain(preview.problems), ""s);
        QCOMPARE(preview.testRows, int64_t{6});
        QVERIFY(contains(plain(preview.notes),
                         "test.csv has no column \"sentence\": its column \"content\""));
        // In another place it may be anything.
        spec.test = {files.file("more.csv", "id,label,content\n1,ham,a joy\n")};
        QVERIFY(contains(plain(core::previewData(tasks::kLabelled, spec, {}).problems),
                         "more.csv has no column \"sentence\"; it has: id, label, content."));
    }

    void aHeaderMayBeMissingInOneOfTwoFiles()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.validFraction = 0.0;
        spec.train = {files.file("train.csv", "label,text\n" + rows(20))};
        spec.test = {files.file("test.csv", rows(6, "\n", 20))};
        auto preview = agreedPreview(spec);
        QCOMPARE(plain(preview.problems), ""s);
        QCOMPARE(preview.testRows, int64_t{6});
        QVERIFY(contains(plain(preview.notes), "test.csv has no row of names"));
        spec.train.swap(spec.test);
        preview = agreedPreview(spec);
        QCOMPARE(plain(preview.problems), ""s);
        QCOMPARE(preview.testRows, int64_t{20});
        QVERIFY(contains(plain(preview.notes), "train.csv begins with names of columns"));
    }

    void linesMayEndInCarriageReturns()
    {
        const DataFiles files;
        const auto preview
            = labelled::previewOf({files.file("mac.csv", "label,text\r" + rows(500, "\r"))});
        QCOMPARE(preview.columns, (Names{"label", "text"}));
        QCOMPARE(preview.trainRows, int64_t{500});
        QCOMPARE(classesOf(preview), "ham,spam"s);
    }

    void singleQuotesMayBeQuotes()
    {
        const DataFiles files;
        std::string csv;
        for (int i = 0; i < 40; ++i)
            csv += "'"s + label(i) + "','" + (i % 3 ? "well, " : "it''s so: ") + textNumber(i)
                + "'\n";
        const auto preview = labelled::previewOf({files.file("q.csv", "'label','text'\n" + csv)});
        QCOMPARE(classesOf(preview), "ham,spam"s);
        QCOMPARE(preview.trainRows, int64_t{40});
        QCOMPARE(preview.spec.format.options.at("quoting").get<std::string>(), "single"s);
        QCOMPARE(preview.sampleTexts[0], "it's so: " + textNumber(0));
        // An apostrophe at the beginning of a text is none.
        std::string plain = "label,text\n";
        for (int i = 0; i < 40; ++i)
            plain += label(i) + (i % 4 ? ","s : ",'tis a word and "s) + textNumber(i) + "\n";
        const auto unquoted = labelled::previewOf({files.file("p.csv", plain)});
        QVERIFY(unquoted.spec.format.options.at("quoting") != "single");
        QCOMPARE(unquoted.trainRows, int64_t{40});
    }

    void textsAboutTheDataAreNoClasses()
    {
        const DataFiles files;
        for (const char* name : {"Arabic", "Irish", "Polish"})
            files.file("names/"s + name + ".txt", "one\ntwo\nthree\n"s + name + "\n");
        for (const char* name : {"README", "README.md", "LICENSE", "license.txt", ".hidden.txt",
                                 "Arabic.txt~", "picture.png"})
            files.file("names/"s + name, "about the names\n");
        const auto preview = labelled::previewOf({files.path("names")});
        QCOMPARE(classesOf(preview), "Arabic,Irish,Polish"s);
        QVERIFY(contains(plain(preview.notes),
                         "they describe the data: 4 (LICENSE, README, "
                         "README.md, license.txt)"));
        QVERIFY(contains(plain(preview.notes), "no text: 1 (picture.png)"));
    }

    void filesThatAreLeftOutAreListed()
    {
        const DataFiles files;
        for (int i = 0; i < 6; ++i)
            for (const char* name : {"c/good/", "c/bad/"})
                files.file(name + std::to_string(i) + ".txt", textNumber(i));
        files.file("c/urls_all.txt", "http://x\n");
        files.file("c/good/words.csv", "a,b\n");
        const auto preview = labelled::previewOf({files.path("c")});
        QCOMPARE(classesOf(preview), "bad,good"s);
        QVERIFY2(contains(plain(preview.notes),
                          "do not belong to the format: 2 "
                          "(good/words.csv, urls_all.txt)"),
                 plain(preview.notes).c_str());
        for (const char* name : {"t/train.csv", "t/test.csv", "t/more.csv"})
            files.file(name, "label,text\n" + rows(20));
        const auto tables = labelled::previewOf({files.path("t")});
        QCOMPARE(tables.trainRows, int64_t{20});
        QVERIFY(contains(plain(tables.notes), "validation or testing: 1 (more.csv)."));
    }

    void dataForOtherTasksAreNamed_data()
    {
        addColumns<QByteArray, QString>("content", "name");
        std::string conll, conllu, tagged;
        const char* const words[] = {"Peter", "sees", "the", "old", "house", "."};
        const char* const tags[] = {"NNP", "VBZ", "DT", "JJ", "NN", "."};
        for (int i = 0; i < 20; ++i) {
            conllu += "# sent_id = " + std::to_string(i) + "\n";
            for (int k = 0; k < 6; ++k) {
                const std::string word = words[k] + (k < 5 ? std::to_string(i) : "");
                conll += word + " " + tags[k] + (k ? " O" : " B-PER") + "\n";
                conllu += std::to_string(k + 1) + "\t" + word + "\t_\tX\t" + tags[k]
                    + "\t_\t0\troot\t_\t_\n";
                tagged += word + "/" + tags[k] + (k < 5 ? " " : "\n");
            }
            conll += "\n";
            conllu += "\n";
        }
        const auto add = [](const char* kind, const std::string& content) {
            addRow("%s", kind) << QByteArray::fromStdString(content) << QString(kind);
        };
        add("(CoNLL)", conll);
        add("(CoNLL-U)", conllu);
        add("(word/tag)", tagged);
    }

    void dataForOtherTasksAreNamed()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, name);
        const DataFiles files;
        const std::string text = content.toStdString();
        const auto lone = labelled::previewOf({files.file("a.txt", text)});
        QVERIFY2(contains(plain(lone.problems), name.toStdString()), plain(lone.problems).c_str());
        files.file("set/eng.train", text);
        files.file("set/eng.testa", text);
        const auto folder = labelled::previewOf({files.path("set")});
        QVERIFY(contains(plain(folder.problems), name.toStdString()));
        QVERIFY(folder.classes.empty());
    }

    void textsWithoutLabelsAreNamed()
    {
        const DataFiles files;
        std::string words, prose;
        for (int i = 0; i < 60; ++i) {
            words += "word" + std::to_string(i) + "\n";
            prose += "Word" + std::to_string(i % 37) + " begins and " + kTexts[i % 6] + "\n";
        }
        QVERIFY(contains(plain(labelled::previewOf({files.file("w.txt", words)}).problems),
                         "w.txt is a list of words without labels."));
        QVERIFY(contains(plain(labelled::previewOf({files.file("p.txt", prose)}).problems),
                         "p.txt looks like running text without labels."));
    }

    void labelsMayHaveACoarseAndAFinePart()
    {
        const DataFiles files;
        std::string trec;
        const char* const labels[] = {"DESC:manner", "DESC:def", "ENTY:cremat", "HUM:ind"};
        for (int i = 0; i < 60; ++i)
            trec += labels[i % 4] + " How does it go with "s + textNumber(i) + " ?\n";
        const std::string path = files.file("train.label", trec);
        const auto coarse = labelled::previewOf({path});
        QCOMPARE(classesOf(coarse), "DESC,ENTY,HUM"s);
        QVERIFY(contains(plain(coarse.notes), "a coarse and a fine part"));
        const auto fine
            = labelled::previewOf({path}, {"label_first", Json{{"label_part", "whole"}}});
        QCOMPARE(classesOf(fine), "DESC:def,DESC:manner,ENTY:cremat,HUM:ind"s);
    }

    void textsMayBeListsOfWords()
    {
        const DataFiles files;
        std::string csv = "label,tokens\n", lines;
        for (int i = 0; i < 20; ++i) {
            csv += label(i) + ",\"['the', 'film', \"\"isn't\"\", 'good', '"s + std::to_string(i)
                + "']\"\n";
            lines += "{\"tokens\": [\"the\", \"film\", \"is\", \"good\", \"" + std::to_string(i)
                + "\"], \"label\": \"" + label(i) + "\"}\n";
        }
        const auto table = labelled::previewOf({files.file("t.csv", csv)});
        QCOMPARE(plain(table.problems), ""s);
        QCOMPARE(table.sampleTexts[3], "the film isn't good 3"s);
        QVERIFY(contains(plain(table.notes), "lists of words"));
        const auto json = labelled::previewOf({files.file("t.jsonl", lines)});
        QCOMPARE(plain(json.problems), ""s);
        QCOMPARE(json.sampleTexts[3], "the film is good 3"s);
    }
};

UNROLL_TEST(RealFilesTest, QCoreApplication)
#include "real_files_test.moc"
