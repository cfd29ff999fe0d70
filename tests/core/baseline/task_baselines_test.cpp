#include "core/baseline/task_baselines.h"
#include "tests/support/test_case.h"

namespace {

const core::Baseline& baselineOf(const core::Baselines& all, const std::string& id)
{
    const auto found = std::find_if(all.all.begin(), all.all.end(),
                                    [&](const core::Baseline& each) { return each.id == id; });
    if (found == all.all.end())
        qFatal("no baseline %s", id.c_str());
    return *found;
}

double scoreOf(const core::Baselines& all, const std::string& id, const std::string& score)
{
    return core::scoreValue(baselineOf(all, id).scores, score);
}

core::SparseRows countsOf(const std::vector<std::vector<int32_t>>& texts)
{
    core::TokenRowCounter counter(4, 0); // good, bad, film, the
    for (const std::vector<int32_t>& text : texts)
        counter.add(text);
    return counter.finished();
}

std::string tokenOf(int32_t column)
{
    return Strings{"good", "bad", "film", "the"}[size_t(column)];
}

} // namespace

class TaskBaselinesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordsThatTellClassesApart()
    {
        const std::vector<int32_t> labels{0, 0, 1, 1, 1}, validLabels{0, 1};
        const core::ClassData train{
            countsOf({{1, 2, 3}, {1, 1, 3}, {0, 2, 3}, {0, 3}, {0, 0, 3, 2}}), labels};
        const core::ClassData valid{countsOf({{1, 3}, {0, 3}}), validLabels};
        const core::Baselines all = core::classBaselines(train, valid, {"negative", "positive"},
                                                         &tokenOf, core::Monitor());
        QCOMPARE(all.all.size(), size_t{5});
        QCOMPARE(scoreOf(all, "majority", "accuracy"), 0.5);
        // -(ln 2/5 + ln 3/5) / 2
        QVERIFY(std::abs(scoreOf(all, "majority", "loss") - 0.713558177820073) < 1e-12);
        for (const char* id : {"naive_bayes", "logistic_regression", "tf_idf_naive_bayes",
                               "tf_idf_logistic_regression"})
            QCOMPARE(scoreOf(all, id, "accuracy"), 1.0);
        QCOMPARE(core::bestBaseline(all)->outcomes.whole(), 1.0);
        QCOMPARE(all.words.size(), size_t{2});
        QCOMPARE(all.words[0].className, "negative"s);
        const core::TellingWord& first = all.words[0].words.front();
        QCOMPARE(first.token, "bad"s);
        QCOMPARE(first.inClass, 3);
        QCOMPARE(first.elsewhere, 0);
        // ln((3 + 1) / (6 + 4)) - ln((0 + 1) / (9 + 4))
        QVERIFY(std::abs(first.evidence - std::log(0.4 * 13.0)) < 1e-12);
        QCOMPARE(all.words[1].words.front().token, "good"s);
    }

    void aRareClassIsNotPredicted()
    {
        const std::vector<int32_t> labels{0, 0, 0}, validLabels{1};
        const core::ClassData train{countsOf({{0}, {0, 3}, {3}}), labels};
        const core::ClassData valid{countsOf({{1}}), validLabels};
        const core::Baselines all
            = core::classBaselines(train, valid, {"a", "b"}, &tokenOf, core::Monitor());
        QCOMPARE(scoreOf(all, "majority", "accuracy"), 0.0);
        QVERIFY(std::isnan(scoreOf(all, "majority", "loss"))); // ln 0
    }

    void theMeanAndWhatWordsAdd()
    {
        const std::vector<double> numbers{1, 1, 5, 5}, validNumbers{1, 5};
        const core::Baselines all
            = core::numberBaselines({countsOf({{1}, {1, 3}, {0}, {0, 3}}), numbers},
                                    {countsOf({{1, 2}, {0, 2}}), validNumbers}, core::Monitor());
        QCOMPARE(scoreOf(all, "mean", "mean_absolute_error"), 2.0);
        QVERIFY(scoreOf(all, "tf_idf_ridge", "mean_absolute_error") < 1.5);
        QCOMPARE(core::bestBaseline(all)->id, "tf_idf_ridge"s);
    }

    void tagsOfWords()
    {
        const Strings tags{"B-PER", "I-PER", "O"};
        const core::TagData train{{{"John", "ran"}, {"John", "Smith", "ran", "on"}},
                                  {{0, 2}, {0, 1, 2, 2}}};
        const core::TagData valid{{{"John", "Smith", "slept"}, {"Mary", "ran"}},
                                  {{0, 1, 2}, {0, 2}}};
        const core::Baselines all = core::tagBaselines(train, valid, tags);
        QCOMPARE(scoreOf(all, "majority", "token_accuracy"), 2.0 / 5.0);
        QCOMPARE(scoreOf(all, "majority", "span_f1"), 0.0);
        QCOMPARE(scoreOf(all, "word_majority", "token_accuracy"), 4.0 / 5.0); // Mary is unknown.
        // One of two spans, none wrong: precision 1, recall 1/2.
        QVERIFY(std::abs(scoreOf(all, "word_majority", "span_f1") - 2.0 / 3.0) < 1e-12);
        const core::Outcomes& rows = baselineOf(all, "word_majority").outcomes;
        QCOMPARE(rows.score, "span_f1"s);
        QCOMPARE(rows.rows(), size_t{2});
        QVERIFY(std::abs(rows.whole() - 2.0 / 3.0) < 1e-12);
    }

    void unigramIsFrequenciesAndLongerOnesAreBetter()
    {
        core::LanguageData train, valid;
        for (int i = 0; i < 60; ++i)
            for (const int32_t id : {4, 5, i % 7 == 0 ? 7 : 6, 3})
                train.ids.push_back(id);
        train.lines.assign(60, 4);
        valid.ids = {4, 5, 6, 3, 4, 5, 1, 3};
        valid.lines = {4, 4};
        valid.characters = 16;
        const core::Baselines all = core::languageBaselines(
            train, valid, {.outcomes = 7, .begin = 3, .stream = true, .order = 3}, core::Monitor());
        QCOMPARE(all.all.size(), size_t{3});
        QCOMPARE(all.all.back().id, "ngram_3"s);
        const double unigram = scoreOf(all, "unigram", "perplexity");
        QVERIFY(scoreOf(all, "ngram_3", "perplexity") < unigram);
        QVERIFY(std::abs(std::exp(scoreOf(all, "unigram", "loss")) - unigram) < 1e-9);
        QVERIFY(scoreOf(all, "unigram", "known_perplexity") < unigram);
        QVERIFY(std::abs(baselineOf(all, "ngram_3").outcomes.whole()
                         - scoreOf(all, "ngram_3", "perplexity"))
                < 1e-9);
        QVERIFY(std::abs(scoreOf(all, "unigram", "bits_per_character")
                         - scoreOf(all, "unigram", "loss") * 8 / 16 / std::log(2.0))
                < 1e-12);
    }

    /// "a" is the only text of class 0 and "b" that of class 1; both end. Worked by hand, with the
    /// discounts 3/4 of a class and of all bigrams, and 1/2 of all tokens:
    /// p(a | begin, 0) = 1/4 + 3/4 (1/4 + 3/4 * 2/3) / 2 = 17/32, p(end | a, 0) the same;
    /// p(a | begin, 1) = 3/4 * 3/4 * 2/3 / 2 = 3/16, p(end | a, 1) = (1/4 + 3/4 * 2/3) / 2 = 3/8;
    /// p(a | begin) = (1/4 + 3/4 * 2 * 1/4) / 2 = 5/16, p(end | a) = 1/4 + 3/4 * 1/2 = 5/8.
    void ngramsOfTheClassAreMixedWithThoseOfAll()
    {
        constexpr int32_t kEnd = 3, kA = 4, kB = 5;
        core::LanguageData train, valid;
        train.ids = {kA, kEnd, kB, kEnd};
        train.lines = {2, 2};
        train.classes = {0, 1};
        valid.ids = {kA, kEnd, kA, kEnd};
        valid.lines = {2, 2};
        valid.classes = {0, 1};
        const core::LanguageSettings settings{
            .outcomes = 3, .begin = 2, .stream = false, .order = 2};
        const core::Baselines all
            = core::languageBaselines(train, valid, settings, core::Monitor());
        QCOMPARE(all.all.back().id, "class_ngram_2"s);
        const auto loss = [](std::vector<double> probabilities) {
            double nats = 0.0;
            for (const double each : probabilities)
                nats -= std::log(each) / double(probabilities.size());
            return nats;
        };
        const double joint = loss({5. / 16, 5. / 8});
        const double mixed = loss({(17. / 32 + 5. / 16) / 2, (17. / 32 + 5. / 8) / 2,
                                   (3. / 16 + 5. / 16) / 2, (3. / 8 + 5. / 8) / 2});
        QVERIFY(std::abs(scoreOf(all, "ngram_2", "loss") - joint) < 1e-12);
        QVERIFY(std::abs(scoreOf(all, "class_ngram_2", "loss") - mixed) < 1e-12);
        // A class that has no training text is predicted from all texts and from chance.
        valid.classes = {7, 7};
        const double unseen = loss({(1. / 3 + 5. / 16) / 2, (1. / 3 + 5. / 8) / 2});
        QVERIFY(std::abs(scoreOf(core::languageBaselines(train, valid, settings, core::Monitor()),
                                 "class_ngram_2", "loss")
                         - unseen)
                < 1e-12);
    }

    void theSourceAsItsTranslation()
    {
        const Strings sources{"a b c d e", "one two three four"},
            references{"a b c d e", "eins zwei drei vier"};
        const core::Baselines all = core::pairBaselines(sources, references, 1, {});
        QCOMPARE(scoreOf(all, "copy", "exact_match"), 1.0); // of the first pair
        QCOMPARE(scoreOf(all, "copy", "bleu"), 100.0);
        QCOMPARE(all.all.front().outcomes.whole(), core::corpusBleu(sources, references).score);
    }
};

UNROLL_TEST(TaskBaselinesTest, QCoreApplication)
#include "task_baselines_test.moc"
