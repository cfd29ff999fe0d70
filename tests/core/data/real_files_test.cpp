#include "core/base/error.h"
#include "core/base/schema.h"
#include "data_files.h"
#include "preview_agreement.h"
#include "task_columns.h"
#include "tests/support/test_case.h"

#include <unicode/ucnv.h>

#include <unistd.h>

using namespace std::string_literals;
using core::Json;
using Names = std::vector<std::string>;

namespace {

core::DataPreview previewOf(const std::vector<std::string>& paths,
                            const core::Selection& format = {"auto", Json::object()})
{
    core::DataSpec spec = tasks::recognised(paths, "classification", {}).spec;
    spec.format = format;
    spec.validFraction = 0.0;
    return agreedPreview(spec);
}

std::string sentences(const std::vector<core::Message>& messages)
{
    std::string text;
    for (const core::Message& message : messages)
        text += message.plain() + "\n";
    return text;
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// The names of the classes between commas.
std::string classesOf(const core::DataPreview& preview)
{
    std::string names;
    for (const core::ClassCount& entry : preview.classes)
        names += (names.empty() ? "" : ",") + entry.name;
    return names;
}

std::string failureOf(const core::DataSpec& spec)
{
    try {
        tasks::loadData(spec, {});
    } catch (const core::Error& error) {
        return error.failure().sentence();
    }
    return {};
}

const char* const kTexts[]
    = {"the film was a joy from start to end", "a dull plot and wooden acting",
       "I would watch it again and I did",     "nobody laughed in the whole theatre",
       "what a cast and what a score",         "two hours that I want back"};

std::string textNumber(int i)
{
    return std::string(kTexts[i % 6]) + " " + std::to_string(i);
}
const char* label(int i)
{
    return i % 2 ? "ham" : "spam";
}

/// Rows of "label,text" with `tail` behind each.
std::string rows(int count, const std::string& tail = "\n", int from = 0)
{
    std::string text;
    for (int i = from; i < from + count; ++i)
        text += label(i) + ","s + textNumber(i) + tail;
    return text;
}

/// `text`, which is UTF-8, in another encoding.
std::string encoded(const std::string& text, const char* encoding)
{
    UErrorCode status = U_ZERO_ERROR;
    std::string result(4 * text.size() + 16, '\0');
    const int32_t size
        = ucnv_convert(encoding, "UTF-8", result.data(), static_cast<int32_t>(result.size()),
                       text.data(), static_cast<int32_t>(text.size()), &status);
    result.resize(static_cast<size_t>(size));
    return U_SUCCESS(status) ? result : std::string();
}

/// A table whose texts are two sentences in turn.
std::string tableOf(const std::string& first, const std::string& second)
{
    std::string text = "label,text\n";
    for (int i = 0; i < 12; ++i)
        text += (i % 2 ? "neg," + second : "pos," + first) + " " + std::to_string(i) + "\n";
    return text;
}

} // namespace

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
            QVERIFY2(contains(failureOf(spec), "two sources of data: the sample \"reviews\" and"),
                     failureOf(spec).c_str());
            try {
                core::previewData(tasks::kLabelled, spec, {});
                QFAIL("no error");
            } catch (const core::Error& error) {
                QVERIFY(contains(error.failure().advice.plain(), "data.sample=none"));
            }
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
        const std::string failure = failureOf(spec);
        std::filesystem::permissions(files.path("c/bad"), std::filesystem::perms::owner_all);
        if (getuid() == 0)
            QCOMPARE(seteuid(0), 0);
        QVERIFY2(contains(failure, "c/bad cannot be read"), failure.c_str());
    }

    void aHeaderMayHaveEmptyCells()
    {
        const DataFiles files;
        const auto preview
            = previewOf({files.file("spam.csv", "Type,Message,,,\n" + rows(40, ",,,\n"))});
        QCOMPARE(classesOf(preview), "ham,spam"s);
        QCOMPARE(preview.trainRows, int64_t{40});
        QCOMPARE(preview.columns, (Names{"Type", "Message"}));
        // As the SMS collection has it: some texts go on in columns without a name.
        const auto sms = previewOf(
            {files.file("sms.csv",
                        "v1,v2,,,\n" + rows(40, " and so it went on and on for long,,,\n")
                            + "ham,it is a joy,\" and more\",,\n")});
        QCOMPARE(classesOf(sms), "ham,spam"s);
        QCOMPARE(sms.trainRows, int64_t{41});
    }

    void everyFileMayHaveTheHeader()
    {
        const DataFiles files;
        const auto preview = previewOf({files.file("a.csv", "label,text\n" + rows(20)),
                                        files.file("b.csv", "label,text\n" + rows(20, "\n", 20))});
        QCOMPARE(classesOf(preview), "ham,spam"s);
        QCOMPARE(preview.trainRows, int64_t{40});
        const auto joined = previewOf(
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
        QCOMPARE(sentences(preview.problems), ""s);
        QCOMPARE(preview.testRows, int64_t{6});
        QVERIFY(contains(sentences(preview.notes),
                         "test.csv has no column \"sentence\": its column \"content\""));
        // In another place it may be anything.
        spec.test = {files.file("more.csv", "id,label,content\n1,ham,a joy\n")};
        QVERIFY(contains(sentences(core::previewData(tasks::kLabelled, spec, {}).problems),
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
        QCOMPARE(sentences(preview.problems), ""s);
        QCOMPARE(preview.testRows, int64_t{6});
        QVERIFY(contains(sentences(preview.notes), "test.csv has no row of names"));
        spec.train.swap(spec.test);
        preview = agreedPreview(spec);
        QCOMPARE(sentences(preview.problems), ""s);
        QCOMPARE(preview.testRows, int64_t{20});
        QVERIFY(contains(sentences(preview.notes), "train.csv begins with names of columns"));
    }

    void linesMayEndInCarriageReturns()
    {
        const DataFiles files;
        const auto preview = previewOf({files.file("mac.csv", "label,text\r" + rows(500, "\r"))});
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
        const auto preview = previewOf({files.file("q.csv", "'label','text'\n" + csv)});
        QCOMPARE(classesOf(preview), "ham,spam"s);
        QCOMPARE(preview.trainRows, int64_t{40});
        QCOMPARE(preview.spec.format.options.at("quoting").get<std::string>(), "single"s);
        QCOMPARE(preview.sampleTexts[0], "it's so: " + textNumber(0));
        // An apostrophe at the beginning of a text is none.
        std::string plain = "label,text\n";
        for (int i = 0; i < 40; ++i)
            plain += label(i) + (i % 4 ? ","s : ",'tis a word and "s) + textNumber(i) + "\n";
        const auto unquoted = previewOf({files.file("p.csv", plain)});
        QVERIFY(unquoted.spec.format.options.at("quoting") != "single");
        QCOMPARE(unquoted.trainRows, int64_t{40});
    }

    void jsonDocuments_data()
    {
        QTest::addColumn<QByteArray>("document");
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
            QTest::addRow("%s", name) << QByteArray::fromStdString(document);
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
        QCOMPARE(sentences(preview.problems), ""s);
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
            QCOMPARE(sentences(preview.problems), ""s);
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
        QVERIFY(contains(sentences(cut.problems), "reading stopped in line 20000"));
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
        QVERIFY2(contains(sentences(preview.problems),
                          "No field looks like a label (few different short values). Name the "
                          "field of the label; there are: id, text."),
                 sentences(preview.problems).c_str());
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
        QVERIFY(contains(sentences(preview.notes), "more than 200 different fields"));
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

    void encodingsAreRecognised_data()
    {
        QTest::addColumn<QString>("converter");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        const auto add = [](const char* converter, const char* id, const char* first,
                            const char* second) {
            QTest::addRow("%s", converter) << QString(converter) << QString(id)
                                           << QString::fromUtf8(first) << QString::fromUtf8(second);
        };
        const char* russian = "Фильм был очень скучным и актёры играли плохо";
        const char* praise = "Мне очень понравилась эта книга и спасибо автору";
        const char* chinese = "这部电影非常无聊演员演得很差";
        const char* book = "我非常喜欢这本书谢谢作者";
        add("windows-1252", "latin-1", "Der Film war überhaupt nicht schön",
            "Über die Brücke fährt ein grünes Auto");
        add("windows-1251", "windows-1251", russian, praise);
        add("KOI8-R", "koi8-r", russian, praise);
        add("windows-1250", "windows-1250", "Film był bardzo nudny a aktorzy grali źle",
            "Bardzo podobała mi się ta książka i dziękuję autorowi");
        add("gb18030", "gb18030", chinese, book);
        add("Big5", "big5", "這部電影非常無聊演員演得很差", "我非常喜歡這本書謝謝作者");
        add("Shift_JIS", "shift_jis", "この映画はとても退屈で俳優の演技もひどかった",
            "この本がとても気に入りましたありがとうございます");
        add("EUC-KR", "euc-kr", "이 영화는 매우 지루했고 배우들의 연기도 나빴다",
            "이 책이 아주 마음에 들었습니다");
        add("UTF-32", "utf-32", chinese, russian);
        add("UTF-32LE", "utf-32", "plain English text", "and some more of it");
        add("UTF-16", "utf-16", chinese, russian);
    }
    void encodingsAreRecognised()
    {
        QFETCH(QString, converter);
        QFETCH(QString, id);
        QFETCH(QString, first);
        QFETCH(QString, second);
        const DataFiles files;
        const std::string bytes = encoded(tableOf(first.toStdString(), second.toStdString()),
                                          converter.toUtf8().constData());
        QVERIFY(!bytes.empty());
        const auto preview = previewOf({files.file("t.csv", bytes)});
        QCOMPARE(preview.encoding, id.toStdString());
        QCOMPARE(classesOf(preview), "neg,pos"s);
        QCOMPARE(preview.trainRows, int64_t{12});
        QCOMPARE(QString::fromStdString(preview.sampleTexts[0]), first + " 0");
        QVERIFY(contains(sentences(preview.notes), "t.csv is "));
        core::DataSpec chosen;
        chosen.train = preview.spec.train;
        chosen.encoding = id.toStdString();
        QCOMPARE(core::previewData(tasks::kLabelled, chosen, {}).sampleTexts, preview.sampleTexts);
    }

    void eachFileHasItsEncoding()
    {
        const DataFiles files;
        std::string russian, german;
        for (const char* name : {"Иванов", "Петров", "Сидоров", "Кузнецов", "Соколов", "Попова"})
            for (int i = 0; i < 9; ++i)
                russian += std::string(name) + "\n";
        for (const char* name : {"Müller", "Schröder", "Köhler", "Jäger", "Schäfer"})
            for (int i = 0; i < 30; ++i)
                german += std::string(name) + "\n";
        files.file("names/Russian.txt", encoded(russian, "windows-1251"));
        files.file("names/German.txt", encoded(german, "windows-1252"));
        files.file("names/Polish.txt", "Łach\nWójcik\n");
        const auto preview = previewOf({files.path("names")});
        QCOMPARE(classesOf(preview), "German,Polish,Russian"s);
        QCOMPARE(preview.encoding, "latin-1, utf-8, windows-1251"s);
        QCOMPARE(preview.sampleTexts.front(), "Müller"s);
        QCOMPARE(preview.sampleTexts.back(), "Попова"s);
    }

    /// One review is too little for a detector; all of them are not.
    void shortFilesHaveTheEncodingOfTheOthers()
    {
        const DataFiles files;
        const std::string first = encoded("Плохо", "KOI8-R"), second = encoded("Хорошо", "KOI8-R");
        for (int i = 0; i < 60; ++i) {
            files.file("c/neg/" + std::to_string(i) + ".txt",
                       first + " " + encoded("очень скучно", "KOI8-R") + std::to_string(i));
            files.file("c/pos/" + std::to_string(i) + ".txt", second + std::to_string(i));
        }
        const auto preview = previewOf({files.path("c")});
        QCOMPARE(preview.encoding, "koi8-r"s);
        QCOMPARE(preview.sampleTexts.back().substr(0, 12), "Хорошо"s);
    }

    void textsAboutTheDataAreNoClasses()
    {
        const DataFiles files;
        for (const char* name : {"Arabic", "Irish", "Polish"})
            files.file("names/"s + name + ".txt", "one\ntwo\nthree\n"s + name + "\n");
        for (const char* name : {"README", "README.md", "LICENSE", "license.txt", ".hidden.txt",
                                 "Arabic.txt~", "picture.png"})
            files.file("names/"s + name, "about the names\n");
        const auto preview = previewOf({files.path("names")});
        QCOMPARE(classesOf(preview), "Arabic,Irish,Polish"s);
        QVERIFY(contains(sentences(preview.notes),
                         "they describe the data: 4 (LICENSE, README, "
                         "README.md, license.txt)"));
        QVERIFY(contains(sentences(preview.notes), "no text: 1 (picture.png)"));
    }

    void filesThatAreLeftOutAreListed()
    {
        const DataFiles files;
        for (int i = 0; i < 6; ++i)
            for (const char* name : {"c/good/", "c/bad/"})
                files.file(name + std::to_string(i) + ".txt", textNumber(i));
        files.file("c/urls_all.txt", "http://x\n");
        files.file("c/good/words.csv", "a,b\n");
        const auto preview = previewOf({files.path("c")});
        QCOMPARE(classesOf(preview), "bad,good"s);
        QVERIFY2(contains(sentences(preview.notes),
                          "do not belong to the format: 2 "
                          "(good/words.csv, urls_all.txt)"),
                 sentences(preview.notes).c_str());
        for (const char* name : {"t/train.csv", "t/test.csv", "t/more.csv"})
            files.file(name, "label,text\n" + rows(20));
        const auto tables = previewOf({files.path("t")});
        QCOMPARE(tables.trainRows, int64_t{20});
        QVERIFY(contains(sentences(tables.notes), "validation or testing: 1 (more.csv)."));
    }

    void dataForOtherTasksAreNamed_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("name");
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
            QTest::addRow("%s", kind) << QByteArray::fromStdString(content) << QString(kind);
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
        const auto lone = previewOf({files.file("a.txt", text)});
        QVERIFY2(contains(sentences(lone.problems), name.toStdString()),
                 sentences(lone.problems).c_str());
        files.file("set/eng.train", text);
        files.file("set/eng.testa", text);
        const auto folder = previewOf({files.path("set")});
        QVERIFY(contains(sentences(folder.problems), name.toStdString()));
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
        QVERIFY(contains(sentences(previewOf({files.file("w.txt", words)}).problems),
                         "w.txt is a list of words without labels."));
        QVERIFY(contains(sentences(previewOf({files.file("p.txt", prose)}).problems),
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
        const auto coarse = previewOf({path});
        QCOMPARE(classesOf(coarse), "DESC,ENTY,HUM"s);
        QVERIFY(contains(sentences(coarse.notes), "a coarse and a fine part"));
        const auto fine = previewOf({path}, {"label_first", Json{{"label_part", "whole"}}});
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
        const auto table = previewOf({files.file("t.csv", csv)});
        QCOMPARE(sentences(table.problems), ""s);
        QCOMPARE(table.sampleTexts[3], "the film isn't good 3"s);
        QVERIFY(contains(sentences(table.notes), "lists of words"));
        const auto json = previewOf({files.file("t.jsonl", lines)});
        QCOMPARE(sentences(json.problems), ""s);
        QCOMPARE(json.sampleTexts[3], "the film is good 3"s);
    }
};

UNROLL_TEST(RealFilesTest, QCoreApplication)
#include "real_files_test.moc"
