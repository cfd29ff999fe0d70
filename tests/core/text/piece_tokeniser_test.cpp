#include "core/text/text_pipeline.h"
#include "core/text/tokenisers/piece_tokeniser.h"
#include "core/text/tokens/byte_characters.h"
#include "syllables.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <chrono>
#include <numeric>
#include <random>
#include <set>

using core::BertRules;
using core::PieceKind;
using core::PieceModel;
using core::TextPipeline;

namespace {

QStringList listed(const std::vector<std::string>& tokens)
{
    QStringList list;
    for (const std::string& token : tokens)
        list << QString::fromStdString(token);
    return list;
}

QStringList bertWords(const std::string& text, const BertRules& rules = {})
{
    core::TokenViews views;
    core::splitBertWords(text, rules, views);
    return listed({views.tokens.begin(), views.tokens.end()});
}

QStringList gpt2Words(const std::string& text)
{
    core::TokenViews views;
    core::splitGpt2Words(text, views);
    return listed({views.tokens.begin(), views.tokens.end()});
}

/// The vocabulary of tokenization_test.py of google-research/bert.
std::unique_ptr<core::PieceTokeniser> bertExample()
{
    return core::makePieceTokeniser(core::wordPiecesFromLines(
        "[UNK]\n[CLS]\n[SEP]\nwant\n##want\n##ed\nwa\nun\nrunn\n##ing\n,\n", "vocab.txt"));
}

/// Byte-level BPE with these merges behind the 256 bytes.
std::unique_ptr<core::PieceTokeniser> byteExample(
    const std::vector<std::pair<std::string, std::string>>& merges)
{
    core::Json vocabulary = core::Json::object();
    for (const unsigned char byte : core::byteOrder())
        vocabulary[core::byteCharacters()[byte]] = vocabulary.size();
    std::string lines = "#version: 0.2\n";
    for (const auto& [left, right] : merges) {
        if (!vocabulary.contains(left + right))
            vocabulary[left + right] = vocabulary.size();
        lines += left + " " + right + "\n";
    }
    return core::makePieceTokeniser(
        core::bytePiecesFromFiles(vocabulary.dump(), "vocab.json", lines, "merges.txt"));
}

/// Text of pieces that mean something to one of the tokenisers, and of any characters.
std::string randomPieces(std::mt19937& random)
{
    static const Strings pieces = {
        " ",  " ",       "\n",  "\t",     "\r\n",   "'s",       "'ll",    "'",    "a",      "The",
        "é",  "e\u0301", "ß",   "\u535A", "\u0120", "\u00A0",   "\u3000", "12",   "\u0664", "½",
        "##", "-",       "...", "<unk>",  "<eos>",  "👍🏽", "\u200D", "\x01", "İ",      "Σ"};
    const auto below
        = [&](uint32_t end) { return std::uniform_int_distribution<uint32_t>(0, end - 1)(random); };
    QString text;
    for (uint32_t i = below(20); i > 0; --i) {
        const uint32_t code = 1 + below(0x1FFFF);
        const bool any = below(4) == 0 && (code < 0xD800 || code >= 0xE000);
        text += any ? QString::fromUcs4(reinterpret_cast<const char32_t*>(&code), 1)
                    : QString::fromStdString(pieces[below(static_cast<uint32_t>(pieces.size()))]);
    }
    return text.toStdString();
}

core::TextSpec specOf(const char* kind, int64_t vocabulary)
{
    core::TextSpec spec;
    spec.tokeniser = {kind, core::Json::object()};
    spec.vocabularySize = vocabulary;
    spec.minimumFrequency = 1;
    spec.maximumLength = 1000;
    return spec;
}

} // namespace

/// WordPiece and byte-level BPE by the examples that were published with BERT and GPT-2, and by
/// what their learning must give.
class PieceTokeniserTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bertDividesItsPublishedExamples()
    {
        const auto tokeniser = bertExample();
        QCOMPARE(listed(tokeniser->tokens("UNwant\u00E9d,running")),
                 (QStringList{"un", "##want", "##ed", ",", "runn", "##ing"}));
        QCOMPARE(tokeniser->modelIds("UNwant\u00E9d,running"),
                 (std::vector<int32_t>{7, 4, 5, 10, 8, 9}));
        QCOMPARE(tokeniser->modelIds(""), std::vector<int32_t>());
        QCOMPARE(tokeniser->modelIds("unwanted running"), (std::vector<int32_t>{7, 4, 5, 8, 9}));
        QCOMPARE(tokeniser->modelIds("unwantedX running"), (std::vector<int32_t>{0, 8, 9}));
    }

    void bertWordsByItsPublishedExamples()
    {
        QCOMPARE(bertWords("ah\u535A\u63A8zz"), (QStringList{"ah", "\u535A", "\u63A8", "zz"}));
        QCOMPARE(bertWords(" \tHeLLo!how  \n Are yoU?  "),
                 (QStringList{"hello", "!", "how", "are", "you", "?"}));
        QCOMPARE(bertWords("H\u00E9llo"), QStringList("hello"));
        const BertRules cased{.lowerCase = false, .stripAccents = false};
        QCOMPARE(bertWords(" \tHeLLo!how  \n Are yoU?  ", cased),
                 (QStringList{"HeLLo", "!", "how", "Are", "yoU", "?"}));
        QCOMPARE(bertWords("H\u00E9llo", cased), QStringList("H\u00E9llo"));
    }

    /// White space, control characters and punctuation, as is_whitespace, is_control and
    /// is_punctuation of the published tests have them.
    void bertClassesOfCharacters()
    {
        for (const char* space : {" ", "\t", "\r", "\n", "\u00A0", "\u2009", "\u3000", "\u2028"})
            QCOMPARE(bertWords("a"s + space + "b"), (QStringList{"a", "b"}));
        for (const char* dropped : {"\x05", "\x7F", "\u0085", "\u200D", "\uFFFD", "\uFEFF"})
            QCOMPARE(bertWords("a"s + dropped + "b"), QStringList("ab"));
        for (const char* mark : {"-", "$", "`", ".", "^", "~", "\u00BF", "\u2014", "\u3002"})
            QCOMPARE(bertWords("a"s + mark + "b"),
                     (QStringList{"a", QString::fromUtf8(mark), "b"}));
        QCOMPARE(bertWords("5 \u20AC a\u00B0"), (QStringList{"5", "\u20AC", "a\u00B0"}));
        // Kana and Hangul are no Chinese characters. Form NFD divides Hangul into letters.
        QCOMPARE(bertWords("\u3042\u3044"), QStringList("\u3042\u3044"));
        QCOMPARE(bertWords("\uAC01"), QStringList("\u1100\u1161\u11A8"));
        QCOMPARE(bertWords("ΟΔΟΣ İ"), (QStringList{"οδος", "i"}));
        const BertRules joined{.chineseCharacters = false};
        QCOMPARE(bertWords("ah\u535A\u63A8zz", joined), QStringList("ah\u535A\u63A8zz"));
    }

    void wordsThatAreTooLongAreUnknown()
    {
        const auto tokeniser
            = core::makePieceTokeniser(core::wordPiecesFromLines("[UNK]\nä\n##ä\n", "vocab.txt"));
        std::string word;
        for (int i = 0; i < 100; ++i)
            word += "ä";
        core::PieceModel model = tokeniser->pieces();
        model.rules.stripAccents = false;
        const auto exact = core::makePieceTokeniser(model);
        QCOMPARE(exact->modelIds(word).size(), size_t{100});
        QCOMPARE(exact->modelIds(word + "ä"), std::vector<int32_t>{0});
    }

    void bytesAreWrittenAsGpt2WritesThem()
    {
        const auto& characters = core::byteCharacters();
        QCOMPARE(std::set<std::string>(characters.begin(), characters.end()).size(), size_t{256});
        QCOMPARE(characters[' '], "\u0120"s);
        QCOMPARE(characters['\n'], "\u010A"s);
        QCOMPARE(characters['\t'], "\u0109"s);
        QCOMPARE(characters['!'], "!"s);
        QCOMPARE(characters[0], "\u0100"s);
        QCOMPARE(characters[0x7F], "\u0121"s);
        QCOMPARE(characters[0xA0], "\u0142"s);
        QCOMPARE(characters[0xAD], "\u0143"s);
        QCOMPARE(characters[0xC3], "\u00C3"s);
        QCOMPARE(int{core::byteOrder()[0]}, int{'!'});
        QCOMPARE(int{core::byteOrder()[188]}, 0);
        QCOMPARE(int{core::byteOrder()[255]}, 0xAD);
    }

    void gpt2WordsByItsRegularExpression()
    {
        QCOMPARE(gpt2Words("Hello world, it's 12 o'clock... I'LL"),
                 (QStringList{"Hello", " world", ",", " it", "'s", " 12", " o", "'", "clock", "...",
                              " I", "'", "LL"}));
        QCOMPARE(gpt2Words("we've they're I'm don't he'd she'll"),
                 (QStringList{"we", "'ve", " they", "'re", " I", "'m", " don", "'t", " he", "'d",
                              " she", "'ll"}));
        // The last blank of several goes with the word behind it, a line break does not.
        QCOMPARE(gpt2Words("a   b\n\nc \nd  "),
                 (QStringList{"a", "  ", " b", "\n", "\n", "c", " ", "\n", "d", "  "}));
        QCOMPARE(gpt2Words(" 's ''s"), (QStringList{" '", "s", " ''", "s"}));
        QCOMPARE(gpt2Words("caf\u00E9\u0301 \u4F60\u597D \u0664\u00BD\u00A0x \x1C"),
                 (QStringList{"caf\u00E9", "\u0301", " \u4F60\u597D", " \u0664\u00BD", "\u00A0",
                              "x", " \x1C"}));
        QCOMPARE(gpt2Words(""), QStringList());
    }

    /// By hand: "lower" becomes l o w er, lo w er, low er; " lowest" has no "er".
    void mergesGoByTheirRank()
    {
        const auto tokeniser = byteExample(
            {{"e", "r"}, {"l", "o"}, {"lo", "w"}, {"low", "er"}, {"w", "e"}, {"\u0120", "low"}});
        QCOMPARE(listed(tokeniser->tokens("lower lowest")),
                 (QStringList{"lower", "\u0120low", "e", "s", "t"}));
        QCOMPARE(tokeniser->modelIds("lower"), std::vector<int32_t>{259});
        // Of overlapping pairs the left ones are joined.
        QCOMPARE(listed(byteExample({{"a", "a"}})->tokens("aaaaa")),
                 (QStringList{"aa", "aa", "a"}));
        // All pairs of a rank are joined before a pair of a lower rank that this makes.
        QCOMPARE(listed(byteExample({{"b", "c"}, {"ab", "a"}, {"a", "b"}})->tokens("abab")),
                 (QStringList{"ab", "ab"}));
    }

    void byteBpeGivesEveryTextBack()
    {
        std::mt19937 random(3);
        Strings texts;
        for (int i = 0; i < 3000; ++i)
            texts.push_back(randomPieces(random));
        const Strings learnt(texts.begin(), texts.begin() + 500);
        const auto pipeline = TextPipeline::learn(specOf("byte_bpe", 600), learnt, {});
        QCOMPARE(pipeline.vocabularySize(), int64_t{600});
        for (const std::string& text : texts) {
            if (text.empty())
                continue;
            const auto ids = pipeline.ids(text);
            QCOMPARE(pipeline.text(ids), text);
            QVERIFY(std::find(ids.begin(), ids.end(), core::kUnknownId) == ids.end());
        }
    }

    void wordPiecesAreJoined()
    {
        const auto joined
            = [](const Strings& tokens) { return bertExample()->joined(std::span(tokens)); };
        QCOMPARE(joined({"un", "##want", "##ed", ",", "runn", "##ing", "(", "so", ")", "!"}),
                 "unwanted, running (so)!"s);
        const Strings texts = {"unwanted runners running, unwanted (running) wants!"};
        const auto pipeline = TextPipeline::learn(specOf("word_piece", 60), texts, {});
        QCOMPARE(pipeline.text(pipeline.ids(texts.front())), texts.front());
    }

    void marksStandAroundWholeTexts()
    {
        const Strings texts = {"running unwanted runners want it", ""};
        core::TextSpec spec = specOf("word_piece", 60);
        spec.tokeniser.options["marks"] = true;
        spec.maximumLength = 4;
        const QTemporaryDir folder;
        TextPipeline::learn(spec, texts, {}).save(folder.path().toStdString());
        const auto pipeline = TextPipeline::load(folder.path().toStdString());
        QVERIFY(pipeline.marksTexts());
        const auto all = pipeline.allIds(texts, {});
        const auto ids = pipeline.ids(texts, {});
        QVERIFY(all[0].size() > 4);
        QCOMPARE(ids[0],
                 (std::vector<int32_t>{core::kBeginId, all[0][0], all[0][1], core::kEndId}));
        QCOMPARE(ids[1], (std::vector<int32_t>{core::kBeginId, core::kEndId}));
        QVERIFY(!TextPipeline::learn(specOf("word_piece", 60), texts, {}).marksTexts());
    }

    void piecesAreWrittenWithoutTheirMarks()
    {
        const Strings texts = {"running unwanted runners want it"};
        const auto words = TextPipeline::learn(specOf("word_piece", 60), texts, {});
        QCOMPARE(words.writtenToken("##ing"), "ing"s);
        QCOMPARE(words.writtenToken("##"), "##"s);
        const auto bytes = TextPipeline::learn(specOf("byte_bpe", 300), texts, {});
        QCOMPARE(bytes.writtenToken("\u0120\u00C3\u00A9t"), " \u00E9t"s);
        QCOMPARE(bytes.writtenToken("\u00C3"), "\uFFFD"s); // half a character
    }

    /// By hand: the pairs of "hug" 10, "pug" 5, "pun" 12, "bun" 4, "hugs" 5, of the course of
    /// Hugging Face: u g 20, u n 16, h ug 15 (as pieces: ##u ##g, ##u ##n, h ##ug).
    void wordPiecesAreLearntByCounts()
    {
        Strings texts;
        const std::pair<const char*, int> counted[]
            = {{"hug", 10}, {"pug", 5}, {"pun", 12}, {"bun", 4}, {"hugs", 5}};
        for (const auto& [word, count] : counted)
            texts.insert(texts.end(), static_cast<size_t>(count), word);
        const auto pipeline = TextPipeline::learn(specOf("word_piece", 100), texts, {});
        QStringList tokens;
        for (int64_t id = core::kSpecialTokens; id < pipeline.vocabularySize(); ++id)
            tokens << QString::fromStdString(pipeline.token(id));
        QCOMPARE(tokens.mid(0, 14),
                 (QStringList{"b", "g", "h", "n", "p", "s", "u", "##g", "##n", "##s", "##u", "##ug",
                              "##un", "hug"}));
        QCOMPARE(listed(pipeline.tokens("hugs bug mug")),
                 (QStringList{"hugs", "b", "##ug", "mug"}));
        QCOMPARE(pipeline.ids(std::string_view("mug")), std::vector<int32_t>{1});
    }

    void aPairMustBeFrequentEnough()
    {
        const Strings texts = {"ab ab ab cd cd xy"};
        core::TextSpec spec = specOf("byte_bpe", 400);
        spec.minimumFrequency = 3;
        const auto pipeline = TextPipeline::learn(spec, texts, {});
        // "Ġa" and "Ġab" are seen twice only: the first word has no blank.
        QCOMPARE(pipeline.vocabularySize(), int64_t{4 + 256 + 1});
        QCOMPARE(pipeline.token(260), "ab"s);
    }

    void aVocabularyThatIsTooSmallKeepsTheFrequentCharacters()
    {
        const Strings texts = {"aaaa aaa bb c"};
        const auto pipeline = TextPipeline::learn(specOf("word_piece", 7), texts, {});
        QCOMPARE(pipeline.vocabularySize(), int64_t{7});
        QCOMPARE(pipeline.id("a"), int64_t{4});
        QCOMPARE(pipeline.id("##a"), int64_t{6});
        QCOMPARE(pipeline.ids(std::string_view("c")), std::vector<int32_t>{1});
    }

    void whatIsLearntIsStored_data()
    {
        addColumn<QString>("kind");
        newRow("word_piece", "word_piece");
        newRow("byte_bpe", "byte_bpe");
    }
    void whatIsLearntIsStored()
    {
        QFETCH(QString, kind);
        const Strings texts = syllables::syllableTexts(1200);
        const auto pipeline
            = TextPipeline::learn(specOf(kind.toUtf8().constData(), 330), texts, {});
        const QTemporaryDir folder;
        pipeline.save(folder.path().toStdString());
        const auto loaded = TextPipeline::load(folder.path().toStdString());
        QVERIFY(loaded.hasVocabularyOf(pipeline));
        QCOMPARE(loaded.allIds(texts, {}), pipeline.allIds(texts, {}));
        QCOMPARE(loaded.tokens("kalo Unheard!"), pipeline.tokens("kalo Unheard!"));
        // The stored model has the ids of the vocabulary and is a tokenizer.json.
        const PieceModel model = core::pieceModelFromJson(syllables::modelOf(pipeline), "model");
        QCOMPARE(static_cast<int64_t>(model.pieces.size()), pipeline.vocabularySize());
        for (int64_t id = 0; id < pipeline.vocabularySize(); ++id)
            QCOMPARE(model.pieces[static_cast<size_t>(id)], pipeline.token(id));
        QCOMPARE(core::makePieceTokeniser(model)->modelIds("kalo mized!"),
                 pipeline.ids(std::string_view("kalo mized!")));
        // Neither threads nor the order of the texts matter.
        const Strings backwards(texts.rbegin(), texts.rend());
        QVERIFY(TextPipeline::learn(pipeline.spec(), backwards, {}).hasVocabularyOf(pipeline));
    }

    void oneManyAndCutAgree_data() { whatIsLearntIsStored_data(); }
    void oneManyAndCutAgree()
    {
        QFETCH(QString, kind);
        Strings texts = syllables::syllableTexts(600);
        texts[300].clear();
        core::TextSpec spec = specOf(kind.toUtf8().constData(), 300);
        spec.maximumLength = 4;
        const auto pipeline = TextPipeline::learn(spec, texts, {});
        const auto whole = pipeline.allIds(texts, {});
        const auto many = pipeline.ids(std::span(texts), {});
        QCOMPARE(many[300], std::vector<int32_t>{1});
        for (size_t i = 0; i < texts.size(); i += 50) {
            QCOMPARE(many[i], pipeline.ids(texts[i]));
            QVERIFY(many[i].size() <= 4);
            QVERIFY(std::equal(many[i].begin(), many[i].end(), whole[i].begin()));
        }
    }

    /// A word of two hundred thousand letters is divided at once, not after minutes.
    void longWordsTakeLinearTime()
    {
        const auto tokeniser = byteExample({{"a", "a"}, {"aa", "aa"}, {"aaaa", "aaaa"}});
        const auto begin = std::chrono::steady_clock::now();
        const auto tokens = tokeniser->tokens(std::string(200'000, 'a'));
        QCOMPARE(tokens.size(), size_t{25'000});
        QCOMPARE(tokeniser->tokens(std::string(200'000, ' ')).size(), size_t{200'000});
        std::mt19937 random(1);
        Strings genome(1);
        for (int i = 0; i < 300'000; ++i)
            genome.front() += "acgt"[random() % 4];
        const auto pipeline = TextPipeline::learn(specOf("byte_bpe", 2000), genome, {});
        QCOMPARE(pipeline.vocabularySize(), int64_t{2000});
        QCOMPARE(pipeline.text(pipeline.allIds(genome, {}).front()), genome.front());
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
    }
};

UNROLL_TEST(PieceTokeniserTest, QCoreApplication)
#include "piece_tokeniser_test.moc"
