#include "core/base/json.h"
#include "core/data/cells/spans.h"
#include "core/data/corpus.h"
#include "core/data/preview.h"
#include "data_files.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::ColumnKind;
using core::Json;
using support::contains;
using support::plain;

namespace {

const core::TaskColumns kAsked{"question_answering", {ColumnKind::Text, ColumnKind::Spans}};

Json answer(const std::string& text, int64_t start)
{
    return {{"text", text}, {"answer_start", start}};
}

template <class... Items> Json listOf(const Items&... items)
{
    return Json::array({items...});
}

Json asked(const std::string& question, const Json& answers)
{
    return {{"id", "1"}, {"question", question}, {"answers", answers}};
}

std::string squad(const std::string& context, const Json& questions)
{
    const Json paragraph{{"context", context}, {"qas", questions}};
    const Json article{{"title", "Towns"}, {"paragraphs", listOf(paragraph)}};
    return Json{{"version", "1.1"}, {"data", listOf(article)}}.dump();
}

/// One question with this answer.
Json where(const std::string& text, int64_t start)
{
    return listOf(asked("Where?", listOf(answer(text, start))));
}

core::DataSpec dataOf(const std::string& path)
{
    core::DataSpec spec;
    spec.train = {path};
    spec.validFraction = spec.testFraction = 0.0;
    return spec;
}

core::DataPreview previewed(const std::string& path)
{
    return core::previewData(kAsked, dataOf(path), {});
}

const std::string kContext = "Zo\u00eb \U0001F600 was born in Lindow in 1952.";

} // namespace

/// Questions about passages as SQuAD's JSON has them.
class SquadFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void questionsPassagesAndAnswersAreRead()
    {
        const DataFiles files;
        const std::string path
            = files.file("train.json",
                         squad(kContext,
                               listOf(asked(" Where was Zo\u00eb\n born? ",
                                            listOf(answer("Lindow", 18), answer("in Lindow", 15))),
                                      asked("When?", listOf(answer("1952", 28))))));
        const core::DataPreview preview = previewed(path);
        QCOMPARE(plain(preview.problems), ""s);
        QCOMPARE(preview.spec.format.kind, "squad"s);
        QCOMPARE(preview.columns, (Strings{"question", "context", "answers"}));
        QCOMPARE(preview.trainRows, int64_t{2});
        QCOMPARE(preview.rows[0],
                 (Strings{"Where was Zo\u00eb  born?", kContext, "Lindow\t18\nin Lindow\t15"}));

        const core::CorpusPart rows = core::loadCorpus(dataOf(path), kAsked, {}).train;
        const auto [question, passage] = core::questionAndPassage(rows.texts()[1]);
        QCOMPARE(std::string(question), "When?"s);
        QCOMPARE(std::string(passage), kContext);
        const auto spans = core::referenceSpans(rows.texts(1)[0], passage);
        QCOMPARE(spans.size(), size_t{2});
        // Starts count code points, of which the two letters before them have more bytes.
        const auto byte = core::byteOfCodePoint(kContext, spans[0].start);
        QVERIFY(byte && kContext.substr(*byte).starts_with("Lindow in"));
        QCOMPARE(*byte, size_t{18 + 1 + 3});
    }

    void faultsNameTheirPlace_data()
    {
        addColumn<QByteArray>("document");
        addColumn<QString>("fault");
        const auto add = [](const char* name, const std::string& document, const QString& fault) {
            addRow("%s", name) << QByteArray::fromStdString(document) << fault;
        };
        add("an answer elsewhere", squad(kContext, where("Lindow", 17)),
            u"data[0].paragraphs[0].qas[0].answers[0]: the answer \"Lindow\" is not at character 17"_s);
        add("behind the end", squad(kContext, where("Lindow", 99)),
            u"is not at character 99 of the context"_s);
        add("no answers", squad(kContext, listOf(asked("Where?", Json::array()))),
            u"data[0].paragraphs[0].qas[0]: the list of \"answers\" is empty."_s);
        add("no start", squad(kContext, listOf(asked("Where?", listOf(Json{{"text", "Lindow"}})))),
            u"answers[0] needs a \"text\" and an \"answer_start\""_s);
        add("a start that is no count",
            squad(kContext, listOf(asked("Where?", listOf(answer("Lindow", -1))))),
            u"needs a \"text\" and an \"answer_start\""_s);
        add("no question", squad(kContext, listOf(Json{{"answers", listOf(answer("Lindow", 18))}})),
            u"data[0].paragraphs[0].qas[0] has no text named \"question\"."_s);
        add("no context", R"({"data": [{"paragraphs": [{"qas": [], "text": "context"}]}]})",
            u"data[0].paragraphs[0] has no text named \"context\"."_s);
        add("an empty passage", squad(" ", where(" ", 0)),
            u"the answer \" \" is not at character 0"_s);
    }
    void faultsNameTheirPlace()
    {
        QFETCH(QByteArray, document);
        QFETCH(QString, fault);
        const DataFiles files;
        const core::DataPreview preview
            = previewed(files.file("train.json", document.toStdString()));
        QCOMPARE(preview.spec.format.kind, "squad"s);
        QCOMPARE(preview.badRowCount, int64_t{1});
        const std::string reason = preview.badRows.front().reason.plain();
        QVERIFY2(contains(reason, fault.toStdString()), reason.c_str());
    }

    void questionsWithoutAnAnswerAreLeftOutWithANote()
    {
        const DataFiles files;
        Json impossible = asked("Why?", Json::array());
        impossible["is_impossible"] = true;
        impossible["plausible_answers"] = listOf(answer("Lindow", 18));
        Json possible = asked("Where?", listOf(answer("Lindow", 18)));
        possible["is_impossible"] = false;
        const core::DataPreview preview = previewed(
            files.file("train.json", squad(kContext, listOf(impossible, possible, impossible))));
        QCOMPARE(preview.trainRows, int64_t{1});
        QCOMPARE(preview.badRowCount, int64_t{0});
        QVERIFY2(contains(plain(preview.notes), "2 questions without an answer in the passage"),
                 plain(preview.notes).c_str());
    }

    void aTruncatedFileIsRefused()
    {
        const DataFiles files;
        const std::string whole = squad(kContext, where("Lindow", 18));
        core::DataSpec spec = dataOf(files.file("train.json", whole.substr(0, whole.size() - 2)));
        const std::string recognised = plain(core::previewData(kAsked, spec, {}).problems);
        QVERIFY2(contains(recognised, "train.json is not valid JSON (line 1)"), recognised.c_str());
        // The end of a large file is only seen when it is read.
        spec.format = {"squad", Json::object()};
        const std::string chosen = plain(core::previewData(kAsked, spec, {}).problems);
        QVERIFY2(contains(chosen, "train.json is not JSON in the form of SQuAD"), chosen.c_str());
    }

    void otherFilesAreRefusedWithAdvice()
    {
        const DataFiles files;
        const core::DataPreview preview
            = previewed(files.file("a.csv", "text,label\ngood film,pos\nbad film,neg\n"));
        QVERIFY2(contains(plain(preview.problems), "not recognised as questions about passages"),
                 plain(preview.problems).c_str());
    }

    /// Neighbouring questions ask about one passage, which should not be in two splits.
    void passagesStayInOneSplit()
    {
        const DataFiles files;
        Json articles = Json::array();
        for (int i = 0; i < 10; ++i) {
            Json questions = Json::array();
            for (int k = 0; k < 5; ++k)
                questions.push_back(
                    asked("Where " + std::to_string(k) + "?", listOf(answer("Town", 0))));
            articles.push_back(
                Json{{"paragraphs",
                      listOf(Json{{"context", "Town " + std::to_string(i)}, {"qas", questions}})}});
        }
        core::DataSpec spec = dataOf(files.file("all.json", Json{{"data", articles}}.dump()));
        spec.validFraction = 0.2;
        const core::Corpus data = core::loadCorpus(spec, kAsked, {});
        QCOMPARE(data.valid.size(), size_t{10});
        std::set<std::string> train, valid;
        for (const std::string_view text : data.train.texts())
            train.emplace(core::questionAndPassage(text).passage);
        for (const std::string_view text : data.valid.texts())
            valid.emplace(core::questionAndPassage(text).passage);
        for (const std::string& passage : valid)
            QVERIFY(!train.contains(passage));
    }

    void typedTextsAreDividedBehindTheQuestionMark()
    {
        const auto divided = [](std::string_view text) {
            const auto parts = core::questionAndPassage(text);
            return Strings{std::string(parts.question), std::string(parts.passage)};
        };
        QCOMPARE(divided("Who? Anna."), (Strings{"Who?", "Anna."}));
        QCOMPARE(divided("Who is it\tAnna? Yes."), (Strings{"Who is it", "Anna? Yes."}));
        QCOMPARE(divided("Who\nAnna\nand Boris"), (Strings{"Who", "Anna\nand Boris"}));
        QCOMPARE(divided("Who?Anna"), (Strings{"", "Who?Anna"}));
        QCOMPARE(divided(""), (Strings{"", ""}));
    }

    void typedReferencesGiveTheFirstPlace()
    {
        const auto spans = core::referenceSpans("Anna\nBoris\nBoris\t9", "\u00e9 Anna Boris");
        QCOMPARE(spans.size(), size_t{3});
        QCOMPARE(spans[0].start, int64_t{2});
        QCOMPARE(spans[1].start, int64_t{7});
        QCOMPARE(spans[2].start, int64_t{9});
        QCOMPARE(core::referenceSpans("Otto", "Anna").front().start, int64_t{-1});
    }

    void theSampleAsksForWhatThePassageSays()
    {
        core::DataSpec spec;
        spec.sample = {"facts", {{"texts", 400}, {"seed", 3}, {"sentences", 4}}};
        const core::Corpus data = core::loadCorpus(spec, kAsked, {});
        QCOMPARE(data.train.size(), size_t{400});
        QCOMPARE(data.valid.size(), size_t{50});
        std::set<std::string> seen;
        for (const core::CorpusPart* part : {&data.train, &data.valid, &data.test})
            for (size_t i = 0; i < part->size(); ++i) {
                const auto [question, passage] = core::questionAndPassage(part->texts()[i]);
                const auto spans = core::referenceSpans(part->texts(1)[i], passage);
                QCOMPARE(spans.size(), size_t{1});
                QVERIFY(core::standsAt(passage, spans.front()));
                QVERIFY(question.ends_with('?'));
                QVERIFY(seen.emplace(part->texts()[i]).second);
            }
    }
};

UNROLL_TEST(SquadFilesTest, QCoreApplication)
#include "squad_files_test.moc"
