#include "core/base/schema.h"
#include "core/model/translation_batch.h"
#include "tests/core/task/viewed_translator.h"
#include "tests/support/test_case.h"

#include <numeric>

using namespace core;
using namespace probed;

namespace {

DecodingRequest requestFor(const std::string& source, const Selection& search)
{
    DecodingRequest request;
    request.source = source;
    request.search = search;
    return request;
}

} // namespace

/// The answers of a translator: its tokens, its attention, its decodings, its positions.
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
            const Translation& translation = all[i].best.front();
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
        QCOMPARE(comparison.freeRunning.target, "4 3 2 1"s);
        // Eight in favour of one of n tokens: log p = 8 - log(n - 1 + e^8), else 8 less.
        const double words = double(reversing.pipelines.target->vocabularySize());
        const double right = 8.0 - std::log(words - 1.0 + std::exp(8.0));
        for (size_t t = 0; t < 5; ++t)
            QVERIFY(near(comparison.forced.targetTokens[t].logProbability,
                         t == 2 ? right - 8.0 : right));
        QCOMPARE(comparison.forced.targetTokens[2].likeliest, "2"s);
    }

    void aDecodingTellsEverything()
    {
        Viewed viewed(kTransformer);
        viewed.step = 9;
        DecodingRequest request = requestFor(support::kSources[2], {"beam", {{"width", 3}}});
        request.best = 2;
        const Decoding decoding = viewed.view->decode(request);
        QCOMPARE(decoding.sourceTokens, viewed.pipelines.source->tokens(support::kSources[2]));
        QCOMPARE(decoding.search.kind, "beam"s);
        QCOMPARE(decoding.search.options.at("width").get<int64_t>(), int64_t{3});
        QVERIFY(decoding.search.options.contains("normalisation")); // Complete.
        QCOMPARE(decoding.best.size(), size_t{2});
        QCOMPARE(decoding.step, 9);
        QCOMPARE(decoding.vocabulary.size(), size_t(viewed.pipelines.target->vocabularySize()));
        const auto alone = viewed.view->translate(
            std::vector{support::kSources[2]}, viewed.searching({{"kind", "beam"}, {"width", 3}}),
            2, Monitor());
        for (size_t i = 0; i < 2; ++i) {
            QCOMPARE(decoding.best[i].text, alone[0].best[i].text);
            QVERIFY(near(decoding.best[i].score, alone[0].best[i].score));
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
        QCOMPARE(asText.best[0].tokens[0], "The"s);
        QCOMPARE(asText.best[0].tokens[1], "woman"s);
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
        addColumns<QString, QList<int>, QString, QString>("prefix", "ids", "search", "said");
        const QString greedy = R"({"kind":"greedy"})";
        newRow("unknown word", "The giraffe", QList<int>(), greedy, "\"giraffe\"");
        newRow("a mark", "", QList<int>{2}, greedy, "id 2");
        newRow("beyond", "", QList<int>{5, 999}, greedy, "id 999");
        newRow("negative", "", QList<int>{-1}, greedy, "id -1");
        newRow("too long a prefix", "The dog sees a cat The dog sees a cat The dog sees a cat",
               QList<int>(), greedy, "has 15 tokens");
        newRow("none wide", "", QList<int>(), R"({"kind":"beam","width":0})", "width 0");
        newRow("too wide", "", QList<int>(), R"({"kind":"beam","width":1000})",
               "1000 hypotheses wide");
        newRow("10^12", "", QList<int>(), R"({"kind":"exhaustive"})", "about 10^");
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
        }
        QCOMPARE(viewed.view->inspect("zzz", {}).target, viewed.greedy("zzz"));
        QCOMPARE(viewed.view->inspect("", {}).sourceTokens, Strings{"<unk>"});
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
        QVERIFY(viewed.view->translate({}, viewed.options.decoding, 1, Monitor()).empty());
    }

    void eachSourceIsAnsweredByItself()
    {
        Viewed viewed(kRecurrent);
        // Of one token 3 more than the end mark may come, of five tokens 8.
        const DecodingSpec decoding
            = viewed.searching({{"kind", "beam"}, {"width", 2}, {"minimum_length", 5}});
        const Strings sources{"katze", "der hund sieht eine katze", " \t", "",
                              "der hund sieht eine katze und der mann liest ein buch"};
        const auto all = viewed.view->translate(sources, decoding, 2, Monitor());
        QCOMPARE(all.size(), sources.size());
        QVERIFY(all[0].best.empty() && all[0].problem);
        QVERIFY2(says(*all[0].problem, "minimum length"), all[0].problem->sentence().c_str());
        QVERIFY(!all[1].problem && all[1].best.size() == 2);
        QVERIFY(all[1].tokens == 5 && all[1].cutTokens == 0);
        for (const size_t empty : {2, 3})
            QVERIFY(all[empty].tokens == 0 && all[empty].best.empty() && !all[empty].problem);
        QVERIFY(all[4].tokens == 11 && all[4].cutTokens == 4 && all[4].best.size() == 2);
        const auto alone
            = viewed.view->translate(std::span(sources).subspan(1, 1), decoding, 2, Monitor());
        QCOMPARE(alone[0].best[1].text, all[1].best[1].text);
        // What fits no source at all is said at once.
        const Failure failure = failureOf([&] {
            viewed.view->translate(sources, viewed.searching({{"kind", "beam"}, {"width", 100000}}),
                                   1, Monitor());
        });
        QVERIFY2(says(failure, "width"), failure.sentence().c_str());
        // Scores need all of them.
        const Failure scored = failureOf([&] {
            viewed.view->evaluate(std::vector{sources[1], sources[0]}, Strings{"a", "b"}, decoding,
                                  nullptr, Monitor());
        });
        QVERIFY2(says(scored, "Source 2: "), scored.sentence().c_str());
    }

    void samplingDrawsByTheNumberOfTheSource()
    {
        Viewed viewed(kTransformer);
        const DecodingSpec decoding
            = viewed.searching({{"kind", "sampling"}, {"temperature", 3.0}});
        const Strings sources(40, support::kSources[2]);
        const auto textsOf = [&](size_t count, int64_t before) {
            Strings texts;
            for (const auto& each : viewed.view->translate(std::span(sources).first(count),
                                                           decoding, 1, Monitor(), before))
                texts.push_back(each.best.front().text);
            return texts;
        };
        const Strings whole = textsOf(40, 0);
        QVERIFY(std::set(whole.begin(), whole.end()).size() > 30); // Not the same draws again.
        QCOMPARE(textsOf(10, 30), std::vector(whole.begin() + 30, whole.end()));
        // Empty sources take their number with them.
        const auto behind
            = viewed.view->translate(Strings{"", sources[0]}, decoding, 1, Monitor(), 10);
        QCOMPARE(behind[1].best.front().text, whole[11]);
    }

    void aTranslationThatNeverEndsCanBeLookedAt()
    {
        const ExperimentSpec spec = withValue(support::smallTranslationSpec(kTransformer),
                                              "task.decoding.length_factor", "100");
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
        viewed.view->evaluate(support::kSources, support::kTargets, viewed.options.decoding,
                              nullptr, Monitor());
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
};
UNROLL_TEST(TranslatorViewTest, QCoreApplication)
#include "translator_view_test.moc"
