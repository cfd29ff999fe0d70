#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/in_context/in_context_question.h"
#include "core/probe/language_model/language_questions.h"
#include "core/probe/question_kind.h"
#include "core/probe/trace/trace_question.h"
#include "core/task/language_model/carried_rows.h"
#include "core/task/language_model/language_parts.h"
#include "core/task/language_model/language_texts.h"
#include "core/task/task_kinds.h"
#include "core/text/text_preview.h"
#include "core/train/open_run.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

#include <numeric>

using core::EndReport;
using core::ExperimentSpec;
using core::Json;
using core::RunState;
using small::difference;
using small::sentence;

namespace {

/// Lines in which what comes next depends on words further back.
void writeText(const std::filesystem::path& path, int lines, unsigned seed)
{
    const Strings who{"ann", "bob", "cid"}, what{"sees", "likes", "takes"};
    const Strings which{"the dog", "a cat", "the red ball", "it"};
    std::ofstream file(path);
    unsigned state = seed;
    const auto pick = [&](const Strings& words) {
        state = state * 1664525U + 1013904223U;
        return words[(state >> 16) % words.size()];
    };
    for (int i = 0; i < lines; ++i)
        if (i % 7 == 6)
            file << '\n';
        else
            file << pick(who) << ' ' << pick(what) << ' ' << pick(which) << '\n';
}

ExperimentSpec spec(const std::filesystem::path& folder, const Json& network, const Json& task)
{
    writeText(folder / "train.txt", 110, 1);
    writeText(folder / "valid.txt", 24, 2);
    writeText(folder / "test.txt", 20, 3);
    return core::specFromJson(
        {{"name", "small"},
         {"task", task},
         {"data",
          {{"train", {(folder / "train.txt").string()}},
           {"valid", {(folder / "valid.txt").string()}},
           {"test", {(folder / "test.txt").string()}}}},
         {"text", {{"tokeniser", "white_space"}, {"minimum_frequency", 1}}},
         {"model", {{"embedding", {{"dimension", 6}, {"dropout", 0.1}}}, {"network", network}}},
         {"training",
          {{"epochs", 3},
           {"batch_size", 5},
           {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
           {"schedule", "cosine"},
           {"threads", 1},
           {"checkpoint_seconds", 0.0}}}});
}

// By themselves these read in both directions; a language model has them read in one.
const Json kLstm{{"kind", "lstm"},
                 {"hidden_size", 6},
                 {"layers", 2},
                 {"dropout", 0.2},
                 {"locked_dropout", true}};
const Json kGru{{"kind", "gru"}, {"hidden_size", 7}, {"dropout", 0.2}};
const Json kNgram{{"kind", "ngram"}, {"context", 3}, {"hidden_size", 7}};
const Json kStream{{"kind", "language_model"}, {"window", 8}};
const Json kTied{{"kind", "language_model"}, {"window", 8}, {"tied", true}};
const Json kLines{{"kind", "language_model"}, {"reading", "lines"}};

void addLanguageVariants()
{
    addColumns<QString, QString>("network", "task");
    const auto add = [](const char* name, const Json& network, const Json& task) {
        newRow(name, QString::fromStdString(network.dump()), QString::fromStdString(task.dump()));
    };
    add("lstm, tied, locked dropout", kLstm, kTied);
    add("gru", kGru, kStream);
    add("n-gram", kNgram, kStream);
    add("gru, line by line", kGru, kLines);
}

} // namespace

/// Streams and lines, training on them to the bit, and what the networks answer.
class LanguageModelTest : public QObject, private small::RunFolders {
    Q_OBJECT
private:
    ExperimentSpec chosen() const
    {
        QFETCH(QString, network);
        QFETCH(QString, task);
        return spec(root(), Json::parse(network.toStdString()), Json::parse(task.toStdString()));
    }

private Q_SLOTS:
    void init() { begin(); }

    void stoppedAnywhereItEqualsTheUninterruptedRun_data() { addLanguageVariants(); }
    void stoppedAnywhereItEqualsTheUninterruptedRun()
    {
        const ExperimentSpec spec = chosen();
        const EndReport first = small::train(spec, whole());
        QVERIFY2(first.state == RunState::Completed, sentence(first));
        small::trainUntil(spec, run(), 3); // In the middle of the first epoch.
        small::resumeUntil(run(), 14);
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QCOMPARE(difference(whole(), run()), ""s);
    }

    /// Otherwise the test above proves nothing.
    void theCarriedStateMatters()
    {
        const ExperimentSpec spec = ::spec(root(), kGru, kStream);
        small::train(spec, whole());
        small::trainUntil(spec, run(), 3);
        const auto path = core::checkpointPath(run(), "last");
        core::TensorFile file = core::readSafetensors(path);
        size_t cleared = 0;
        for (auto& [name, tensor] : file.tensors)
            if (name.find("carried.part") != std::string::npos) {
                tensor = torch::zeros_like(tensor);
                ++cleared;
            }
        QCOMPARE(cleared, size_t{1});
        core::writeSafetensors(path, file);
        small::resume(run());
        QVERIFY(difference(whole(), run()) != ""s);
    }

    void itLearns()
    {
        ExperimentSpec spec = ::spec(root(), kGru, kStream);
        spec.training.epochs = 12;
        spec.training.optimiser.options["learning_rate"] = 0.03;
        QCOMPARE(small::shortfall(small::train(spec, run())), ""s);
        const auto model = core::openRun(run(), "best");
        const auto scores
            = model->ask(core::AskLanguageScores{{.split = "test", .rows = rowsOfTest()}}).scores;
        QVERIFY2(scores.perplexity < 0.8 * scores.unigramPerplexity,
                 qPrintable(QString::number(scores.perplexity)));
    }

    void theScoresAreThoseOfTheTraining_data() { addLanguageVariants(); }
    void theScoresAreThoseOfTheTraining()
    {
        const ExperimentSpec spec = chosen();
        QVERIFY(spec.training.batchSize > 1); // else a stream is not cut
        const EndReport end = small::train(spec, run());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        const auto model = core::openRun(run(), "best");
        const auto rows = rowsOfTest();
        const auto scored = model->ask(core::AskLanguageScores{{.rows = rows}});
        const core::LanguageScores& scores = scored.scores;
        QVERIFY2(std::abs(scores.loss - end.testLoss) < 1e-5,
                 qPrintable(QString::number(scores.loss - end.testLoss)));
        QCOMPARE(std::accumulate(scores.ranks.begin(), scores.ranks.end(), int64_t{0}),
                 scores.tokens);
        QVERIFY(std::abs(scores.perplexity - std::exp(scores.loss)) < 1e-9);
        double nats = 0.0;
        for (const core::ReadText& row : scored.rows)
            nats += row.nats;
        QVERIFY(std::abs(nats / static_cast<double>(scores.tokens) - scores.loss) < 1e-9);
    }

    /// Where lines are cut, and where words are unknown, as everywhere else.
    void allScoresAreThoseOfTheTraining_data()
    {
        addColumns<QString, int, int>("task", "longest", "frequency");
        newRow("cut lines", QString::fromStdString(kLines.dump()), 3, 1);
        newRow("cut lines, unknown words", QString::fromStdString(kLines.dump()), 2, 32);
        newRow("stream, unknown words", QString::fromStdString(kStream.dump()), 3, 32);
    }
    void allScoresAreThoseOfTheTraining()
    {
        QFETCH(QString, task);
        QFETCH(int, longest);
        QFETCH(int, frequency);
        ExperimentSpec own = spec(root(), kGru, Json::parse(task.toStdString()));
        own.text.maximumLength = longest;
        own.text.minimumFrequency = frequency;
        const EndReport end = small::train(own, run());
        QVERIFY2(end.state == RunState::Completed, sentence(end));
        const auto model = core::openRun(run(), "best");
        const auto scored = model->ask(core::AskLanguageScores{{.rows = rowsOfTest()}});
        const core::LanguageScores& scores = scored.scores;
        const auto near = [&](double value, const char* name) {
            const double trained = core::scoreValue(end.testScores, name);
            return std::abs(value - trained) < 1e-5 * std::max(1.0, std::abs(trained));
        };
        QVERIFY(std::abs(scores.loss - end.testLoss) < 1e-5);
        QVERIFY(near(scores.perplexity, "perplexity"));
        QVERIFY(near(scores.bitsPerCharacter, "bits_per_character"));
        QVERIFY(near(scores.unknownShare, "unknown_share"));
        QCOMPARE(scores.unknownShare > 0.0, frequency > 1);
        if (frequency > 1) {
            QVERIFY(near(scores.knownPerplexity, "known_perplexity"));
            QVERIFY(scores.knownPerplexity > scores.perplexity); // They are predicted easily.
        }
        QCOMPARE(scores.cutLines > 0, task.contains(u"lines"_s));
        // What the rows are shown with adds up to it.
        double nats = 0.0, known = 0.0;
        int64_t characters = 0, knownTokens = 0;
        for (const core::ReadText& row : scored.rows) {
            nats += row.nats + row.spellingNats;
            characters += row.characters;
            for (const core::ReadToken& token : row.tokens)
                if (token.id != core::kUnknownId) {
                    known += token.nats;
                    ++knownTokens;
                }
        }
        QVERIFY(std::abs(nats / std::log(2.0) / static_cast<double>(characters)
                         - scores.bitsPerCharacter)
                < 1e-9);
        QVERIFY(
            std::abs(std::exp(known / static_cast<double>(knownTokens)) - scores.knownPerplexity)
            < 1e-9 * scores.knownPerplexity);
    }

    /// Line ends alone are learnt at once: a perplexity of 1 that says nothing.
    void aTextOfBlankLinesIsRefused_data()
    {
        addColumn<QString>("file");
        for (const char* file : {"train", "valid", "test"})
            newRow(file, file);
    }
    void aTextOfBlankLinesIsRefused()
    {
        QFETCH(QString, file);
        const ExperimentSpec own = spec(root(), kGru, kStream);
        std::ofstream(root() / (file + u".txt"_s).toStdString()) << std::string(50, '\n');
        const EndReport end = small::train(own, run());
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(small::contains(end, "no token"), sentence(end));
    }

    void blankLinesAreNotScored()
    {
        small::train(spec(root(), kGru, kStream), run());
        const auto model = core::openRun(run(), "best");
        core::CorpusPart part;
        part.columns.push_back({core::ColumnKind::Text, core::TextColumn(Strings(9)), {}, {}});
        const auto rows = std::make_shared<const core::CorpusPart>(std::move(part));
        QVERIFY_EXCEPTION_THROWN(model->ask(core::AskLanguageScores{{.rows = rows}}), core::Error);
    }

    /// It says something of the data, which training does not change.
    /// As after an import.
    void withoutCountsThereIsNoUnigram()
    {
        QVERIFY(core::LanguageFacts({}, {3, 5}).unigramNats(1) > 0.0);
        core::ReadText read;
        read.unigramNats = core::LanguageFacts({}, {0, 0, 0}).unigramNats(1);
        core::ScoredReadings scored;
        scored.scores.unigramPerplexity = std::exp(read.unigramNats);
        QVERIFY(!core::toJson(core::readoutOf<core::AskReading>(read)).contains("unigram_nats"));
        QVERIFY(!core::toJson(core::readoutOf<core::AskLanguageScores>(scored))
                     .contains("unigram_perplexity"));
    }

    void theShareOfUnknownTokensIsNoMonitor()
    {
        for (const core::KindDescription& kind : core::monitorKinds())
            QVERIFY(kind.id != "valid_unknown_share");
    }

    void aTextIsReadTokenByToken()
    {
        small::train(spec(root(), kGru, kStream), run());
        const auto model = core::openRun(run(), "best");
        const std::string text = "ann sees the dog\nbob likes it";
        const core::ReadText read = model->ask(core::AskReading{text, {}, 3});
        QCOMPARE(read.tokens.size(), size_t{8});
        QCOMPARE(read.wordNats.size(), size_t{7});
        QCOMPARE(read.tokens[4].text, "\u23ce"s);
        QCOMPARE(text.substr(size_t(read.tokens[5].begin), 3), "bob"s);
        QCOMPARE(read.tokens[6].word, 5);
        double sum = 0.0, words = 0.0;
        for (const core::ReadToken& token : read.tokens) {
            sum += token.nats;
            QCOMPARE(token.candidates.size(), size_t{3});
            QVERIFY(token.rank >= 1);
            if (token.rank <= 3)
                QVERIFY(std::abs(std::exp(-token.nats)
                                 - double(token.candidates[size_t(token.rank - 1)].probability))
                        < 1e-5);
        }
        for (const double nats : read.wordNats)
            words += nats;
        QVERIFY(std::abs(sum - read.nats) < 1e-6);
        QVERIFY(std::abs(words - read.nats) < 1e-6);
    }

    void whatIsWrittenIsWhatIsReadAsLikely_data() { addLanguageVariants(); }
    void whatIsWrittenIsWhatIsReadAsLikely()
    {
        small::train(chosen(), run());
        const auto model = core::openRun(run(), "best");
        for (const char* search : {"greedy", "beam", "sampling"}) {
            core::AskDecoding question;
            question.request.source = "ann sees";
            question.request.search = {search, Json::object()};
            question.request.longest = 6;
            question.request.best = 1;
            const core::Decoding written = model->ask(question);
            QVERIFY(!written.best.empty());
            const core::Translation& best = written.best.front();
            // Step by step with the state kept, or the whole at once: the same numbers.
            const std::string joint = best.text.starts_with("\n") ? "" : " ";
            const core::ReadText read
                = model->ask(core::AskReading{"ann sees" + joint + best.text, {}, 0});
            double nats = 0.0;
            const size_t count = best.tokens.size() + (best.ended ? 1 : 0);
            for (size_t i = 2; i < std::min(read.tokens.size(), 2 + count); ++i)
                nats += read.tokens[i].nats;
            QVERIFY2(std::abs(nats + best.logProbability) < 1e-3,
                     qPrintable(QString("%1: %2 and %3 for \"%4\"")
                                    .arg(search)
                                    .arg(nats)
                                    .arg(-best.logProbability)
                                    .arg(QString::fromStdString(best.text))));
        }
    }

    void textsBeginWithoutAPromptAndAsForced()
    {
        small::train(spec(root(), kGru, kStream), run());
        const auto model = core::openRun(run(), "best");
        core::AskDecoding question;
        question.request.search = {"sampling", {{"seed", 4}}};
        question.request.longest = 9;
        const std::string first = model->ask(question).best.front().text;
        QCOMPARE(model->ask(question).best.front().text, first); // The same seed.
        question.request.prefix = "cid takes";
        QVERIFY(model->ask(question).best.front().text.starts_with("cid takes"));
        question.request.prefix = "zebra";
        QVERIFY_EXCEPTION_THROWN(model->ask(question), core::Error);
    }

    void anEpochIsPlannedAsItIsTrained_data()
    {
        addColumns<QString, int>("network", "accumulation");
        for (const Json& network : {kGru, kNgram}) // States are carried, windows are shuffled.
            for (const int accumulation : {1, 3})
                addRow("%s %d", network.at("kind").get<std::string>().c_str(), accumulation)
                    << QString::fromStdString(network.dump()) << accumulation;
    }
    void anEpochIsPlannedAsItIsTrained()
    {
        QFETCH(QString, network);
        QFETCH(int, accumulation);
        ExperimentSpec own = spec(root(), Json::parse(network.toStdString()), kStream);
        own.training.accumulation = accumulation;
        own.training.epochs = 1;
        small::train(own, run());
        std::ifstream events(run() / "events.jsonl");
        std::string line;
        std::getline(events, line);
        const auto updates = Json::parse(line).at("updates_per_epoch").get<int64_t>();
        Strings texts;
        std::ifstream file(root() / "train.txt");
        while (std::getline(file, line))
            texts.push_back(line);
        const auto counts
            = core::countedTokens(own.text, texts, core::Monitor(), core::BlankText::NoToken);
        double tokens = 0.0;
        for (const auto& [length, number] : *counts)
            tokens += static_cast<double>(length * number);
        const core::PlannedEpoch planned
            = core::plannedEpoch(own, {static_cast<int64_t>(texts.size()), tokens, 4});
        QCOMPARE((planned.batches + accumulation - 1) / accumulation, updates);
        QCOMPARE(planned.items.plain(), "windows of 8 tokens"s);
        // Without tokens, and for rows, a row is an item.
        QCOMPARE(core::plannedEpoch(own, {11, 0.0, 4}).batches, int64_t{3});
    }

    void suggestionsDoNotDependOnWhatWasAskedBefore_data()
    {
        addColumn<QString>("tokeniser");
        newRow("words", "white_space");
        newRow("characters", "character");
    }
    void suggestionsDoNotDependOnWhatWasAskedBefore()
    {
        QFETCH(QString, tokeniser);
        ExperimentSpec own = spec(root(), kGru, kStream);
        own.text.tokeniser = {tokeniser.toStdString(), Json::object()};
        small::train(own, run());
        const auto model = core::openRun(run(), "best");
        const std::string text = "ann sees the";
        core::Suggestions typed;
        for (size_t letters = 0; letters <= text.size(); ++letters)
            typed = model->ask(core::AskSuggestions{text.substr(0, letters)});
        const core::Suggestions fresh
            = core::openRun(run(), "best")->ask(core::AskSuggestions{text});
        QCOMPARE(typed.best.size(), fresh.best.size());
        for (size_t i = 0; i < typed.best.size(); ++i) {
            QCOMPARE(typed.best[i].text, fresh.best[i].text);
            QVERIFY(std::abs(typed.best[i].probability - fresh.best[i].probability) < 1e-5);
        }
        if (tokeniser == "white_space") {
            const auto begun = model->ask(core::AskSuggestions{"ann s"});
            QVERIFY(!begun.best.empty());
            QCOMPARE(begun.best.front().shown, "sees"s);
            QCOMPARE(begun.best.front().text, "ees"s);
        }
    }

    /// However many tokens it is divided into.
    void aWordInContextIsAllOfItsTokens_data()
    {
        addColumns<QString>("tokeniser");
        for (const char* tokeniser : {"white_space", "character", "byte_bpe"})
            newRow(tokeniser, tokeniser);
    }
    void aWordInContextIsAllOfItsTokens()
    {
        QFETCH(QString, tokeniser);
        ExperimentSpec own = spec(root(), kGru, kLines);
        own.text.tokeniser = {tokeniser.toStdString(), Json::object()};
        small::trainUntil(own, run(), 1);
        const auto model = core::openRun(run(), "last");
        const core::InContext found = model->ask(core::AskInContext{
            .word = "ann", .sentences = {"ann sees bob", "bob sees Ann", "bob sees"}});
        QCOMPARE(found.given.size(), size_t{2});
        QCOMPARE(found.without, (Strings{"bob sees"}));
        if (tokeniser == "byte_bpe") { // White space alone leaves signs at the words.
            const Strings touching{"bob sees ann.", "\"ann\" sees bob", "(bob, ann)",
                                   "bob-ann sees"};
            QCOMPARE(
                model->ask(core::AskInContext{.word = "ann", .sentences = touching}).given.size(),
                touching.size());
            QCOMPARE(model->ask(core::AskInContext{.word = "bob-ann", .sentences = touching})
                         .given.size(),
                     size_t{1});
        }
        const core::InContext unknown
            = model->ask(core::AskInContext{.word = "xyzzy", .sentences = {"ann sees xyzzy"}});
        QCOMPARE(unknown.given.size(), size_t{1});
        QCOMPARE(unknown.unknown, tokeniser == "byte_bpe" ? Strings() : Strings{"xyzzy"});
    }

    void aTraceEndsWithTheNextToken_data()
    {
        addColumns<QString, QString, QString>("network", "task", "tokeniser");
        const Json gpt{
            {"kind", "transformer_decoder"}, {"layers", 1}, {"heads", 2}, {"positions", "learned"}};
        const auto add
            = [](const char* name, const Json& network, const Json& task, const char* tokeniser) {
                  newRow(name, QString::fromStdString(network.dump()),
                         QString::fromStdString(task.dump()), tokeniser);
              };
        add("words", kGru, kStream, "white_space");
        add("characters", kGru, kStream, "character");
        add("lines", kGru, kLines, "white_space");
        add("transformer", gpt, kStream, "white_space");
    }
    /// Its last column is the last token, whose prediction becomes the next column.
    void aTraceEndsWithTheNextToken()
    {
        QFETCH(QString, network);
        QFETCH(QString, task);
        QFETCH(QString, tokeniser);
        ExperimentSpec own
            = spec(root(), Json::parse(network.toStdString()), Json::parse(task.toStdString()));
        own.text.tokeniser = {tokeniser.toStdString(), Json::object()};
        small::train(own, run());
        const auto model = core::openRun(run(), "best");
        std::string text = "ann sees";
        core::Trace trace = model->ask(core::AskTrace{{.text = text}});
        const core::ReadText read = model->ask(core::AskReading{text});
        const auto whole = std::ssize(read.tokens) + (task.contains("lines") ? 0 : 1);
        QCOMPARE(std::ssize(trace.tokens), whole); // With the mark of the beginning.
        QVERIFY(std::abs(*trace.verdict.loss - read.nats / double(read.tokens.size())) < 1e-5);
        for (size_t place = 0; place < read.tokens.size(); ++place)
            QCOMPARE(trace.outputs[place].front().name, read.tokens[place].candidates[0].text);
        if (tokeniser != "character") { // The last word of a sentence can be compared.
            const core::InContext uses
                = model->ask(core::AskInContext{.word = "sees", .sentences = {text, "sees"}});
            QCOMPARE(uses.given.size(), size_t{2});
            QCOMPARE(uses.given[0].token, int64_t{2});
            QCOMPARE(uses.given[1].token, int64_t{1});
            // A last word that is only predicted, or read on, is named as well.
            for (const char* unknown : {"Zorblax", "ann Zorblax", "Zorblax ann Zorblax"})
                QCOMPARE(model->ask(core::AskTrace{{.text = unknown}}).unknown,
                         std::vector<std::string>{"Zorblax"});
            QVERIFY(model->ask(core::AskTrace{{.text = text}}).unknown.empty());
        }
        for (int written = 0; written < 9 && !trace.continuation.empty(); ++written) {
            const std::vector<std::string> before = trace.tokens;
            const std::string next = trace.outputs.back().front().name;
            QCOMPARE(trace.outputs.size(), before.size());
            text += trace.continuation;
            trace = model->ask(core::AskTrace{{.text = text}});
            QCOMPARE(trace.tokens.back(), next);
            QCOMPARE(std::ssize(trace.tokens) + trace.cutTokens, whole + written + 1);
            if (trace.cutTokens == 0)
                QVERIFY(std::equal(before.begin(), before.end(), trace.tokens.begin()));
        }
        if (network.contains("transformer")) // Its window is full: only the end is read.
            QCOMPARE(std::ssize(trace.tokens), std::ptrdiff_t{8});
    }

    /// Words that are offered and the likeliest tokens say the same number of the same word.
    void suggestionsAgreeWithTheLikeliestTokens()
    {
        small::train(spec(root(), kGru, kStream), run());
        const auto model = core::openRun(run(), "best");
        for (const std::string text : {"ann ", "ann s", "ann sees the"}) {
            const core::Suggestions found = model->ask(core::AskSuggestions{text});
            const std::string begun = text.substr(text.find_last_of(' ') + 1);
            QCOMPARE(found.begun, begun);
            QVERIFY(!found.tokens.empty());
            double sum = 0.0;
            for (const core::NextToken& token : found.tokens) {
                QVERIFY(begun.empty() || token.text.find(begun) != std::string::npos);
                sum += static_cast<double>(token.probability);
                for (const core::Suggestion& word : found.best)
                    if (word.shown == token.text)
                        QVERIFY(std::abs(word.probability - static_cast<double>(token.probability))
                                < 1e-6);
            }
            QVERIFY(sum < 1.0 + 1e-6);
            if (begun.empty()) {
                const core::ReadText read = model->ask(core::AskReading{text + "sees", {}, 50});
                for (const core::NextToken& expected : read.tokens.back().candidates)
                    if (expected.id == found.tokens.front().id)
                        QVERIFY(std::abs(expected.probability - found.tokens.front().probability)
                                < 1e-5F);
            }
        }
    }

    void suggestionsComeLikeliestFirst()
    {
        ExperimentSpec own = spec(root(), kGru, kStream);
        own.text.tokeniser = {"character", Json::object()};
        small::train(own, run());
        const auto model = core::openRun(run(), "best");
        for (const std::string text : {"", "a", "ann ", "bob s"}) {
            const core::Suggestions found = model->ask(core::AskSuggestions{text});
            for (size_t i = 1; i < found.best.size(); ++i)
                QVERIFY(found.best[i - 1].probability >= found.best[i].probability);
        }
    }

    void whatMustNotBeIsSaidAtItsField_data()
    {
        addColumns<QString, QString, QString>("network", "task", "path");
        newRow("tied of another size", R"({"kind":"lstm","hidden_size":9})",
               R"({"kind":"language_model","tied":true})", "task.tied");
        newRow("n-gram without an initial state", R"({"kind":"ngram"})",
               R"({"kind":"class_to_text","condition":"initial_state"})", "task.condition");
    }
    void whatMustNotBeIsSaidAtItsField()
    {
        QFETCH(QString, network);
        QFETCH(QString, task);
        QFETCH(QString, path);
        ExperimentSpec spec;
        spec.task = core::selectionFromJson(Json::parse(task.toStdString()));
        spec.model.network = core::selectionFromJson(Json::parse(network.toStdString()));
        const auto problems = core::checkTask(spec);
        QCOMPARE(problems.size(), size_t{1});
        QCOMPARE(problems.front().path, path.toStdString());
    }

private:
    std::shared_ptr<const core::CorpusPart> rowsOfTest() const
    {
        Strings lines;
        std::ifstream file(root() / "test.txt");
        for (std::string line; std::getline(file, line);)
            lines.push_back(line);
        core::CorpusPart part;
        part.columns.push_back({core::ColumnKind::Text, core::TextColumn(lines), {}, {}});
        return std::make_shared<const core::CorpusPart>(std::move(part));
    }
};

UNROLL_TEST(LanguageModelTest, QCoreApplication)
#include "language_model_test.moc"
