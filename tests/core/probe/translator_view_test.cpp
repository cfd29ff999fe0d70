#include "core/base/schema.h"
#include "core/data/samples/pair_sample.h"
#include "core/experiment/presets.h"
#include "core/metric/translation.h"
#include "core/model/translation_batch.h"
#include "core/probe/live_classifier.h"
#include "core/probe/stored_run.h"
#include "core/probe/translation_scoring.h"
#include "core/probe/translator_view.h"
#include "tests/support/scripted_translator.h"
#include "tests/support/stored_translator_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

using namespace core;

namespace {

const Json kRecurrent = {{"kind", "seq2seq"}, {"cell", "lstm"}, {"layers", 2},
                         {"hidden_size", 5},  {"dropout", 0.4}, {"attention", "additive"}};
const Json kTransformer = {{"kind", "transformer_seq2seq"}, {"encoder_layers", 2},
                           {"decoder_layers", 3},           {"heads", 4},
                           {"feed_forward_size", 6},        {"positions", "learned"}};

struct Viewed {
    explicit Viewed(const Json& networkJson, bool joint = false)
        : Viewed(support::smallTranslationSpec(networkJson, joint))
    {
    }
    explicit Viewed(const ExperimentSpec& wanted)
        : spec(wanted)
        , pipelines(PairPipelines::learn(spec.text, spec.targetText, support::kSources,
                                         support::kTargets, Monitor()))
        , network(support::scatteredTranslator(spec, pipelines))
        , view(viewTranslator({network, pipelines, spec.decoding, spec.data.sample,
                               [] {
                                   torch::randn(3); // a summary that draws
                                   return ModelSummary{};
                               },
                               [this] { return std::pair(step, int64_t{1}); }, "cpu"}))
    {
    }
    Viewed(const Viewed&) = delete;

    ExperimentSpec spec;
    PairPipelines pipelines;
    std::shared_ptr<Translator> network;
    int64_t step = 0;
    std::unique_ptr<LiveTranslator> view;

    DecodingSpec searching(const Json& search) const
    {
        DecodingSpec decoding = spec.decoding;
        decoding.search = selectionFromJson(search);
        return decoding;
    }
    std::string greedy(const std::string& source)
    {
        return view->translate(std::vector{source}, searching({{"kind", "greedy"}}), 1, Monitor())
            .front()
            .front()
            .text;
    }
};

/// The sample "reverse" by a scripted network whose cross attention is told.
struct Reversing {
    explicit Reversing(support::ScriptedAttention attention,
                       const std::string& tokeniser = "white_space")
        : network(std::make_shared<support::ScriptedTranslator>(
            [this](const std::vector<int64_t>& source, const std::vector<int64_t>& written) {
                std::vector<float> logits(size_t(pipelines.target->vocabularySize()), 0.0F);
                const size_t next = written.size() - 1;
                const int64_t wanted
                    = next < source.size() ? source[source.size() - 1 - next] : int64_t{kEndId};
                logits[size_t(wanted)] = 8.0F;
                return logits;
            }))
    {
        TextSpec text;
        text.tokeniser = {tokeniser, Json::object()};
        text.minimumFrequency = 1;
        text.maximumLength = 12;
        // Sources and targets number their words alike.
        const std::vector<std::string> words{"0 1 2 3 4 5 6 7 8 9 10 11"};
        pipelines = PairPipelines::learn(text, text, words, words, Monitor());
        network->attention = std::move(attention);
        DecodingSpec decoding;
        decoding.search = {"greedy", Json::object()};
        view = viewTranslator({network, pipelines, decoding, sample, [] { return ModelSummary{}; },
                               [] { return std::pair(int64_t{1}, int64_t{1}); }, "cpu"});
    }
    Reversing(const Reversing&) = delete;

    Selection sample{"reverse", {{"pairs", 100}, {"seed", 1}, {"longest", 25}, {"largest", 49}}};
    PairPipelines pipelines;
    std::shared_ptr<support::ScriptedTranslator> network;
    std::unique_ptr<LiveTranslator> view;
};

float otherDiagonal(int64_t row, int64_t column, int64_t, int64_t columns)
{
    return column == columns - 1 - row ? 1.0F : 0.0F;
}
float diagonal(int64_t row, int64_t column, int64_t, int64_t)
{
    return column == row ? 1.0F : 0.0F;
}

bool near(double a, double b, double tolerance = 1e-4)
{
    return std::abs(a - b) < tolerance;
}

Failure failureOf(const std::function<void()>& work)
{
    try {
        work();
    } catch (const Error& error) {
        return error.failure();
    }
    return {ErrorCode::Internal, {"it was done", {}}, {}, {}};
}

bool says(const Failure& failure, const std::string& part)
{
    return failure.sentence().find(part) != std::string::npos;
}

DecodingRequest requestFor(const std::string& source, const Selection& search)
{
    DecodingRequest request;
    request.source = source;
    request.search = search;
    return request;
}

void addNetworks()
{
    QTest::addColumn<QString>("json");
    QTest::newRow("recurrent") << QString::fromStdString(kRecurrent.dump());
    QTest::newRow("transformer") << QString::fromStdString(kTransformer.dump());
}

Json fetched(const QString& json)
{
    return Json::parse(json.toStdString());
}

} // namespace

class TranslatorViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tokensAddUpToWhatForwardSaysOfThePair_data() { addNetworks(); }
    void tokensAddUpToWhatForwardSaysOfThePair()
    {
        QFETCH(QString, json);
        Viewed viewed(fetched(json));
        viewed.step = 41;
        for (size_t i = 0; i < support::kSources.size(); ++i) {
            const TranslationInspection seen
                = viewed.view->inspect(support::kSources[i], support::kTargets[i]);
            const auto source = viewed.pipelines.source->ids(support::kSources[i]);
            const auto target = viewed.pipelines.target->ids(support::kTargets[i]);
            QVERIFY(seen.forced && seen.ended);
            QCOMPARE(seen.step, 41);
            QCOMPARE(seen.targetTokens.size(), target.size() + 1);
            QCOMPARE(seen.targetTokens.back().id, kEndId);

            const torch::NoGradGuard noGrad;
            viewed.network->eval();
            const IdRow sourceRow(source), targetRow(target);
            const torch::Tensor logProbabilities = torch::log_softmax(
                viewed.network->forward(
                    translationBatch({&sourceRow, 1}, {&targetRow, 1}, torch::kCPU), 1.0),
                1);
            double sum = 0.0;
            for (size_t t = 0; t < seen.targetTokens.size(); ++t) {
                const TargetToken& token = seen.targetTokens[t];
                const torch::Tensor row = logProbabilities[int64_t(t)];
                QVERIFY(near(token.logProbability, row[token.id].item<double>()));
                QVERIFY(near(token.likeliestLogProbability, row.max().item<double>()));
                QCOMPARE(token.likeliest,
                         viewed.pipelines.target->token(row.argmax().item<int64_t>()));
                sum += row[token.id].item<double>();
            }
            QVERIFY(near(seen.meanLoss, -sum / double(seen.targetTokens.size())));
        }
    }

    void attentionComesWithAllLayersAndHeads()
    {
        Viewed viewed(kTransformer);
        const TranslationInspection seen
            = viewed.view->inspect(support::kSources[1], support::kTargets[1]);
        const auto rows = int64_t(seen.targetTokens.size());
        const auto columns = int64_t(seen.sourceTokens.size());
        QVERIFY(rows != columns);
        std::map<std::string, int> maps;
        for (const AttentionMap& map : seen.attention) {
            ++maps[map.group];
            QCOMPARE(map.rows, map.group == "encoder" ? columns : rows);
            QCOMPARE(map.columns, map.group == "decoder" ? rows : columns);
            for (int64_t row = 0; row < map.rows; ++row) {
                const float* first = map.weights.data() + row * map.columns;
                QVERIFY(near(std::accumulate(first, first + map.columns, 0.0), 1.0, 1e-5));
            }
        }
        QCOMPARE(maps,
                 (std::map<std::string, int>{{"encoder", 8}, {"decoder", 12}, {"cross", 12}}));
    }

    void withoutATargetTheGreedyTranslationIsLookedAt_data() { addNetworks(); }
    void withoutATargetTheGreedyTranslationIsLookedAt()
    {
        QFETCH(QString, json);
        Viewed viewed(fetched(json));
        const auto all = viewed.view->translate(
            support::kSources, viewed.searching({{"kind", "greedy"}}), 1, Monitor());
        for (size_t i = 0; i < all.size(); ++i) {
            const TranslationInspection seen = viewed.view->inspect(support::kSources[i], {});
            const Translation& translation = all[i].front();
            QVERIFY(!seen.forced);
            QCOMPARE(seen.target, translation.text);
            QCOMPARE(seen.ended, translation.ended);
            double sum = 0.0;
            for (size_t t = 0; t < translation.tokens.size(); ++t) {
                QCOMPARE(seen.targetTokens[t].text, translation.tokens[t]);
                sum += seen.targetTokens[t].logProbability;
            }
            if (translation.ended)
                sum += seen.targetTokens.back().logProbability;
            QVERIFY(near(sum, translation.logProbability));
        }
    }

    void theFirstDivergenceIsFound()
    {
        const Reversing reversing(otherDiagonal);
        LiveTranslator& view = *reversing.view;
        QCOMPARE(view.compare("1 2 3 4", "4 3 2 1").firstDivergence, -1);
        QCOMPARE(view.compare("1 2 3 4", "5 3 2 1").firstDivergence, 0);
        QCOMPARE(view.compare("1 2 3 4", "4 3 9 1").firstDivergence, 2);
        QCOMPARE(view.compare("1 2 3 4", "4 3").firstDivergence, 2); // One ends.
        QCOMPARE(view.compare("1 2 3 4", "4 3 2 1 0").firstDivergence, 4);
        const TeacherComparison comparison = view.compare("1 2 3 4", "4 3 9 1");
        QVERIFY(comparison.forced.forced && !comparison.freeRunning.forced);
        QCOMPARE(comparison.freeRunning.target, std::string("4 3 2 1"));
        // Eight in favour of one of n tokens: log p = 8 - log(n - 1 + e^8), else 8 less.
        const double words = double(reversing.pipelines.target->vocabularySize());
        const double right = 8.0 - std::log(words - 1.0 + std::exp(8.0));
        for (size_t t = 0; t < 5; ++t)
            QVERIFY(near(comparison.forced.targetTokens[t].logProbability,
                         t == 2 ? right - 8.0 : right));
        QCOMPARE(comparison.forced.targetTokens[2].likeliest, std::string("2"));
    }

    void aPerfectAlignmentHasNoErrors()
    {
        const Reversing perfect(otherDiagonal), wrong(diagonal);
        const TranslationInspection seen = perfect.view->inspect("7 5 9", "9 5 7");
        QCOMPARE(seen.gold, (std::vector<AlignmentLink>{{0, 2}, {1, 1}, {2, 0}}));
        QCOMPARE(seen.alignmentErrorRate, 0.0);
        // Of three links the middle one is right: 1 - 2 * 1 / (3 + 3).
        QVERIFY(near(wrong.view->inspect("7 5 9", "9 5 7").alignmentErrorRate, 2.0 / 3.0, 1e-12));
        const std::vector<std::string> sources{"1 2 3", "4 5 6 7", "8"};
        const std::vector<std::string> references{"3 2 1", "7 6 5 4", "8"};
        const auto rate = [&](const Reversing& each) {
            return each.view
                ->evaluate(sources, references, each.view->decoding(), nullptr, Monitor())
                .alignmentErrorRate;
        };
        QCOMPARE(rate(perfect), 0.0);
        QVERIFY(near(rate(wrong), 1.0 - 2.0 * (1 + 0 + 1) / 16.0, 1e-12));
    }

    void withoutGoldLinksThereIsNoErrorRate()
    {
        const Reversing words(otherDiagonal), characters(otherDiagonal, "character");
        const auto none = [](const TranslationInspection& seen) {
            return seen.gold.empty() && std::isnan(seen.alignmentErrorRate);
        };
        QVERIFY(!none(words.view->inspect("1 2", "2 1")));
        QVERIFY(none(words.view->inspect("1 2", "1 2"))); // No right translation.
        QVERIFY(none(words.view->inspect("one two", "two one")));
        // Cut at twelve tokens: what is behind them cannot be aligned.
        QVERIFY(
            none(words.view->inspect("1 1 1 1 1 1 1 1 1 1 1 1 2", "2 1 1 1 1 1 1 1 1 1 1 1 1")));
        // The links are between words, the tokens are characters.
        QVERIFY(none(characters.view->inspect("1 2", "2 1")));
        const Reversing unseen({});
        QVERIFY(std::isnan(unseen.view->inspect("1 2", "2 1").alignmentErrorRate));
        QCOMPARE(unseen.view->inspect("1 2", "2 1").gold.size(), size_t{2});
    }

    void goldLinksOfDatesAreBetweenCharacters()
    {
        ExperimentSpec spec = findPreset("dates").spec;
        spec.data.sample.options["pairs"] = 50;
        const SentencePairs pairs = generatePairs(spec.data.sample).train;
        const PairPipelines pipelines = PairPipelines::learn(spec.text, spec.targetText,
                                                             pairs.source, pairs.target, Monitor());
        for (size_t i = 0; i < pairs.size(); ++i) {
            const auto links
                = goldLinks(spec.data.sample, pipelines, pairs.source[i], pairs.target[i]);
            QVERIFY2(links.has_value(), pairs.source[i].c_str());
            const auto tokens = pipelines.target->tokens(pairs.target[i]);
            for (const AlignmentLink& link : *links)
                QVERIFY(size_t(link.target) < tokens.size()
                        && size_t(link.source) < pipelines.source->tokens(pairs.source[i]).size());
        }
        TextSpec words = spec.text;
        words.tokeniser = {"white_space", Json::object()};
        const PairPipelines byWord
            = PairPipelines::learn(words, words, pairs.source, pairs.target, Monitor());
        QVERIFY(!goldLinks(spec.data.sample, byWord, pairs.source[0], pairs.target[0]));
    }

    void evaluationIsThatOfWhatIsTranslated_data() { addNetworks(); }
    void evaluationIsThatOfWhatIsTranslated()
    {
        QFETCH(QString, json);
        Viewed viewed(fetched(json));
        const DecodingSpec decoding = viewed.searching({{"kind", "beam"}, {"width", 3}});
        const auto found = viewed.view->translate(support::kSources, decoding, 2, Monitor());
        std::vector<std::string> texts;
        for (const auto& each : found)
            texts.push_back(each.front().text);
        std::vector<ScoredTranslation> pairs;
        const TranslationScores scores = viewed.view->evaluate(support::kSources, support::kTargets,
                                                               decoding, &pairs, Monitor());
        QCOMPARE(scores.count, int64_t(support::kSources.size()));
        QCOMPARE(scores.bleu.score, corpusBleu(texts, support::kTargets).score);
        QVERIFY(scores.bleu.signature.find("case:mixed") != std::string::npos);
        QCOMPARE(scores.chrf.score, corpusChrf(texts, support::kTargets).score);
        double loss = 0.0, right = 0.0, tokens = 0.0;
        for (size_t i = 0; i < pairs.size(); ++i) {
            QCOMPARE(pairs[i].source, support::kSources[i]);
            QCOMPARE(pairs[i].reference, support::kTargets[i]);
            QCOMPARE(pairs[i].hypothesis, texts[i]);
            QCOMPARE(pairs[i].bleu, sentenceBleu(texts[i], support::kTargets[i]).score);
            QVERIFY(near(pairs[i].logProbability, found[i].front().logProbability));
            QVERIFY(near(pairs[i].score, pairs[i].logProbability / double(pairs[i].tokens)));
            const TranslationInspection seen
                = viewed.view->inspect(support::kSources[i], support::kTargets[i]);
            for (const TargetToken& token : seen.targetTokens) {
                loss -= token.logProbability;
                right += token.text == token.likeliest ? 1.0 : 0.0;
                ++tokens;
            }
        }
        QVERIFY(near(scores.loss, loss / tokens));
        QVERIFY(near(scores.perplexity, std::exp(loss / tokens), 1e-2));
        QVERIFY(near(scores.accuracy, right / tokens, 1e-9));
        QCOMPARE(scores.uniformPerplexity, double(viewed.pipelines.target->vocabularySize()));
        QVERIFY(std::isnan(scores.alignmentErrorRate)); // No sample made these.
    }

    void aPerfectTranslatorScoresAHundred()
    {
        const Reversing reversing(otherDiagonal);
        const std::vector<std::string> sources{"1 2 3 4 5", "6 7 8 9", "10 11 0 2"};
        const std::vector<std::string> references{"5 4 3 2 1", "9 8 7 6", "2 0 11 10"};
        const TranslationScores scores = reversing.view->evaluate(
            sources, references, reversing.view->decoding(), nullptr, Monitor());
        QVERIFY(near(scores.bleu.score, 100.0, 1e-9));
        QVERIFY(near(scores.chrf.score, 100.0, 1e-9));
        QCOMPARE(scores.exactMatch, 1.0);
        QCOMPARE(scores.accuracy, 1.0);
    }

    void gainsAreWhatABeamFindsBeyondGreedy()
    {
        Viewed viewed(kRecurrent);
        const DecodingSpec beam = viewed.searching(
            {{"kind", "beam"}, {"width", 6}, {"normalisation", "none"}, {"stop", "length"}});
        const auto gains
            = viewed.view->gainsOverGreedy(support::kSources, support::kTargets, beam, Monitor());
        QVERIFY(!gains.empty());
        double before = std::numeric_limits<double>::infinity();
        for (const SearchGain& gain : gains) {
            const double gained = gain.searchedLogProbability - gain.greedyLogProbability;
            QVERIFY(gained > 0.0 && gained <= before);
            before = gained;
            QCOMPARE(gain.greedy, viewed.greedy(gain.source));
            QVERIFY(gain.searched != gain.greedy || gain.firstDifference >= 0);
            QCOMPARE(gain.greedyBleu, sentenceBleu(gain.greedy, gain.reference).score);
            const auto a = viewed.pipelines.target->tokens(gain.greedy);
            const auto b = viewed.pipelines.target->tokens(gain.searched);
            for (int32_t t = 0; t < gain.firstDifference; ++t)
                QCOMPARE(a[size_t(t)], b[size_t(t)]);
        }
        // Greedy gains nothing over itself.
        QVERIFY(viewed.view
                    ->gainsOverGreedy(support::kSources, support::kTargets,
                                      viewed.searching({{"kind", "greedy"}}), Monitor())
                    .empty());
    }

    void aDecodingTellsEverything()
    {
        Viewed viewed(kTransformer);
        viewed.step = 9;
        DecodingRequest request = requestFor(support::kSources[2], {"beam", {{"width", 3}}});
        request.best = 2;
        const Decoding decoding = viewed.view->decode(request);
        QCOMPARE(decoding.sourceTokens, viewed.pipelines.source->tokens(support::kSources[2]));
        QCOMPARE(decoding.search.kind, std::string("beam"));
        QCOMPARE(decoding.search.options.at("width").get<int64_t>(), int64_t{3});
        QVERIFY(decoding.search.options.contains("normalisation")); // Complete.
        QCOMPARE(decoding.best.size(), size_t{2});
        QCOMPARE(decoding.step, 9);
        QCOMPARE(decoding.vocabulary.size(), size_t(viewed.pipelines.target->vocabularySize()));
        const auto alone = viewed.view->translate(
            std::vector{support::kSources[2]}, viewed.searching({{"kind", "beam"}, {"width", 3}}),
            2, Monitor());
        for (size_t i = 0; i < 2; ++i) {
            QCOMPARE(decoding.best[i].text, alone[0][i].text);
            QVERIFY(near(decoding.best[i].score, alone[0][i].score));
        }
        for (const TraceNode& node : decoding.trace.nodes)
            QCOMPARE(node.text, viewed.pipelines.target->token(node.token));
    }

    void aPrefixIsTextOrIds()
    {
        Viewed viewed(kRecurrent);
        DecodingRequest request = requestFor(support::kSources[0], {"greedy", Json::object()});
        request.prefix = "The woman";
        const Decoding asText = viewed.view->decode(request);
        QCOMPARE(asText.best[0].tokens[0], std::string("The"));
        QCOMPARE(asText.best[0].tokens[1], std::string("woman"));
        request.prefix.clear();
        request.prefixIds = {int32_t(viewed.pipelines.target->id("The")),
                             int32_t(viewed.pipelines.target->id("woman"))};
        QCOMPARE(viewed.view->decode(request).best[0].text, asText.best[0].text);
        request.prefixIds.clear();
        const std::string free = viewed.view->decode(request).best[0].text;
        request.prefix = "  \t "; // Nothing is forced.
        QCOMPARE(viewed.view->decode(request).best[0].text, free);
    }

    void whatCannotBeDoneIsASentence_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QList<int>>("ids");
        QTest::addColumn<QString>("search");
        QTest::addColumn<QString>("said");
        const QString greedy = R"({"kind":"greedy"})";
        QTest::newRow("unknown word") << "The giraffe" << QList<int>() << greedy << "\"giraffe\"";
        QTest::newRow("a mark") << "" << QList<int>{2} << greedy << "id 2";
        QTest::newRow("beyond") << "" << QList<int>{5, 999} << greedy << "id 999";
        QTest::newRow("negative") << "" << QList<int>{-1} << greedy << "id -1";
        QTest::newRow("too long a prefix")
            << "The dog sees a cat The dog sees a cat The dog sees a cat" << QList<int>() << greedy
            << "has 15 tokens";
        QTest::newRow("none wide") << "" << QList<int>() << R"({"kind":"beam","width":0})"
                                   << "width 0";
        QTest::newRow("too wide") << "" << QList<int>() << R"({"kind":"beam","width":1000})"
                                  << "1000 hypotheses wide";
        QTest::newRow("10^12") << "" << QList<int>() << R"({"kind":"exhaustive"})"
                               << "about 10^";
    }
    void whatCannotBeDoneIsASentence()
    {
        QFETCH(QString, prefix);
        QFETCH(QList<int>, ids);
        QFETCH(QString, search);
        QFETCH(QString, said);
        Viewed viewed(kRecurrent);
        viewed.network->train();
        const std::string before = viewed.greedy(support::kSources[0]);
        DecodingRequest request
            = requestFor(support::kSources[0], selectionFromJson(fetched(search)));
        request.prefix = prefix.toStdString();
        request.prefixIds.assign(ids.begin(), ids.end());
        const Failure failure = failureOf([&] { viewed.view->decode(request); });
        QVERIFY(failure.code == ErrorCode::BadSetting || failure.code == ErrorCode::BadData);
        QVERIFY2(says(failure, said.toStdString()), failure.sentence().c_str());
        QVERIFY(!failure.advice.empty());
        QVERIFY(viewed.network->is_training() && torch::GradMode::is_enabled());
        QCOMPARE(viewed.greedy(support::kSources[0]), before); // It goes on.
    }

    void emptyLongAndUnknownSourcesAreTranslated_data() { addNetworks(); }
    void emptyLongAndUnknownSourcesAreTranslated()
    {
        QFETCH(QString, json);
        Viewed viewed(fetched(json));
        for (const char* source : {"", "   ", "zzz", "\xC3\xA4\xC3\xB6 \xF0\x9F\x98\x80"}) {
            const TranslationInspection seen = viewed.view->inspect(source, {});
            QCOMPARE(seen.sourceTokens.size(), seen.sourceIds.size());
            QVERIFY(seen.unknownTokens >= 1);
            QVERIFY(std::isfinite(seen.meanLoss));
            QCOMPARE(seen.target, viewed.greedy(source));
        }
        QCOMPARE(viewed.view->inspect("", {}).sourceTokens, std::vector<std::string>{"<unk>"});
        const std::string longer = "der hund sieht eine katze und der mann liest ein buch";
        const TranslationInspection cut = viewed.view->inspect(longer, {});
        QCOMPARE(cut.sourceTokens.size(), size_t{7});
        QCOMPARE(cut.cutTokens, 4);
        QCOMPARE(cut.target, viewed.greedy("der hund sieht eine katze und der"));
        // A target longer than positions reach is cut, too.
        std::string target = "The dog";
        for (int i = 0; i < 30; ++i)
            target += " sees";
        QCOMPARE(viewed.view->inspect(longer, target).targetTokens.size(), size_t{10});
        QVERIFY(viewed.view->translate({}, viewed.spec.decoding, 1, Monitor()).empty());
    }

    void aTranslationThatNeverEndsCanBeLookedAt()
    {
        ExperimentSpec spec = support::smallTranslationSpec(kTransformer);
        spec.decoding.lengthFactor = 100.0;
        Viewed viewed(spec);
        {
            const torch::NoGradGuard noGrad;
            viewed.network->named_parameters()["output.bias"][kEndId] = -1e4;
        }
        const TranslationInspection seen = viewed.view->inspect(support::kSources[0], {});
        QVERIFY(!seen.ended);
        // It reaches eleven places, the begin mark's among them; with what would come next.
        QCOMPARE(seen.targetTokens.size(), size_t{11});
        viewed.view->compare(support::kSources[0], support::kTargets[0]);
    }

    void sidesOfOtherLengthsAreRefused()
    {
        Viewed viewed(kRecurrent);
        const auto three = std::span(support::kSources).first(3);
        const Failure failure = failureOf([&] {
            viewed.view->evaluate(three, support::kTargets, viewed.spec.decoding, nullptr,
                                  Monitor());
        });
        QVERIFY(failure.code == ErrorCode::BadData);
        QVERIFY2(says(failure, "3 sources and 5 references"), failure.sentence().c_str());
    }

    void lookingLeavesModesAndGeneratorsAsTheyWere_data() { addNetworks(); }
    void lookingLeavesModesAndGeneratorsAsTheyWere()
    {
        QFETCH(QString, json);
        Viewed viewed(fetched(json));
        viewed.network->train();
        const auto child = viewed.network->children().front();
        child->eval();
        torch::manual_seed(5);
        const torch::Tensor expected = torch::randn(4);
        torch::manual_seed(5);
        viewed.view->compare(support::kSources[0], support::kTargets[0]);
        viewed.view->decode(requestFor("katze", {"sampling", Json::object()}));
        viewed.view->evaluate(support::kSources, support::kTargets, viewed.spec.decoding, nullptr,
                              Monitor());
        viewed.view->positions(5);
        viewed.view->summary();
        QVERIFY(viewed.network->is_training() && !child->is_training());
        QVERIFY(torch::GradMode::is_enabled());
        QVERIFY(torch::equal(torch::randn(4), expected));
    }

    void positionsReachAsFarAsTheNetwork()
    {
        QVERIFY(Viewed(kRecurrent).view->positions(5).empty());
        Viewed learned(kTransformer);
        const auto tables = learned.view->positions(0);
        QCOMPARE(tables.size(), size_t{1});
        QCOMPARE(tables[0].features, 8);
        QCOMPARE(int64_t(tables[0].values.size()), tables[0].length * 8);
        QVERIFY(learned.view->positions(1000)[0].length <= 11);
        Json json = kTransformer;
        json["positions"] = "sinusoidal";
        const auto waves = Viewed(json).view->positions(40);
        QCOMPARE(waves[0].length, 40);
        for (int64_t place : {0, 1, 17, 39})
            for (int64_t i = 0; i < 4; ++i) { // Vaswani et al. (2017), section 3.5; d = 8.
                const double angle = double(place) / std::pow(10000.0, double(2 * i) / 8.0);
                QVERIFY(near(waves[0].values[size_t(8 * place + 2 * i)], std::sin(angle)));
                QVERIFY(near(waves[0].values[size_t(8 * place + 2 * i + 1)], std::cos(angle)));
            }
    }

    void aStoppedEvaluationStops()
    {
        Viewed viewed(kRecurrent);
        viewed.network->train();
        std::stop_source stop;
        const Monitor monitor(stop.get_token(), [&](const Progress&) { stop.request_stop(); });
        const Failure failure = failureOf([&] {
            viewed.view->evaluate(support::kSources, support::kTargets, viewed.spec.decoding,
                                  nullptr, monitor);
        });
        QVERIFY(failure.code == ErrorCode::Cancelled);
        QVERIFY(viewed.network->is_training());
    }

    void aStoredRunIsTheTranslatorThatWasStored()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = (folder.path() + "/run").toStdString();
        const ExperimentSpec spec = support::smallTranslationSpec(kRecurrent);
        support::writeStoredTranslator(run, spec);
        const auto opened = openRun(run, "last");
        auto& model = liveAs<LiveTranslator>(*opened);
        QCOMPARE(model.step(), 7);
        QCOMPARE(model.epoch(), 2);
        QCOMPARE(model.decoding().lengthFactor, 1.3);
        Viewed same(spec);
        for (const std::string& source : support::kSources)
            QCOMPARE(model.inspect(source, {}).target, same.greedy(source));
        int64_t count = 0;
        for (const torch::Tensor& parameter : same.network->parameters())
            count += parameter.numel();
        QCOMPARE(model.summary().parameters, count);
        const Failure other = failureOf([&] { liveAs<LiveClassifier>(*opened); });
        QVERIFY2(says(other, "classification") && says(other, "translation"),
                 other.sentence().c_str());
    }

    void aRunWhoseVocabulariesDoNotFitIsASentence()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = (folder.path() + "/run").toStdString();
        support::writeStoredTranslator(run, support::smallTranslationSpec(kRecurrent));
        const auto opening = [&] { return failureOf([&] { openRun(run, "last"); }); };
        // The source's pipeline in the target's place: another vocabulary, whole in itself.
        for (const char* name : {"text.json", "vocabulary.txt"})
            std::filesystem::copy_file(run / name, run / "target" / name,
                                       std::filesystem::copy_options::overwrite_existing);
        Failure failure = opening();
        QVERIFY(failure.code == ErrorCode::FileMalformed);
        QVERIFY2(says(failure, "the network needs") && says(failure, "vocabulary of the run"),
                 failure.sentence().c_str());
        const auto file = run / "target" / "vocabulary.txt";
        std::filesystem::remove(file);
        failure = opening();
        QVERIFY(failure.code == ErrorCode::FileMissing);
        QVERIFY2(says(failure, file.string()), failure.sentence().c_str());
        std::filesystem::remove_all(run / "target");
        QVERIFY(opening().code == ErrorCode::FileMissing);
    }
};
QTEST_GUILESS_MAIN(TranslatorViewTest)
#include "translator_view_test.moc"
