#include "app/lab/model_service.h"

#include "tests/core/train/small_run.h"
#include "tests/support/test_case.h"

#include <QSignalSpy>
#include <QTemporaryDir>

namespace {

constexpr int kLongMs = 120000;

} // namespace

/// Questions to a training through the same objects as the window's.
class ModelServiceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// All that the window may ask between two updates, before each of them: the training goes on
    /// to the bit as if nobody had asked.
    void nothingThatIsAskedChangesTheTraining()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        core::ExperimentSpec spec = small::spec(root);
        spec.training.maximumUpdates = 20;
        small::train(spec, root / "alone");

        app::WorkerThread compute(QStringLiteral("compute"));
        app::TrainingController training(compute);
        app::ModelService service(compute, training);
        QSignalSpy ended(&training, &app::TrainingController::ended);
        const QString run = folder.filePath(QStringLiteral("asked"));
        const QString other = folder.filePath(QStringLiteral("alone"));
        int asked = 0, answered = 0;
        const auto done = [&](const auto&...) { ++answered; };
        const auto failed = [&](const core::Failure& failure) {
            ++answered;
            qWarning("%s", failure.sentence().c_str());
            QFAIL("a question failed");
        };
        const auto askAll = [&] {
            const QString text = QStringLiteral("a dull story");
            service.summarise(spec, {.vocabularySize = 50, .classes = 2}, done, failed);
            for (const app::ModelChoice& choice :
                 {app::ModelChoice{run, -1}, app::ModelChoice{other, -1}}) {
                service.inspect(choice, text, done, failed);
                service.positions(choice, done, failed);
            }
            service.exportRun(other, QStringLiteral("last"), QStringLiteral("safetensors"),
                              folder.filePath(QStringLiteral("weights.safetensors")), done, failed);
            asked += 6;
        };
        training.start(spec, run);
        training.pause();
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
};
UNROLL_TEST(ModelServiceTest, QCoreApplication)
#include "model_service_test.moc"
