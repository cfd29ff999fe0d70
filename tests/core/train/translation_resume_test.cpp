#include "core/probe/translation/translation_questions.h"
#include "tests/core/train/run_comparison.h"
#include "tests/core/train/small_translation.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

using core::EndReport;
using core::ExperimentSpec;
using core::Json;
using core::RunState;
using small::difference;
using small::sentence;

namespace {

/// Networks and ways to force them.
void addVariants()
{
    addColumns<QString, QString>("network", "forcing");
    const QString recurrent = QString::fromStdString(small::kRecurrent.dump());
    const QString transformer = QString::fromStdString(small::kTransformer.dump());
    const QString half = R"({"kind":"constant","ratio":0.5})";
    newRow("recurrent, forced", recurrent, R"({"kind":"constant","ratio":1.0})");
    newRow("recurrent, coins", recurrent, half);
    core::Json nested = small::kRecurrent;
    nested.update({{"cell", "lstm_nested"}, {"layers", 2}});
    newRow("nested cells, coins", QString::fromStdString(nested.dump()), half);
    newRow("transformer, fewer and fewer", transformer, R"({"kind":"linear","from":0.9,"to":0.1})");
}

core::TrainingListener lookingIn(core::RunControl& control, int64_t& looks)
{
    core::TrainingListener listener;
    listener.updated = [&control, &looks](const core::UpdateReport& report) {
        if (report.step % 3 != 1)
            return;
        control.ask([&looks](core::LiveModel& model) {
            const Strings sources{"1 2 3", "5", "0 4 4 2"};
            const Strings references{"3 2 1", "5", "2 4 4 0"};
            const auto rows = support::pairRows(sources, references);
            core::DecodingSpec decoding = model.ask(core::AskDecodingSettings());
            model.ask(core::AskTranslation{sources[0]});
            model.ask(core::AskComparison{sources[2], references[2]});
            model.ask(core::AskTranslations{sources, decoding, 2});
            model.ask(core::AskGains{{.rows = rows}, decoding.search});
            decoding.search = {"sampling", Json::object()};
            model.ask(core::AskTranslationScores{{.rows = rows}, decoding});
            core::DecodingRequest request;
            request.source = sources[0];
            request.search = {"beam", {{"width", 3}}};
            model.ask(core::AskDecoding{request});
            model.ask(core::AskPositions());
            model.summary();
            ++looks;
        });
    };
    return listener;
}

} // namespace

/// A translator's training is the same to the bit: again, in parts, and while it is looked into.
class TranslationResumeTest : public QObject, private small::RunFolders {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void theSameSeedGivesTheSameEventsToTheBit_data() { addVariants(); }

    void theSameSeedGivesTheSameEventsToTheBit()
    {
        QFETCH(QString, network);
        QFETCH(QString, forcing);
        ExperimentSpec spec = small::forced(network, forcing);
        small::train(spec, whole());
        QCOMPARE(small::shortfall(small::train(spec, run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
        spec.training.seed = 2;
        small::train(spec, root() / "other");
        QVERIFY(difference(whole(), root() / "other") != ""s);
    }

    void stoppedAnywhereItEqualsTheUninterruptedRun_data() { addVariants(); }

    void stoppedAnywhereItEqualsTheUninterruptedRun()
    {
        QFETCH(QString, network);
        QFETCH(QString, forcing);
        ExperimentSpec spec = small::forced(network, forcing);
        small::train(spec, whole());
        // Within an epoch, at its end, just behind it, and wherever chance has it.
        std::vector<int64_t> stops{3, 10, 11, 29, 4 + int64_t(std::random_device()() % 24)};
        std::sort(stops.begin(), stops.end());
        stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
        qInfo("the last stop by chance is among %lld, %lld, %lld, %lld", (long long)stops[0],
              (long long)stops[1], (long long)stops[2], (long long)stops[3]);
        small::trainUntil(spec, run(), stops.front());
        for (size_t i = 1; i < stops.size(); ++i) {
            const EndReport stopped = small::resumeUntil(run(), stops[i]);
            QVERIFY2(stopped.state == RunState::Stopped, sentence(stopped));
            QCOMPARE(stopped.step, stops[i]);
        }
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
    }

    void aCheckpointWithEarlierNamesGoesOnToTheBit_data() { addVariants(); }

    void aCheckpointWithEarlierNamesGoesOnToTheBit()
    {
        QFETCH(QString, network);
        QFETCH(QString, forcing);
        const ExperimentSpec spec = small::forced(network, forcing);
        small::train(spec, whole());
        small::trainUntil(spec, run(), 5);
        small::renameAsBefore(run(),
                              {{"encoder.embedding.", "source_embedding."},
                               {"encoder.rnn.", "encoder."},
                               {"encoder.transformer.", "encoder."}});
        const auto earlier = core::readSafetensors(core::checkpointPath(run(), "last"));
        QVERIFY(earlier.find("source_embedding.weight") != nullptr);
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
    }

    void accumulationAndTokenBudgetsResumeToo()
    {
        ExperimentSpec spec = small::forced(QString::fromStdString(small::kRecurrent.dump()),
                                            R"({"kind":"inverse_sigmoid"})");
        spec.training.accumulation = 2;
        spec.training.batchTokens = 14;
        spec.training.monitor = "valid_bleu";
        spec.training.schedule = {"reduce_on_plateau", Json::object()};
        spec = core::completedSpec(spec);
        small::train(spec, whole());
        small::trainUntil(spec, run(), 5);
        small::resumeUntil(run(), 13);
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
    }

    void lookingIntoItChangesNothing_data() { addVariants(); }

    void lookingIntoItChangesNothing()
    {
        QFETCH(QString, network);
        QFETCH(QString, forcing);
        const ExperimentSpec spec = small::forced(network, forcing);
        small::train(spec, whole());
        core::RunControl control;
        int64_t looks = 0;
        QCOMPARE(small::shortfall(core::train(spec, run(), control, lookingIn(control, looks))),
                 ""s);
        QVERIFY(looks >= 9);
        QCOMPARE(difference(whole(), run()), ""s);
    }
};

UNROLL_TEST(TranslationResumeTest, QCoreApplication)
#include "translation_resume_test.moc"
