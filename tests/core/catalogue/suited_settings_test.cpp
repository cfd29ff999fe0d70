#include "core/catalogue/suited_settings.h"

#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "tests/support/test_case.h"

using core::SuitedSettings;

namespace {

core::ExperimentSpec preset(const char* id)
{
    return core::findPreset(id).spec;
}

/// Texts of 15 tokens each, and enough of them for validation.
core::DataSize texts(int64_t rows)
{
    return {{rows, 15.0 * double(rows), 15}, 1000};
}

int64_t updates(const core::ExperimentSpec& spec, const core::DataSize& data)
{
    return core::plannedEpoch(spec, data.train).batches;
}

} // namespace

class SuitedSettingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dataOfThePresetsOwnSizeChangeNothing_data()
    {
        addColumns<QString, int>("id", "rows");
        addColumn<int>("words"); // Of a text on the average.
        const auto row = [](const char* id, int rows, int words) {
            newRow(id, QString::fromLatin1(id), rows, words);
        };
        row("ner", 14041, 15);
        row("upos", 12544, 16);
        row("tweets", 5400, 20);
        row("names", 18067, 7);
        row("ag-news", 8999, 40);
        row("imdb-bilstm-attention", 22500, 230);
        row("imdb-transformer", 22500, 230);
        row("reviews", 7200, 20);
        row("multi30k-lstm-attention", 29000, 12);
        row("multi30k-transformer", 29000, 12);
        row("ptb", 42068, 22);
        row("ptb-tied", 42068, 22);
        row("shakespeare", 32777, 34); // Lines and characters.
    }

    void dataOfThePresetsOwnSizeChangeNothing()
    {
        QFETCH(QString, id);
        QFETCH(int, rows);
        QFETCH(int, words);
        const core::ExperimentSpec spec = preset(qPrintable(id));
        const SuitedSettings suited
            = core::suitedSettings(spec, {{rows, double(rows) * words, words}, rows / 10});
        for (const core::Message& why : suited.why)
            qWarning("%s", why.plain().c_str());
        QVERIFY(suited.changes.empty());
        QVERIFY(suited.why.empty());
        QVERIFY(suited.spec == spec);
    }

    void everyPresetLearnsFromAHundredTexts_data()
    {
        addColumn<QString>("id");
        for (const core::Preset& each : core::presets())
            newRow(each.id.c_str(), QString::fromStdString(each.id));
    }

    void everyPresetLearnsFromAHundredTexts()
    {
        QFETCH(QString, id);
        const core::ExperimentSpec spec = preset(qPrintable(id));
        const SuitedSettings suited = core::suitedSettings(spec, texts(90));
        const int64_t each = updates(suited.spec, texts(90));
        const core::TrainingSpec& training = suited.spec.training;
        QVERIFY2(!suited.changes.empty(), qPrintable(id));
        QCOMPARE(training.batchSize, int64_t{8});
        // As many updates as are wanted, or all epochs that are allowed.
        QVERIFY(each * training.epochs >= 500 || training.epochs == 100);
        QVERIFY(training.epochs <= 100);
        if (spec.training.patience > 0)
            QVERIFY(each * training.patience >= 200 || training.patience == training.epochs);
        else
            QCOMPARE(training.patience, int64_t{0});
        std::vector<core::Problem> problems;
        QVERIFY(core::specFromJson(core::specToJson(suited.spec), problems) == suited.spec);
        QVERIFY(problems.empty());
        // Nothing but what is listed.
        core::ExperimentSpec listed = spec;
        for (const core::SuitedSetting& change : suited.changes)
            listed = core::withValue(listed, change.path, change.after);
        QVERIFY(listed == suited.spec);
    }

    void theSentenceNamesWhatWasChanged()
    {
        const SuitedSettings suited = core::suitedSettings(preset("names"), texts(90));
        QCOMPARE(suited.why.size(), size_t{1});
        QCOMPARE(QString::fromStdString(suited.why.front().plain()),
                 u"An epoch of these data would have only 2 updates with the settings of the "
                 "preset, so these were changed: training.batch_size 64 → 8, training.epochs "
                 "10 → 42, training.patience 3 → 17."_s);
    }

    void aTenthGetsLessThanAHundredth()
    {
        const core::ExperimentSpec spec = preset("tweets");
        const SuitedSettings tenth = core::suitedSettings(spec, texts(1080));
        QCOMPARE(tenth.spec.training.batchSize, int64_t{16});
        QVERIFY(updates(tenth.spec, texts(1080)) >= 64);
        QCOMPARE(tenth.spec.training.epochs, spec.training.epochs); // 68 updates each are enough.
        const SuitedSettings hundredth = core::suitedSettings(spec, texts(108));
        QCOMPARE(hundredth.spec.training.batchSize, int64_t{8});
        QVERIFY(hundredth.spec.training.epochs > spec.training.epochs);
    }

    void whatAPersonHasSetStays()
    {
        core::ExperimentSpec spec = preset("names");
        const auto changed = [&](const std::set<std::string>& given) {
            std::set<std::string> paths;
            for (const core::SuitedSetting& each :
                 core::suitedSettings(spec, texts(90), given).changes)
                paths.insert(each.path);
            return paths;
        };
        const std::set<std::string> all{"training.batch_size", "training.epochs",
                                        "training.patience"};
        QVERIFY(changed({}) == all);
        QVERIFY(changed({"model.network", "train", "training.batch_sizes"}) == all);
        QVERIFY(changed({"training.batch_size"})
                == (std::set<std::string>{"training.epochs", "training.patience"}));
        QVERIFY(changed({"training.epochs", "training.patience"})
                == std::set<std::string>{"training.batch_size"});
        QVERIFY(changed({"training"}).empty());
    }

    void aLimitOfUpdatesIsNoReasonForEpochs()
    {
        core::ExperimentSpec spec = preset("names");
        spec.training.maximumUpdates = 24;
        QCOMPARE(core::suitedSettings(spec, texts(90)).spec.training.epochs, spec.training.epochs);
    }

    void aHandfulOfValidationTextsGoesByItsLoss()
    {
        const auto suited = [](const char* id, int64_t valid, const char* given = "text") {
            core::DataSize data = texts(100000);
            data.validTexts = valid;
            return core::suitedSettings(preset(id), data, {given});
        };
        const SuitedSettings few = suited("ag-news", 10);
        QCOMPARE(few.spec.training.monitor, "valid_loss"s);
        QCOMPARE(few.changes.size(), size_t{1});
        QVERIFY(few.changes.front()
                == (core::SuitedSetting{"training.monitor", "valid_accuracy", "valid_loss"}));
        QCOMPARE(QString::fromStdString(few.why.front().plain()),
                 u"Validation has only 10 texts, too few for their accuracy to tell "
                 "epochs apart: training.monitor goes by their loss instead."_s);
        QVERIFY(suited("ag-news", 50).changes.empty());
        QVERIFY(suited("ag-news", 0).changes.empty());
        QVERIFY(suited("ag-news", 10, "training.monitor").changes.empty());
        // Each of them has many tokens, so the score is finer.
        QVERIFY(suited("ner", 10).changes.empty());
    }

    void taggersOfCharactersLeaveOutWordsSeenOnce()
    {
        core::ExperimentSpec ner = preset("ner");
        const auto frequency = [](const core::ExperimentSpec& spec, int64_t rows,
                                  const std::set<std::string>& given = {}) {
            return core::suitedSettings(spec, texts(rows), given).spec.text.minimumFrequency;
        };
        QCOMPARE(ner.text.minimumFrequency, int64_t{1});
        QCOMPARE(frequency(ner, 300), int64_t{2});
        QCOMPARE(frequency(ner, 14041), int64_t{1});
        QCOMPARE(frequency(ner, 300, {"text.minimum_frequency"}), int64_t{1});
        const SuitedSettings suited = core::suitedSettings(ner, texts(300), {"training"});
        QCOMPARE(suited.changes.size(), size_t{1});
        QCOMPARE(QString::fromStdString(suited.why.front().plain()),
                 QStringLiteral("The training texts have only about 4500 words. Words seen once "
                                "are recognised by their characters alone "
                                "(text.minimum_frequency is 2 instead of 1)."));
        ner.task.options["characters"] = {{"kind", "none"}};
        QCOMPARE(frequency(ner, 300), int64_t{1});
        // A character that is seen once is no word, and a translator has nothing else to go by.
        QCOMPARE(frequency(preset("names"), 300), int64_t{1});
        QCOMPARE(frequency(preset("reverse"), 300), int64_t{1});
    }

    void noTextsSayNothing() { QVERIFY(core::suitedSettings(preset("names"), {}).changes.empty()); }

    void aPreviewTellsTokensOfTheTokeniser()
    {
        core::DataPreview preview;
        preview.read = core::TaskColumns{"classification",
                                         {core::ColumnKind::Text, core::ColumnKind::Class}};
        preview.trainRows = 300;
        preview.lengths.median = 2;
        preview.sampleTexts = {"ab cd", "a bcde"};
        preview.validRows = 40;
        const core::DataSize words = core::dataSize(preset("reviews"), preview);
        QCOMPARE(words.train.rows, int64_t{300});
        QCOMPARE(words.train.tokens, 600.0);
        QCOMPARE(words.validTexts, int64_t{40});
        QCOMPARE(core::dataSize(preset("names"), preview).train.tokens, 5.5 * 300);
        // Has to be trained first: its words.
        preview.lengths.median = 7;
        QCOMPARE(core::dataSize(preset("multi30k-transformer"), preview).train.tokens, 2100.0);
    }
};

UNROLL_TEST(SuitedSettingsTest, QCoreApplication)
#include "suited_settings_test.moc"
