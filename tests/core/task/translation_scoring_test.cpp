#include "core/catalogue/presets.h"
#include "core/data/sample.h"
#include "core/metric/translation.h"
#include "core/task/translation/translation_scoring.h"
#include "tests/core/task/viewed_translator.h"
#include "tests/support/test_case.h"

using namespace core;
using namespace probed;

namespace {

float diagonal(int64_t row, int64_t column, int64_t, int64_t)
{
    return column == row ? 1.0F : 0.0F;
}

} // namespace

/// How well translations and alignments are, by what is known to be right.
class TranslationScoringTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPerfectAlignmentHasNoErrors()
    {
        const Reversing perfect(otherDiagonal), wrong(diagonal);
        const TranslationInspection seen = perfect.view->inspect("7 5 9", "9 5 7");
        QCOMPARE(seen.gold, (std::vector<AlignmentLink>{{0, 2}, {1, 1}, {2, 0}}));
        QCOMPARE(seen.alignmentErrorRate, 0.0);
        // Of three links the middle one is right: 1 - 2 * 1 / (3 + 3).
        QVERIFY(near(wrong.view->inspect("7 5 9", "9 5 7").alignmentErrorRate, 2.0 / 3.0, 1e-12));
        const Strings sources{"1 2 3", "4 5 6 7", "8"};
        const Strings references{"3 2 1", "7 6 5 4", "8"};
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
        const PairPipelines pipelines = PairPipelines::learn(
            spec.text, translationOptions(spec).targetText, pairs.source, pairs.target, Monitor());
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
        Strings texts;
        for (const auto& each : found)
            texts.push_back(each.best.front().text);
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
            QVERIFY(near(pairs[i].logProbability, found[i].best.front().logProbability));
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

    /// Data of another kind are recognised by what the vocabularies lack and what is cut off.
    void whatIsUnknownAndCutIsCounted()
    {
        ExperimentSpec small = support::smallTranslationSpec(kRecurrent);
        small.text.maximumLength = 3;
        TranslationOptions options = translationOptions(small);
        options.targetText.maximumLength = 2;
        setTranslationOptions(small, options);
        Viewed viewed(small);
        const std::string word = viewed.pipelines.target->token(kSpecialTokens);
        const Strings sources{"qq qq qq qq", "qq"};
        const Strings references{word + " zz zz", word};
        const TranslationScores scores = viewed.view->evaluate(
            sources, references, viewed.searching({{"kind", "greedy"}}), nullptr, Monitor());
        QCOMPARE(scores.cutSources, int64_t{1});
        QCOMPARE(scores.cutReferences, int64_t{1});
        QCOMPARE(scores.unknownSourceShare, 1.0);
        QCOMPARE(scores.unknownShare, 1.0 / 5.0); // word zz </s>, word </s>
        double known = 0.0;
        for (const auto& [source, reference] :
             {std::pair{sources[0], references[0]}, std::pair{sources[1], references[1]}})
            for (const TargetToken& token : viewed.view->inspect(source, reference).targetTokens)
                known -= token.id == kUnknownId ? 0.0 : token.logProbability;
        QVERIFY(near(scores.knownPerplexity, std::exp(known / 4.0), 1e-2));
    }

    void aPerfectTranslatorScoresAHundred()
    {
        const Reversing reversing(otherDiagonal);
        const Strings sources{"1 2 3 4 5", "6 7 8 9", "10 11 0 2"};
        const Strings references{"5 4 3 2 1", "9 8 7 6", "2 0 11 10"};
        const TranslationScores scores = reversing.view->evaluate(
            sources, references, reversing.view->decoding(), nullptr, Monitor());
        QVERIFY(near(scores.bleu.score, 100.0, 1e-9));
        QVERIFY(near(scores.chrf.score, 100.0, 1e-9));
        QCOMPARE(scores.exactMatch, 1.0);
        QCOMPARE(scores.accuracy, 1.0);
    }

    void exchangedSidesAreNoticed()
    {
        Viewed viewed(kRecurrent);
        const auto evaluate = [](LiveTranslator& view, std::span<const std::string> sources,
                                 std::span<const std::string> references) {
            return failureOf(
                [&] { view.evaluate(sources, references, view.decoding(), nullptr, Monitor()); });
        };
        QVERIFY(says(evaluate(*viewed.view, support::kTargets, support::kSources),
                     "The sides are swapped"));
        QCOMPARE(evaluate(*viewed.view, support::kSources, support::kTargets).sentence(), ""s);
        // Both sides have one vocabulary here, and the network writes one more than it reads.
        Reversing counting(otherDiagonal);
        counting.network = std::make_shared<support::ScriptedTranslator>(
            [&](const std::vector<int64_t>& source, const std::vector<int64_t>& written) {
                std::vector<float> logits(size_t(counting.pipelines.target->vocabularySize()));
                const size_t next = written.size() - 1;
                logits[next < source.size() ? size_t(source[next] + 1) % logits.size()
                                            : size_t(kEndId)]
                    = 8.0F;
                return logits;
            });
        counting.view = liveTranslator(translatorParts(counting.network, counting.pipelines,
                                                       counting.view->decoding(), counting.sample),
                                       [] { return std::pair(int64_t{1}, int64_t{1}); });
        Strings sources, references;
        for (int64_t i = 0; i < 6; ++i) {
            sources.push_back(counting.pipelines.source->token(4 + i));
            references.push_back(counting.pipelines.target->token(5 + i));
        }
        QCOMPARE(evaluate(*counting.view, sources, references).sentence(), ""s);
        QVERIFY(says(evaluate(*counting.view, references, sources), "The sides are swapped"));
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

    void sidesOfOtherLengthsAreRefused()
    {
        Viewed viewed(kRecurrent);
        const auto three = std::span(support::kSources).first(3);
        const Failure failure = failureOf([&] {
            viewed.view->evaluate(three, support::kTargets, viewed.options.decoding, nullptr,
                                  Monitor());
        });
        QVERIFY(failure.code == ErrorCode::BadData);
        QVERIFY2(says(failure, "3 sources and 5 references"), failure.sentence().c_str());
    }

    void aStoppedEvaluationStops()
    {
        Viewed viewed(kRecurrent);
        viewed.network->train();
        std::stop_source stop;
        const Monitor monitor(stop.get_token(), [&](const Progress&) { stop.request_stop(); });
        const Failure failure = failureOf([&] {
            viewed.view->evaluate(support::kSources, support::kTargets, viewed.options.decoding,
                                  nullptr, monitor);
        });
        QVERIFY(failure.code == ErrorCode::Cancelled);
        QVERIFY(viewed.network->is_training());
    }
};
UNROLL_TEST(TranslationScoringTest, QCoreApplication)
#include "translation_scoring_test.moc"
