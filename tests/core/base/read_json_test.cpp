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
        QCOMPARE(
            json->dump(),
            std::string(R"({"b":[1,-2,2.5,true,null,"aé\n"],"a":{},"c":18446744073709551615})"));
        QVERIFY((*json)["b"][0].is_number_unsigned());
        QCOMPARE(readJson("7").value->get<int>(), 7);
    }

    void whatIsNoJsonIsRefusedWithItsLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("fault");
        QTest::newRow("nothing") << QByteArray() << QByteArray("it is not JSON");
        QTest::newRow("a word") << QByteArray("nan") << QByteArray("it is not JSON");
        QTest::newRow("two values") << QByteArray("{}{}") << QByteArray("it is not JSON");
        QTest::newRow("a NUL behind") << QByteArray("{}\0x", 4) << QByteArray("it is not JSON");
        QTest::newRow("no UTF-8") << QByteArray("\"\xff\"") << QByteArray("it is not JSON");
        QTest::newRow("third line")
            << QByteArray("{\n\"a\": 1,\n\"b\" 2\n}") << QByteArray("line 3 is not JSON");
        QTest::newRow("a number") << QByteArray("[1e999]")
                                  << QByteArray("a number in it is too large");
        QTest::newRow("a number in its line")
            << QByteArray("[\n1e999]") << QByteArray("a number in line 2 is too large");
        QTest::newRow("one name twice") << QByteArray(R"({"a": 1, "b": {"x": 1, "y": 2, "x": 3}})")
                                        << QByteArray("it names \"x\" twice");
        QTest::newRow("escaped alike")
            << QByteArray(R"({"a": 1, "\u0061": 2})") << QByteArray("it names \"a\" twice");
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
        QCOMPARE(faultOf("[[1]]", {100, 2, 100}), std::string());
        QCOMPARE(faultOf("[[[1]]]", {100, 2, 100}),
                 std::string("it is nested more than 2 levels deep"));
        QCOMPARE(faultOf("{\"a\": {\"b\": []}}", {100, 2, 100}),
                 std::string("it is nested more than 2 levels deep"));
        QCOMPARE(faultOf("[1, 2]", {100, 2, 3}), std::string());
        QCOMPARE(faultOf("[1, 2, 3]", {100, 2, 3}), std::string("it holds more than 3 values"));
        QCOMPARE(faultOf("12345", {5, 2, 3}), std::string());
        QCOMPARE(faultOf("123456", {5, 2, 3}), std::string("it is longer than 5 bytes"));
    }

    void aMillionLevelsCostNoStack()
    {
        for (const char* open : {"[", "{\"a\":"}) {
            const std::string deep = repeated(open, 1'000'000);
            QCOMPARE(faultOf(deep), std::string("it is nested more than 64 levels deep"));
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
