#include "core/text/text_pipeline.h"
#include "core/text/tokenisers/tokeniser.h"
#include "tests/support/test_case.h"

namespace {

QStringList tokensOf(const char* kind, const std::string& text)
{
    QStringList tokens;
    const auto tokeniser = core::tokeniserRegistry().make({kind, core::Json::object()});
    for (const std::string& token : tokeniser->tokens(text))
        tokens << QString::fromStdString(token);
    return tokens;
}

/// torchtext's basic_english word for word: the replacements one after the other, then a split.
/// Lower-casing is ASCII here; the texts compared keep to that.
QStringList basicEnglishByItsRules(const std::string& text)
{
    static const std::vector<std::pair<std::string, std::string>> rules
        = {{"'", " '  "}, {"\"", ""},   {".", " . "}, {"<br />", " "}, {",", " , "}, {"(", " ( "},
           {")", " ) "},  {"!", " ! "}, {"?", " ? "}, {";", " "},      {":", " "}};
    QString line = QString::fromStdString(text).toLower();
    for (const auto& [from, to] : rules)
        line.replace(QString::fromStdString(from), QString::fromStdString(to));
    return line.simplified().split(' ', Qt::SkipEmptyParts);
}

} // namespace

class TokeniserTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whiteSpaceDividesAtEachKindOfIt()
    {
        QCOMPARE(tokensOf("white_space", "  It's good.\tReally\r\n  so "),
                 (QStringList{"It's", "good.", "Really", "so"}));
        QCOMPARE(tokensOf("white_space", "a\u00A0b\u2009c\u3000d\u0085e\u202Ff\u205Fg\u1680h"),
                 (QStringList{"a", "b", "c", "d", "e", "f", "g", "h"}));
        // A zero-width space is none, and letters that share a first byte with spaces stay whole.
        QCOMPARE(tokensOf("white_space", "a\u200Bb \u2014 \u20AC \u3042 \u00C5"),
                 (QStringList{"a\u200Bb", "\u2014", "\u20AC", "\u3042", "\u00C5"}));
        QCOMPARE(tokensOf("white_space", " \n "), QStringList());
    }

    void basicEnglishByHand()
    {
        QCOMPARE(tokensOf("basic_english", "It's \"GOOD\", isn't it? (Yes: very; so!)<br />End..."),
                 (QStringList{"it", "'",   "s",    "good", ",", "isn", "'",   "t", "it", "?",
                              "(",  "yes", "very", "so",   "!", ")",   "end", ".", ".",  "."}));
        QCOMPARE(tokensOf("basic_english", "say\"hi\"now <BR /> a<br>b <b r />"),
                 (QStringList{"sayhi"
                              "now",
                              "a<br>b", "<b", "r", "/>"}));
        QCOMPARE(tokensOf("basic_english", "ÜBER\u00A0Straße ΟΔΟΣ 10-4 a/b"),
                 (QStringList{"über", "straße", "οδος", "10-4", "a/b"}));
        QCOMPARE(tokensOf("basic_english", "\" \" ;:"), QStringList());
    }

    void basicEnglishAgreesWithItsRules()
    {
        const std::string alphabet = "aB .,()!?;:'\"<br />-\t\n";
        uint64_t state = 7;
        for (int round = 0; round < 2000; ++round) {
            std::string text;
            for (int i = 0; i < 40; ++i) {
                state = state * 6364136223846793005ULL + 1442695040888963407ULL;
                const size_t pick = (state >> 33) % (alphabet.size() + 3);
                text += pick >= alphabet.size() ? "<br />" : std::string(1, alphabet[pick]);
            }
            // The documented difference: a quote or a mark inside the tag.
            QString joined = QString::fromStdString(text).remove('"');
            if (joined.count("<br />") != QString::fromStdString(text).count("<br />"))
                continue;
            QCOMPARE(tokensOf("basic_english", text), basicEnglishByItsRules(text));
        }
    }

    void charactersAreWhatAReaderSees()
    {
        QCOMPARE(tokensOf("character", "ab c"), (QStringList{"a", "b", " ", "c"}));
        QCOMPARE(tokensOf("character", "cafe\u0301!"),
                 (QStringList{"c", "a", "f", "e\u0301", "!"}));
        QCOMPARE(tokensOf("character", "ağ"), (QStringList{"a", "ğ"}));
        // A family of four joined emoji, a flag of two letters, a thumb with its skin tone.
        const QString family = QString::fromUtf8("👨‍👩‍👧‍👦");
        QCOMPARE(
            tokensOf("character", "x👨‍👩‍👧‍👦🇩🇪👍🏽"),
            (QStringList{"x", family, QString::fromUtf8("🇩🇪"), QString::fromUtf8("👍🏽")}));
        QCOMPARE(tokensOf("character", "a\r\nb"), (QStringList{"a", "\r\n", "b"}));
        QCOMPARE(tokensOf("character", "é\r\nb"), (QStringList{"é", "\r\n", "b"}));
        QCOMPARE(tokensOf("character", ""), QStringList());
    }

    void bytesHaveReadableNames()
    {
        QCOMPARE(tokensOf("byte", "A é\n~\x7F"),
                 (QStringList{"A", " ", "<0xC3>", "<0xA9>", "<0x0A>", "~", "<0x7F>"}));
    }

    void theByteVocabularyIsWholeWhateverTheLimits()
    {
        core::TextSpec spec;
        spec.tokeniser = {"byte", core::Json::object()};
        spec.vocabularySize = 10;
        spec.minimumFrequency = 50;
        const Strings texts = {"abc"};
        const auto pipeline = core::TextPipeline::learn(spec, texts, {});
        QCOMPARE(pipeline.vocabularySize(), int64_t{260});
        QCOMPARE(pipeline.ids(std::string_view("A\xC3\xA9")),
                 (std::vector<int32_t>{4 + 0x41, 4 + 0xC3, 4 + 0xA9}));
        QCOMPARE(pipeline.token(4 + 0xC3), "<0xC3>"s);
    }

    void theWholeTextCanBeOneToken()
    {
        QCOMPARE(tokensOf("whole", "10\u00A0000 km"), QStringList("10\u00A0000 km"));
        QCOMPARE(tokensOf("whole", ""), QStringList());
    }

    void everyKindDescribesItself()
    {
        const auto kinds = core::tokeniserKinds();
        QCOMPARE(kinds.size(), size_t{10});
        for (const core::KindDescription& kind : kinds) {
            QVERIFY(!kind.title.empty() && !kind.summary.empty());
            for (const core::OptionDescription& option : kind.options)
                QVERIFY(!option.label.empty() && !option.help.empty());
        }
    }
};

UNROLL_TEST(TokeniserTest, QCoreApplication)
#include "tokeniser_test.moc"
