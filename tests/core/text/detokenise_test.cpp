#include "core/text/text_pipeline.h"
#include "core/text/tokenisers/tokeniser.h"
#include "tests/support/test_case.h"

#include <random>

using core::TextPipeline;

namespace {

/// With the options of `kind` at their defaults but for `changes`.
std::unique_ptr<core::Tokeniser> tokeniser(const std::string& kind,
                                           const core::Json& changes = core::Json::object())
{
    core::Json options = core::Json::object();
    for (const core::KindDescription& each : core::tokeniserKinds())
        if (each.id == kind)
            for (const core::OptionDescription& option : each.options)
                options[option.name] = option.defaultValue;
    options.update(changes);
    return core::tokeniserRegistry().make({kind, options});
}

std::string putBack(const std::string& kind, const Strings& tokens)
{
    return tokeniser(kind)->joined(tokens);
}

QStringList listedTokens(const std::string& kind, const std::string& text)
{
    QStringList tokens;
    for (const std::string& token : tokeniser(kind)->tokens(text))
        tokens << QString::fromStdString(token);
    return tokens;
}

/// Random text of pieces that mean something to some tokeniser.
std::string randomText(std::mt19937& random)
{
    static const Strings pieces
        = {" ",      " ",      " ",      "a",      "It",       "s",      "t",      "l",  "homme",
           "dogs",   "3",      "10",     ".",      ",",        "!",      "?",      ";",  ":",
           "'",      "\u2019", "\"",     "(",      ")",        "[",      "]",      "-",  "/",
           "_",      "$",      "\u20AC", "%",      "#",        "@",      "<br",    "/>", "<br />",
           "\u201E", "\u201C", "\u201D", "\u00AB", "»",        "\u2026", "\u2013", "ü",  "ß",
           "\u0301", "1.5",    "&",      "\u200D", "👍🏽", "\u00A0", "B",      "n't"};
    const auto below
        = [&](size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); };
    std::string text;
    for (size_t i = below(16); i > 0; --i)
        text += pieces[below(pieces.size())];
    return text;
}

core::TextSpec specOf(const std::string& kind)
{
    core::TextSpec spec;
    spec.tokeniser.kind = kind;
    spec.minimumFrequency = 1;
    return spec;
}

} // namespace

/// Ids back into text.
class DetokeniseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void punctuationDividesByHand_data()
    {
        addColumns<QString, QStringList>("text", "tokens");
        const auto row = [](const char* text, const char* tokens) {
            newRow(text, QString::fromUtf8(text),
                   QString::fromUtf8(tokens).split('|', Qt::SkipEmptyParts));
        };
        row("Zwei Männer, die T-Shirts tragen.", "Zwei|Männer|,|die|T-Shirts|tragen|.");
        row("It's the dogs' ball; I'm sure he won't.",
            "It|'s|the|dogs|'|ball|;|I|'m|sure|he|won|'t|.");
        row("L'homme n\u2019est pas là.", "L'|homme|n\u2019|est|pas|là|.");
        row("rock'n'roll (live)!", "rock|'n'|roll|(|live|)|!");
        row("3.5 kg, 1,000 at 10:30... 7.", "3.5|kg|,|1,000|at|10:30|.|.|.|7|.");
        row("a-b -c d- e--f 'g' _h", "a-b|-|c|d|-|e|-|-|f|'|g|'|_h");
        row("„Ja“, sagt sie… «oui»", "„|Ja|“|,|sagt|sie|…|«|oui|»");
        row("cafe\u0301 x@y.de 50% €5", "cafe\u0301|x|@|y|.|de|50|%|€|5");
        row(" \t\u00a0", "");
    }
    void punctuationDividesByHand()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, tokens);
        QCOMPARE(listedTokens("punctuation", text.toStdString()), tokens);
    }

    void usualTextsComeBackAsTheyWere_data()
    {
        addColumns<QString, QString>("kind", "text");
        const auto row = [](const char* kind, const char* text) {
            addRow("%s: %s", kind, text) << QString::fromUtf8(kind) << QString::fromUtf8(text);
        };
        row("punctuation", "Zwei Männer, die T-Shirts tragen.");
        row("punctuation", "It's the dogs' ball; I'm sure he won't.");
        row("punctuation", "L'homme n\u2019est pas là: \"C'est (presque) bon!\"");
        row("punctuation", "She says, \"Go!\" and 'stop' (or \"wait\").");
        row("punctuation", "„Ja“, sagt sie… “Yes” and «oui» [sic] – done");
        row("punctuation", "3.5 kg, 1,000 at 10:30 for $5 or 5 €; 50% and/or more");
        row("punctuation", "rock'n'roll in Hans' Auto #1 @home ¿qué?");
        row("basic_english", "it's a man (old), isn't it? yes, i'm sure!");
        row("basic_english", "he said 'go away' and left. o'clock");
        row("white_space", "12 30 46 34");
        row("character", "é  café 👍🏽 x");
        row("byte", "café, 東京");
    }
    void usualTextsComeBackAsTheyWere()
    {
        QFETCH(QString, kind);
        QFETCH(QString, text);
        const auto made = tokeniser(kind.toStdString());
        QCOMPARE(QString::fromStdString(made->joined(made->tokens(text.toStdString()))), text);
    }

    void joinedTokensAreDividedAgain_data()
    {
        addColumn<QString>("kind");
        for (const core::KindDescription& kind : core::tokeniserKinds())
            if (!tokeniser(kind.id)->hasModel())
                newRow(kind.id.c_str(), QString::fromStdString(kind.id));
    }
    void joinedTokensAreDividedAgain()
    {
        QFETCH(QString, kind);
        const auto made = tokeniser(kind.toStdString());
        std::mt19937 random(11);
        for (int i = 0; i < 20000; ++i) {
            const auto tokens = made->tokens(randomText(random));
            const std::string text = made->joined(tokens);
            if (made->tokens(text) != tokens)
                QFAIL((text + " | " + made->joined(made->tokens(text))).c_str());
        }
    }

    void halvesOfCharactersAreRepaired()
    {
        QCOMPARE(putBack("byte", {"a", "<0xC3>", "<0xA9>", "<0xC3>", "b"}), "aé\uFFFDb"s);
        QCOMPARE(putBack("byte", {"<", "0", ">"}), "<0>"s);
    }

    /// <0xE9> is a letter's byte only where the model falls back to bytes.
    void subwordsAreJoined()
    {
        const auto words = [](bool bytes, const Strings& pieces) {
            return tokeniser("sentencepiece_bpe", {{"byte_fallback", bytes}})->joined(pieces);
        };
        QCOMPARE(words(false, {"\u2581Zwei", "\u2581M", "än", "ner", ".", "\u2581\u2581x"}),
                 "Zwei Männer.  x"s);
        QCOMPARE(words(true, {"\u2581caf", "<0xC3>", "<0xA9>", "\u2581<0x"}), "café <0x"s);
        QCOMPARE(words(true, {"<0xC3>", "\u2581a"}), "\uFFFD a"s);
        QCOMPARE(words(false, {"<0xC3>", "\u2581a"}), "<0xC3> a"s);
        QCOMPARE(words(false, {}), ""s);
    }

    void specialTokensAreLeftOut()
    {
        const Strings texts = {"a b, c"};
        const auto pipeline = TextPipeline::learn(specOf("punctuation"), texts, {});
        const auto ids = pipeline.ids(texts.front());
        QCOMPARE(pipeline.text(ids), texts.front());
        const std::vector<int32_t> framed
            = {core::kBeginId, ids[0], core::kUnknownId, ids[2], core::kEndId, core::kPadId};
        QCOMPARE(pipeline.text(framed), "a,"s);
        QCOMPARE(pipeline.text({}), ""s);
    }
};

UNROLL_TEST(DetokeniseTest, QCoreApplication)
#include "detokenise_test.moc"
