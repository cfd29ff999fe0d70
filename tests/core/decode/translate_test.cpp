#include "core/base/schema.h"
#include "core/decode/translate.h"
#include "core/model/parameter_names.h"
#include "core/model/translation_batch.h"
#include "tests/support/failure.h"
#include "tests/support/near.h"
#include "tests/support/scripted_translator.h"
#include "tests/support/test_case.h"

#include <random>

using core::Json;
using core::Selection;
using core::TranslationJob;
using support::failureOf;

namespace {

constexpr int64_t kSource = 13, kTarget = 11, kEnd = 3;
using Ids = std::vector<int32_t>;

/// Twelve sentences of 1 to 9 tokens, no two lengths in order.
const std::vector<Ids>& sentences()
{
    static const std::vector<Ids> all = [] {
        std::mt19937 generator(5);
        std::vector<Ids> made;
        for (const int length : {4, 9, 1, 6, 2, 9, 3, 7, 1, 5, 8, 4}) {
            Ids ids;
            for (int i = 0; i < length; ++i)
                ids.push_back(4 + static_cast<int32_t>(generator() % (kSource - 4)));
            made.push_back(ids);
        }
        return made;
    }();
    return all;
}

std::vector<core::IdRow> rowsOf(const std::vector<Ids>& ids)
{
    return {ids.begin(), ids.end()};
}

/// A network whose distributions are far from even, so that hypotheses end early and late.
std::shared_ptr<core::Translator> network(const QString& json)
{
    torch::manual_seed(11);
    core::ModelSpec spec;
    spec.embedding.dimension = 8;
    spec.network = core::selectionFromJson(Json::parse(json.toStdString()));
    core::TranslatorContext context;
    context.sourceVocabulary = kSource;
    context.targetVocabulary = kTarget;
    context.longestSource = 9;
    context.longestTarget = 9;
    context.embedding = spec.embedding;
    auto made = core::makeTranslator(spec, context);
    const torch::NoGradGuard noGrad;
    for (torch::Tensor& parameter : core::parametersInOrder(*made))
        parameter.add_(torch::randn_like(parameter), 0.5);
    made->eval();
    return made;
}

void addModels()
{
    addColumn<QString>("json");
    newRow("recurrent",
           R"({"kind":"seq2seq","cell":"lstm","layers":2,"hidden_size":5,"decoder_size":6,
               "attention":"general","input_feeding":true})");
    newRow("recurrent without attention",
           R"({"kind":"seq2seq","cell":"gru","hidden_size":6,"attention":"none"})");
    newRow("additive", R"({"kind":"seq2seq","cell":"rnn","hidden_size":7,
               "attention":"additive","query":"previous"})");
    newRow("transformer", R"({"kind":"transformer_seq2seq","encoder_layers":2,
               "decoder_layers":2,"heads":2,"feed_forward_size":12})");
    newRow("learned positions", R"({"kind":"transformer_seq2seq","encoder_layers":1,
               "decoder_layers":2,"heads":4,"feed_forward_size":10,"norm":"pre",
               "positions":"learned","tied_embeddings":"output"})");
}

TranslationJob jobFor(const Json& search, int64_t rows = 512, int64_t best = 1)
{
    TranslationJob job;
    job.search = core::selectionFromJson(search);
    job.lengthFactor = 1.4;
    job.lengthMargin = 2;
    job.rows = rows;
    job.best = best;
    return job;
}

std::vector<core::FoundTranslations> translated(core::Translator& model,
                                                const std::vector<Ids>& sources,
                                                const TranslationJob& job)
{
    const torch::NoGradGuard noGrad;
    return core::translateAll(model, rowsOf(sources), kTarget, job, torch::kCPU, core::Monitor());
}

/// Empty when both found the same.
std::string difference(const std::vector<core::Hypothesis>& a,
                       const std::vector<core::Hypothesis>& b)
{
    if (a.size() != b.size())
        return std::to_string(a.size()) + " against " + std::to_string(b.size());
    for (size_t i = 0; i < a.size(); ++i) {
        if (a[i].tokens != b[i].tokens || a[i].ended != b[i].ended)
            return "other tokens at place " + std::to_string(i);
        if (!support::near(a[i].logProbability, b[i].logProbability)
            || !support::near(a[i].score, b[i].score))
            return "other probability at place " + std::to_string(i);
    }
    return {};
}

/// Log probabilities of what follows `written`, computed from the beginning for it alone.
std::vector<double> following(core::Translator& model, const Ids& source, const Ids& written)
{
    const torch::NoGradGuard noGrad;
    const core::IdRow row(source);
    const auto state = model.start({core::paddedBatch({&row, 1}, torch::kCPU)});
    torch::Tensor logits = model.step(*state, torch::tensor({core::SearchContext().beginId}));
    for (const int32_t token : written)
        logits = model.step(*state, torch::tensor({int64_t{token}}));
    const torch::Tensor values = torch::log_softmax(logits.to(torch::kFloat64), 1)[0].contiguous();
    return {values.data_ptr<double>(), values.data_ptr<double>() + values.size(0)};
}

/// Beam search as a textbook has it: one hypothesis after another, nothing kept between steps.
/// Scores are means over tokens; k hypotheses go on; it stops when k have finished.
std::vector<core::Hypothesis> naiveBeam(core::Translator& model, const Ids& source, size_t k,
                                        int64_t longest)
{
    const auto best
        = [](const core::Hypothesis& a, const core::Hypothesis& b) { return a.score > b.score; };
    std::vector<core::Hypothesis> open(1), finished;
    for (int64_t length = 1; length <= longest && finished.size() < k; ++length) {
        std::vector<core::Hypothesis> candidates;
        for (const core::Hypothesis& each : open) {
            const std::vector<double> next = following(model, source, each.tokens);
            for (int32_t token = 3; token < kTarget; ++token) { // 0 to 2 are never written.
                core::Hypothesis longer = each;
                longer.tokens.push_back(token);
                longer.logProbability += next[static_cast<size_t>(token)];
                longer.score = longer.logProbability / double(length);
                candidates.push_back(longer);
            }
        }
        std::sort(candidates.begin(), candidates.end(), best);
        open.clear();
        for (size_t rank = 0; rank < candidates.size(); ++rank) {
            if (candidates[rank].tokens.back() != kEnd) {
                if (open.size() < k)
                    open.push_back(candidates[rank]);
            } else if (rank < k) {
                finished.push_back(candidates[rank]);
                finished.back().tokens.pop_back();
            }
        }
    }
    std::sort(finished.begin(), finished.end(), best);
    if (finished.size() >= k)
        return finished;
    for (core::Hypothesis& each : open) {
        each.ended = false;
        finished.push_back(each);
    }
    return finished;
}

/// All tokens alike but the end mark, which is impossible before `length` tokens and sure then.
support::Script endingAfter(size_t length)
{
    return [length](const std::vector<int64_t>&, const std::vector<int64_t>& written) {
        std::vector<float> logits(kTarget, 0.0F);
        logits[0] = logits[1] = logits[2] = 50.0F; // What must never be written is likeliest.
        logits[5] = 1.0F;
        logits[kEnd] = written.size() > length ? 60.0F : -60.0F;
        return logits;
    };
}

/// Hands back one token more each step, in an order that depends on source and history.
support::Script mixing()
{
    return [](const std::vector<int64_t>& source, const std::vector<int64_t>& written) {
        uint32_t state = 7;
        for (const auto* ids : {&source, &written})
            for (const int64_t id : *ids)
                state = state * 1664525U + 1013904223U + static_cast<uint32_t>(id);
        std::vector<float> logits;
        for (int64_t token = 0; token < kTarget; ++token) {
            state = state * 1664525U + 1013904223U;
            logits.push_back(float(state >> 16) / 16384.0F);
        }
        return logits;
    };
}

} // namespace

/// Many sentences at once are as each by itself, and as the plainest loop over hypotheses.
class TranslateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSentenceGivesTheSameInEveryBatch_data() { addModels(); }
    void aSentenceGivesTheSameInEveryBatch()
    {
        QFETCH(QString, json);
        const auto model = network(json);
        for (const char* search :
             {R"({"kind":"greedy"})", R"({"kind":"beam","width":3})",
              R"({"kind":"beam","width":4,"refill":false,"stop":"length"})",
              R"({"kind":"beam","width":3,"normalisation":"gnmt","coverage_penalty":0.3,
                  "block_ngrams":2,"minimum_length":2})"}) {
            const Json settings = Json::parse(search);
            std::vector<core::FoundTranslations> alone;
            for (const Ids& sentence : sentences())
                alone.push_back(translated(*model, {sentence}, jobFor(settings, 512, 3)).front());
            for (const int64_t rows : {1, 7, 512}) {
                const auto all = translated(*model, sentences(), jobFor(settings, rows, 3));
                QCOMPARE(all.size(), alone.size());
                for (size_t i = 0; i < all.size(); ++i) {
                    const std::string found = difference(all[i].best, alone[i].best);
                    QVERIFY2(found.empty(),
                             qPrintable(u"%1, %2 rows, sentence %3: "_s.arg(QLatin1String(search))
                                            .arg(rows)
                                            .arg(i)
                                        + QString::fromStdString(found)));
                }
            }
        }
    }

    void drawsDependOnThePlaceNotOnTheBatch()
    {
        const auto model
            = network(uR"({"kind":"seq2seq","cell":"gru","hidden_size":6,"attention":"dot",
                "decoder_size":12})"_s);
        const Json settings = Json::parse(R"({"kind":"sampling","seed":4})");
        std::vector<Ids> twice(6, sentences()[3]);
        const auto together = translated(*model, twice, jobFor(settings));
        const auto apart = translated(*model, twice, jobFor(settings, 1));
        std::set<Ids> different;
        for (size_t i = 0; i < twice.size(); ++i) {
            QCOMPARE(difference(together[i].best, apart[i].best), ""s);
            different.insert(together[i].best.front().tokens);
        }
        QVERIFY(different.size() > 1); // The same source six times, but not the same draws.
    }

    void itIsWhatALoopOverHypothesesFinds_data() { addModels(); }
    void itIsWhatALoopOverHypothesesFinds()
    {
        QFETCH(QString, json);
        const auto model = network(json);
        for (const size_t width : {1, 2, 4}) {
            const TranslationJob job
                = jobFor({{"kind", "beam"}, {"width", width}}, 512, int64_t(width));
            const auto all = translated(*model, sentences(), job);
            for (size_t i = 0; i < all.size(); ++i) {
                const int64_t longest = core::longestTranslation(
                    *model, job, static_cast<int64_t>(sentences()[i].size()));
                auto expected = naiveBeam(*model, sentences()[i], width, longest);
                expected.resize(std::min(expected.size(), width));
                QCOMPARE(difference(all[i].best, expected), ""s);
            }
        }
    }

    void greedyTakesTheLikeliestEachTime_data() { addModels(); }
    void greedyTakesTheLikeliestEachTime()
    {
        QFETCH(QString, json);
        const auto model = network(json);
        const auto all = translated(*model, sentences(), jobFor({{"kind", "greedy"}}));
        for (size_t i = 0; i < all.size(); ++i) {
            const core::Hypothesis& found = all[i].best.front();
            double sum = 0.0;
            Ids written;
            for (size_t t = 0; t < found.tokens.size() + (found.ended ? 1 : 0); ++t) {
                const auto next = following(*model, sentences()[i], written);
                const auto likeliest = static_cast<int32_t>(
                    std::max_element(next.begin() + 3, next.end()) - next.begin());
                sum += next[static_cast<size_t>(likeliest)];
                QCOMPARE(likeliest, t < found.tokens.size() ? found.tokens[t] : int32_t{kEnd});
                written.push_back(likeliest);
            }
            QVERIFY(support::near(sum, found.logProbability));
        }
    }

    void attentionComesWithoutThePaddingOfTheBatch()
    {
        support::ScriptedTranslator model(mixing());
        TranslationJob job = jobFor({{"kind", "beam"}, {"width", 3}});
        job.trace = core::TraceDetail::Distributions;
        const auto all = translated(model, sentences(), job);
        int64_t looked = 0;
        for (size_t i = 0; i < all.size(); ++i)
            for (const core::TraceNode& node : all[i].trace.nodes) {
                if (node.attention.empty())
                    continue;
                ++looked;
                QCOMPARE(node.attention.size(), sentences()[i].size());
                for (size_t c = 0; c < node.attention.size(); ++c)
                    QCOMPARE(node.attention[c],
                             float(sentences()[i][c]) / 64.0F + float(node.step + 1));
            }
        QVERIFY(looked > 50);
    }

    void everySentenceEndsAtItsOwnLength()
    {
        support::ScriptedTranslator endless(endingAfter(1000));
        const auto all = translated(endless, sentences(), jobFor({{"kind", "greedy"}}));
        for (size_t i = 0; i < all.size(); ++i) {
            const core::Hypothesis& found = all[i].best.front();
            QVERIFY(!found.ended);
            QCOMPARE(found.tokens.size(), // ceil(1.4 n) + 2, all of one kind
                     (14 * sentences()[i].size() + 9) / 10 + 2);
            QCOMPARE(found.tokens, Ids(found.tokens.size(), 5));
        }
        support::ScriptedTranslator brief(endingAfter(2));
        for (const auto& each : translated(brief, sentences(), jobFor({{"kind", "greedy"}}))) {
            QVERIFY(each.best.front().ended);
            QCOMPARE(each.best.front().tokens, (Ids{5, 5}));
        }
    }

    void theLongestLengthIsARule()
    {
        TranslationJob job = jobFor({{"kind", "greedy"}});
        const support::ScriptedTranslator free(mixing()), bounded(mixing(), 8);
        QCOMPARE(core::longestTranslation(free, job, 1), 4); // ceil(1.4) + 2
        QCOMPARE(core::longestTranslation(free, job, 5), 9);
        QCOMPARE(core::longestTranslation(free, job, 1000), 1402);
        QCOMPARE(core::longestTranslation(bounded, job, 1), 4);
        // With its begin mark even one that was cut off has to fit into eight places.
        QCOMPARE(core::longestTranslation(bounded, job, 5), 7);
        job.lengthFactor = 0.0;
        job.lengthMargin = 1;
        QCOMPARE(core::longestTranslation(free, job, 1000), 1);
    }

    void noNetworkIsFedMoreThanItReaches()
    {
        support::ScriptedTranslator model(endingAfter(1000), 6); // Throws beyond.
        for (const auto& each :
             translated(model, sentences(), jobFor({{"kind", "beam"}, {"width", 2}})))
            QVERIFY(each.best.front().tokens.size() <= 5);
        const auto learned = network(
            uR"({"kind":"transformer_seq2seq","encoder_layers":1,"decoder_layers":1,"heads":2,
                "feed_forward_size":12,"positions":"learned"})"_s);
        {
            const torch::NoGradGuard noGrad;
            learned->named_parameters()["output.bias"][kEnd] = -1e4;
        }
        TranslationJob job = jobFor({{"kind", "greedy"}});
        job.lengthFactor = 50.0;
        for (const auto& each : translated(*learned, sentences(), job)) {
            const core::Hypothesis& found = each.best.front();
            QCOMPARE(found.tokens.size(), size_t{8}); // It reaches nine, begin mark included.
            const torch::NoGradGuard noGrad;
            const core::IdRow source(sentences()[0]), target(found.tokens);
            learned->open(core::translationBatch({&source, 1}, {&target, 1}, torch::kCPU));
        }
    }

    void noMoreRowsThanAllowedGoTogether()
    {
        support::ScriptedTranslator model(mixing());
        translated(model, sentences(), jobFor({{"kind", "beam"}, {"width", 3}}, 7));
        QVERIFY(model.mostRows <= 7);
        QCOMPARE(model.encodings, 6); // Twelve sentences, two at a time.
        support::ScriptedTranslator all(mixing());
        translated(all, sentences(), jobFor({{"kind", "greedy"}}));
        QCOMPARE(all.encodings, 1);
        // What looks at everything has one sentence at a time.
        support::ScriptedTranslator one(mixing()), many(mixing());
        TranslationJob job = jobFor({{"kind", "exhaustive"}});
        job.lengthFactor = 0.0;
        job.lengthMargin = 3;
        const auto alone = translated(one, {sentences()[1]}, job);
        const auto together = translated(many, {sentences()[0], sentences()[1]}, job);
        QCOMPARE(one.mostRows, 49); // 7 x 7 of two tokens
        QCOMPARE(many.mostRows, one.mostRows);
        QCOMPARE(difference(together[1].best, alone[0].best), ""s);
    }

    void aPrefixIsForcedOnEverySentence()
    {
        const auto model = network(
            uR"({"kind":"seq2seq","cell":"lstm","hidden_size":6,"attention":"general"})"_s);
        TranslationJob job = jobFor({{"kind", "beam"}, {"width", 3}});
        job.prefix = {7, 4};
        for (const auto& each : translated(*model, sentences(), job)) {
            const Ids& tokens = each.best.front().tokens;
            QVERIFY(tokens.size() >= 2 && tokens[0] == 7 && tokens[1] == 4);
        }
    }

    void whatCannotBeDoneIsASentence_data()
    {
        addColumns<QString, QString>("search", "said");
        newRow("none wide", R"({"kind":"beam","width":0})", "width 0");
        newRow("too wide", R"({"kind":"beam","width":12})", "only 11 tokens");
        newRow("costly", R"({"kind":"exhaustive","budget":1000})", "its budget is 1000");
        newRow("never so long", R"({"kind":"beam","minimum_length":9})", "minimum length");
        newRow("unheard of", R"({"kind":"guess"})", "must name one of");
    }
    void whatCannotBeDoneIsASentence()
    {
        QFETCH(QString, search);
        QFETCH(QString, said);
        support::ScriptedTranslator model(mixing());
        const TranslationJob job = jobFor(Json::parse(search.toStdString()));
        const core::Failure failure = failureOf([&] { translated(model, sentences(), job); });
        QVERIFY(failure.code == core::ErrorCode::BadSetting);
        QVERIFY2(failure.sentence().find(said.toStdString()) != std::string::npos,
                 failure.sentence().c_str());
        // Known before anything is computed, when the lengths are.
        const auto refuses = [&](int64_t length) {
            return failureOf([&] { core::checkJob(model, job, kTarget, length); }).code
                == core::ErrorCode::BadSetting;
        };
        QVERIFY(refuses(1) || refuses(9));
        QCOMPARE(model.encodings, 0);
        core::checkJob(model, jobFor({{"kind", "greedy"}}), kTarget, 1);
    }

    void itCanBeStoppedAndSaysHowFarItIs()
    {
        support::ScriptedTranslator model(mixing());
        std::vector<double> fractions;
        const core::Monitor told(
            {}, [&](const core::Progress& progress) { fractions.push_back(progress.fraction); });
        core::translateAll(model, rowsOf(sentences()), kTarget, jobFor({{"kind", "greedy"}}, 5),
                           torch::kCPU, told);
        QCOMPARE(fractions.size(), size_t{3});
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QCOMPARE(fractions.back(), 1.0);

        std::stop_source stop;
        int64_t steps = 0;
        support::ScriptedTranslator stopping(
            [&](const std::vector<int64_t>& source, const std::vector<int64_t>& written) {
                if (++steps == 3)
                    stop.request_stop();
                return endingAfter(1000)(source, written);
            });
        const core::Failure failure = failureOf([&] {
            core::translateAll(stopping, rowsOf({sentences()[1]}), kTarget,
                               jobFor({{"kind", "greedy"}}), torch::kCPU,
                               core::Monitor(stop.get_token(), {}));
        });
        QVERIFY(failure.code == core::ErrorCode::Cancelled);
        QCOMPARE(steps, 3);
        QVERIFY(core::translateAll(model, {}, kTarget, jobFor({{"kind", "greedy"}}), torch::kCPU,
                                   core::Monitor())
                    .empty());
    }
};
UNROLL_TEST(TranslateTest, QCoreApplication)
#include "translate_test.moc"
