#include "core/base/atomic_file.h"
#include "core/base/python_piece.h"
#include "core/base/schema.h"
#include "core/text/pair_pipelines.h"
#include "core/text/python_source.h"
#include "core/text/text_pipeline.h"
#include "core/text/tokenisers/tokeniser.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <array>
#include <random>

using namespace core;

namespace {

/// Texts that make a rule of some step or tokeniser matter.
const Strings kPointedTexts = {
    "",
    " ",
    "plain words here",
    "It's GOOD. (Really, \"good\"; fine: ok!)?",
    "so<br />good <BR /> a < b <3 <b class='x'>bold</b><!-- no --> <script>x</script > y <style> z",
    "<scripty>a</script> <!-- open <i>x</i> <",
    "rock &amp; roll &#39;s &#x27; &eacute; &nosuch; Turner #39;s quot;x quot; sum; &#0; &#150; "
    "&#129;",
    "&#xD800; &#1114112; &#99999999; &#999999999; &#; &; &#x; &#12a; &thetasym; &frac12;x&apos;",
    "see https://t.co/x1. (www.a.b), HTTP://X ftp:// www. xhttp://no éhttp://y \"http://q\"",
    "thanks @ada @1 @5pm me@mail.org @éa_1! #happy #1 #1st a#b ##x #Größe",
    "it\\u2019s \\ud83d\\ude00 \\ud83d x \\U0001F600 \\x41 \\xZZ \\n \\t \\\\ \\\" \\network \\",
    "\\U0000d83d\\ude00 \\U00110000 \\u00e9\\é \\u12",
    "in 1984 and 2001: ٣٤ ４ x9y",
    "Ärger ÄPFEL ΟΔΥΣΣΕΥΣ Σ ΑΣ. İstanbul I I\u0307 I\u0323\u0307 ıI Ì Í Ĩ J\u0301 Į\u0301 ǅ ẞ",
    "cafe\u0301 café ﬁ ① Å ø ł ß ａｂ 한국 각",
    "“quotes” — dash… ¿qué? ¡no! $5 + 3 = 8 ^_^ `x` |y| ~z 。、",
    "a\u00a0b\u2003c\u3000d\u0085e\u001cf\tg\r\nh\u200bi\u2028j",
    "👨‍👩‍👧 🇩🇪🇫🇷🇮 👍🏽 ❤️ e\u0301\u0308 क्षि நி "
    "ก็ "
    "가\u11a8 "
    "\u1100\u1161 "
    "\u0600x "
    "a\u200d👍 "
    "👍\u200d\u200d👍",
    "line\nbreak \\n tab\t back\\slash\r end",
    "<pad> the <unk> a<bos> <eos> <pad>",
    "malformed \xff\xc3( \xe2\x82 text \xed\xa0\x80",
};

/// A text of random characters; many of them have a meaning for some step.
std::string randomText(std::mt19937& random)
{
    static const Strings pieces
        = {" ",       "a",         "B",       "Z",      "9",      "&",      "#",       ";",
           "\\",      "u",         "x",       "<",      ">",      "!",      "-",       "/",
           "'",       "\"",        ".",       "@",      "_",      "br",     "I",       "J",
           "Σ",       "ς",         "Α",       "\u0307", "\u0301", "\u0323", "\u00ad",  "\u200d",
           "👍",       "🇩",         "가",      "\u1100", "\u1161", "\u11a8", "é",       "É",
           "\u0085",  "\u2028",    "http://", "quot;",  "amp;",   "&#",     "<!--",    "-->",
           "\\u0041", "</script>", "क",       "्",       "ि",      "ষ",      "্",        "ക",
           "്",        "்",          "க",       "\u0600", "\u0e33", "각",     "❤\ufe0f", "<script>"};
    const auto below
        = [&](size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); };
    std::string text;
    for (size_t i = below(24); i > 0; --i)
        text += pieces[below(pieces.size())];
    return text;
}

/// Characters of any script, in any order.
std::string randomCharacters(std::mt19937& random)
{
    const auto below
        = [&](uint32_t end) { return std::uniform_int_distribution<uint32_t>(0, end - 1)(random); };
    constexpr std::array<uint32_t, 6> kEnds{0x100, 0x300, 0x2100, 0x3100, 0x10000, 0x20000};
    QString text;
    for (uint32_t i = below(30); i > 0; --i) {
        const uint32_t code = 1 + below(kEnds[below(kEnds.size())] - 1);
        const bool surrogate = code >= 0xD800 && code < 0xE000;
        text += surrogate || below(4) == 0
            ? u" "_s
            : QString::fromUcs4(reinterpret_cast<const char32_t*>(&code), 1);
    }
    return text.toStdString();
}

/// Words of a few syllables, so that there is something to learn.
std::string randomSentence(std::mt19937& random)
{
    static const Strings syllables
        = {"der", "ein", "lau", "fen", "hund", "ge", "schön", "haus", "ver",   "e",     "n", "st",
           "ä",   "23",  "4",   "un",  "lich", "K",  "M",     "tt",   "<unk>", "<eos>", "."};
    const auto below
        = [&](size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); };
    std::string text;
    for (size_t word = 1 + below(12); word > 0; --word) {
        for (size_t i = 1 + below(4); i > 0; --i)
            text += syllables[std::min(below(syllables.size()), below(syllables.size()))];
        text += below(9) == 0 ? "  " : " ";
    }
    return text;
}

/// Every choice of every option of a kind, the others at their defaults; at least the defaults.
std::vector<Selection> variants(const KindDescription& kind)
{
    Selection standard{kind.id, Json::object()};
    for (const OptionDescription& option : kind.options)
        standard.options[option.name] = option.defaultValue;
    std::vector<Selection> all{standard};
    for (const OptionDescription& option : kind.options) {
        Json values = Json::array();
        for (const Choice& choice : option.choices)
            values.push_back(choice.value);
        if (option.type == OptionType::Boolean)
            values = {true, false};
        else if (option.type == OptionType::Text)
            values = {"!?\"é。\\"};
        for (const Json& value : values) {
            Selection changed = standard;
            changed.options[option.name] = value;
            if (changed.options != standard.options)
                all.push_back(changed);
        }
    }
    return all;
}

constexpr const char* kPairScript = R"py(
import json, sys
import html.entities, math, os, re, unicodedata
FOLDER = sys.argv[1]
exec(compile(open(os.path.join(FOLDER, "source.py"), encoding="utf-8").read(), "source.py", "exec"))
sides = json.load(open(os.path.join(FOLDER, "texts.json"), encoding="utf-8"))
source = [source_token_ids(source_clean(text)) for text in sides[0]]
target = [target_token_ids(target_clean(text)) for text in sides[1]]
json.dump([source, target, [source_detokenise(ids) for ids in source],
           [target_detokenise(ids) for ids in target]],
          open(os.path.join(FOLDER, "answers.json"), "w"))
)py";

constexpr const char* kScript = R"py(
import json, sys
import html.entities, math, os, re, unicodedata
FOLDER = sys.argv[1]
exec(compile(open(os.path.join(FOLDER, "source.py"), encoding="utf-8").read(), "source.py", "exec"))
texts = json.load(open(os.path.join(FOLDER, "texts.json"), encoding="utf-8"))
answers = []
for text in texts:
    ids = token_ids(clean(text))
    answers.append([clean(text), ids, detokenise(ids), detokenise(ids[::-1])])
json.dump(answers, open(os.path.join(FOLDER, "answers.json"), "w"))
)py";

} // namespace

/// The generated Python prepares texts as TextPipeline does, to the letter.
class ExchangeTextTest : public QObject {
    Q_OBJECT

    std::string m_python;
    Strings m_texts;
    Strings m_plain; ///< Well-formed ones.

    void compare(const TextSpec& spec) { compare(spec, m_texts, m_texts); }

    /// Learns from some texts and compares on others.
    void compare(const TextSpec& spec, const Strings& learnt, const Strings& texts)
    {
        QTemporaryDir place;
        const std::filesystem::path folder = place.path().toStdString();
        const TextPipeline pipeline = TextPipeline::learn(spec, learnt, Monitor());
        pipeline.save(folder);
        writeFileAtomically(folder / "source.py", pythonPreprocessing(pipeline.spec()));
        // Python cannot hold malformed UTF-8; the pipeline repairs it before anything else.
        TextSpec nothing;
        nothing.tokeniser.kind = "byte";
        const TextPipeline repair = TextPipeline::learn(nothing, {}, Monitor());
        Json repaired = Json::array();
        for (const std::string& text : texts)
            repaired.push_back(repair.clean(text));
        writeFileAtomically(folder / "texts.json", repaired.dump());
        const auto result
            = parity::runPython(m_python, {u"-c"_s, QString::fromUtf8(kScript), place.path()});
        QVERIFY2(result.succeeded, result.errors.c_str());
        const Json answers = Json::parse(readFile(folder / "answers.json"));
        QCOMPARE(answers.size(), texts.size());
        for (size_t i = 0; i < texts.size(); ++i) {
            const auto cleaned = answers[i][0].get<std::string>();
            const std::string about = "\ntext:   " + shown(texts[i], 300) + "\nours:   "
                + shown(pipeline.clean(texts[i]), 300) + "\nPython: " + shown(cleaned, 300);
            QVERIFY2(cleaned == pipeline.clean(texts[i]), about.c_str());
            auto ids = answers[i][1].get<std::vector<int32_t>>();
            QCOMPARE(answers[i][2].get<std::string>(), pipeline.text(ids));
            const std::vector<int32_t> backwards(ids.rbegin(), ids.rend());
            QCOMPARE(answers[i][3].get<std::string>(), pipeline.text(backwards));
            ids.resize(std::min(ids.size(), static_cast<size_t>(spec.maximumLength)));
            if (ids.empty())
                ids.push_back(kUnknownId);
            QVERIFY2(ids == pipeline.ids(texts[i]), about.c_str());
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_python = parity::pythonWith(u"json"_s);
        if (m_python.empty())
            QSKIP("There is no python3 here.");
        m_texts = kPointedTexts;
        std::mt19937 random(5);
        for (int i = 0; i < 2000; ++i)
            m_texts.push_back(randomText(random));
        m_plain.assign(m_texts.begin() + static_cast<std::ptrdiff_t>(kPointedTexts.size()),
                       m_texts.begin() + static_cast<std::ptrdiff_t>(kPointedTexts.size()) + 650);
    }

    void everyCleaningStepAgrees_data()
    {
        addColumn<QString>("step");
        for (const KindDescription& kind : cleaningKinds())
            for (const Selection& selection : variants(kind)) {
                const std::string text = toJson(selection).dump();
                newRow(text.c_str(), QString::fromStdString(text));
            }
    }
    void everyCleaningStepAgrees()
    {
        QFETCH(QString, step);
        TextSpec spec;
        spec.cleaning = {selectionFromJson(Json::parse(step.toStdString()))};
        spec.tokeniser.kind = "white_space";
        spec.minimumFrequency = 1;
        compare(spec);
    }

    void everyTokeniserAgrees_data()
    {
        addColumn<QString>("kind");
        for (const KindDescription& kind : tokeniserKinds())
            newRow(kind.id.c_str(), QString::fromStdString(kind.id));
    }
    void everyTokeniserAgrees()
    {
        QFETCH(QString, kind);
        TextSpec spec;
        spec.tokeniser.kind = kind.toStdString();
        spec.vocabularySize = 400;
        spec.minimumFrequency = 2;
        spec.maximumLength = 40;
        compare(spec);
    }

    /// The library has them divided for us; Python does without it.
    void subwordsAgreeToTheId_data()
    {
        addColumn<QString>("options");
        for (const char* kind : {"sentencepiece_unigram", "sentencepiece_bpe"})
            for (Json options :
                 {Json::object(), Json{{"byte_fallback", true}, {"character_coverage", 0.98}},
                  Json{{"normalisation", "nmt_nfkc_cf"}, {"split_digits", true}},
                  Json{{"normalisation", "identity"}}}) {
                options["kind"] = kind;
                const std::string json = options.dump();
                newRow(json.c_str(), QString::fromStdString(json));
            }
    }
    void subwordsAgreeToTheId()
    {
        QFETCH(QString, options);
        TextSpec spec;
        spec.tokeniser = selectionFromJson(Json::parse(options.toStdString()));
        spec.vocabularySize = 420;
        spec.maximumLength = 1000;
        std::mt19937 random(6);
        Strings learnt;
        for (int i = 0; i < 600; ++i)
            learnt.push_back(randomSentence(random));
        Strings texts = m_texts;
        for (int i = 0; i < 2000; ++i) {
            texts.push_back(randomSentence(random));
            texts.push_back(randomCharacters(random));
        }
        compare(spec, learnt, texts);
    }

    /// WordPiece and byte-level BPE with each choice of their options. Characters that only newer
    /// versions of Unicode know are left to the other tests.
    void piecesAgreeToTheId_data()
    {
        addColumn<QString>("options");
        for (const KindDescription& kind : tokeniserKinds())
            if (kind.id == "word_piece" || kind.id == "byte_bpe")
                for (const Selection& selection : variants(kind)) {
                    const std::string json = toJson(selection).dump();
                    newRow(json.c_str(), QString::fromStdString(json));
                }
    }
    void piecesAgreeToTheId()
    {
        QFETCH(QString, options);
        TextSpec spec;
        spec.tokeniser = selectionFromJson(Json::parse(options.toStdString()));
        spec.vocabularySize = 700;
        spec.minimumFrequency = 2;
        spec.maximumLength = 1000;
        std::mt19937 random(8);
        Strings learnt = m_texts;
        Strings texts = m_texts;
        for (int i = 0; i < 600; ++i)
            learnt.push_back(randomSentence(random));
        for (int i = 0; i < 2000; ++i)
            texts.push_back(randomSentence(random));
        for (const char* text :
             {"'s ''s we'll  they'RE \u535A\u63A8zz \u0664\u00BD\u00A0\u00A0x \n\n a  ",
              "\u0661\u0120t \u2028 \x1c \u3000\u3042 \uAC01 ##ing a\u00ADb $5^6 \u00BFno?"})
            texts.push_back(text);
        compare(spec, learnt, texts);
    }

    void bothSidesOfATranslationAgree_data()
    {
        addColumns<QString, QString, bool>("sourceKind", "targetKind", "joint");
        newRow("words to characters", "punctuation", "character", false);
        newRow("joint words", "basic_english", "byte", true);
        newRow("joint subwords", "sentencepiece_bpe", "byte", true);
        newRow("pieces", "word_piece", "byte_bpe", false);
        newRow("two subword models", "sentencepiece_bpe", "sentencepiece_unigram", false);
    }
    void bothSidesOfATranslationAgree()
    {
        QFETCH(QString, sourceKind);
        QFETCH(QString, targetKind);
        QFETCH(bool, joint);
        TextSpec source, target;
        source.tokeniser.kind = sourceKind.toStdString();
        target.tokeniser.kind = targetKind.toStdString();
        source.vocabularySize = target.vocabularySize = 300;
        source.maximumLength = target.maximumLength = 1000;
        target.cleaning = {{"lower_case", Json::object()}};
        target.joint = joint;
        // Characters of all scripts would fill a small vocabulary.
        if (sourceKind.startsWith(u"sentencepiece"_s))
            source.tokeniser.options["character_coverage"] = 0.98;
        if (targetKind.startsWith(u"sentencepiece"_s))
            target.tokeniser.options["character_coverage"] = 0.98;
        QTemporaryDir place;
        const std::filesystem::path folder = place.path().toStdString();
        const Strings left(m_plain.begin(), m_plain.begin() + 300);
        const Strings right(m_plain.begin() + 300, m_plain.end());
        const PairPipelines pair = PairPipelines::learn(source, target, left, right, Monitor());
        pair.save(folder);
        writeFileAtomically(folder / "source.py",
                            pythonPairPreprocessing(pair.source->spec(), pair.target->spec()));
        writeFileAtomically(folder / "texts.json", Json({left, right}).dump());
        const auto result
            = parity::runPython(m_python, {u"-c"_s, QString::fromUtf8(kPairScript), place.path()});
        QVERIFY2(result.succeeded, result.errors.c_str());
        const Json answers = Json::parse(readFile(folder / "answers.json"));
        const auto ids = std::array{pair.source->allIds(left, Monitor()),
                                    pair.target->allIds(right, Monitor())};
        for (size_t side = 0; side < 2; ++side) {
            const TextPipeline& pipeline = side == 0 ? *pair.source : *pair.target;
            QCOMPARE(answers[side].size(), ids[side].size());
            for (size_t i = 0; i < ids[side].size(); ++i) {
                auto theirs = answers[side][i].get<std::vector<int32_t>>();
                if (theirs.empty())
                    theirs.push_back(kUnknownId);
                QCOMPARE(theirs, ids[side][i]);
                QCOMPARE(answers[side + 2][i].get<std::string>(), pipeline.text(theirs));
            }
        }
    }

    void stepsRunInTheirOrder()
    {
        TextSpec spec;
        for (const KindDescription& kind : cleaningKinds())
            spec.cleaning.push_back(variants(kind).front());
        spec.cleaning.push_back(spec.cleaning.front()); // one step twice
        spec.maximumLength = 5;
        compare(spec);
    }

    void literalsArePython()
    {
        const Json value = {{"a", true}, {"b", {nullptr, -1, 2.5}}, {"c", "q\"\\\n\u0001😀"}};
        const auto result = parity::runPython(m_python,
                                              {u"-c"_s,
                                               u"import json; print(json.dumps(%1))"_s.arg(
                                                   QString::fromStdString(pythonLiteral(value)))});
        QVERIFY2(result.succeeded, result.errors.c_str());
        QVERIFY(Json::parse(result.output) == value);
    }
};

UNROLL_TEST(ExchangeTextTest, QCoreApplication)
#include "exchange_text_test.moc"
