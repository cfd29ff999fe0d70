#include "core/data/cells/cell_text.h"
#include "core/probe/attention/attention_questions.h"
#include "core/probe/data_answers.h"
#include "core/probe/language_model/language_questions.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/updates/update_batches.h"
#include "core/train/open_run.h"
#include "core/train/update_place.h"
#include "tests/core/train/run_comparison.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

#include <fstream>

using namespace core;
using small::sentence;

namespace {

namespace fs = std::filesystem;

/// Names by class; each class has its own letters.
ExperimentSpec ofNames(const fs::path& folder)
{
    std::ofstream file(folder / "names.csv");
    file << "text,label\n";
    for (int i = 0; i < 90; ++i)
        file << (i % 3 == 0       ? "aba"
                     : i % 3 == 1 ? "cdc"
                                  : "efe")
             << (i % 2 == 0 ? "x" : "yy") << ','
             << (i % 3 == 0       ? "first"
                     : i % 3 == 1 ? "second"
                                  : "third")
             << '\n';
    file.close();
    ExperimentSpec spec = small::ofSample("none", 60, {{"kind", "class_to_text"}}, small::kLstm);
    spec.data = {};
    spec.data.train = {(folder / "names.csv").string()};
    spec.data.validFraction = spec.data.testFraction = 0.2;
    spec.text.tokeniser = {"character", Json::object()};
    spec.text.maximumLength = 20;
    spec.training.optimiser = {"adam", {{"learning_rate", 0.03}}};
    spec.training.epochs = 6;
    return completedSpec(spec);
}

/// Tokens that rules for English would divide, and a text of three pieces.
ExperimentSpec ofTokens(const fs::path& folder)
{
    std::ofstream file(folder / "train.conll");
    for (int i = 0; i < 80; ++i) {
        file << (i % 2 == 0 ? "U.S.\tB-LOC\n" : "Ann-Lee\tB-PER\n") << "beats\tO\n3:" << i % 5
             << "\tO\n";
        for (int word = 0; word < i % 10; ++word)
            file << "l'" << word << "\tO\n";
        file << ".\tO\n\n";
    }
    file.close();
    ExperimentSpec spec = small::ofTask("tagging", folder); // Reads five tokens at once.
    spec.data = {};
    spec.data.train = {(folder / "train.conll").string()};
    spec.data.validFraction = spec.data.testFraction = 0.1;
    return completedSpec(spec);
}

} // namespace

/// Questions that are about the data read them as the training did: divided as they are, and each
/// text for its own class.
class QuestionsOnDataTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    std::unique_ptr<LiveModel> trained(const ExperimentSpec& spec)
    {
        const EndReport end = small::train(spec, run());
        [&] { QVERIFY2(end.state == RunState::Completed, sentence(end)); }();
        return openRun(run(), "last");
    }

private Q_SLOTS:
    void init() { begin(); }

    void attentionIsScoredOnTextsOfTheirOwnClass()
    {
        const ExperimentSpec spec = ofNames(root());
        const auto model = trained(spec);
        AskRowReadings reading{.split = "valid", .count = 1000, .candidates = 0};
        reading.rows = readSplitRows(spec, "valid", "texts", Monitor());
        double nats = 0.0;
        const std::vector<ReadText> texts = model->ask(reading);
        for (const ReadText& text : texts)
            nats += text.nats / double(text.tokens.size()) / double(texts.size());
        AskAttentionScores question;
        question.rows = reading.rows;
        const AttentionScores scores = model->ask(question);
        QCOMPARE(scores.texts, std::ssize(texts));
        QVERIFY2(support::near(scores.rows.front().loss, nats),
                 qPrintable(u"%1, not %2"_s.arg(scores.rows.front().loss).arg(nats)));
    }

    void statesAreThoseOfTheClass()
    {
        const auto model = trained(ofNames(root()));
        std::map<std::string, double> losses;
        for (const char* name : {"first", "second", "third"}) {
            const ReadText read = model->ask(AskReading{"cdcx", name, 0});
            const States states
                = model->ask(AskStates{.example = {.text = "cdcx", .className = name}});
            losses[name] = *states.plain.verdict.loss;
            QVERIFY(support::near(losses[name], read.nats / double(read.tokens.size())));
            const GradientFlow flow
                = model->ask(AskGradientFlow{.example = {.text = "cdcx", .className = name}});
            QVERIFY(support::near(*flow.verdict.loss, read.tokens.back().nats));
        }
        QVERIFY(losses["second"] < losses["first"] && losses["second"] < losses["third"]);
        QVERIFY_THROWS_EXCEPTION(
            Error, model->ask(AskStates{.example = {.text = "cdcx", .className = "fourth"}}));
    }

    /// Each match is a place where the states of its text, read for its own class, are on.
    void patternsAreThoseOfTheClass()
    {
        const ExperimentSpec spec = ofNames(root());
        const auto model = trained(spec);
        AskStatePattern question;
        question.rows = readSplitRows(spec, "train", "texts", Monitor());
        question.units = {{0, false}, {1, false}, {2, false}, {3, false}, {4, false}};
        question.threshold = 0.05;
        const FoundPattern found = model->ask(question);
        QVERIFY(!found.matches.empty());
        bool otherClasses = false;
        for (const PatternMatch& match : found.matches) {
            otherClasses = otherClasses || match.example.className != "first";
            const States states = model->ask(AskStates{.example = match.example});
            QCOMPARE(states.tokens, match.tokens);
            const auto h
                = size_t(std::find_if(states.cell.quantities.begin(), states.cell.quantities.end(),
                                      [](const auto& each) { return each.name == "h"; })
                         - states.cell.quantities.begin());
            for (const PatternUnit& each : match.units)
                for (int64_t token = match.first; token <= match.last; ++token)
                    QVERIFY(states.plain.values[h][size_t(token * 5 + each.unit)]
                            > question.threshold - 1e-4);
        }
        QVERIFY(otherClasses);
    }

    void taggersReadTheTokensOfTheData()
    {
        ExperimentSpec spec = ofTokens(root());
        spec.text.maximumLength = 64;
        const auto model = trained(spec);
        const auto rows = readSplitRows(spec, "valid", "texts", Monitor());
        double right = 0.0;
        const ScoredTags scored = model->ask(AskTagScores{{.rows = rows}});
        for (const TagPrediction& row : scored.rows)
            right += 1.0 - double(row.wrong) / double(row.truth.size());
        AskAttentionScores question;
        question.rows = rows;
        const AttentionScores scores = model->ask(question);
        QCOMPARE(scores.measure, "token_accuracy"s);
        QVERIFY2(support::near(scores.rows.front().measure, right / double(scored.rows.size())),
                 qPrintable(QString::number(scores.rows.front().measure)));

        const std::string text(rows->texts()[0]), tags(rows->texts(1)[0]);
        const States states = model->ask(
            AskStates{.example = {.text = text, .reference = tags, .division = Division::OfData}});
        const std::vector<std::string_view> tokens = tokensOf(text);
        QCOMPARE(states.tokens, Strings(tokens.begin(), tokens.end()));
        QVERIFY(states.plain.verdict.lossOfTruth);
        QCOMPARE(states.plain.verdict.lossOf, tags);
        QCOMPARE(model->ask(AskTags{{.text = text, .division = Division::OfData}}).tokens,
                 states.tokens);
        // Typed, marks at the end of an unknown word stand alone.
        QCOMPARE(model->ask(AskTags{{.text = "zzyzx, zzyzx.", .division = Division::OfData}})
                     .tokens.size(),
                 size_t{2});
        QVERIFY(model->ask(AskTags{"zzyzx, zzyzx."}).tokens.size() > size_t{2});
    }

    /// A text that is longer than the network reads is several items.
    void aPieceOfALongTextHasItsOwnTokensAndTags()
    {
        const ExperimentSpec spec = ofTokens(root());
        trained(spec);
        const auto rows = readSplitRows(spec, "train", "texts", Monitor());
        const UpdateBatches batches(run(), spec, Monitor());
        std::map<int64_t, std::string> texts, tags;
        bool pieces = false;
        for (int32_t item = 0; int64_t(texts.size()) < std::ssize(rows->texts().strings()) - 1;
             ++item) {
            const UpdateItem described = batches.described(item);
            QCOMPARE(std::ssize(tokensOf(described.text)), described.tokens);
            QCOMPARE(std::ssize(tokensOf(described.reference)), described.tokens);
            std::string& text = texts[described.row];
            pieces = pieces || !text.empty();
            for (const std::string_view token : tokensOf(described.text))
                appendToken(text, token);
            for (const std::string_view tag : tokensOf(described.reference))
                appendToken(tags[described.row], tag);
        }
        QVERIFY(pieces);
        for (int64_t row = 0; row + 1 < std::ssize(texts); ++row) {
            QCOMPARE(texts[row], std::string(rows->texts()[size_t(row)]));
            QCOMPARE(tags[row], std::string(rows->texts(1)[size_t(row)]));
        }
    }

    /// Texts of other data are never shown for those of an update.
    void anotherOrderOfTheDataIsNoticed()
    {
        const ExperimentSpec spec = completedSpec(small::ofTask("classification", root()));
        const auto model = trained(spec);
        AskUpdateBatch question;
        question.run = run().string();
        question.place = *placeOfUpdate(readRunHistory(run()), spec, 2);
        const auto ask = [&] {
            AnyQuestion any(question);
            model->answers().read(any, spec, Monitor());
            return model->ask(*any.as<AskUpdateBatch>());
        };
        QVERIFY(!ask().items.empty());

        const fs::path path = root() / "train.csv";
        std::ifstream file(path);
        Strings lines;
        for (std::string line; std::getline(file, line);)
            lines.push_back(line);
        file.close();
        std::reverse(lines.begin() + 1, lines.end());
        std::ofstream reordered(path);
        for (const std::string& line : lines)
            reordered << line << '\n';
        reordered.close();
        QVERIFY_THROWS_EXCEPTION(Error, ask());
    }
};

UNROLL_TEST(QuestionsOnDataTest, QCoreApplication)
#include "questions_on_data_test.moc"
