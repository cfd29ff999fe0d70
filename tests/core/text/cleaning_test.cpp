#include "core/text/cleaning/cleaning_step.h"
#include "core/text/cleaning/html_entities.h"
#include "core/text/tokenisers/tokeniser.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::Json;

namespace {

/// `text` after one step whose other options have their defaults.
std::string after(const std::string& kind, const Json& options, const std::string& text)
{
    const core::Catalogue kinds = {{"cleaning", core::cleaningKinds()}};
    core::Selection step = core::defaultSelection(kinds, "cleaning", kind);
    step.options.update(options);
    std::string cleaned;
    core::CleaningChain({step}).apply(text, cleaned);
    return cleaned;
}

void compare(const std::string& actual, const std::string& expected)
{
    QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected));
}

} // namespace

class CleaningTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachStepDoesWhatItsTitleSays_data()
    {
        addColumns<QString, QString, QString, QString>("kind", "options", "text", "expected");
        const auto row
            = [](const char* kind, const char* options, const char* text, const char* expected) {
                  addRow("%s %s", kind, text) << kind << options << text << expected;
              };
        row("lower_case", "{}", "Great FILM", "great film");
        row("lower_case", "{}", "ÄPFEL Straße", "äpfel straße");
        row("lower_case", "{}", "ΟΔΟΣ", "οδος"); // A sigma at a word's end.
        row("lower_case", "{}", "İ", "i̇"); // i and a combining dot.
        row("lower_case", R"({"language":"tr"})", "IĞDIR İzmir", "ığdır izmir");
        row("lower_case", R"({"language":"tr"})", "KIZ", "kız");

        row("unescape_html", "{}", "rock &amp; roll &lt;3", "rock & roll <3");
        row("unescape_html", "{}", "caf&eacute; &Auml;&auml;", "café Ää");
        row("unescape_html", "{}", "&#39;&#x27;&#X1F600;", "''😀");
        row("unescape_html", "{}", "Turner #39;s  #36;10", "Turner's $10");
        row("unescape_html", "{}", "#36;5 and-quot;hi", "$5 and-quot;hi");
        row("unescape_html", "{}", "said  quot;no", "said \"no");
        row("unescape_html", "{}", "now  #151; or &#146;", "now — or ’"); // Windows-1252.
        row("unescape_html", R"({"broken":false})", "Turner #39;s", "Turner #39;s");
        row("unescape_html", "{}", "&amp;lt; &nosuch; & &; &#; &#xZ; AT&T;",
            "&lt; &nosuch; & &; &#; &#xZ; AT&T;");
        row("unescape_html", "{}", "&#0;&#xD800;&#x110000;",
            "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
        row("unescape_html", "{}", "a hidden sum; total", "a hidden sum; total");

        row("strip_html", "{}", "so<br /><br />good", "so  good");
        row("strip_html", "{}", "<p class=\"x\">one</p>", " one ");
        row("strip_html", "{}", "I <3 it, a < b > c", "I <3 it, a < b > c");
        row("strip_html", "{}", "a<!-- <b> -->b", "a b");
        row("strip_html", "{}", "a<script>x<y</script>b<style>p{}</style>c", "a b c");
        row("strip_html", "{}", "a<scripted>b", "a b");
        row("strip_html", "{}", "left <b open and <i", "left <b open and <i");
        row("strip_html", "{}", "a<!-- open<b>c", "a<!-- open c");
        row("strip_html", "{}", "<script>a<i>b", " a b");

        row("remove_urls", "{}", "see https://t.co/x1.", "see  .");
        row("remove_urls", "{}", "(HTTP://A.de/b?c=d&e=f) www.x.org, end", "( )  , end");
        row("remove_urls", R"({"replacement":"mark"})", "http://a.b c", "<url> c");
        row("remove_urls", "{}", "http:// awww.no https:no x.y", "http:// awww.no https:no x.y");
        row("remove_mentions", "{}", "@ada thanks, a@b.org @5 @é", "  thanks, a@b.org @5  ");
        row("remove_mentions", R"({"replacement":"mark"})", ".@Ada_L!", ".<user>!");
        row("hashtags", "{}", "#happy c#x #1 #ünder", "happy c#x #1 ünder");
        row("hashtags", R"({"replacement":"remove"})", "so #sad.", "so  .");
        row("hashtags", R"({"replacement":"mark"})", "#a#b", "<hashtag>#b");

        row("normalise_unicode", "{}", "e\xCC\x81 \xEF\xAC\x81", "é ﬁ");
        row("normalise_unicode", R"({"form":"nfkc"})", "\xEF\xAC\x81 x² Ａ", "fi x2 A");
        row("strip_accents", "{}", "café Über ñandú Łódź ø ß", "cafe Uber nandu Łodz ø ß");
        row("strip_accents", "{}", "İ e\xCC\x81", "I e");

        row("digits", "{}", "in 1984, ٣", "in 0000, 0");
        row("digits", R"({"replacement":"mark"})", "10 of 2001x7", "<num> of <num>x<num>");
        row("digits", R"({"replacement":"remove"})", "a1b22", "ab");
        row("remove_punctuation", "{}", "Well-known: \"no\"! $5 😀 «oui»",
            "Well known   no    5 😀  oui ");
        row("remove_punctuation", R"({"replacement":"nothing"})", "don't — do…", "dont  do");
        row("remove_punctuation", R"({"keep":"!…"})", "no! so… it.", "no! so… it ");
        row("collapse_white_space", "{}", "  a \t\n b\u00A0\u3000c ", "a b c");
        row("collapse_white_space", "{}", " \n ", "");

        row("unescape_backslashes", "{}", R"(it\u2019s \ud83d\ude00 \x41)", "it’s 😀 A");
        row("unescape_backslashes", "{}", R"(a\nb\tc\rd)", "a\nb\tc\rd");
        row("unescape_backslashes", "{}", R"(\"x\" \$5 a\\b \o/ end\)", "\"x\" $5 a\\b  o/ end ");
        row("unescape_backslashes", "{}", R"(\ud83d alone \u12)", "\xEF\xBF\xBD alone  u12");
        row("unescape_backslashes", R"({"letters":"break"})", R"(social\network \$5 end.\\Next)",
            "social network $5 end. Next");
    }

    void eachStepDoesWhatItsTitleSays()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        QFETCH(QString, text);
        QFETCH(QString, expected);
        compare(after(kind.toStdString(), Json::parse(options.toStdString()), text.toStdString()),
                expected.toStdString());
    }

    void stepsRunInTheOrderGiven()
    {
        const core::Selection html{"strip_html", Json::object()};
        const core::Selection entities{"unescape_html", {{"broken", true}}};
        const std::string raw = "1 &lt;b&gt; 2";
        std::string cleaned;
        core::CleaningChain({entities, html}).apply(raw, cleaned);
        compare(cleaned, "1   2");
        core::CleaningChain({html, entities}).apply(raw, cleaned);
        compare(cleaned, "1 <b> 2");
    }

    void malformedUtf8BecomesTheReplacementCharacter()
    {
        std::string cleaned;
        core::CleaningChain({}).apply("a\xFF"
                                      "b\xC3",
                                      cleaned);
        compare(cleaned,
                "a\xEF\xBF\xBD"
                "b\xEF\xBF\xBD");
    }

    void manyUnclosedTagsCostNoMoreThanOthers()
    {
        // Quadratic work would take minutes.
        std::string text;
        for (int i = 0; i < 1'000'000; ++i)
            text += "<a<!--<script";
        compare(after("strip_html", Json::object(), text).substr(0, 10), "<a<!--<scr");
    }

    void anUnknownStepIsRefusedWithTheKnownOnes()
    {
        const core::Failure failure = support::failureOf([&] {
            core::CleaningChain({{"lowercase", Json::object()}});
        });
        QCOMPARE(failure.code, core::ErrorCode::BadSetting);
        QVERIFY(support::contains(failure.sentence(), "lower_case"));
    }

    void entitiesAreFoundByTheirExactName()
    {
        QCOMPARE(core::namedEntity("AElig"), char32_t{0xC6});
        QCOMPARE(core::namedEntity("zwnj"), char32_t{0x200C});
        QCOMPARE(core::namedEntity("euro"), char32_t{0x20AC});
        QVERIFY(!core::namedEntity("Euro"));
        QVERIFY(!core::namedEntity(""));
    }

    void everyKindDescribesItself()
    {
        std::set<std::string> ids;
        for (const core::KindDescription& kind : core::cleaningKinds()) {
            QVERIFY(ids.insert(kind.id).second);
            QVERIFY(!kind.title.empty() && !kind.summary.empty());
            for (const core::OptionDescription& option : kind.options)
                QVERIFY(!option.label.empty() && !option.help.empty());
        }
        QCOMPARE(ids.size(), size_t{12});
    }
};

UNROLL_TEST(CleaningTest, QCoreApplication)
#include "cleaning_test.moc"
