#include "core/data/source/json_stream.h"
#include "data_files.h"
#include "labelled_texts.h"
#include "pair_files.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <stop_token>

using core::Json;
using labelled::classesOf;
using labelled::label;
using labelled::previewOf;
using labelled::textNumber;
using support::contains;
using support::plain;

/// Labelled texts in JSON, in all the shapes that people have.
class JsonFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void jsonDocuments_data()
    {
        addColumn<QByteArray>("document");
        const auto row = [](int i) {
            return "{\"text\": \"" + textNumber(i) + "\", \"label\": \"" + label(i) + "\"}";
        };
        std::string list, columns, lists, split, named, nested, table, labels, texts;
        for (int i = 0; i < 30; ++i) {
            const std::string comma = i ? "," : "", number = "\"" + std::to_string(i) + "\":";
            const std::string text = "\"" + textNumber(i) + "\"", name = "\""s + label(i) + "\"";
            list += comma + "\n " + row(i);
            texts += comma + number + text;
            labels += comma + number + name;
            lists += comma + text;
            columns += comma + name;
            split += comma + "[" + text + "," + name + "]";
            named += comma + number + row(i);
            nested += comma + "{\"id\": " + std::to_string(i) + ", \"review\": {\"body\": " + text
                + "}, \"meta\": {\"label\": " + name + "}}";
            table += comma + "{\"index\": " + std::to_string(i) + ", \"label\": " + name
                + ", \"text\": " + text + "}";
        }
        const auto add = [](const char* name, const std::string& document) {
            addRow("%s", name) << QByteArray::fromStdString(document);
        };
        add("list", "[" + list + "\n]\n");
        add("columns of objects", "{\"text\": {" + texts + "}, \"label\": {" + labels + "}}");
        add("columns of lists", "{\"text\": [" + lists + "], \"label\": [" + columns + "]}");
        add("pandas split",
            "{\"columns\":[\"text\",\"label\"],\"index\":[0,1],\"data\":[" + split + "]}");
        add("pandas index", "{" + named + "}");
        add("pandas table",
            "{\"schema\":{\"fields\":[{\"name\":\"index\",\"type\":\"integer\"}]},\"data\":["
                + table + "]}");
        add("pandas values", "[" + split + "]");
        add("list inside", "{\"version\": 2, \"corpus\": {\"items\": [" + list + "]}}");
        add("objects inside", "[" + nested + "]");
    }

    void jsonDocuments()
    {
        QFETCH(QByteArray, document);
        const DataFiles files;
        const auto preview = previewOf({files.file("a.json", document.toStdString())});
        QCOMPARE(plain(preview.problems), ""s);
        QCOMPARE(preview.spec.format.kind, "json_document"s);
        QCOMPARE(classesOf(preview), "ham,spam"s);
        QCOMPARE(preview.trainRows, int64_t{30});
        QCOMPARE(preview.sampleTexts[3], textNumber(3));
    }

    void aJsonDocumentMayHoldTheParts()
    {
        const DataFiles files;
        const auto part = [](int from, int count) {
            std::string list;
            for (int i = from; i < from + count; ++i)
                list += (i > from ? ",\n"s : ""s) + "{\"text\": \"" + textNumber(i)
                    + "\", \"label\": \"" + label(i) + "\"}";
            return "[" + list + "]";
        };
        const std::string document = "{\"train\": " + part(0, 30)
            + ",\n \"validation\": " + part(30, 4) + ",\n \"test\": " + part(40, 6) + "}\n";
        for (const std::string& path :
             {files.file("corpus.json", document), files.gzip("packed.json.gz", document),
              files.zip("z.zip", {{"corpus.json", document}})}) {
            const auto preview = previewOf({path});
            QCOMPARE(plain(preview.problems), ""s);
            QCOMPARE(preview.trainRows, int64_t{30});
            QCOMPARE(preview.validRows, int64_t{4});
            QCOMPARE(preview.testRows, int64_t{6});
        }
        const auto one = previewOf({files.path("corpus.json") + "/test.json"});
        QCOMPARE(one.trainRows, int64_t{6});
        const std::string wrong
            = "{\"train\": " + part(0, 30) + ",\n\"test\": [\n{\"text\": \"a\", \"label\": null}]}";
        const auto bad = previewOf({files.file("bad.json", wrong)});
        QCOMPARE(bad.badRowCount, int64_t{1});
        QCOMPARE(bad.badRows[0].line, int64_t{32});
        QCOMPARE(bad.badRows[0].file, "bad.json: test"s);
    }

    void jsonDocumentsOfAnySizeAreReadRowByRow()
    {
        const DataFiles files;
        std::string list = "[";
        for (int i = 0; i < 20'000; ++i)
            list += (i ? ",\n"s : ""s) + "{\"text\": \"" + textNumber(i) + "\", \"label\": \""
                + label(i) + "\"}";
        const auto preview = previewOf({files.file("big.json", list + "]")});
        QCOMPARE(preview.trainRows, int64_t{20'000});
        const auto cut = previewOf({files.file("cut.json", list)});
        QVERIFY(contains(plain(cut.problems), "reading stopped in line 20000"));
    }

    void thePathToTheRowsCanBeNamed()
    {
        const DataFiles files;
        std::string few, many;
        for (int i = 0; i < 30; ++i)
            (i < 6 ? few : many) += (i && i != 6 ? "," : "") + "{\"text\": \""s + textNumber(i)
                + "\", \"label\": \"" + label(i) + "\"}";
        const std::string path = files.file("two.json",
                                            "{\"old\": {\"rows\": [" + few
                                                + "]}, \"new\": {\"rows\": [" + many + "]}}");
        QCOMPARE(previewOf({path}).trainRows, int64_t{24});
        QCOMPARE(previewOf({path}, {"json_document", Json{{"records", "old.rows"}}}).trainRows,
                 int64_t{6});
    }

    void pythonsNotANumberIsNoJsonButRead()
    {
        const DataFiles files;
        std::string lines;
        for (int i = 0; i < 20; ++i)
            lines += "{\"score\": "s + (i % 3 ? "NaN" : "-Infinity")
                + ", \"text\": \"NaN: " + textNumber(i) + "\", \"label\": \"" + label(i) + "\"}\n";
        lines += "{\"score\": 1, \"text\": \"no label here\", \"label\": NaN}"
                 "\n";
        const auto preview = previewOf({files.file("nan.jsonl", lines)});
        QCOMPARE(preview.spec.format.kind, "json_lines"s);
        QCOMPARE(preview.trainRows, int64_t{20});
        QCOMPARE(preview.sampleTexts[0], "NaN: " + textNumber(0));
        QCOMPARE(preview.badRowCount, int64_t{1});
        QVERIFY(contains(preview.badRows[0].reason.plain(), "label is empty"));
    }

    void jsonLinesWithoutLabelsSaySo()
    {
        const DataFiles files;
        std::string lines;
        for (int i = 0; i < 30; ++i)
            lines += "{\"id\": " + std::to_string(i) + ", \"text\": \"" + textNumber(i) + "\"}\n";
        const auto preview = previewOf({files.file("a.jsonl", lines)});
        QVERIFY2(contains(plain(preview.problems),
                          "No field looks like a label (few different short values). Name the "
                          "field of the label; there are: id, text."),
                 plain(preview.problems).c_str());
    }

    void rowsWithFieldsOfTheirOwnStayBounded()
    {
        const DataFiles files;
        std::string lines;
        for (int i = 0; i < 2000; ++i) {
            lines += "{\"text\": \"" + textNumber(i) + "\", \"label\": \"" + label(i) + "\"";
            for (int k = 0; k < 24; ++k)
                lines += ", \"key" + std::to_string(24 * i + k) + "\": 1";
            lines += "}\n";
        }
        const auto preview = previewOf({files.file("keys.jsonl", lines)});
        QCOMPARE(preview.trainRows, int64_t{2000});
        QVERIFY(preview.columns.size() <= 200);
        QVERIFY(contains(plain(preview.notes), "more than 200 different fields"));
    }

    /// Files that are nothing but brackets take as long as others of their size: it was a minute.
    void deepJsonIsRecognisedAtOnce()
    {
        const DataFiles files;
        std::string objects;
        while (objects.size() < 200'000)
            objects += "{\"a\":";
        for (const std::string& content :
             {std::string(200'000, '['), "[" + std::string(200'000, '{'), objects}) {
            const std::string path = files.file("d.json", content);
            QElapsedTimer clock;
            clock.start();
            const auto data = core::recogniseData({path}, "classification", tasks::kBoth, {});
            QVERIFY(!core::previewData(tasks::kLabelled, data.spec, {}).problems.empty());
            QVERIFY2(clock.elapsed() < 10'000, std::to_string(clock.elapsed()).c_str());
        }
        // To copy what is open at each of a million brackets takes a minute.
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(core::closedJson(std::string(1'000'000, '[')).size(), size_t{2'000'000});
        QVERIFY2(clock.elapsed() < 10'000, std::to_string(clock.elapsed()).c_str());
    }

    void recognisingCanBeStopped()
    {
        const DataFiles files;
        const std::string path = files.file("d.json", std::string(200'000, '['));
        std::stop_source stop;
        stop.request_stop();
        const core::Monitor monitor(stop.get_token(), {});
        for (const char* task : {"classification", "translation"})
            QCOMPARE(pairs::failureOf([&] {
                         core::recogniseData({path}, task, tasks::kBoth, {}, monitor);
                     }).code,
                     core::ErrorCode::Cancelled);
    }

    void deepJsonIsABadRow()
    {
        const DataFiles files;
        std::string lines;
        for (int i = 0; i < 20; ++i)
            lines += "{\"text\": \"" + textNumber(i) + "\", \"label\": \"" + label(i) + "\"}\n";
        lines += std::string(50'000, '[') + "\n";
        QCOMPARE(previewOf({files.file("deep.jsonl", lines)}).badRowCount, int64_t{1});
        const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
        QVERIFY(!previewOf({files.file("deep.json", deep)}).problems.empty());
    }
};

UNROLL_TEST(JsonFilesTest, QCoreApplication)
#include "json_files_test.moc"
