#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/exchange/pickle.h"
#include "core/exchange/tensor_files.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

using namespace core;
using support::failureOf;

namespace {

/// Pickles as Python writes them.
std::string text(const std::string& content)
{
    return "X" + std::string(1, static_cast<char>(content.size())) + std::string(3, '\0') + content;
}
const std::string kStart = "\x80\x02";
const std::string kFloats = "ctorch\nFloatStorage\n";
const std::string kRebuild = "ctorch._utils\n_rebuild_tensor_v2\n";

/// A dictionary with the tensor "w", whose storage "0" has four numbers.
std::string tensorPickle(const std::string& offset, const std::string& sizes,
                         const std::string& strides)
{
    return kStart + "}" + text("w") + kRebuild + "((" + text("storage") + kFloats + text("0")
        + text("cpu") + "K\4tQK" + offset + "(" + sizes + "t(" + strides + "t\x89}tRs.";
}

/// A file of before PyTorch 1.6 with these numbers in storage "0".
std::string oldFile(const std::string& pickle, const std::vector<float>& numbers)
{
    const auto count = static_cast<int64_t>(numbers.size());
    return "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19." + kStart + "M\xe9\x03."
        + kStart + "}" + text("little_endian") + "\x88s." + pickle + kStart + "]" + text("0") + "a."
        + std::string(reinterpret_cast<const char*>(&count), sizeof count)
        + std::string(reinterpret_cast<const char*>(numbers.data()),
                      numbers.size() * sizeof(float));
}

} // namespace

/// Files of torch.save(); whole ones are in foreign_checkpoints_test.
class PytorchFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path path() const { return m_folder.filePath("w.bin").toStdString(); }
    TensorFile readOld(const std::string& pickle, const std::vector<float>& numbers)
    {
        writeFileAtomically(path(), oldFile(pickle, numbers));
        return readTensorFile(path());
    }

private Q_SLOTS:
    void stridesAreFollowed()
    {
        const TensorFile file = readOld(tensorPickle(std::string(1, '\0'), "K\2K\2", "K\1K\2"),
                                        {1, 2, 3, 4}); // a transposed matrix
        const torch::Tensor* tensor = file.find("w");
        QVERIFY(tensor != nullptr);
        QVERIFY(torch::equal(*tensor, torch::tensor({{1.0F, 3.0F}, {2.0F, 4.0F}})));
        QVERIFY(tensor->is_contiguous());
    }

    void nothingIsRun_data()
    {
        addColumns<QByteArray, QByteArray>("pickle", "named");
        const auto add = [](const char* name, const std::string& pickle, const char* named) {
            newRow(name, QByteArray::fromStdString(pickle), QByteArray(named));
        };
        add("a function of the system", kStart + "cos\nsystem\n(" + text("ls") + "tR.",
            "os system");
        add("by a name on the stack", kStart + text("builtins") + text("eval") + "\x93.",
            "builtins eval");
        add("a class", kStart + "c__main__\nNet\n)\x81.", "__main__ Net");
        add("a persistent object", kStart + "(" + text("module") + "tQ.", "not the numbers");
        add("attributes", kStart + "]" + text("x") + "b.", "attributes");
        add("an instance", kStart + "(i__main__\nNet\n.", "operation 105");
        add("another argument", kStart + kRebuild + "(K\1tR.", "other arguments");
    }
    void nothingIsRun()
    {
        QFETCH(QByteArray, pickle);
        QFETCH(QByteArray, named);
        const std::string bytes = pickle.toStdString();
        const Failure failure = failureOf([&] { pickle::read(bytes, "w.bin"); });
        QCOMPARE(failure.code, ErrorCode::FileMalformed);
        QVERIFY2(failure.sentence().find(named.toStdString()) != std::string::npos,
                 failure.sentence().c_str());
    }

    void tensorsStayInTheirStorage_data()
    {
        addColumns<QByteArray, QByteArray, QByteArray>("offset", "sizes", "strides");
        const auto add = [](const char* name, const std::string& offset, const char* sizes,
                            const char* strides) {
            newRow(name, QByteArray::fromStdString(offset), QByteArray(sizes), QByteArray(strides));
        };
        add("behind its end", "\1", "K\4", "K\1");
        add("by its strides", std::string(1, '\0'), "K\2K\2", "K\3K\1");
        add("more elements than numbers", std::string(1, '\0'), "K\11K\1", "K\1K\1");
        add("other dimensions", std::string(1, '\0'), "K\2K\2", "K\1");
        add("a negative size", std::string(1, '\0'), "J\xff\xff\xff\xff", "K\1");
        add("beyond 64 bits", std::string(1, '\0'), "J\xff\xff\xff\x7fJ\xff\xff\xff\x7f",
            "J\xff\xff\xff\x7fJ\xff\xff\xff\x7f");
    }
    void tensorsStayInTheirStorage()
    {
        QFETCH(QByteArray, offset);
        QFETCH(QByteArray, sizes);
        QFETCH(QByteArray, strides);
        const Failure failure = failureOf([&] {
            readOld(tensorPickle(offset.toStdString(), sizes.toStdString(), strides.toStdString()),
                    {1, 2, 3, 4});
        });
        QCOMPARE(failure.code, ErrorCode::FileMalformed);
    }

    void cutFilesAreRefused()
    {
        const std::string whole
            = oldFile(tensorPickle(std::string(1, '\0'), "K\4", "K\1"), {1, 2, 3, 4});
        for (size_t size = 0; size < whole.size(); ++size) {
            writeFileAtomically(path(), whole.substr(0, size));
            QCOMPARE(failureOf([&] { readTensorFile(path()); }).code, ErrorCode::FileMalformed);
        }
        writeFileAtomically(path(), whole);
        QCOMPARE(readTensorFile(path()).tensors.size(), 1U);
    }

    void valuesMayContainThemselves()
    {
        const std::string pickle
            = kStart + "}q" + std::string(1, '\0') + text("a") + "h" + std::string(1, '\0') + "s.";
        const Failure failure = failureOf([&] { readOld(pickle, {}); });
        QCOMPARE(failure.code, ErrorCode::FileMalformed);
    }

    void partsStayBesideTheirList()
    {
        const auto list
            = std::filesystem::path(m_folder.path().toStdString()) / "model.safetensors.index.json";
        writeFileAtomically(list, R"({"weight_map": {"w": "../w.bin"}})");
        QCOMPARE(failureOf([&] { readTensorFile(list); }).code, ErrorCode::FileMalformed);
    }
};

UNROLL_TEST(PytorchFileTest, QCoreApplication)
#include "pytorch_file_test.moc"
