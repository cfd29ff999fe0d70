#include "tests/support/ui_fixture.h"

#include <cmath>

// What the services would answer to the window.

namespace fixture {

core::DataPreview dataPreview()
{
    core::DataPreview preview;
    preview.spec.format.kind = "delimited";
    preview.spec.format.options
        = {{"delimiter", "comma"}, {"text_columns", core::Json::array()}, {"label_column", ""}};
    preview.encoding = "utf-8";
    preview.formatTitle = "Comma-separated values";
    preview.columns = {"id", "review", "label", "column 4"};
    const std::vector<std::string> texts{
        "the film was not bad at all", "a dull plot, but the actors save it",
        "I would not call this music, it is noise that goes on for an hour and then simply ends",
        "never boring", "the staff was friendly and the room was clean"};
    for (size_t i = 0; i < 10; ++i)
        preview.rows.push_back({std::to_string(i + 1), texts[i % texts.size()],
                                i % 2 == 0 ? "positive" : "negative", "x"});
    preview.textColumns = {1};
    preview.labelColumn = 2;
    preview.classes = {{"negative", 4480, 498, 0}, {"positive", 4520, 502, 0}};
    for (int64_t i = 0; i < 30; ++i) {
        preview.lengths.upperBounds.push_back(4 * (i + 1));
        const double x = (static_cast<double>(i) - 8.0) / 4.5;
        preview.lengths.counts.push_back(static_cast<int64_t>(900 * std::exp(-x * x / 2)));
    }
    preview.lengths.median = 36;
    preview.lengths.percentile95 = 78;
    preview.lengths.longest = 117;
    preview.trainRows = 9000;
    preview.validRows = 1000;
    preview.duplicateRows = 12;
    preview.overlapRows = 3;
    preview.badRowCount = 3;
    preview.badRows = {{"reviews.csv", 17, {"It has 2 columns where the others have 4.", {}}},
                       {"reviews.csv", 4012, {"A quote is opened and never closed.", {}}},
                       {"reviews.csv", 9100, {"It has no label.", {}}}};
    preview.textBytes = 512000;
    preview.sampleTexts = texts;
    preview.sampleLabels = {"positive", "positive", "negative", "positive", "positive"};
    preview.notes = {{"The first row names the columns.", {}}};
    return preview;
}

core::DataPreview pairPreview()
{
    core::DataPreview preview;
    preview.read = {"translation", {core::ColumnKind::Text, core::ColumnKind::Text}};
    preview.spec.sourceLanguage = "de";
    preview.spec.targetLanguage = "en";
    preview.formatTitle = "Parallel files";
    preview.columns = {"train.de", "train.en"};
    preview.rows = {{"Zwei junge Männer sind im Freien.", "Two young men are outside."},
                    {"Ein Mann mit Hut liest.", "A man with a hat is reading."},
                    {"Eine Frau spielt Gitarre auf der Straße.",
                     "A woman plays guitar in the "
                     "street."}};
    preview.textColumns = {0};
    preview.labelColumn = 1;
    preview.lengths = dataPreview().lengths;
    preview.targetLengths = preview.lengths;
    preview.targetLengths.median = 33;
    for (int i = 0; i < 20; ++i) {
        preview.lengthRatios.upperBounds.push_back(0.1 * (i + 1));
        preview.lengthRatios.counts.push_back(
            static_cast<int64_t>(4000 * std::exp(-0.2 * (i - 10) * (i - 10))));
    }
    preview.lengthRatios.median = 1.08;
    preview.trainRows = 29000;
    preview.validRows = 1014;
    preview.testRows = 1000;
    preview.badRowCount = 1;
    preview.badRows = {{"train.de", 17, {"The source side is empty.", {}}}};
    preview.textBytes = 4100000;
    return preview;
}

core::PairTextPreview pairTextPreview()
{
    core::PairTextPreview both{textPreview(), textPreview()};
    both.target.vocabularySize = 5900;
    both.target.samples = {{"The film was NOT bad at all!",
                            "the film was not bad at all!",
                            {"the", "film", "was", "not"},
                            {4, 17, 9, 12}}};
    return both;
}

core::TeacherForcingCurve teacherForcingCurve()
{
    core::TeacherForcingCurve curve;
    for (int step = 1; step <= 101; ++step) {
        curve.step.push_back(step);
        curve.probability.push_back(1.0 - 0.0075 * (step - 1));
    }
    return curve;
}

std::vector<core::PositionTable> positions()
{
    core::PositionTable table{"positions", 120, 64, {}};
    for (int row = 0; row < 120; ++row) {
        for (int column = 0; column < 64; ++column) {
            const double angle = row / std::pow(10000.0, (column / 2 * 2) / 64.0);
            table.values.push_back(
                static_cast<float>(column % 2 == 0 ? std::sin(angle) : std::cos(angle)));
        }
    }
    return {table};
}

core::TextPreview textPreview()
{
    core::TextPreview preview;
    preview.samples = {{"The film was NOT bad at all!",
                        "the film was not bad at all!",
                        {"the", "film", "was", "not", "bad", "at", "all", "!"},
                        {4, 17, 9, 12, 31, 40, 22, 8}},
                       {"A zeugmatic plot, see http://x.org",
                        "a zeugmatic plot, see",
                        {"a", "<unk>", "plot", ",", "see"},
                        {5, 1, 48, 6, 77}}};
    preview.comparison
        = {{"white space", {"The", "film", "was", "NOT", "bad", "at", "all!"}, ""},
           {"basic English", {"the", "film", "was", "not", "bad", "at", "all", "!"}, ""},
           {"SentencePiece unigram", {}, "Trained when the run starts."}};
    const std::vector<std::string> words{"<pad>", "<unk>", "<bos>", "<eos>", "the", "a",
                                         ",",     "and",   "!",     "was",   "it",  "is"};
    for (size_t i = 0; i < words.size(); ++i)
        preview.mostFrequent.push_back(
            {words[i], static_cast<int64_t>(i), i < 4 ? 0 : static_cast<int64_t>(40000 / i)});
    preview.vocabularySize = 8123;
    preview.distinctTokens = 15210;
    preview.splits = {{"train", 0.012, 0.0, 381000}, {"valid", 0.019, 0.001, 42000}};
    return preview;
}

core::ModelSummary modelSummary()
{
    core::ModelSummary summary;
    summary.layers = {{"embedding", "Embedding", "batch x length x 100", 812300, true},
                      {"rnn", "Bidirectional LSTM", "batch x length x 256", 234496, true},
                      {"pooling", "Additive attention", "batch x 256", 16512, true},
                      {"output", "Linear", "batch x 2", 514, true}};
    summary.parameters = summary.trainableParameters = 1063822;
    summary.weightBytes = 4 * summary.parameters;
    summary.trainingBytes = 96 * 1024 * 1024;
    return summary;
}

core::ScheduleCurve scheduleCurve()
{
    core::ScheduleCurve curve;
    constexpr int kUpdates = 705;
    for (int step = 1; step <= kUpdates; ++step) {
        const double done = static_cast<double>(step) / kUpdates;
        curve.step.push_back(step);
        curve.learningRate.push_back(
            0.001 * (done < 0.1 ? done / 0.1 : 0.5 + 0.5 * std::cos(3.14159 * (done - 0.1) / 0.9)));
    }
    return curve;
}

} // namespace fixture
