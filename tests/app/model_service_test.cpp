#include "app/lab/model_service.h"

#include "core/probe/classification/classification_questions.h"
#include "core/probe/live_model.h"
#include "core/probe/translation/translation_questions.h"
#include "tests/core/train/small_run.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

using support::kLongMs;

namespace {

constexpr size_t kMany = 200000; ///< Texts: seconds of work, in many batches.

core::AskScores manyTexts(size_t count)
{
    const Strings texts(count, "a dull story and a lovely film");
    return {{.rows = support::labelledRows(texts, std::vector<int32_t>(count, 0))}};
}

/// Everything between the window and the networks, in a folder of its own.
struct Service {
    QTemporaryDir folder;
    core::ExperimentSpec spec = small::spec(folder.path().toStdString());
    app::WorkerThread compute{u"compute"_s};
    app::TrainingController training{compute};
    app::ModelService service{compute, training};

    std::filesystem::path path(const char* name) const
    {
        return folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    ui::ModelChoice choice(const char* run) const
    {
        return {folder.filePath(QString::fromLatin1(run)), -1};
    }
    /// Waits for the answer of the network "run".
    template <class Question> bool answers(const Question& question)
    {
        bool answered = false;
        const auto asked = service.ask(
            choice("run"), question, [&](const auto&) { answered = true; },
            [](const core::Failure& failure) { qWarning("%s", failure.sentence().c_str()); });
        return QTest::qWaitFor([&] { return answered; }, kLongMs);
    }
};

} // namespace

/// Questions to a training through the same objects as the window's.
class ModelServiceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// All that the window may ask between two updates, before each of them: the training goes on
    /// to the bit as without the questions.
    void nothingThatIsAskedChangesTheTraining()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        core::ExperimentSpec spec = small::spec(root);
        spec.training.maximumUpdates = 20;
        small::train(spec, root / "alone");

        app::WorkerThread compute(u"compute"_s);
        app::TrainingController training(compute);
        app::ModelService service(compute, training);
        QSignalSpy ended(&training, &app::TrainingController::ended);
        const QString run = folder.filePath(u"asked"_s);
        const QString other = folder.filePath(u"alone"_s);
        int asked = 0, answered = 0;
        std::vector<std::unique_ptr<ui::Asked>> standing;
        const auto done = [&](const auto&...) { ++answered; };
        const auto failed = [&](const core::Failure& failure) {
            ++answered;
            qWarning("%s", failure.sentence().c_str());
            QFAIL("a question failed");
        };
        const auto askAll = [&] {
            const core::AskInspection inspection{"a dull story"};
            service.summarise(spec, {.vocabularySize = 50, .classes = 2}, done, failed);
            for (const ui::ModelChoice& choice :
                 {ui::ModelChoice{run, -1}, ui::ModelChoice{other, -1}}) {
                standing.push_back(service.ask(choice, inspection, done, failed));
                standing.push_back(service.ask(choice, core::AskPositions(), done, failed));
                standing.push_back(service.ask(choice, core::AskScores(), done, failed));
            }
            service.exportRun(other, u"last"_s, u"safetensors"_s,
                              folder.filePath(u"weights.safetensors"_s), done, failed);
            asked += 8;
        };
        QSignalSpy started(&training, &app::TrainingController::started);
        training.start(spec, run);
        training.pause();
        QVERIFY(started.wait(kLongMs)); // Its spec can be read from now on.
        for (int update = 0; update < 18; ++update) {
            askAll();
            QTRY_COMPARE_WITH_TIMEOUT(answered, asked, kLongMs);
            QVERIFY(training.active());
            training.step();
        }
        training.proceed();
        QVERIFY(ended.count() > 0 || ended.wait(kLongMs));
        QCOMPARE(small::withoutTimes(core::readRunHistory(run.toStdString())).updates,
                 small::withoutTimes(core::readRunHistory(root / "alone")).updates);
    }

    void noAnswerReachesAViewThatIsGone()
    {
        Service world;
        small::train(world.spec, world.path("run"));
        int heard = 0;
        const auto hear = [&](const auto&) { ++heard; };
        {
            const auto view = world.service.ask(world.choice("run"), core::AskInspection{"a film"},
                                                hear, hear, hear);
            const auto another
                = world.service.ask(world.choice("run"), manyTexts(100), hear, hear, hear);
        }
        // Asked later, answered later: the others would have been answered by now.
        QVERIFY(world.answers(core::AskInspection{"a story"}));
        QCOMPARE(heard, 0);
        {
            auto view
                = world.service.ask(world.choice("run"), core::AskInspection{"a film"}, hear, hear);
            QTRY_COMPARE_WITH_TIMEOUT(heard, 1, kLongMs);
            view = world.service.ask(world.choice("run"), manyTexts(kMany), hear, hear,
                                     [&](const core::Progress&) { heard = 100; });
            QTRY_COMPARE_WITH_TIMEOUT(heard, 100, kLongMs);
        } // It goes while it is being answered.
        QVERIFY(world.answers(core::AskInspection{"a story"}));
        heard = 0;
        QTest::qWait(50);
        QCOMPARE(heard, 0);
    }

    /// Its network is still open.
    void aRunThatIsGoneIsNotCalledImported()
    {
        Service world;
        small::train(world.spec, world.path("run"));
        QVERIFY(world.answers(core::AskScores()));
        std::filesystem::remove(world.path("run") / "spec.json");
        std::string said;
        const auto asked
            = world.service.ask(world.choice("run"), core::AnyQuestion(core::AskScores()),
                                {[](const core::AnyAnswer&) {},
                                 [&](const core::Failure& failure) { said = failure.sentence(); }});
        QTRY_VERIFY_WITH_TIMEOUT(!said.empty(), kLongMs);
        QVERIFY2(said.find("spec.json") != std::string::npos
                     && said.find("imported") == std::string::npos,
                 said.c_str());
    }

    void aQuestionOfAnotherTaskIsASentence()
    {
        Service world;
        small::train(world.spec, world.path("run"));
        for (const core::AnyQuestion& question :
             {core::AnyQuestion(core::AskTranslation{"a film"}),
              core::AnyQuestion(core::AskTranslationScores())}) {
            std::string said;
            const auto asked = world.service.ask(
                world.choice("run"), question,
                {[](const core::AnyAnswer&) {},
                 [&](const core::Failure& failure) { said = failure.sentence(); }});
            QTRY_VERIFY_WITH_TIMEOUT(!said.empty(), kLongMs);
            QVERIFY2(said.find("translation") != std::string::npos, said.c_str());
        }
    }

    /// A training that is to stop does not wait for what it was asked; that is answered afterwards.
    void stopDoesNotWaitForAnEvaluation()
    {
        Service world;
        world.spec.training.epochs = 100000;
        QSignalSpy started(&world.training, &app::TrainingController::started);
        QSignalSpy ended(&world.training, &app::TrainingController::ended);
        const QString run = world.choice("run").run;
        world.training.start(world.spec, run);
        QVERIFY(started.count() > 0 || started.wait(kLongMs));
        bool underWay = false;
        std::optional<core::ScoredTexts> scored;
        const auto evaluation = world.service.ask(
            world.choice("run"), manyTexts(kMany),
            [&](const core::ScoredTexts& answer) { scored = answer; },
            [](const core::Failure& failure) { qWarning("%s", failure.sentence().c_str()); },
            [&](const core::Progress&) { underWay = true; });
        QTRY_VERIFY_WITH_TIMEOUT(underWay, kLongMs);
        QVERIFY(ended.isEmpty() && !scored);
        world.training.stop();
        QVERIFY(ended.wait(kLongMs));
        QVERIFY(!scored); // Had the training waited, it would be there.
        QTRY_VERIFY_WITH_TIMEOUT(scored.has_value(), kLongMs);
        QCOMPARE(scored->rows.size(), size_t{kMany});
    }

    /// Nor does a training that begins: long questions are given up, short ones are answered by it.
    void startDoesNotWaitForAnEvaluation()
    {
        Service world;
        small::train(world.spec, world.path("run"));
        world.spec.training.epochs = 100000;
        QSignalSpy started(&world.training, &app::TrainingController::started);
        bool underWay = false, scored = false, inspected = false;
        std::optional<core::Failure> failure;
        const auto failed = [&](const core::Failure& each) { failure = each; };
        const auto evaluation = world.service.ask(
            world.choice("run"), manyTexts(kMany), [&](const core::ScoredTexts&) { scored = true; },
            failed, [&](const core::Progress&) { underWay = true; });
        QTRY_VERIFY_WITH_TIMEOUT(underWay, kLongMs);
        // It waits behind the evaluation.
        const auto inspection = world.service.ask(
            world.choice("run"), core::AskInspection{"a film"},
            [&](const core::Inspection&) { inspected = true; },
            [](const core::Failure& each) { qWarning("%s", each.sentence().c_str()); });
        QVERIFY(!scored && !inspected);
        world.training.start(world.spec, world.choice("other").run);
        QVERIFY(failure && failure->code == core::ErrorCode::Cancelled); // At once.
        QVERIFY(started.wait(kLongMs));
        QTRY_VERIFY_WITH_TIMEOUT(inspected, kLongMs);
        QVERIFY(world.training.active() && !scored);
        QSignalSpy ended(&world.training, &app::TrainingController::ended);
        world.training.stop();
        QVERIFY(ended.wait(kLongMs));
    }
};
UNROLL_TEST(ModelServiceTest, QCoreApplication)
#include "model_service_test.moc"
