#include "core/data/source/text_encoding.h"
#include "data_files.h"
#include "labelled_texts.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <unicode/ucnv.h>

using labelled::classesOf;
using labelled::previewOf;
using support::contains;
using support::plain;

namespace {

/// `text`, which is UTF-8, in another encoding.
std::string encoded(const std::string& text, const char* encoding)
{
    UErrorCode status = U_ZERO_ERROR;
    std::string result(4 * text.size() + 16, '\0');
    const int32_t size
        = ucnv_convert(encoding, "UTF-8", result.data(), static_cast<int32_t>(result.size()),
                       text.data(), static_cast<int32_t>(text.size()), &status);
    result.resize(static_cast<size_t>(size));
    return U_SUCCESS(status) ? result : ""s;
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

/// Files are read in the encoding that each of them has.
class FileEncodingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void encodingsAreRecognised_data()
    {
        addColumns<QString, QString, QString, QString>("converter", "id", "first", "second");
        const auto add
            = [](const char* converter, const char* id, const char* first, const char* second) {
                  addRow("%s", converter) << QString(converter) << QString(id)
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
        QVERIFY(contains(plain(preview.notes), "t.csv is "));
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

    /// NUL bytes where UTF-16 has them, but in lines that end as they do in UTF-8.
    void nulBytesAloneAreNotUtf16()
    {
        const DataFiles files;
        std::string lines, wide;
        for (int i = 0; i < 400; ++i) {
            lines += "a\0b\n"s;
            wide += "ab\n";
        }
        const auto preview = previewOf({files.file("nul.txt", lines)});
        QVERIFY2(contains(plain(preview.problems), "nul.txt is not a text file"),
                 plain(preview.problems).c_str());
        // Real UTF-16 has them beside the ends of its lines, with and without a mark.
        core::EncodingEvidence evidence;
        evidence.add(std::string_view(support::utf16(wide)).substr(2));
        QCOMPARE(core::encodingId(evidence.verdict()), "utf-16"s);
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
};

UNROLL_TEST(FileEncodingsTest, QCoreApplication)
#include "file_encodings_test.moc"
