#include "core/lesson/lesson_check.h"
#include "core/lesson/lesson_file.h"
#include "core/lesson/lesson_measure.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <random>

using namespace core;

namespace {

const std::string kHead = "---\ntitle: A lesson\nminutes: 3\n---\n";
const std::string kGoal = "```goal\ntext: Reach it.\nask: bleu_by_hand\nset: references=a\nvalue: "
                          "bleu\nleast: 1\n```\n";

/// The sentence with which a text is refused.
QString refusal(const std::string& text)
{
    try {
        readLesson(text, "a.lesson");
    } catch (const Error& error) {
        return QString::fromStdString(error.failure().sentence());
    }
    return {};
}

} // namespace

class LessonsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFileIsRead()
    {
        const Lesson lesson = readLesson(
            "---\r\ntitle: A lesson\nlecture: 2:232\nminutes: 3\n---\n\nIntro *text*.\n"
            "```run\nname: small\npreset: reviews\nset: [\"training.epochs=1\", "
            "\"training.seed=4\"]\n```\n## First\n\nRead.\n```python\nx = 1\n```\n"
            "```open\nrun: small\nview: states\npinned: [\"Good, or bad?\"]\nlocked: "
            "training.epochs\n```\n```choice\ntext: Which\n  one?\nchoices: [\"a\", \"b\"]\n"
            "right: 2\n```\n```explanation\nBecause.\n```\n## Second\n```goal\ntext: Reach it.\n"
            "run: small\nask: scores\nset: split=test\nvalue: accuracy\nleast: 0.5\n```\n"
            "```hint\nLook.\n```\n```hint\nChange.\n```\n",
            "a.lesson");
        QCOMPARE(lesson.title, "A lesson"s);
        QCOMPARE(lesson.lecture, "2:232"s);
        QCOMPARE(lesson.minutes, 3);
        QCOMPARE(lesson.introduction, "Intro *text*.\n"s);
        QCOMPARE(lesson.runs.size(), size_t{1});
        QCOMPARE(lesson.runs[0].set, Strings({"training.epochs=1", "training.seed=4"}));
        QCOMPARE(lesson.steps.size(), size_t{2});
        const LessonStep& first = lesson.steps[0];
        QCOMPARE(first.title, "First"s);
        QCOMPARE(first.text, "Read.\n```python\nx = 1\n```\n"s); // Of the text, not of the lesson.
        QCOMPARE(first.opening.run, "small"s);
        QCOMPARE(first.opening.pinned, Strings({"Good, or bad?"}));
        QCOMPARE(first.opening.locked, Strings({"training.epochs"}));
        QCOMPARE(first.question->text, "Which one?"s);
        QCOMPARE(first.question->right, 2);
        QCOMPARE(first.explanation, "Because.\n"s);
        const LessonStep& second = lesson.steps[1];
        QVERIFY(!second.question);
        QCOMPARE(second.goals.size(), size_t{1});
        QCOMPARE(second.goals[0].measure.set, Strings({"split=test"}));
        QVERIFY(second.goals[0].isReached(0.5) && !second.goals[0].isReached(0.49));
        QCOMPARE(second.hints, Strings({"Look.", "Change."}));
        const ExperimentSpec spec = specOf(lesson.runs[0]);
        QCOMPARE(spec.training.seed, 4);
        QCOMPARE(spec.name, "small"s);
    }

    void whatIsWrongIsNamedWithItsLine_data()
    {
        addColumns<QString, QString>("text", "said");
        const QString head = QString::fromStdString(kHead);
        newRow("no header", u"## A step\n"_s, u"a.lesson, line 1: "_s);
        newRow("header without an end", u"---\ntitle: A\n"_s, u"line 1: The block does not end."_s);
        newRow("no title", u"---\nminutes: 4\n---\n## A\n"_s, u"line 1: "_s);
        newRow("minutes", u"---\ntitle: A\nminutes: 0\n---\n"_s, u"minutes"_s);
        newRow("no step", head + u"Text.\n"_s, u"no step"_s);
        newRow("unknown key", head + u"## A\n```goal\ntext: T\nleest: 4\n```\n"_s, u"line 8: "_s);
        newRow("twice", head + u"## A\n```goal\ntext: T\ntext: U\n```\n"_s, u"line 8: "_s);
        newRow("misspelt block", head + u"## A\n```gaol\ntext: T\n```\n"_s, u"did you mean goal"_s);
        newRow("open block", head + u"## A\n```goal\ntext: T\n"_s, u"line 6: The block"_s);
        newRow("before a step", head + QString::fromStdString(kGoal), u"before the first step"_s);
        newRow("unknown run",
               head + u"## A\n```goal\ntext: T\nrun: x\nask: scores\nvalue: a\n```\n"_s,
               u"line 6: There is no run \"x\""_s);
        newRow("no colon", head + u"## A\n```goal\ntext=T\n```\n"_s,
               u"line 7: \"text=T\" has no key"_s);
        newRow("empty range",
               head + u"## A\n```goal\ntext: T\nask: scores\nvalue: a\nleast: 2\nmost: 1\n```\n"_s,
               u"No value"_s);
        newRow("no bound", head + u"## A\n```goal\ntext: T\nask: scores\nvalue: a\n```\n"_s,
               u"Any value"_s);
        newRow("one choice",
               head + u"## A\n```choice\ntext: T\nchoices: [\"a\"]\nright: 1\n```\n"_s,
               u"two choices"_s);
        newRow("no right one",
               head + u"## A\n```choice\ntext: T\nchoices: [\"a\", \"b\"]\nright: 3\n```\n"_s,
               u"right is 3"_s);
        newRow("two questions",
               head + u"## A\n```sentence\ntext: T\n```\n```sentence\ntext: T\n```\n"_s,
               u"line 9: The step has two questions"_s);
        newRow("two runs",
               head
                   + u"```run\nname: a\npreset: reviews\n```\n```run\nname: a\npreset: reviews\n"
                     "```\n## A\n"_s,
               u"Two runs"_s);
    }
    void whatIsWrongIsNamedWithItsLine()
    {
        QFETCH(QString, text);
        QFETCH(QString, said);
        const QString refused = refusal(text.toStdString());
        QVERIFY2(refused.contains(said), qPrintable(refused));
    }

    /// Bytes are changed, removed and doubled: each text is a lesson or is refused.
    void anyTextIsReadOrRefused()
    {
        std::mt19937 random(1);
        size_t read = 0, refused = 0;
        for (int i = 0; i < 3000; ++i) {
            std::string text(bundledLessons()[size_t(i) % bundledLessons().size()].text);
            for (int change = 0; change < 4; ++change) {
                const size_t place = random() % text.size();
                const size_t size = std::min<size_t>(random() % 200, text.size() - place);
                switch (random() % 3) {
                case 0:
                    text[place] = char(random() % 256);
                    break;
                case 1:
                    text.erase(place, std::min(size, text.size() - 1));
                    break;
                default:
                    text.insert(place, text.substr(place, size));
                }
            }
            try {
                readLesson(text, "mutated");
                ++read;
            } catch (const Error& error) {
                QCOMPARE(int(error.failure().code), int(ErrorCode::FileMalformed));
                ++refused;
            }
        }
        QVERIFY(read > 100 && refused > 100);
    }

    void aMeasureIsOfAQuestionByHand()
    {
        LessonMeasure measure;
        measure.ask = "bleu_by_hand";
        measure.set = {"hypothesis=a b c d", "references=[\"a b c d\"]"};
        measure.value = "bleu";
        QVERIFY(std::abs(measured(measure, {}, Monitor()) - 100.0) < 1e-6);
        LessonMeasure compared = measure;
        compared.againstSet = {"hypothesis=a b c d", "references=[\"a b c d\"]", "order=1"};
        compared.relation = LessonRelation::Ratio;
        QVERIFY(std::abs(measured(compared, {}, Monitor()) - 1.0) < 1e-9);
        compared.relation = LessonRelation::Difference;
        compared.againstSet[0] = "hypothesis=a b x y";
        QVERIFY(std::abs(measured(compared, {}, Monitor()) - 50.0) < 1e-6);
        LessonMeasure wrong = measure;
        wrong.value = "tokens";
        QVERIFY_THROWS_EXCEPTION(Error, measured(wrong, {}, Monitor()));
        wrong = measure;
        wrong.ask = "scores";
        QVERIFY_THROWS_EXCEPTION(Error, measured(wrong, {}, Monitor()));
        wrong = measure;
        wrong.set = {"hypothesis"};
        QVERIFY_THROWS_EXCEPTION(Error, measured(wrong, {}, Monitor()));
    }

    void answersPassWithinTheirTolerance()
    {
        LessonQuestion question;
        question.kind = LessonQuestionKind::Number;
        question.tolerance = 0.05;
        QVERIFY(isRight(question, -2.0, " -2,09 ")); // As it is typed in German.
        QVERIFY(!isRight(question, -2.0, "-2.11"));
        QVERIFY(!isRight(question, -2.0, "2"));
        QVERIFY(!isRight(question, -2.0, ""));
        QVERIFY(!isRight(question, 0.0, "nan"));
        question.tolerance = 0.0;
        QVERIFY(isRight(question, 3.0, "3.0"));
        question.kind = LessonQuestionKind::Text;
        QVERIFY(isRight(question, 0.0, "Because."));
        QVERIFY(!isRight(question, 0.0, " "));
    }

    void goodLessonsHaveQuestionsHintsAndExplanations()
    {
        const auto complaints = [](const std::string& text) {
            return brokenRules(readLesson(kHead + text, "a.lesson")).size();
        };
        const std::string hints = "```hint\nA\n```\n```hint\nB\n```\n";
        QCOMPARE(complaints("## A\n" + kGoal + hints), size_t{0});
        QCOMPARE(complaints("## A\n" + kGoal), size_t{1});
        QCOMPARE(complaints("## A\nText.\n"), size_t{1});
        QCOMPARE(complaints("## A\n```number\ntext: T\nnumber: 2\n```\n"), size_t{2});
        std::string words;
        for (int i = 0; i < 61; ++i)
            words += "word ";
        QCOMPARE(complaints("## A\n" + words + "\n" + kGoal + hints), size_t{1});
        std::string steps;
        for (int i = 0; i < 9; ++i)
            steps += "## A\n" + kGoal + hints;
        QCOMPARE(complaints(steps), size_t{1});
    }

    void aLessonWithAWrongAnswerFails()
    {
        const QTemporaryDir folder;
        const auto passes = [&](const std::string& text) {
            const Lesson lesson = readLesson(kHead + text, "a.lesson");
            return checkLesson(
                       lesson, folder.path().toStdString(), -1, [](const auto&) {}, Monitor())
                .passes();
        };
        const std::string number
            = "## A\n```number\ntext: T\nnumber: 2\ntolerance: 0.1\nwrong: 3\n```\n"
              "```explanation\nE\n```\n";
        QVERIFY(passes(number));
        std::string lax = number;
        lax.replace(lax.find("0.1"), 3, "0.6"); // The wrong answer passes as well.
        QVERIFY(!passes(lax));
        QVERIFY(!passes("## A\n" + kGoal + "```hint\nA\n```\n```hint\nB\n```\n")); // BLEU is 0.
    }

    void bundledLessonsPass_data()
    {
        addColumn<QString>("id");
        QVERIFY(bundledLessons().size() >= 3);
        for (const BundledLesson& each : bundledLessons())
            newRow(each.id.c_str(), QString::fromStdString(each.id));
    }
    void bundledLessonsPass()
    {
        QFETCH(QString, id);
        const QTemporaryDir folder;
        const LessonReport report = checkLesson(
            findLesson(id.toStdString()), folder.path().toStdString(), -1, [](const auto&) {},
            Monitor());
        for (const std::string& each : report.complaints)
            qWarning("%s", each.c_str());
        for (const LessonFinding& each : report.findings)
            QVERIFY2(each.passes,
                     (each.step + ": " + each.what + " (" + numberText(each.value) + ")").c_str());
        QVERIFY(!report.findings.empty() && report.complaints.empty());
    }
};

UNROLL_TEST(LessonsTest, QCoreApplication)
#include "lessons_test.moc"
