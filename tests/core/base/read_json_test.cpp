#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

using core::Json;
using core::JsonLimits;
using core::readJson;

namespace {

std::string faultOf(const std::string& text, const JsonLimits& limits = {})
{
    const core::JsonReading reading = readJson(text, limits);
    return reading.value ? "" : reading.fault.plain();
}

std::string repeated(const std::string& text, size_t times)
{
    std::string all;
    all.reserve(text.size() * times);
    for (size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

} // namespace

class ReadJsonTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyKindOfValueComesBack()
    {
        const std::string text
            = R"({"b": [1, -2, 2.5, true, null, "a\u00e9\n"], "a": {}, "c": 18446744073709551615})";
        const auto json = readJson(text).value;
        QVERIFY(json.has_value());
        QCOMPARE(json->dump(),
                 R"({"b":[1,-2,2.5,true,null,"aé\n"],"a":{},"c":18446744073709551615})"s);
        QVERIFY((*json)["b"][0].is_number_unsigned());
        QCOMPARE(readJson("7").value->get<int>(), 7);
    }

    void whatIsNoJsonIsRefusedWithItsLine_data()
    {
        addColumns<QByteArray, QByteArray>("text", "fault");
        newRow("nothing", QByteArray(), "it is not JSON"_ba);
        newRow("a word", "nan"_ba, "it is not JSON"_ba);
        newRow("two values", "{}{}"_ba, "it is not JSON"_ba);
        newRow("a NUL behind", QByteArray("{}\0x", 4), "it is not JSON"_ba);
        newRow("no UTF-8", "\"\xff\""_ba, "it is not JSON"_ba);
        newRow("third line", "{\n\"a\": 1,\n\"b\" 2\n}"_ba, "line 3 is not JSON"_ba);
        newRow("a number", "[1e999]"_ba, "a number in it is too large"_ba);
        newRow("a number in its line", "[\n1e999]"_ba, "a number in line 2 is too large"_ba);
        newRow("one name twice", R"({"a": 1, "b": {"x": 1, "y": 2, "x": 3}})"_ba,
               "it names \"x\" twice"_ba);
        newRow("escaped alike", R"({"a": 1, "\u0061": 2})"_ba, "it names \"a\" twice"_ba);
    }
    void whatIsNoJsonIsRefusedWithItsLine()
    {
        QFETCH(QByteArray, text);
        QTEST(QByteArray::fromStdString(faultOf(text.toStdString())), "fault");
    }

    void oneNameMayStandInTwoObjects()
    {
        QVERIFY(readJson(R"([{"a": 1}, {"a": {"a": 2}}])").value.has_value());
    }

    void limitsHold()
    {
        QCOMPARE(faultOf("[[1]]", {100, 2, 100}), ""s);
        QCOMPARE(faultOf("[[[1]]]", {100, 2, 100}), "it is nested more than 2 levels deep"s);
        QCOMPARE(faultOf("{\"a\": {\"b\": []}}", {100, 2, 100}),
                 "it is nested more than 2 levels deep"s);
        QCOMPARE(faultOf("[1, 2]", {100, 2, 3}), ""s);
        QCOMPARE(faultOf("[1, 2, 3]", {100, 2, 3}), "it holds more than 3 values"s);
        QCOMPARE(faultOf("12345", {5, 2, 3}), ""s);
        QCOMPARE(faultOf("123456", {5, 2, 3}), "it is longer than 5 bytes"s);
    }

    void aMillionLevelsCostNoStack()
    {
        for (const char* open : {"[", "{\"a\":"}) {
            const std::string deep = repeated(open, 1'000'000);
            QCOMPARE(faultOf(deep), "it is nested more than 64 levels deep"s);
        }
    }

    void manyMembersTakeTimeInProportion()
    {
        std::string text = "{";
        for (int i = 0; i < 300'000; ++i)
            text += "\"" + std::to_string(i) + "\":0,";
        text += "\"last\":1}";
        QElapsedTimer timer;
        timer.start();
        const auto json = readJson(text).value;
        QVERIFY(json.has_value());
        QCOMPARE(json->size(), size_t{300'001});
        // In proportion to the square it would be minutes.
        QVERIFY2(timer.elapsed() < 10'000, std::to_string(timer.elapsed()).c_str());
    }

    void aFileIsNamedInItsFault()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.json").toStdString();
        core::writeFileAtomically(path, "{\n\"a\": 1,\n}");
        const core::Failure failure = support::failureOf([&] { core::readJsonFile(path); });
        QVERIFY(failure.code == core::ErrorCode::FileMalformed);
        QCOMPARE(failure.what.plain(), path.string() + " cannot be read: line 3 is not JSON.");
        core::writeFileAtomically(path, "[1]");
        QCOMPARE(core::readJsonFile(path), Json::array({1}));
    }
};
UNROLL_TEST(ReadJsonTest, QCoreApplication)
#include "read_json_test.moc"
