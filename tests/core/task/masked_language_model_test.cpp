#include "core/model/text_network.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/probe/fill_in/fill_in_question.h"
#include "core/task/masked_language_model/masked_parts.h"
#include "core/task/masked_language_model/masked_places.h"
#include "core/task/masked_language_model/token_masks.h"
#include "core/task/task.h"
#include "core/train/open_run.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/failure.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

#include <fstream>

using namespace core;

namespace {

namespace fs = std::filesystem;

constexpr int64_t kWords = 40;

/// Words w0 ... w39 and a mask.
TextPipeline pipelineOf(const std::string& tokeniser, const Strings& texts)
{
    TextSpec spec;
    spec.tokeniser.kind = tokeniser;
    spec.minimumFrequency = 1;
    spec.vocabularySize = 200;
    return TextPipeline::learn(spec, TextList(texts), {}, {.mask = true});
}

TextPipeline plainPipeline()
{
    Strings words;
    for (int64_t i = 0; i < kWords; ++i)
        words.push_back("w" + std::to_string(i));
    return pipelineOf("white_space", words);
}

/// `rows` texts of `length` tokens, all of them the same.
PaddedIds texts(int64_t rows, int64_t length)
{
    PaddedIds batch;
    batch.longest = length;
    batch.lengths.assign(size_t(rows), length);
    for (int64_t i = 0; i < rows * length; ++i)
        batch.ids.push_back(kSpecialTokens + i % length % kWords);
    return batch;
}

std::vector<int32_t> itemsUpTo(int32_t count)
{
    std::vector<int32_t> items(static_cast<size_t>(count));
    std::iota(items.begin(), items.end(), 0);
    return items;
}

/// Sentences in which the word in the middle follows from those around it.
void writeSentences(const fs::path& path)
{
    const std::array<std::array<const char*, 3>, 4> kinds{{{"the sea", "carries", "the ship"},
                                                           {"the oven", "bakes", "the bread"},
                                                           {"the farmer", "grows", "the corn"},
                                                           {"the tailor", "sews", "the coat"}}};
    std::ofstream file(path);
    for (size_t line = 0; line < 400; ++line) {
        const auto& [subject, verb, object] = kinds[line % 4];
        file << subject << ' ' << (line % 3 == 0 ? "always " : "") << verb << ' ' << object << '\n';
        if (line % 50 == 0)
            file << '\n';
    }
}

} // namespace

class MaskedLanguageModelTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path path(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }

    Json experiment() const
    {
        return {{"task", {{"kind", "masked_language_model"}}},
                {"data", {{"train", {path("sentences.txt").string()}}, {"valid_fraction", 0.1}}},
                {"text", {{"minimum_frequency", 1}}},
                {"model",
                 {{"embedding", {{"dimension", 16}}},
                  {"network",
                   {{"kind", "transformer"},
                    {"layers", 1},
                    {"heads", 2},
                    {"feed_forward_size", 32},
                    {"norm", "pre"}}}}},
                {"training",
                 {{"epochs", 12},
                  {"batch_size", 16},
                  {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
                  {"threads", 1},
                  {"checkpoint_seconds", 0.0}}}};
    }

private Q_SLOTS:
    void initTestCase() { writeSentences(path("sentences.txt")); }

    void theVocabularyEndsWithAMaskThatNoTextSpells()
    {
        const TextPipeline pipeline = pipelineOf("white_space", {"a <mask> b b"});
        QCOMPARE(pipeline.vocabularySize(), kSpecialTokens + 3);
        QCOMPARE(pipeline.maskId(), pipeline.vocabularySize() - 1);
        QCOMPARE(pipeline.token(pipeline.maskId()), "<mask>"s);
        QCOMPARE(pipeline.id("<mask>"), kUnknownId);
        TextSpec spec;
        spec.vocabularySize = 6;
        spec.minimumFrequency = 1;
        const Strings words{"a a a b b c"};
        QCOMPARE(TextPipeline::learn(spec, TextList(words), {}, {.mask = true}).vocabularySize(),
                 int64_t{6});
        QCOMPARE(TextPipeline::learn(spec, TextList(words), {}).maskId(), int64_t{-1});
    }

    /// 15 % of 20 tokens are 3; of them 80 % masks, 10 % random, 10 % themselves.
    void sharesAreThoseOfBert()
    {
        const TextPipeline pipeline = plainPipeline();
        const TokenMasks masks(MaskedOptions(), pipeline, 1);
        constexpr int32_t kRows = 4000;
        const PaddedIds before = texts(kRows, 20);
        PaddedIds after = before;
        const MaskedTokens hidden = masks.hide(after, itemsUpTo(kRows), 1);
        QCOMPARE(hidden.places.size(), size_t{3} * kRows);
        int64_t masked = 0, kept = 0, random = 0;
        std::vector<int64_t> atPlace(20);
        for (size_t i = 0; i < hidden.places.size(); ++i) {
            const auto place = size_t(hidden.places[i]);
            QCOMPARE(hidden.labels[i], before.ids[place]);
            masked += after.ids[place] == pipeline.maskId() ? 1 : 0;
            kept += after.ids[place] == before.ids[place] ? 1 : 0;
            ++atPlace[place % 20];
        }
        for (size_t i = 0; i < before.ids.size(); ++i) {
            const bool isHidden
                = std::binary_search(hidden.places.begin(), hidden.places.end(), int64_t(i));
            QVERIFY(isHidden || after.ids[i] == before.ids[i]);
            QVERIFY(after.ids[i] >= kSpecialTokens);
        }
        random = std::ssize(hidden.places) - masked - kept;
        // Four standard deviations of 12,000 draws; one of the 40 random ones is the token itself.
        const double all = double(hidden.places.size());
        QVERIFY(std::abs(double(masked) / all - 0.8) < 0.0147);
        QVERIFY(std::abs(double(kept) / all - (0.1 + 0.1 / 40)) < 0.0112);
        QVERIFY(std::abs(double(random) / all - (0.1 - 0.1 / 40)) < 0.011);
        for (const int64_t count : atPlace) // 600 expected.
            QVERIFY(std::abs(double(count) - 600.0) < 4.0 * std::sqrt(600.0));
    }

    void masksDependOnSeedEpochAndItemAlone()
    {
        const TextPipeline pipeline = plainPipeline();
        const TokenMasks masks(MaskedOptions(), pipeline, 1), others(MaskedOptions(), pipeline, 2);
        const auto placesOf = [](const TokenMasks& of, std::vector<int32_t> items, int64_t epoch) {
            PaddedIds batch = texts(std::ssize(items), 20);
            return of.hide(batch, items, epoch).places;
        };
        const auto first = placesOf(masks, {7, 3}, 1);
        QCOMPARE(placesOf(masks, {7, 3}, 1), first);
        QVERIFY(placesOf(masks, {7, 3}, 2) != first);
        QVERIFY(placesOf(others, {7, 3}, 1) != first);
        QVERIFY(placesOf(masks, {8, 3}, 1) != first);
        // The row in which an item stands does not matter.
        std::vector<int64_t> second = placesOf(masks, {3, 7}, 1);
        for (int64_t& place : second)
            place = (place + 20) % 40;
        std::sort(second.begin(), second.end());
        QCOMPARE(second, first);
    }

    void specialTokensAreNotHidden()
    {
        const TextPipeline pipeline = plainPipeline();
        MaskedOptions options;
        options.maskedShare = 0.9;
        const TokenMasks masks(options, pipeline, 1);
        PaddedIds batch;
        batch.longest = 6;
        batch.lengths = {6, 1};
        batch.ids = {kBeginId, 4, kUnknownId, 5, 6, kEndId, kUnknownId, 0, 0, 0, 0, 0};
        const std::vector<int32_t> row{2, 4, 1, 5, 6, 3};
        QCOMPARE(masks.count(row), int64_t{3}); // 2.7 of three tokens.
        const MaskedTokens hidden = masks.hide(batch, itemsUpTo(2), 1);
        // A text without others has its unknown one hidden.
        QCOMPARE(hidden.places, (std::vector<int64_t>{1, 3, 4, 6}));
        QCOMPARE(hidden.offsets, (std::vector<int64_t>{0, 3, 4}));
    }

    /// All pieces of a word are hidden together, or none of them.
    void wholeWordsAreHiddenTogether()
    {
        Strings lines;
        for (int i = 0; i < 30; ++i)
            lines.push_back("unhappily reading walked unwalked happily");
        const TextPipeline pipeline = pipelineOf("word_piece", lines);
        const std::vector<int32_t> ids
            = pipeline.ids("xylo unhappily wread lkd reading walked readunhap happily");
        Strings tokens;
        for (const int32_t id : ids)
            tokens.push_back(pipeline.token(id));
        const std::vector<TokenRange> words = wordsOf(WordMarks::Continued, tokens);
        QVERIFY(words.size() < tokens.size());
        MaskedOptions options;
        options.wholeWords = true;
        options.maskedShare = 0.5;
        options.maskShare = 1.0;
        options.randomShare = 0.0;
        const TokenMasks masks(options, pipeline, 3);
        for (int64_t epoch = 0; epoch < 200; ++epoch) {
            const std::array<IdRow, 1> rows{ids};
            PaddedIds batch = paddedIds(rows);
            const MaskedTokens hidden = masks.hide(batch, itemsUpTo(1), epoch);
            QVERIFY(std::ssize(hidden.places) <= masks.count(ids));
            QCOMPARE(masks.count(ids, 0, epoch), std::ssize(hidden.places));
            for (const TokenRange& word : words) {
                int64_t count = 0;
                for (int64_t i = word.first; i < word.first + word.count; ++i)
                    count += batch.ids[size_t(i)] == pipeline.maskId() ? 1 : 0;
                QVERIFY(count == 0 || count == word.count);
            }
        }
    }

    /// With the bias alone the scores of all places are the same, so that the loss is known.
    void theLossIsTheMeanOverHiddenTokens()
    {
        const ExperimentSpec spec = specFromJson(experiment());
        const fs::path run = path("loss");
        fs::create_directories(run);
        const auto task = makeTask(spec);
        const PreparedData data = task->prepare(run, Task::Preparation::Learn, Monitor());
        // Blank lines have no token to predict.
        QCOMPARE(data.count(Split::Train) + data.count(Split::Valid), int64_t{400});
        std::vector<Message> notes;
        torch::nn::Module& network
            = task->makeNetwork(torch::kCPU, Task::Weights::Fresh, Monitor(), notes);
        network.eval();
        const torch::NoGradGuard noGradient;
        const auto parameters = network.named_parameters();
        for (const char* name : {"head.norm.weight", "head.norm.bias"})
            parameters[name].zero_();
        const torch::Tensor bias = parameters["head.output.bias"];
        bias.copy_(torch::linspace(-1.0, 2.0, bias.size(0)));
        const std::vector<int32_t> items{4, 0, 9};
        const BatchLoss loss = task->loss(items, {.epoch = 5});

        const TextPipeline pipeline = TextPipeline::load(run);
        std::vector<std::vector<int32_t>> ids;
        std::vector<IdRow> rows;
        const CorpusPart texts
            = loadCorpus(spec.data, columnsOfTask(spec.task.kind), Monitor()).train;
        for (const int32_t item : items)
            ids.push_back(pipeline.ids(texts.texts()[size_t(data.items.row(item))]));
        rows.assign(ids.begin(), ids.end());
        PaddedIds batch = paddedIds(rows);
        const MaskedTokens hidden
            = TokenMasks(MaskedOptions(), pipeline, spec.training.seed).hide(batch, items, 5);
        const torch::Tensor logs = bias.log_softmax(0);
        double sum = 0.0, correct = 0.0;
        for (const int64_t label : hidden.labels) {
            sum -= logs[label].item<double>();
            correct += label == bias.size(0) - 1 ? 1.0 : 0.0;
        }
        QCOMPARE(data.items.units(items), std::ssize(hidden.labels));
        QVERIFY(std::abs(loss.lossSum.item<double>() - sum) < 1e-4);
        QCOMPARE(loss.scoreSums.front().second.item<double>(), correct);
        QCOMPARE(loss.rowLosses.offsets, hidden.offsets);
        // Of tokens hidden by themselves it is the same sum, over other tokens.
        const SplitScores scores = task->evaluate(Split::Valid, Monitor());
        const CorpusPart valid
            = loadCorpus(spec.data, columnsOfTask(spec.task.kind), Monitor()).valid;
        double nats = 0.0;
        int64_t tokens = 0;
        for (const auto text : valid.texts())
            for (const int32_t id : pipeline.ids(text))
                if (id >= kSpecialTokens) {
                    nats -= logs[id].item<double>();
                    ++tokens;
                }
        QVERIFY(tokens < 1000); // So that all are masked in turn.
        QVERIFY(std::abs(scoreValue(scores.scores, "pseudo_perplexity")
                         - std::exp(nats / double(tokens)))
                < 1e-3);
    }

    void hiddenWordsAreLearnt()
    {
        const fs::path run = path("learnt");
        const EndReport end = small::train(specFromJson(experiment()), run);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        const RunHistory history = readRunHistory(run);
        QVERIFY(history.epochs.back().validLoss < 0.5);
        QVERIFY(scoreValue(history.epochs.back().validScores, "masked_accuracy") > 0.8);
        // "always" may stand or not: a perplexity of 1 cannot be reached.
        QVERIFY(scoreValue(history.epochs.back().validScores, "pseudo_perplexity") < 1.6);

        const auto model = openRun(run, "last");
        const FillIn filled
            = model->ask(AskFillIn{.text = "the oven bakes the coat", .words = {2}, .count = 3});
        QCOMPARE(filled.places.size(), size_t{1});
        QCOMPARE(filled.places[0].token, int64_t{2});
        QCOMPARE(filled.places[0].best.size(), size_t{3});
        QVERIFY(filled.places[0].best[0].token == "bakes"
                || filled.places[0].best[0].token == "sews");
        double sum = 0.0;
        for (const FilledToken& each :
             model->ask(AskFillIn{.text = "the oven bakes", .words = {1}, .count = 100})
                 .places[0]
                 .best)
            sum += each.probability;
        QVERIFY(std::abs(sum - 1.0) < 1e-5);
        // In turn: each token sees the others as they are.
        const FillIn turn = model->ask(AskFillIn{.text = "the oven bakes the bread"});
        QVERIFY(turn.inTurn);
        QCOMPARE(turn.places.size(), size_t{5});
        for (int64_t word = 0; word < 5; ++word) {
            const FillIn one = model->ask(
                AskFillIn{.text = "the oven bakes the bread", .words = {word}, .count = 1});
            QVERIFY(std::abs(one.places[0].probability - turn.places[size_t(word)].probability)
                    < 1e-6);
            QCOMPARE(one.places[0].rank, turn.places[size_t(word)].rank);
        }
        QVERIFY(turn.meanNats() < 0.7);
        // The probability of <unk> is none of the word.
        const FillIn unknown
            = model->ask(AskFillIn{.text = "the oven xyzzy the bread", .words = {1, 2}});
        QVERIFY(!unknown.places[0].unknown && unknown.places[1].unknown);
        QCOMPARE(unknown.meanNats(), unknown.places[0].nats());
        const Json said = toJson(readoutOf<AskFillIn>(unknown));
        QCOMPARE(said.at("unknown"), Json({"xyzzy"}));
        QCOMPARE(said.at("special_tokens"), Json(5)); // With the mask.
        QVERIFY(said.at("places")[1].at("unknown").get<bool>());
        for (const char* of : {"probability", "nats", "rank"}) {
            QVERIFY2(said.at("places")[0].at(of).is_number(), of);
            QVERIFY2(said.at("places")[1].at(of).is_null(), of);
        }
        QCOMPARE(support::failureOf([&] {
                     model->ask(AskFillIn{.text = "the oven", .words = {2}});
                 }).code,
                 ErrorCode::BadSetting);
    }

    void aPredictionTakesTheWordsPlaceInTheTextAsItIsWritten()
    {
        FillIn filled{.text = "The  Oven, the oven bakes un\u00fcberh\u00f6rt.",
                      .tokens = {"[CLS]", "the", "oven", ",", "the", "oven", "bakes", "un",
                                 "##\u00fcberh\u00f6rt", "."},
                      .ids = {8, 4, 5, 6, 4, 5, kUnknownId, 9, 10, 7},
                      .marks = WordMarks::Continued,
                      .words = {},
                      .places = {}};
        filled.words = wordsOf(filled.marks, filled.tokens);
        QCOMPARE(filled.textWith(2, "tailor"),
                 "The  tailor, the oven bakes un\u00fcberh\u00f6rt."s);
        QCOMPARE(filled.textWith(5, "tailor"),
                 "The  Oven, the tailor bakes un\u00fcberh\u00f6rt."s);
        QCOMPARE(filled.textWith(8, "##known"), "The  Oven, the oven bakes unknown."s);
        QVERIFY(!filled.isUnknown(5));
        QVERIFY(filled.isUnknown(6));
        filled.tokens[5] = "[UNK]"; // Not as in the text: no place of it is known.
        QCOMPARE(filled.textWith(5, "tailor"),
                 "[CLS] the oven , the tailor bakes un\u00fcberh\u00f6rt ."s);
    }

    void aResumedRunAndOneOnTwoThreadsAreTheSame()
    {
        Json json = experiment();
        json["training"]["epochs"] = 3;
        json["task"]["whole_words"] = true;
        const ExperimentSpec spec = specFromJson(json);
        const EndReport end = small::train(spec, path("whole"));
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        small::trainUntil(spec, path("stopped"), end.step / 2 + 1);
        QVERIFY(small::resume(path("stopped")).state == RunState::Completed);
        QCOMPARE(small::difference(path("whole"), path("stopped"), {"last", "best"}), ""s);
        json["training"]["threads"] = 2;
        QVERIFY(small::train(specFromJson(json), path("two")).state == RunState::Completed);
        QCOMPARE(small::difference(path("whole"), path("two"), {"last", "best"}), ""s);
    }

    void networksThatDoNotReadBothSidesAreRefused_data()
    {
        addColumns<QString, QString>("network", "path");
        newRow("decoder", R"({"kind":"transformer_decoder"})", "model.network");
        newRow("n-gram", R"({"kind":"ngram"})", "model.network");
        newRow("no states", R"({"kind":"cnn"})", "model.network");
        newRow("one direction", R"({"kind":"lstm","bidirectional":false})",
               "model.network.bidirectional");
    }
    void networksThatDoNotReadBothSidesAreRefused()
    {
        QFETCH(QString, network);
        QFETCH(QString, path);
        Json json = experiment();
        json["model"]["network"] = Json::parse(network.toStdString());
        const std::string sentence = support::sentenceOf([&] { specFromJson(json); });
        QVERIFY2(sentence.find(path.toStdString()) != std::string::npos, sentence.c_str());
    }

    /// The encoder of a masked language model, with its vocabulary, is the start of a classifier.
    void aClassifierStartsFromTheEncoder()
    {
        const fs::path first = path("first");
        QVERIFY(small::trainUntil(specFromJson(experiment()), first, 3).state == RunState::Stopped);
        Json json = experiment();
        json["task"] = {{"kind", "classification"}};
        json["data"] = {{"train", {path("labelled.csv").string()}}, {"valid_fraction", 0.2}};
        json["model"]["start"] = {{"from", first.string()}};
        std::ofstream file(path("labelled.csv"));
        file << "text,label\n";
        for (int i = 0; i < 40; ++i)
            file << (i % 2 == 0 ? "the oven bakes," : "the farmer grows,") << i % 2 << '\n';
        file.close();
        const fs::path second = path("second");
        const EndReport end = small::trainUntil(specFromJson(json), second, 1);
        QVERIFY2(end.state == RunState::Stopped, small::sentence(end));
        QVERIFY(TextPipeline::load(second).hasVocabularyOf(TextPipeline::load(first)));
        std::ifstream events(second / "events.jsonl");
        std::string notes;
        std::getline(events, notes);
        QVERIFY2(notes.find("Taken from") != std::string::npos
                     && notes.find("encoder.transformer.layers.0") != std::string::npos,
                 notes.c_str());
        // The other way round there is no mask.
        Json back = experiment();
        json["model"].erase("start");
        QVERIFY(small::trainUntil(specFromJson(json), path("plain"), 1).state == RunState::Stopped);
        back["model"]["start"] = {{"from", path("plain").string()}};
        const EndReport refused = small::train(specFromJson(back), path("back"));
        QVERIFY(refused.failure && refused.failure->sentence().find("mask") != std::string::npos);
    }
};

UNROLL_TEST(MaskedLanguageModelTest, QCoreApplication)
#include "masked_language_model_test.moc"
