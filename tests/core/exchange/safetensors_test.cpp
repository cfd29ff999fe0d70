#include "core/exchange/safetensors.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/nn/tensors.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <fstream>

using namespace core;

namespace {

/// 8 bytes of length, the header, then `data`.
std::string fileText(const std::string& header, const std::string& data = {})
{
    const auto length = static_cast<uint64_t>(header.size());
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

TensorFile sampleFile()
{
    TensorFile file;
    file.tensors = {{"embedding.weight", torch::arange(6, torch::kFloat).reshape({2, 3})},
                    {"flags", torch::tensor({true, false, true})},
                    {"step", torch::tensor(int64_t{41})},
                    {"none", torch::empty({0, 4}, torch::kFloat)}};
    file.metadata = {{"epoch", "3"}};
    return file;
}

} // namespace

class SafetensorsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path path() const { return m_folder.filePath("t.safetensors").toStdString(); }

    /// The failure of reading `content`, or nothing.
    std::optional<Failure> failureOf(const std::string& content,
                                     MissingHash missingHash = MissingHash::Accept) const
    {
        // Thousands of them: no waiting for the disk, also not by writing over a file.
        std::filesystem::remove(path());
        std::ofstream(path(), std::ios::binary) << content;
        try {
            readSafetensors(path(), missingHash);
        } catch (const Error& error) {
            return error.failure();
        }
        return {};
    }

    void refuses(const std::string& content, const std::string& why) const
    {
        const auto failure = failureOf(content);
        QVERIFY2(failure.has_value(), why.c_str());
        QVERIFY(failure->code == ErrorCode::FileMalformed);
        QVERIFY2(failure->sentence().find(why) != std::string::npos, failure->sentence().c_str());
    }

private Q_SLOTS:
    void everyTypeComesBackAsItWas()
    {
        TensorFile file;
        for (const auto type :
             {torch::kFloat, torch::kDouble, torch::kHalf, torch::kBFloat16, torch::kLong,
              torch::kInt, torch::kShort, torch::kChar, torch::kByte, torch::kBool})
            file.tensors.emplace_back(torch::toString(type),
                                      torch::tensor({{1, 0, 1}, {0, 1, 1}}).to(type));
        file.tensors.emplace_back("scalar", torch::tensor(2.5));
        file.tensors.emplace_back("strided", torch::arange(12).reshape({3, 4}).t());
        file.metadata = {{"note", "naïve \"quoted\" \n line"}};
        writeSafetensors(path(), file);
        const TensorFile back = readSafetensors(path(), MissingHash::Refuse);
        QCOMPARE(back.tensors.size(), file.tensors.size());
        for (const auto& [name, tensor] : file.tensors) {
            const torch::Tensor* read = back.find(name);
            QVERIFY2(read != nullptr, name.c_str());
            QVERIFY2(read->scalar_type() == tensor.scalar_type(), name.c_str());
            QVERIFY2(torch::equal(*read, tensor), name.c_str());
        }
        QCOMPARE(back.metadata.at("note"), file.metadata.at("note"));
        QCOMPARE(back.metadata.at("format"), "pt");
        QVERIFY(back.find("not there") == nullptr);
    }

    void theLayoutIsThatOfTheFormat()
    {
        writeSafetensors(path(), sampleFile());
        const std::string text = readFile(path());
        uint64_t length = 0;
        std::memcpy(&length, text.data(), sizeof length);
        QCOMPARE(length % 8, 0U);
        const auto header = nlohmann::json::parse(text.substr(8, length));
        // Widest type first: 8 bytes of int64, then 24 of float32, then 3 of bool.
        QVERIFY(header["step"]["data_offsets"] == nlohmann::json({0, 8}));
        QVERIFY(header["embedding.weight"]["data_offsets"] == nlohmann::json({8, 32}));
        QVERIFY(header["embedding.weight"]["shape"] == nlohmann::json({2, 3}));
        QVERIFY(header["embedding.weight"]["dtype"] == "F32");
        QVERIFY(header["flags"]["data_offsets"] == nlohmann::json({32, 35}));
        QCOMPARE(text.size(), 8 + length + 35);
        QCOMPARE(int(text[8 + length]), 41);
    }

    /// In proportion to the square of their number it took minutes.
    void manyTensorsTakeTimeInProportion()
    {
        constexpr int kTensors = 80'000;
        std::string header;
        for (int i = 0; i < kTensors; ++i)
            header += (i == 0 ? "{\"" : ",\"") + std::to_string(i)
                + "\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}";
        std::ofstream(path(), std::ios::binary) << fileText(header + "}");
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(readSafetensors(path()).tensors.size(), size_t{kTensors});
        QVERIFY2(timer.elapsed() < 10'000, std::to_string(timer.elapsed()).c_str());
    }

    void aFileOfAnotherProgramIsReadWithoutHash()
    {
        const std::string data("\0\0\x80\x3f\0\0\0\xc0", 8);
        const std::string text
            = fileText(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}   )", data);
        writeFileAtomically(path(), text);
        const TensorFile file = readSafetensors(path());
        QVERIFY(torch::equal(*file.find("a"), torch::tensor({1.0F, -2.0F})));
        QVERIFY(failureOf(text, MissingHash::Refuse).has_value());
        QVERIFY(!failureOf(fileText("{}")).has_value());
    }

    void noSingleFlippedBitIsAccepted()
    {
        writeSafetensors(path(), sampleFile());
        const std::string good = readFile(path());
        for (size_t byte = 0; byte < good.size(); ++byte) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string bad = good;
                bad[byte] = static_cast<char>(bad[byte] ^ (1 << bit));
                const auto failure = failureOf(bad);
                const auto where = "byte " + std::to_string(byte) + " bit " + std::to_string(bit);
                QVERIFY2(failure.has_value(), where.c_str());
                QVERIFY2(failure->code == ErrorCode::FileMalformed, where.c_str());
            }
        }
    }

    void noTruncationAndNoAdditionIsAccepted()
    {
        writeSafetensors(path(), sampleFile());
        const std::string good = readFile(path());
        for (size_t length = 0; length < good.size(); ++length)
            QVERIFY2(failureOf(good.substr(0, length)).has_value(), std::to_string(length).c_str());
        QVERIFY(failureOf(good + '\0').has_value());
        QVERIFY(!failureOf(good).has_value());
    }

    void flipsOfAFileWithoutHashNeverCrash()
    {
        const std::string good
            = fileText(R"({"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
                       R"("b":{"dtype":"BOOL","shape":[3],"data_offsets":[8,11]}})",
                       std::string("\0\0\x80\x3f\0\0\0\xc0\1\0\1", 11));
        QVERIFY(!failureOf(good).has_value());
        for (size_t byte = 0; byte < good.size(); ++byte) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string bad = good;
                bad[byte] = static_cast<char>(bad[byte] ^ (1 << bit));
                const auto failure = failureOf(bad);
                QVERIFY(!failure || failure->code == ErrorCode::FileMalformed);
            }
        }
    }

    void everyRuleOfTheFormatIsChecked()
    {
        const std::string eight(8, '\0');
        const auto one
            = [](const std::string& rest) { return R"({"a":{"dtype":"F32",)" + rest + "}}"; };
        refuses("1234567", "shorter than 8 bytes");
        refuses(std::string(8, '\xff'), "header is longer");
        refuses(std::string("\1\xe1\xf5\5\0\0\0\0{}", 10), "header is longer");
        refuses(fileText(""), "does not start with {");
        refuses(fileText(" {}"), "does not start with {");
        refuses(fileText("{"), "it is not JSON");
        refuses(fileText("{\"\xff\":1}"), "it is not JSON");
        refuses(fileText("{}x"), "it is not JSON");
        refuses(fileText(R"({"a":1})"), "needs exactly");
        refuses(fileText(one(R"("shape":[2],"data_offsets":[0,8],"more":1)"), eight),
                "needs exactly");
        refuses(fileText(one(R"("shape":[-2],"data_offsets":[0,8])"), eight), "list of sizes");
        refuses(fileText(one(R"("shape":[2.0],"data_offsets":[0,8])"), eight), "list of sizes");
        refuses(fileText(one(R"("shape":[2],"data_offsets":[0])"), eight), "pair of offsets");
        refuses(fileText(one(R"("shape":[2],"data_offsets":[8,0])"), eight), "does not fit");
        refuses(fileText(one(R"("shape":[3],"data_offsets":[0,8])"), eight), "does not fit");
        refuses(fileText(one(R"("shape":[2],"data_offsets":[0,8])")), "need 8 bytes");
        refuses(fileText(one(R"("shape":[1],"data_offsets":[4,8])"), eight), "hole");
        refuses(fileText(one(R"("shape":[4611686018427387904,4],"data_offsets":[0,0])")),
                "too large");
        refuses(fileText(one(R"("shape":[0,4611686018427387904,4],"data_offsets":[0,0])")),
                "too large");
        refuses(fileText(R"({"a":{"dtype":"F4","shape":[],"data_offsets":[0,4]}})"),
                "not supported");
        refuses(fileText(R"({"__metadata__":{"a":1}})"), "is not text");
        refuses(fileText("{\"a\":" + std::string(10000, '[')), "nested more than 3 levels");
        refuses(fileText(R"({"b":{"dtype":"BOOL","shape":[1],"data_offsets":[0,1]}})", "\2"),
                "other than 0 and 1");
    }

    void overlapsAndDoubleNamesAreRefused()
    {
        const std::string a = R"("a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
        const std::string b = R"("b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
        refuses(fileText("{" + a + "," + b + "}", "1234"), "overlap");
        refuses(fileText("{" + a + "," + a + "}", "1234"), "twice");
        refuses(fileText(R"({"__metadata__":{"k":"1","k":"2"}})"), "twice");
    }

    void missingAndUnwritableFilesAreSaid()
    {
        QVERIFY(support::failureOf([&] {
                    readSafetensors(m_folder.filePath("missing").toStdString());
                }).code
                == ErrorCode::FileMissing);
        QVERIFY(support::failureOf([&] {
                    writeSafetensors(m_folder.filePath("no/folder").toStdString(), sampleFile());
                }).code
                == ErrorCode::FileUnwritable);
    }

    void twoTensorsOfOneNameAreNotWritten()
    {
        TensorFile file;
        file.tensors = {{"a", torch::zeros(1)}, {"a", torch::ones(1)}};
        QVERIFY_THROWS_EXCEPTION(Error, writeSafetensors(path(), file));
    }
};

UNROLL_TEST(SafetensorsTest, QCoreApplication)
#include "safetensors_test.moc"
