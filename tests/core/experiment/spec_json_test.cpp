#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/experiment/presets.h"
#include "core/experiment/spec_json.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <set>

class SpecJsonTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPresetIsValidAndSurvivesJson()
    {
        std::set<std::string> names;
        for (const core::Preset& preset : core::presets()) {
            QVERIFY2(names.insert(preset.id).second, preset.id.c_str());
            std::vector<core::Problem> problems;
            const auto again = core::specFromJson(core::specToJson(preset.spec), problems);
            for (const core::Problem& problem : problems)
                qWarning("%s: %s", preset.id.c_str(), problem.what.plain().c_str());
            QVERIFY2(problems.empty(), preset.id.c_str());
            QVERIFY2(again == preset.spec, preset.id.c_str());
            QCOMPARE(core::crossCheck(preset.spec).size(), size_t{0});
        }
        QCOMPARE(core::presets().front().id, std::string("reviews"));
        QVERIFY(!core::presets().front().needsData);
    }

    void everyKindOfTheCatalogueDescribesItself()
    {
        for (const auto& [family, kinds] : core::catalogue()) {
            QVERIFY2(!kinds.empty(), family.c_str());
            for (const core::KindDescription& kind : kinds) {
                const std::string name = family + "." + kind.id;
                QVERIFY2(!kind.title.empty() && !kind.summary.empty(), name.c_str());
                for (const core::OptionDescription& option : kind.options)
                    QVERIFY2(!option.label.empty() && !option.help.empty(),
                             (name + "." + option.name).c_str());
                if (family != "task" && family != "export")
                    QVERIFY2(
                        !core::defaultSelection(core::catalogue(), family, kind.id).kind.empty(),
                        name.c_str());
            }
        }
    }

    void settingsAreReachedByTheirPaths()
    {
        core::ExperimentSpec spec = core::findPreset("reviews").spec;
        spec = core::withValue(spec, "model.network.hidden_size", "17");
        QCOMPARE(spec.model.network.options.at("hidden_size").get<int64_t>(), int64_t{17});
        spec = core::withValue(spec, "training.optimiser", "sgd");
        QCOMPARE(spec.training.optimiser.kind, std::string("sgd"));
        spec = core::withValue(spec, "training.optimiser.learning_rate", "0.25");
        QCOMPARE(spec.training.optimiser.options.at("learning_rate").get<double>(), 0.25);
        spec = core::withValue(spec, "text.cleaning", "lower_case,strip_html");
        QCOMPARE(spec.text.cleaning.size(), size_t{2});
        spec = core::withValue(spec, "data.train", "a.csv,b.csv");
        QCOMPARE(spec.data.train, (std::vector<std::string>{"a.csv", "b.csv"}));
    }

    void wrongPathsAndValuesAreSentences()
    {
        const core::ExperimentSpec& spec = core::findPreset("reviews").spec;
        for (const auto& [path, value] : {std::pair{"model.netwrk", "lstm"},
                                          {"training", "3"},
                                          {"training.epochs", "many"},
                                          {"training.epochs", "0"},
                                          {"model.network", "quantum"},
                                          {"training.device", "tpu"}}) {
            try {
                core::withValue(spec, path, value);
                QFAIL(path);
            } catch (const core::Error& error) {
                QVERIFY(error.failure().code == core::ErrorCode::BadSetting);
                QVERIFY(!error.failure().sentence().empty());
            }
        }
    }

    void allProblemsOfAFileAreSaidAtOnceWithTheirPaths()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "bad.unroll";
        core::writeFileAtomically(path, R"({"training": {"epochs": "five", "seed": -1},
                                            "text": {"vocabulary_size": 2}, "modle": {}})");
        try {
            core::readSpec(path);
            QFAIL("A bad spec was read.");
        } catch (const core::Error& error) {
            const std::string sentence = error.failure().sentence();
            for (const char* expected : {"training.epochs", "training.seed", "text.vocabulary_size",
                                         "modle", "did you mean model"})
                QVERIFY2(sentence.find(expected) != std::string::npos, expected);
        }
    }

    void brokenJsonNamesTheLine()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "bad.unroll";
        core::writeFileAtomically(path, "{\n\"name\": \"a\",\n\"task\": oops\n}");
        try {
            core::readSpec(path);
            QFAIL("Broken JSON was read.");
        } catch (const core::Error& error) {
            QVERIFY(error.failure().sentence().find("line 3") != std::string::npos);
        }
    }

    void aNumberTooLargeIsASentence()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "big.unroll";
        core::writeFileAtomically(path, R"({"training": {"clip_norm": 1e999}})");
        try {
            core::readSpec(path);
            QFAIL("A number that no double holds was read.");
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::FileMalformed);
            QVERIFY(error.failure().sentence().find("too large") != std::string::npos);
        }
    }

    void aPathThatIsNotUtf8IsRefusedByItsPlace()
    {
        core::ExperimentSpec spec = core::presets().front().spec;
        spec.data.train = {"good.csv", "caf\xe9.csv"};
        std::vector<core::Problem> problems;
        core::specFromJson(core::specToJson(spec), problems);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, std::string("data.train[1]"));
        QVERIFY(problems.front().what.plain().find("not UTF-8") != std::string::npos);
    }

    void aKindIsSetByThePathThatTheSpecPrints()
    {
        const core::ExperimentSpec spec = core::presets().front().spec;
        QVERIFY(core::withValue(spec, "model.network.kind", "gru")
                == core::withValue(spec, "model.network", "gru"));
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 core::withValue(spec, "model.network.kind.layers", "2"));
        QVERIFY_THROWS_EXCEPTION(core::Error, core::withValue(spec, "training.kind", "gru"));
    }

    void aSpecOfANewerProgramIsRefused()
    {
        core::Json json = core::specToJson(core::presets().front().spec);
        json["version"] = core::kSpecVersion + 1;
        std::vector<core::Problem> problems;
        core::specFromJson(json, problems);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, std::string("version"));
    }

    void filesHoldWhatServesTheirTask()
    {
        const core::Json classifier = core::specToJson(core::findPreset("reviews").spec);
        for (const char* section : {"target_text", "decoding"})
            QVERIFY2(!classifier.contains(section), section);
        for (const char* option :
             {"train_target", "valid_target", "test_target", "source_language", "target_language"})
            QVERIFY2(!classifier["data"].contains(option), option);
        QVERIFY(!classifier["training"].contains("teacher_forcing"));
        const core::Json translator = core::specToJson(core::findPreset("reverse").spec);
        for (const char* section : {"target_text", "decoding"})
            QVERIFY2(translator.contains(section), section);
        QVERIFY(translator["data"].contains("train_target"));
        QVERIFY(translator["training"].contains("teacher_forcing"));
        // And both are read again as they were.
        QVERIFY(core::specFromJson(translator) == core::findPreset("reverse").spec);
        QVERIFY(core::specFromJson(classifier) == core::findPreset("reviews").spec);
    }

    void presetsOfTranslationAreComplete()
    {
        int64_t count = 0;
        for (const core::Preset& preset : core::presets()) {
            if (preset.spec.task != "translation")
                continue;
            ++count;
            QVERIFY2(core::completedSpec(preset.spec) == preset.spec, preset.id.c_str());
            QVERIFY2(preset.needsData == (preset.spec.data.sample.kind == "none"),
                     preset.id.c_str());
            QCOMPARE(preset.spec.name, preset.id);
        }
        QVERIFY(count >= 5);
        for (const char* wanted :
             {"reverse", "dates", "multi30k-lstm-attention", "multi30k-transformer"})
            QCOMPARE(core::findPreset(wanted).spec.task, std::string("translation"));
    }

    void kindsOfAnotherTaskAreRefused_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::newRow("translator classifies") << "reviews"
                                               << "model.network"
                                               << "seq2seq";
        QTest::newRow("classifier translates") << "reverse"
                                               << "model.network"
                                               << "lstm";
        QTest::newRow("texts without targets") << "reverse"
                                               << "data.sample"
                                               << "reviews";
        QTest::newRow("pairs without classes") << "reviews"
                                               << "data.sample"
                                               << "dates";
        QTest::newRow("another task's network") << "reviews"
                                                << "task"
                                                << "translation";
        QTest::newRow("score of another task") << "reviews"
                                               << "training.monitor"
                                               << "valid_bleu";
    }
    void kindsOfAnotherTaskAreRefused()
    {
        QFETCH(QString, preset);
        QFETCH(QString, path);
        QFETCH(QString, value);
        try {
            core::withValue(core::findPreset(preset.toStdString()).spec, path.toStdString(),
                            value.toStdString());
            QFAIL("It was taken.");
        } catch (const core::Error& error) {
            QVERIFY(error.failure().code == core::ErrorCode::BadSetting);
            const std::string sentence = error.failure().sentence();
            const std::string named
                = path == QStringLiteral("task") ? "model.network" : path.toStdString();
            QVERIFY2(sentence.find(named) != std::string::npos, sentence.c_str());
        }
    }

    void settingsOfAnotherTaskAreRefused()
    {
        const core::ExperimentSpec& spec = core::findPreset("reviews").spec;
        for (const char* path : {"target_text.maximum_length", "decoding.search",
                                 "training.teacher_forcing.ratio", "data.train_target"}) {
            try {
                core::withValue(spec, path, "3");
                QFAIL(path);
            } catch (const core::Error& error) {
                const std::string sentence = error.failure().sentence();
                QVERIFY2(sentence.find("means nothing to the task") != std::string::npos,
                         sentence.c_str());
            }
        }
        const core::ExperimentSpec forced
            = core::withValue(core::withValue(core::findPreset("reverse").spec,
                                              "training.teacher_forcing", "constant"),
                              "training.teacher_forcing.ratio", "0.5");
        QCOMPARE(forced.training.teacherForcing.options.at("ratio").get<double>(), 0.5);
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 core::withValue(forced, "training.teacher_forcing.ratio", "1.5"));
    }

    void rulesOfTranslationAreSentences()
    {
        core::ExperimentSpec spec = core::findPreset("multi30k-transformer").spec;
        spec.data.train = {"a.de", "b.de"};
        spec.data.trainTarget = {"a.en"};
        auto problems = core::crossCheck(spec);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, std::string("data.train_target"));
        spec.data.trainTarget.push_back("b.en");
        QVERIFY(core::crossCheck(spec).empty());
        spec.training.monitor = "valid_bleu";
        QVERIFY(core::crossCheck(spec).empty());
        spec.decoding.validationSentences = 0; // Then BLEU is never known.
        problems = core::crossCheck(spec);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, std::string("training.monitor"));
        core::ExperimentSpec reverse = core::findPreset("reverse").spec;
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 core::withValue(reverse, "decoding.search.width", "0"));
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 core::withValue(reverse, "model.network.attention", "telepathy"));
    }

    void writingAndReadingGivesTheSameSpec()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a.unroll";
        core::ExperimentSpec spec = core::presets().front().spec;
        spec.name = "\u00FCbung \"1\"";
        core::writeSpec(spec, path);
        QVERIFY(core::readSpec(path) == spec);
    }
};
QTEST_GUILESS_MAIN(SpecJsonTest)
#include "spec_json_test.moc"
