#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/task/translation/translation_options.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

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
            const std::vector<core::ExperimentSpec> runs = core::comparedSpecs(preset.spec);
            QCOMPARE(runs.size(), std::max<size_t>(1, preset.compared.size()));
            std::set<std::string> runNames;
            for (const core::ExperimentSpec& run : runs) {
                QVERIFY2(runNames.insert(run.name).second, run.name.c_str());
                QVERIFY2(runs.size() == 1 || run.model != runs.front().model
                             || &run == &runs.front(),
                         run.name.c_str());
                QCOMPARE(core::crossCheck(run).size(), size_t{0});
            }
        }
        QCOMPARE(core::presets().front().id, "reviews"s);
        QVERIFY(!core::presets().front().needsData);
    }

    /// The two differ in the equations alone; a cell that is not typed has nothing beside it.
    void aTypedCellIsComparedWithTheKnownOne()
    {
        core::ExperimentSpec spec = core::findPreset("reviews").spec;
        spec.name = "mine";
        spec = core::withValue(spec, "model.network.kind", "typed_cell");
        spec = core::withValue(spec, "model.network.cell_text", "h = tanh(W x + h_{t-1})");
        QCOMPARE(core::comparedSpecs(spec).size(), size_t{1});
        spec = core::withValue(spec, "model.network.compared_with", "gru");
        std::vector<core::ExperimentSpec> runs = core::comparedSpecs(spec);
        QCOMPARE(runs.size(), size_t{2});
        QCOMPARE(runs[0].name, "mine-typed"s);
        QCOMPARE(runs[1].name, "mine-gru"s);
        core::Json& options = runs[1].model.network.options;
        QVERIFY(options.at("cell_text").get<std::string>().find("sigmoid") != std::string::npos);
        for (core::ExperimentSpec& run : runs) {
            QCOMPARE(core::crossCheck(run).size(), size_t{0});
            QCOMPARE(core::comparedSpecs(run).size(), size_t{1}); // A run is one run.
            run.name = "same";
        }
        options["cell_text"] = runs[0].model.network.options.at("cell_text");
        QVERIFY(runs[0] == runs[1]);

        spec = core::findPreset("reverse").spec; // A translator names its cell by an option.
        spec = core::withValue(spec, "model.network.compared_with", "lstm");
        QCOMPARE(core::comparedSpecs(spec).size(), size_t{1});
        spec = core::withValue(spec, "model.network.cell", "typed_cell");
        QCOMPARE(core::comparedSpecs(spec).size(), size_t{2});
    }

    /// A filter needs all its neighbours: dropout of word vectors, as of the recurrent presets,
    /// makes the network underfit.
    void convolutionsHaveAPresetThatKeepsWordVectors()
    {
        int found = 0;
        for (const core::Preset& preset : core::presets())
            if (preset.spec.model.network.kind == "cnn") {
                ++found;
                QVERIFY2(preset.spec.model.embedding.dropout <= 0.1, preset.id.c_str());
                QVERIFY(preset.spec.model.network.options.at("widths") == (core::Json{3, 4, 5}));
                QCOMPARE(preset.spec.training.monitor, "valid_accuracy"s);
            }
        QVERIFY(found > 0);
    }

    void everyKindOfTheCatalogueDescribesItself()
    {
        for (const auto& [family, kinds] : core::catalogue()) {
            QVERIFY2(!kinds.empty(), family.c_str());
            for (const core::KindDescription& kind : kinds) {
                const std::string name = family + "." + kind.id;
                QVERIFY2(!kind.title.empty() && !kind.summary.empty(), name.c_str());
                QVERIFY2(kind.formula.text.empty() == kind.formula.latex.empty(), name.c_str());
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
        QCOMPARE(spec.training.optimiser.kind, "sgd"s);
        spec = core::withValue(spec, "training.optimiser.learning_rate", "0.25");
        QCOMPARE(spec.training.optimiser.options.at("learning_rate").get<double>(), 0.25);
        spec = core::withValue(spec, "text.cleaning", "lower_case,strip_html");
        QCOMPARE(spec.text.cleaning.size(), size_t{2});
        spec = core::withValue(spec, "data.train", "a.csv,b.csv");
        QCOMPARE(spec.data.train, (Strings{"a.csv", "b.csv"}));
    }

    void entriesOfListsAreReachedByTheirNumbers()
    {
        core::ExperimentSpec spec = core::findPreset("reviews").spec;
        spec = core::withValue(spec, "text.cleaning", "lower_case,strip_html");
        spec = core::withValue(spec, "text.cleaning[1].kind", "normalise_unicode");
        QCOMPARE(spec.text.cleaning.at(0).kind, "lower_case"s);
        QCOMPARE(spec.text.cleaning.at(1).kind, "normalise_unicode"s);
        const auto& options = spec.text.cleaning.at(1).options;
        QVERIFY(!options.empty());
        const std::string name = options.begin().key();
        const core::Setting* found = nullptr;
        for (const core::Setting& setting : core::allSettings())
            if (setting.path == "text.cleaning[0]." + name)
                found = &setting;
        QVERIFY(found != nullptr && found->option->choices.size() > 1);
        const std::string value = found->option->choices.back().value;
        spec = core::withValue(spec, "text.cleaning[1]." + name, value);
        QCOMPARE(spec.text.cleaning.at(1).options.at(name).get<std::string>(), value);
        spec = core::withValue(spec, "text.cleaning[2]", "strip_html"); // Behind the last: added.
        QCOMPARE(spec.text.cleaning.size(), size_t{3});
        spec = core::withValue(spec, "data.sample", "none");
        spec = core::withValue(spec, "data.train[0]", "a,b.csv"); // One name, whatever is in it.
        QCOMPARE(spec.data.train, (Strings{"a,b.csv"}));
    }

    void everySettingIsFoundByItsPath()
    {
        // Each is set to its standard: in a spec that has chosen the kind that it is an option of.
        QVERIFY(core::allSettings().size() > 100);
        for (const char* preset : {"reviews", "reverse"}) {
            const core::ExperimentSpec spec = core::findPreset(preset).spec;
            size_t reached = 0;
            for (const core::Setting& setting : core::allSettings()) {
                try {
                    core::withValue(spec, setting.path, "\x01");
                } catch (const core::WrongSetting& error) {
                    // Of a kind that is not chosen; the sentence says so or counts the list.
                    const std::string what = error.failure().what.text;
                    const bool valueOnly = what.find("is not a valid value") != std::string::npos
                        || what.find("does not exist for the task") != std::string::npos
                        || what == "%1"; // A value out of its range.
                    reached += valueOnly ? 1 : 0;
                    QVERIFY2(valueOnly || what.find("these have it") != std::string::npos
                                 || what.find("no setting") != std::string::npos,
                             setting.path.c_str());
                }
            }
            QVERIFY(reached > 30);
        }
    }

    void theKindThatIsChosenKeepsItsOptions()
    {
        core::ExperimentSpec spec = core::findPreset("reviews").spec;
        spec = core::withValue(spec, "training.optimiser", "sgd");
        spec = core::withValue(spec, "training.optimiser.learning_rate", "0.25");
        spec = core::withValue(spec, "training.optimiser", "sgd");
        QCOMPARE(spec.training.optimiser.options.at("learning_rate").get<double>(), 0.25);
    }

    void anOptionOfTheOnlyFormatThatHasItChoosesThatFormat()
    {
        core::ExperimentSpec spec = core::findPreset("reviews").spec;
        QCOMPARE(spec.data.format.kind, "auto"s);
        spec = core::withValue(spec, "data.format.text_columns", "title,body");
        QCOMPARE(spec.data.format.kind, "delimited"s);
        QCOMPARE(spec.data.format.options.at("text_columns"), core::Json({"title", "body"}));
        spec = core::withValue(spec, "data.format.label_column", "2");
        QCOMPARE(spec.data.format.options.at("text_columns"), core::Json({"title", "body"}));
    }

    void unknownSettingsNameTheNearest_data()
    {
        addColumns<QString, QString>("path", "said");
        newRow("last step", "training.epohs", "did you mean training.epochs?");
        newRow("first step", "trainig.epochs", "did you mean training.epochs?");
        newRow("without its section", "epochs", "did you mean training.epochs?");
        newRow("option of a kind", "model.network.hiden_size",
               "did you mean model.network.hidden_size?");
        newRow("without the kind", "model.hidden_size", "did you mean model.network.hidden_size?");
        newRow("another kind's", "model.network.norm_embedding",
               "Set model.network=transformer first.");
        newRow("a section", "training", "training.epochs");
        newRow("an entry too far", "text.cleaning[9].kind", "text.cleaning[9]");
        newRow("an entry of no list", "training.epochs[0]", "training.epochs[0]");
        newRow("nothing near", "xylophone", "no setting \"xylophone\".");
        newRow("empty", "", "no setting");
    }
    void unknownSettingsNameTheNearest()
    {
        QFETCH(QString, path);
        QFETCH(QString, said);
        try {
            core::withValue(core::findPreset("reviews").spec, path.toStdString(), "3");
            QFAIL("It was taken.");
        } catch (const core::WrongSetting& error) {
            const std::string sentence = error.failure().sentence();
            QVERIFY2(sentence.find(said.toStdString()) != std::string::npos, sentence.c_str());
        }
    }

    void pathsOfVersion1NameThoseOfToday_data()
    {
        addColumns<QString, QString>("path", "now");
        const auto row = [](const char* path, const char* now) { newRow(path, path, now); };
        row("target_text.maximum_length", "task.target_text.maximum_length");
        row("target_text.joint", "task.target_text.joint");
        row("target_text.cleaning[1].form", "task.target_text.cleaning[0].form");
        row("decoding.search", "task.decoding.search");
        row("decoding.search.width", "task.decoding.search.width");
        row("decoding.validation_sentences", "task.decoding.validation_sentences");
        row("training.teacher_forcing", "task.teacher_forcing");
        row("training.teacher_forcing.ratio", "task.teacher_forcing.ratio");
    }
    void pathsOfVersion1NameThoseOfToday()
    {
        QFETCH(QString, path);
        QFETCH(QString, now);
        try {
            core::withValue(core::findPreset("reverse").spec, path.toStdString(), "3");
            QFAIL("It was taken.");
        } catch (const core::WrongSetting& error) {
            const QString sentence = QString::fromStdString(error.failure().sentence());
            QVERIFY2(sentence.contains(u"did you mean %1?"_s.arg(now)), qPrintable(sentence));
        }
    }

    void specsOfVersion1AreReadAsTheyWere()
    {
        const core::ExperimentSpec spec = core::findPreset("multi30k-transformer").spec;
        core::Json old = core::specToJson(spec);
        const core::Json own = old["task"];
        old["version"] = 1;
        old["task"] = "translation";
        for (const char* section : {"target_text", "decoding"})
            old[section] = own[section];
        old["training"]["teacher_forcing"] = own["teacher_forcing"];
        QVERIFY(core::specFromJson(old) == spec);
        QCOMPARE(core::specToJson(core::specFromJson(old))["version"], core::Json(2));
        old.erase("version"); // Whoever wrote one by hand may have left it out.
        QVERIFY(core::specFromJson(old) == spec);
        // What is wrong is said by the path that it has now.
        old["decoding"]["search"] = {{"kind", "beam"}, {"width", 0}};
        std::vector<core::Problem> problems;
        core::specFromJson(old, problems);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, "task.decoding.search.width"s);
        old["version"] = 2; // Of which it is no part.
        problems.clear();
        core::specFromJson(old, problems);
        QCOMPARE(problems.front().path, "target_text"s);
        // Other tasks' files of version 1 could hold it without an effect.
        core::Json other = core::specToJson(core::findPreset("reviews").spec);
        other["version"] = 1;
        other["task"] = "classification";
        other["decoding"] = own["decoding"];
        QVERIFY(core::specFromJson(other) == core::findPreset("reviews").spec);
        // The default of a spec that names no task.
        QVERIFY(core::specFromJson({{"version", 1}}) == core::specFromJson({{"version", 2}}));
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
            const core::Failure failure
                = support::failureOf([&] { core::withValue(spec, path, value); });
            QVERIFY(failure.code == core::ErrorCode::BadSetting);
            QVERIFY(!failure.sentence().empty());
        }
    }

    void allProblemsOfAFileAreSaidAtOnceWithTheirPaths()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "bad.unroll";
        core::writeFileAtomically(path, R"({"training": {"epochs": "five", "seed": -1},
                                            "text": {"vocabulary_size": 2}, "modle": {}})");
        const std::string sentence = support::sentenceOf([&] { core::readSpec(path); });
        for (const char* expected : {"training.epochs", "training.seed", "text.vocabulary_size",
                                     "modle", "did you mean model"})
            QVERIFY2(sentence.find(expected) != std::string::npos, expected);
    }

    void brokenJsonNamesTheLine()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "bad.unroll";
        core::writeFileAtomically(path, "{\n\"name\": \"a\",\n\"task\": oops\n}");
        QVERIFY(support::contains(support::sentenceOf([&] { core::readSpec(path); }), "line 3"));
    }

    void aNumberTooLargeIsASentence()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "big.unroll";
        core::writeFileAtomically(path, R"({"training": {"clip_norm": 1e999}})");
        const core::Failure failure = support::failureOf([&] { core::readSpec(path); });
        QCOMPARE(failure.code, core::ErrorCode::FileMalformed);
        QVERIFY(support::contains(failure.sentence(), "too large"));
    }

    void aPathThatIsNotUtf8IsRefusedByItsPlace()
    {
        core::ExperimentSpec spec = core::presets().front().spec;
        spec.data.train = {"good.csv", "caf\xe9.csv"};
        std::vector<core::Problem> problems;
        core::specFromJson(core::specToJson(spec), problems);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, "data.train[1]"s);
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
        QCOMPARE(problems.front().path, "version"s);
    }

    void filesHoldWhatServesTheirTask()
    {
        const core::Json classifier = core::specToJson(core::findPreset("reviews").spec);
        QCOMPARE(classifier["task"].dump(),
                 R"({"kind":"classification","hidden_layers":[],"hidden_activation":"relu",)"
                 R"("single_output":false})"s);
        for (const char* option :
             {"train_target", "valid_target", "test_target", "source_language", "target_language"})
            QVERIFY2(!classifier["data"].contains(option), option);
        const core::Json translator = core::specToJson(core::findPreset("reverse").spec);
        for (const char* own : {"target_text", "decoding", "teacher_forcing"})
            QVERIFY2(translator["task"].contains(own), own);
        QVERIFY(translator["data"].contains("train_target"));
        // And both are read again as they were.
        QVERIFY(core::specFromJson(translator) == core::findPreset("reverse").spec);
        QVERIFY(core::specFromJson(classifier) == core::findPreset("reviews").spec);
    }

    void presetsOfTranslationAreComplete()
    {
        int64_t count = 0;
        for (const core::Preset& preset : core::presets()) {
            if (preset.spec.task.kind != "translation")
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
            QCOMPARE(core::findPreset(wanted).spec.task.kind, "translation"s);
    }

    void kindsOfAnotherTaskAreRefused_data()
    {
        addColumns<QString, QString, QString>("preset", "path", "value");
        newRow("translator classifies", "reviews", "model.network", "seq2seq");
        newRow("classifier translates", "reverse", "model.network", "lstm");
        newRow("texts without targets", "reverse", "data.sample", "reviews");
        newRow("pairs without classes", "reviews", "data.sample", "dates");
        newRow("another task's network", "reviews", "task", "translation");
        newRow("score of another task", "reviews", "training.monitor", "valid_bleu");
    }
    void kindsOfAnotherTaskAreRefused()
    {
        QFETCH(QString, preset);
        QFETCH(QString, path);
        QFETCH(QString, value);
        const core::Failure failure = support::failureOf([&] {
            core::withValue(core::findPreset(preset.toStdString()).spec, path.toStdString(),
                            value.toStdString());
        });
        QVERIFY(failure.code == core::ErrorCode::BadSetting);
        const std::string sentence = failure.sentence();
        const std::string named = path == u"task"_s ? "model.network" : path.toStdString();
        QVERIFY2(sentence.find(named) != std::string::npos, sentence.c_str());
    }

    void settingsOfAnotherTaskAreRefused()
    {
        const core::ExperimentSpec& spec = core::findPreset("reviews").spec;
        for (const char* path : {"task.target_text.maximum_length", "task.decoding.search",
                                 "task.teacher_forcing.ratio", "data.train_target"}) {
            const std::string sentence
                = support::sentenceOf([&] { core::withValue(spec, path, "3"); });
            QVERIFY2(sentence.find("does not exist for the task") != std::string::npos,
                     sentence.c_str());
        }
        const core::ExperimentSpec forced = core::withValue(
            core::withValue(core::findPreset("reverse").spec, "task.teacher_forcing", "constant"),
            "task.teacher_forcing.ratio", "0.5");
        QCOMPARE(core::translationOptions(forced).teacherForcing.options.at("ratio").get<double>(),
                 0.5);
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 core::withValue(forced, "task.teacher_forcing.ratio", "1.5"));
    }

    void rulesOfTranslationAreSentences()
    {
        core::ExperimentSpec spec = core::findPreset("multi30k-transformer").spec;
        spec.data.train = {"a.de", "b.de"};
        spec.data.trainTarget = {"a.en"};
        auto problems = core::crossCheck(spec);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, "data.train_target"s);
        spec.data.trainTarget.push_back("b.en");
        QVERIFY(core::crossCheck(spec).empty());
        spec.training.monitor = "valid_bleu";
        QVERIFY(core::crossCheck(spec).empty());
        core::TranslationOptions options = core::translationOptions(spec);
        options.decoding.validationSentences = 0; // Then BLEU is never known.
        core::setTranslationOptions(spec, options);
        problems = core::crossCheck(spec);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, "training.monitor"s);
        core::ExperimentSpec reverse = core::findPreset("reverse").spec;
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 core::withValue(reverse, "task.decoding.search.width", "0"));
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
UNROLL_TEST(SpecJsonTest, QCoreApplication)
#include "spec_json_test.moc"
