#include "core/base/error.h"
#include "core/probe/by_hand/hand_questions.h"
#include "core/probe/by_hand/search_by_hand.h"
#include "core/probe/question_kind.h"
#include "tests/support/test_case.h"

namespace {

core::SearchedTree searched(const std::string& kind, const core::Json& options = {})
{
    core::AskSearchByHand question;
    question.search = {kind, options.is_null() ? core::Json::object() : options};
    return core::answerByHand(question);
}

/// The sentence with which `act` is refused; empty when it is not.
QString refusalOf(const std::function<void()>& act)
{
    try {
        act();
    } catch (const core::Error& error) {
        if (error.failure().code == core::ErrorCode::BadSetting)
            return QString::fromStdString(error.failure().sentence());
    }
    return {};
}

} // namespace

class TypedTreeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Lecture 002, figure 10.11: 0.5 * 0.4 = 0.20 against 0.4 * 0.7 = 0.28.
    void greedySearchMissesTheLikeliestText()
    {
        const core::SearchedTree greedy = searched("greedy");
        QCOMPARE(greedy.decoding.best.front().text, std::string("yes yes"));
        QVERIFY(std::abs(greedy.decoding.best.front().logProbability - std::log(0.20)) < 1e-6);
        QCOMPARE(greedy.decoding.trace.expansions, 3);
        const core::SearchedTree beam
            = searched("beam", {{"width", 2}, {"stop", "length"}, {"normalisation", "none"}});
        QCOMPARE(beam.decoding.best.front().text, std::string("ok ok"));
        QVERIFY(std::abs(beam.decoding.best.front().logProbability + 1.273) < 5e-4);
        const core::SearchedTree all = searched("exhaustive");
        QCOMPARE(all.decoding.best.front().text, std::string("ok ok"));
        QCOMPARE(all.decoding.best.size(), size_t{7});
        QCOMPARE(all.decoding.trace.expansions, 7);
        QCOMPARE(all.texts.size(), size_t{7});
        double sum = 0.0;
        for (size_t i = 0; i < all.texts.size(); ++i) {
            sum += all.texts[i].probability;
            QVERIFY(std::abs(all.texts[i].logProbability - all.decoding.best[i].logProbability)
                    < 1e-6);
        }
        QVERIFY(std::abs(sum - 1.0) < 1e-12);
    }

    /// A penalty decides what is found; the text has the probability that the tree gives it.
    void penaltiesChangeNoProbabilityOfATree()
    {
        core::AskSearchByHand question;
        question.search = {"greedy", {{"frequency_penalty", 1.0}}};
        const core::SearchedTree found = core::answerByHand(question);
        const std::string& text = found.decoding.best.front().text;
        QCOMPARE(text, std::string("yes")); // Its end is not repeated: 0.3 against 0.4 / e.
        const core::Json told
            = core::toJson(core::readoutOf<core::AskSearchByHand>(core::SearchedTree(found)));
        QVERIFY(std::abs(told.at("log_probability").get<double>() - std::log(0.5 * 0.3)) < 1e-6);
        QVERIFY(std::abs(told.at("search_log_probability").get<double>()
                         - told.at("log_probability").get<double>())
                > 1e-3);
        QCOMPARE(core::findText(found.texts, text)->words, 1);
        QVERIFY(core::findText(found.texts, "no such text") == nullptr);
    }

    void prefixesAndStopSequencesAreWords()
    {
        core::AskSearchByHand question;
        question.prefix = "ok yes";
        QCOMPARE(core::answerByHand(question).decoding.best.front().text, std::string("ok yes"));
        question.prefix = "no";
        QVERIFY(refusalOf([&] { core::answerByHand(question); }).contains("\"no\""));
        const core::SearchedTree stopped = searched("greedy", {{"stop_sequences", {"yes"}}});
        QCOMPARE(stopped.decoding.best.front().text, std::string());
        QVERIFY(stopped.decoding.best.front().ended);
    }

    void treesAreReadAndWritten()
    {
        const std::vector<std::string> lines = core::AskSearchByHand::lectureTree();
        const core::TypedTree tree = core::typedTree(lines);
        QCOMPARE(tree.words, Strings({"yes", "ok"}));
        QCOMPARE(tree.depth, 2);
        QCOMPARE(tree.contexts(), 3);
        QCOMPARE(core::linesOf(tree), lines);
        for (int64_t context = 0; context < tree.contexts(); ++context)
            QCOMPARE(tree.contextOf(tree.beginning(context)), context);
        const core::TypedTree deep = core::typedTree({"a b: c=1", "<s> c b: a=0.25 </s>=.75"});
        QCOMPARE(deep.contexts(), 1 + 3 + 9);
        for (int64_t context = 0; context < deep.contexts(); ++context)
            QCOMPARE(deep.contextOf(deep.beginning(context)), context);
        QCOMPARE(core::linesOf(deep), Strings({"a b: c=1", "c b: a=0.25 </s>=0.75"}));
        QCOMPARE(core::typedTree(core::linesOf(deep)), core::typedTree(core::linesOf(deep)));
    }

    void faultsOfLinesAreNamed_data()
    {
        addColumns<QString, QString>("line", "said");
        newRow("no colon", u"yes yes=1"_s, u"The line \"yes yes=1\" has no colon"_s);
        newRow("no number", u"yes: yes=most"_s, u"\"yes=most\" is not a word with"_s);
        newRow("no word", u"yes: =0.5"_s, u"\"=0.5\" is not a word"_s);
        newRow("above 1", u"yes: yes=1.5"_s, u"\"yes=1.5\" is not"_s);
        newRow("below 0", u"yes: yes=-0.5"_s, u"\"yes=-0.5\" is not"_s);
        newRow("no number at all", u"yes: yes=nan"_s, u"\"yes=nan\" is not"_s);
        newRow("twice", u"<s>: yes=1"_s, u"Two lines begin with \"<s>\"."_s);
        newRow("a word twice", u"yes: ok=0.5 ok=0.5"_s,
               u"After \"yes\" there are two probabilities of \"ok\"."_s);
        newRow("after the end", u"yes </s>: ok=1"_s, u"Nothing follows the end mark </s>."_s);
        newRow("many words", u"yes: a=0 b=0 c=0 d=0 e=0"_s, u"The tree has 7 words"_s);
        newRow("long texts", u"yes yes yes yes yes yes: ok=1"_s,
               u"texts of 7 words is too large"_s);
        newRow("many beginnings", u"yes yes yes yes: no=1"_s, u"is too large"_s);
    }
    void faultsOfLinesAreNamed()
    {
        QFETCH(QString, line);
        QFETCH(QString, said);
        const QString refusal = refusalOf([&] {
            core::typedTree({"<s>: yes=0.5 ok=0.5", line.toStdString()});
        });
        QVERIFY2(refusal.contains(said), qPrintable(refusal));
    }

    void sumsOtherThanOneAreRefusedAndNormalised()
    {
        core::AskSearchByHand question;
        question.tree[2] = "ok: yes=0.4 ok=0.8 </s>=0.4";
        const QString refusal = refusalOf([&] { core::answerByHand(question); });
        QVERIFY2(refusal.contains("after \"ok\" sum to 1.6, not to 1")
                     && refusal.contains("normalise"),
                 qPrintable(refusal));
        question.normalise = true;
        const core::TypedTree tree = core::normalised(core::typedTree(question.tree));
        QCOMPARE(tree.row(2)[1], 0.5);
        QCOMPARE(tree.row(0)[0], 0.5);
        const core::SearchedTree found = core::answerByHand(question);
        QVERIFY(std::abs(found.texts.front().probability - 0.2) < 1e-12);
        question.tree = {"<s>: a=0.333333 b=0.333333 </s>=0.333333"};
        question.normalise = false;
        QCOMPARE(core::answerByHand(question).texts.size(), size_t{3});
    }

    void theAnswerIsDescribed()
    {
        const core::HandQuestion* question = core::findHandQuestion("search_by_hand");
        QVERIFY(question != nullptr && core::findHandQuestion("decoding") == nullptr);
        core::Json options;
        for (const core::OptionDescription& option : question->kind.options)
            options[option.name] = option.defaultValue;
        const core::Json json = core::toJson(question->answer(options));
        QCOMPARE(json.at("text"), core::Json("yes yes"));
        QCOMPARE(json.at("likeliest_text"), core::Json("ok ok"));
        QCOMPARE(json.at("texts").size(), size_t{7});
        QCOMPARE(json.at("decoding").at("steps").size(), size_t{3});
        QVERIFY(!json.at("decoding").contains("epoch"));
    }
};

UNROLL_TEST(TypedTreeTest, QCoreApplication)
#include "typed_tree_test.moc"
