#include "core/base/error.h"
#include "core/base/python_piece.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

using namespace core;

class ExportedPiecesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pythonImportsThemAsTheyStand()
    {
        const std::string python = parity::pythonWith(u"torch"_s);
        if (python.empty())
            QSKIP("No Python with PyTorch: install python3-torch.");
        const QTemporaryDir folder;
        const std::filesystem::path copy = folder.filePath("pieces").toStdString();
        std::filesystem::copy(UNROLL_SOURCE_DIR "/resources/python", copy,
                              std::filesystem::copy_options::recursive);
        const auto result = parity::runPython(
            python,
            {u"-B"_s, QStringLiteral(UNROLL_PARITY_SCRIPTS "/exported_pieces.py"),
             QString::fromStdString(copy.string())});
        QVERIFY2(result.succeeded, result.errors.c_str());
        QVERIFY(result.output.find("encoders.recurrent\n") != std::string::npos);
    }

    void valuesReplaceNamesAndChooseBlocks()
    {
        const auto head = [](bool pools) {
            return pythonPiece("heads/text",
                               {{"POOLS", pools},
                                {"HIDES", false},
                                {"SINGLE", false},
                                {"FEATURES", 7},
                                {"OUTPUTS", 3},
                                {"DROPOUT", "0.5"}});
        };
        QVERIFY(head(true).starts_with("class Head(nn.Module):\n"));
        QVERIFY(head(true).find("        self.pooling = Pooling()\n"
                                "        self.dropout = nn.Dropout(0.5)\n"
                                "        self.output = nn.Linear(7, 3)\n")
                != std::string::npos);
        QVERIFY(head(false).find("ooling") == std::string::npos);
        QVERIFY(head(false).ends_with("        texts = encoded\n"
                                      "        return self.output(self.dropout(texts))\n"));
    }

    void argumentsAreWrittenOutOrLeftOut()
    {
        const auto network = [](const Json& words) {
            return pythonPiece("heads/network", {{"WORDS", words}});
        };
        QVERIFY(network(Json::array()).find("def forward(self, ids, lengths):")
                != std::string::npos);
        QVERIFY(network(Json::array({"words"})).find("def forward(self, ids, lengths, words):")
                != std::string::npos);
    }

    /// A name without a value would reach the exported module, and a value without a name is lost.
    void namesAndValuesMustAgree()
    {
        QVERIFY_EXCEPTION_THROWN(pythonPiece("heads/crf"), Error);
        const Json more{{"OUTPUTS", 3}, {"INPUTS", 3}};
        QVERIFY_EXCEPTION_THROWN(pythonPiece("heads/crf", more), Error);
        QVERIFY_EXCEPTION_THROWN(pythonPiece("heads/none"), Error);
    }
};

UNROLL_TEST(ExportedPiecesTest, QCoreApplication)
#include "exported_pieces_test.moc"
