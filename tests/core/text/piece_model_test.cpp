#include "core/base/atomic_file.h"
#include "core/base/json.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/renumbered_pieces.h"
#include "core/text/text_files.h"
#include "core/text/text_pipeline.h"
#include "core/text/tokenisers/piece_tokeniser.h"
#include "core/text/tokens/byte_characters.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

using core::Json;
using core::PieceKind;
using core::PieceModel;
using support::sentenceOf;

namespace {

/// A tokenizer.json as it is published with BERT, with a few pieces.
Json bertFile()
{
    return {{"version", "1.0"},
            {"added_tokens",
             Json::array({{{"id", 0}, {"content", "[PAD]"}, {"special", true}},
                          {{"id", 1}, {"content", "[UNK]"}, {"special", true}}})},
            {"normalizer",
             {{"type", "BertNormalizer"},
              {"clean_text", true},
              {"handle_chinese_chars", true},
              {"strip_accents", nullptr},
              {"lowercase", false}}},
            {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
            {"model",
             {{"type", "WordPiece"},
              {"unk_token", "[UNK]"},
              {"continuing_subword_prefix", "##"},
              {"max_input_chars_per_word", 50},
              {"vocab", {{"[PAD]", 0}, {"[UNK]", 1}, {"un", 3}, {"##ed", 2}}}}}};
}

Json byteVocabulary()
{
    Json vocabulary = Json::object();
    for (const unsigned char byte : core::byteOrder())
        vocabulary[core::byteCharacters()[byte]] = vocabulary.size();
    for (const char* piece : {"\u0120t", "he", "\u0120the", "<|endoftext|>"})
        vocabulary[piece] = vocabulary.size();
    return vocabulary;
}

Json gpt2File()
{
    return {{"added_tokens",
             Json::array({{{"id", 259}, {"content", "<|endoftext|>"}, {"special", true}}})},
            {"normalizer", nullptr},
            {"pre_tokenizer",
             {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}}},
            {"model",
             {{"type", "BPE"},
              {"vocab", byteVocabulary()},
              {"merges", {"\u0120 t", "h e", "\u0120t he"}}}}};
}

std::string refusal(const Json& file)
{
    return sentenceOf([&] { core::pieceModelFromJson(file.dump(), "tokenizer.json"); });
}

std::string mergesRefusal(const std::string& merges)
{
    return sentenceOf([&] {
        core::bytePiecesFromFiles(byteVocabulary().dump(), "vocab.json", merges, "merges.txt");
    });
}

} // namespace

/// Files of published tokenisers: what they hold, and what is said when they are wrong.
class PieceModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTokenizerJsonOfBertIsRead()
    {
        const PieceModel model = core::pieceModelFromJson(bertFile().dump(), "tokenizer.json");
        QVERIFY(model.kind == PieceKind::WordPiece);
        QCOMPARE(model.pieces, (Strings{"[PAD]", "[UNK]", "##ed", "un"}));
        QCOMPARE(model.unknown, 1);
        QCOMPARE(model.longestWord, int64_t{50});
        QVERIFY(!model.rules.lowerCase && !model.rules.stripAccents); // null: as lowercase
        QCOMPARE(model.special.size(), size_t{2});
        QCOMPARE(model.special[1].text, "[UNK]"s);
    }

    void aTokenizerJsonOfGpt2IsRead()
    {
        Json file = gpt2File();
        const PieceModel model = core::pieceModelFromJson(file.dump(), "tokenizer.json");
        QVERIFY(model.kind == PieceKind::ByteBpe);
        QCOMPARE(model.merges.size(), size_t{3});
        QCOMPARE(model.pieces[static_cast<size_t>(model.merges[2].first)], "\u0120t"s);
        QCOMPARE(model.special.at(0).id, 259);
        // Newer files have lists of two.
        file["model"]["merges"]
            = Json::parse(R"([["\u0120", "t"], ["h", "e"], ["\u0120t", "he"]])");
        QCOMPARE(core::pieceModelFromJson(file.dump(), "f").merges, model.merges);
        const PieceModel files = core::bytePiecesFromFiles(
            byteVocabulary().dump(), "v", "#version: 0.2\n\u0120 t\nh e\n\u0120t he\n\n", "m");
        QCOMPARE(files.merges, model.merges);
        QCOMPARE(files.pieces, model.pieces);
    }

    void whatIsWrittenIsReadAgain()
    {
        for (const Json& file : {bertFile(), gpt2File()}) {
            const PieceModel model = core::pieceModelFromJson(file.dump(), "f");
            const PieceModel again = core::pieceModelFromJson(core::pieceModelJson(model), "g");
            QCOMPARE(again.pieces, model.pieces);
            QCOMPARE(again.merges, model.merges);
            QCOMPARE(core::pieceModelJson(again), core::pieceModelJson(model));
        }
    }

    void aFolderIsRead()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(
            support::contains(sentenceOf([&] { core::readPieceModel(path); }), "has no tokeniser"));
        core::writeFileAtomically(path / "vocab.json", byteVocabulary().dump());
        core::writeFileAtomically(path / "merges.txt", "h e\n");
        QCOMPARE(core::readPieceModel(path).merges.size(), size_t{1});
        core::writeFileAtomically(path / "vocab.txt", "[PAD]\r\n[UNK]\r\nun\r\n");
        QCOMPARE(core::readPieceModel(path).pieces, (Strings{"[PAD]", "[UNK]", "un"}));
        QVERIFY(core::readPieceModel(path).rules.lowerCase);
        core::writeFileAtomically(path / "tokenizer_config.json", R"({"do_lower_case": false})");
        QVERIFY(!core::readPieceModel(path).rules.lowerCase);
        QVERIFY(!core::readPieceModel(path).rules.stripAccents);
        core::writeFileAtomically(path / "tokenizer.json", bertFile().dump());
        QCOMPARE(core::readPieceModel(path).longestWord, int64_t{50});
    }

    /// The way of an import: published files, the ids of a run, its files, its pipeline.
    void aPublishedTokeniserBecomesThatOfARun_data()
    {
        addColumns<PieceModel, std::string, std::string>("published", "kind", "text");
        newRow("WordPiece",
               core::wordPiecesFromLines(
                   "[PAD]\n[unused0]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\n##want\n##ed\n,\n", "v"),
               "word_piece"s, "Unwanted, xyz un"s);
        newRow("byte-level BPE", core::pieceModelFromJson(gpt2File().dump(), "t"), "byte_bpe"s,
               "the the caf\u00E9"s);
    }
    void aPublishedTokeniserBecomesThatOfARun()
    {
        QFETCH(PieceModel, published);
        QFETCH(std::string, kind);
        QFETCH(std::string, text);
        const core::RenumberedPieces renumbered = core::renumbered(published);
        QCOMPARE(renumbered.rows.size(), renumbered.model.pieces.size());
        core::TextSpec spec;
        spec.tokeniser = {kind, Json::object()};
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        core::writeTextFiles({spec, renumbered.model.pieces, pieceModelJson(renumbered.model)},
                             path);
        const auto pipeline = core::TextPipeline::load(path);
        std::vector<int32_t> rows;
        for (const int32_t id : pipeline.ids(text))
            rows.push_back(renumbered.rows[size_t(id)]);
        QCOMPARE(rows, core::makePieceTokeniser(published)->modelIds(text));
        if (published.kind == PieceKind::WordPiece) {
            QCOMPARE(std::vector(renumbered.rows.begin(), renumbered.rows.begin() + 4),
                     (std::vector<int32_t>{0, 2, 3, 4}));
            QCOMPARE(renumbered.model.pieces[5], "[MASK]"s);
            QCOMPARE(renumbered.model.special.back().text, "[MASK]"s);
        } else {
            QCOMPARE(std::vector(renumbered.rows.begin(), renumbered.rows.begin() + 4),
                     (std::vector<int32_t>{-1, -1, 259, 259}));
            QCOMPARE(pipeline.text(pipeline.ids(text)), text);
        }
    }

    void wrongFilesAreRefusedWithTheirPlace_data()
    {
        addColumns<QString, QString>("sentence", "expected");
        const auto row = [](const std::string& sentence, const char* expected) {
            newRow(expected, QString::fromStdString(sentence), QString::fromUtf8(expected));
        };
        const auto changed = [](Json file, const char* place, const Json& value) {
            file[Json::json_pointer(place)] = value;
            return refusal(file);
        };
        row(changed(bertFile(), "/model/type", "Unigram"), "has the type \"Unigram\"");
        row(changed(bertFile(), "/model/vocab/un", 2), "\"##ed\" have the same id 2");
        row(changed(bertFile(), "/model/vocab/un", 4), "has no piece for the id 3");
        row(changed(bertFile(), "/model/vocab/un", 6), "\"un\" needs an id");
        row(changed(bertFile(), "/model/vocab/un", 1e9), "\"un\" needs an id");
        row(changed(bertFile(), "/model/unk_token", "[NO]"), "no piece for unknown words");
        row(changed(bertFile(), "/model/continuing_subword_prefix", "@@"),
            "\"model.continuing_subword_prefix\" is \"@@\"");
        row(changed(bertFile(), "/normalizer", nullptr), "\"normalizer.type\" is null");
        row(changed(bertFile(), "/normalizer/lowercase", "yes"), "\"lowercase\" must be true");
        row(changed(bertFile(), "/model/max_input_chars_per_word", 0), "from 1 to 10000");
        row(changed(bertFile(), "/added_tokens/0/content", 4), "\"added_tokens\"");
        row(changed(gpt2File(), "/pre_tokenizer/add_prefix_space", true), "\"pre_tokenizer.add_");
        row(changed(gpt2File(), "/model/merges/1", "h x"), "merge 2: the vocabulary has no piece");
        row(changed(gpt2File(), "/model/merges/1", 5), "merge 2: two pieces");
        row(changed(gpt2File(), "/model/merges", nullptr), "\"model.merges\" is missing");
        row(refusal(Json::array()), "\"model\" is missing");
        row(sentenceOf([] { core::pieceModelFromJson("{", "t.json"); }), "t.json cannot be read");
        row(mergesRefusal("h e\nhe\n"), "merges.txt, line 2: two pieces");
        row(mergesRefusal("h e\n\nh e\n"), "merges.txt, line 3: two pieces");
        row(mergesRefusal("h e x\n"), "merges.txt, line 1: two pieces");
        row(mergesRefusal("h q\n"), "no piece \"hq\"");
        row(mergesRefusal("\xFF e\n"), "merges.txt is not encoded in UTF-8");
        row(sentenceOf(
                [] { core::bytePiecesFromFiles(R"({"a": 0})", "vocab.json", "", "merges.txt"); }),
            "vocab.json has no piece \"\u0100\" for the byte 0");
        const auto lines = [](const char* text) {
            return sentenceOf([&] { core::wordPiecesFromLines(text, "vocab.txt"); });
        };
        row(lines("[UNK]\na\na\n"), "\"a\" twice, the second time with the id 2");
        row(lines("[UNK]\n\na\n"), "vocab.txt, line 2: a piece is missing");
        row(lines("a\n"), "vocab.txt has no piece for unknown words");
    }
    void wrongFilesAreRefusedWithTheirPlace()
    {
        QFETCH(QString, sentence);
        QFETCH(QString, expected);
        QVERIFY2(sentence.contains(expected), qPrintable(sentence));
    }
};

UNROLL_TEST(PieceModelTest, QCoreApplication)
#include "piece_model_test.moc"
