#include "core/base/atomic_file.h"
#include "core/exchange/safetensors.h"
#include "core/exchange/vectors.h"
#include "core/nn/tensors.h"
#include "tests/fuzz/target.h"
#include "tests/support/binary_vectors.h"
#include "tests/support/test_case.h"

#include <fstream>
#include <random>

using namespace core;

namespace {

constexpr int kRounds = 4000;

/// Damages texts in ways that parsers dislike; the same seed gives the same damage.
class Mutator {
public:
    explicit Mutator(unsigned seed, Strings pieces)
        : m_random(seed), m_pieces(std::move(pieces)) { }

    std::string operator()(std::string text)
    {
        for (size_t change = 0; change <= below(4); ++change)
            changeOnce(text);
        return text;
    }

private:
    size_t below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(m_random); }

    void changeOnce(std::string& text)
    {
        const size_t at = below(text.size() + 1);
        switch (below(6)) {
        case 0:
            if (at < text.size())
                text[at] = static_cast<char>(below(256));
            break;
        case 1:
            text.insert(at, m_pieces[below(m_pieces.size())]);
            break;
        case 2:
            text.erase(at, below(12));
            break;
        case 3:
            text.insert(at, text.substr(below(text.size() + 1), below(40)));
            break;
        case 4:
            if (at < text.size())
                text[at] = static_cast<char>('0' + below(10));
            break;
        default:
            text.resize(below(8) == 0 ? at : text.size());
        }
    }

    std::mt19937 m_random;
    Strings m_pieces;
};

void writePlainly(const std::filesystem::path& path, const std::string& content)
{
    // Some file systems flush a file that is cut and written again, which takes milliseconds.
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary) << content;
}

/// A header with the length that it really has, so that damage gets past the first check.
std::string framed(const std::string& header, const std::string& data)
{
    const auto length = static_cast<uint64_t>(header.size());
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

} // namespace

class ExchangeFuzzTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path path() const { return m_folder.filePath("f").toStdString(); }

private Q_SLOTS:
    void damagedHeadersNeverCrash()
    {
        const std::string header
            = R"({"__metadata__":{"a":"b"},"x":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
              R"("y":{"dtype":"BOOL","shape":[3],"data_offsets":[8,11]}})";
        const std::string data(11, '\1');
        Mutator mutate(7,
                       {"[",
                        "]",
                        "{",
                        "}",
                        ",",
                        ":",
                        "\"",
                        "null",
                        "-1",
                        "1e999",
                        "0",
                        "[[[[",
                        "18446744073709551616",
                        "9223372036854775807",
                        "\\u0000",
                        "\\ud800",
                        "\xff",
                        "\"x\":{}",
                        "\"I64\"",
                        "\"F16\"",
                        std::string(1, '\0')});
        int accepted = 0;
        for (int round = 0; round < kRounds; ++round) {
            writePlainly(path(), framed(mutate(header), data));
            try {
                for (const auto& [name, tensor] : readSafetensors(path()).tensors)
                    accepted += tensor.nbytes() == 0 || tensor.sum().defined() ? 1 : 0;
            } catch (const Error& error) {
                QVERIFY(error.failure().code == ErrorCode::FileMalformed);
            }
        }
        QVERIFY(accepted > 0); // otherwise the damage is too coarse to test anything
    }

    void damagedFilesWithHashAreNeverAccepted()
    {
        writeSafetensors(path(), {{{"w", torch::arange(12, torch::kFloat)}}, {{"step", "3"}}});
        const std::string good = readFile(path());
        const TensorFile content = readSafetensors(path(), MissingHash::Refuse);
        Mutator mutate(11, {"0", "\"", "{}", std::string(8, '\0'), "w", " "});
        for (int round = 0; round < kRounds; ++round) {
            writePlainly(path(), mutate(good));
            try {
                // White space may wander within the header; what it says may not.
                const TensorFile read = readSafetensors(path(), MissingHash::Refuse);
                QVERIFY(read.metadata == content.metadata);
                QCOMPARE(read.tensors.size(), 1U);
                QVERIFY(torch::equal(*read.find("w"), *content.find("w")));
            } catch (const Error& error) {
                QVERIFY(error.failure().code == ErrorCode::FileMalformed);
            }
        }
    }

    /// What is read from them is checked by the targets themselves.
    void damagedFilesOfPytorchNeverCrash()
    {
        Mutator mutate(17,
                       {"(",
                        ")",
                        "t",
                        "R",
                        "s",
                        "u",
                        ".",
                        "}",
                        "]",
                        "Q",
                        "q",
                        "h",
                        "K",
                        "J\xff\xff\xff\xff",
                        "X\xff\xff\xff\x7f",
                        "cos\nsystem\n",
                        "ctorch\nLongStorage\n",
                        std::string("h\0", 2),
                        std::string("q\0", 2),
                        std::string(8, '\0'),
                        "\x80",
                        "\x93"});
        int targets = 0;
        for (const fuzz::Target& target : fuzz::exchangeTargets()) {
            if (target.name != "pickle"s && target.name != "pytorch_file"s)
                continue;
            ++targets;
            for (int round = 0; round < kRounds; ++round)
                target.run(mutate(target.seeds.front()));
        }
        QCOMPARE(targets, 2);
    }

    void damagedVectorsNeverCrash_data()
    {
        addColumn<QByteArray>("good");
        newRow("text", QByteArray("3 2\nthe 0.5 1\nof -2 1e-3\n. . . 4 5\n"));
        newRow("binary",
               QByteArray::fromStdString(
                   support::word2vecBytes({{"the", {0.5F, 1}}, {"of", {-2, 1e-3F}}}, "\n")));
        newRow("fastText", QByteArray::fromStdString(support::FastTextParts().joined()));
    }
    void damagedVectorsNeverCrash()
    {
        QFETCH(QByteArray, good);
        Mutator mutate(13,
                       {" ", "\t", "\n", "\r\n", "nan", "1e999", "the", "\xff", "\x1f\x8b",
                        "99999999999999999999", std::string(1, '\0'), "-", "+"});
        for (int round = 0; round < kRounds; ++round) {
            writePlainly(path(), mutate(good.toStdString()));
            try {
                const VectorTable table = loadVectors(path(), {"the", ". . .", ""}, 2, Monitor());
                QCOMPARE(table.values.size(), 6U);
                for (const float value : table.values)
                    QVERIFY(std::isfinite(value));
            } catch (const Error& error) {
                const ErrorCode code = error.failure().code;
                QVERIFY(code == ErrorCode::FileMalformed || code == ErrorCode::BadSetting);
            }
        }
    }
};

UNROLL_TEST(ExchangeFuzzTest, QCoreApplication)
#include "exchange_fuzz_test.moc"
