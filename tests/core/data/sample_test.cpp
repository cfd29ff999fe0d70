#include "core/data/sample.h"
#include "core/data/samples/corpus_builder.h"
#include "core/data/samples/grammar.h"
#include "task_columns.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <array>
#include <cctype>
#include <iterator>
#include <sstream>

using core::GeneratedCorpus;
using core::LabelledTexts;

namespace {

GeneratedCorpus generated(const char* kind, int64_t texts, int64_t seed)
{
    return core::generateSample({kind, {{"texts", texts}, {"seed", seed}}},
                                core::ColumnKind::Class);
}

Strings words(const std::string& text)
{
    std::string spaced;
    for (const char c : text)
        spaced += std::isalpha(static_cast<unsigned char>(c))
            ? std::string(1, static_cast<char>(std::tolower(c)))
            : " "s + c + " ";
    std::istringstream stream(spaced);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// The accuracy of a bag of words: naive Bayes with add-one smoothing, word against class.
double bagOfWordsAccuracy(const GeneratedCorpus& corpus)
{
    const size_t classes = corpus.classes.size();
    std::map<std::string, std::vector<double>> counts;
    std::vector<double> totals(classes, 0.0);
    for (size_t i = 0; i < corpus.train.size(); ++i)
        for (const std::string& word : words(corpus.train.texts[i])) {
            auto& row = counts.try_emplace(word, classes, 1.0).first->second;
            row[static_cast<size_t>(corpus.train.labels[i])] += 1.0;
            totals[static_cast<size_t>(corpus.train.labels[i])] += 1.0;
        }
    size_t right = 0;
    for (size_t i = 0; i < corpus.test.size(); ++i) {
        std::vector<double> scores(classes, 0.0);
        for (const std::string& word : words(corpus.test.texts[i]))
            if (const auto row = counts.find(word); row != counts.end())
                for (size_t c = 0; c < classes; ++c)
                    scores[c] += std::log(row->second[c] / totals[c]);
        const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
        right += best == corpus.test.labels[i] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(corpus.test.size());
}

} // namespace

class SampleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySampleKeepsItsPromises_data()
    {
        addColumns<QString, int>("kind", "classes");
        newRow("reviews", "reviews", 2);
        newRow("names", "names", 8);
        newRow("topics", "topics", 4);
        newRow("memory", "memory", 4);
    }

    void everySampleKeepsItsPromises()
    {
        QFETCH(QString, kind);
        QFETCH(int, classes);
        const auto corpus = generated(kind.toStdString().c_str(), 8000, 1);
        QCOMPARE(corpus.train.size(), size_t{8000});
        QCOMPARE(corpus.valid.size(), size_t{1000});
        QCOMPARE(corpus.test.size(), size_t{1000});
        QCOMPARE(corpus.classes.size(), static_cast<size_t>(classes));
        QVERIFY(std::is_sorted(corpus.classes.begin(), corpus.classes.end()));
        std::set<std::string> all;
        for (const LabelledTexts* split : {&corpus.train, &corpus.valid, &corpus.test}) {
            QCOMPARE(split->labels.size(), split->texts.size());
            all.insert(split->texts.begin(), split->texts.end());
            for (int32_t label = 0; label < classes; ++label)
                QCOMPARE(std::count(split->labels.begin(), split->labels.end(), label),
                         static_cast<std::ptrdiff_t>(split->size()) / classes);
        }
        QCOMPARE(all.size(), size_t{10000}); // No text twice, nowhere.
        for (const std::string& text : all)
            QVERIFY2(!text.empty() && text.find_first_of("{}\n\t") == std::string::npos,
                     text.c_str());
    }

    void theSeedDecides()
    {
        for (const char* kind : {"reviews", "names", "topics", "memory"}) {
            const auto first = generated(kind, 200, 3);
            const auto again = generated(kind, 200, 3);
            QVERIFY(first.train.texts == again.train.texts);
            QVERIFY(first.train.labels == again.train.labels);
            QVERIFY(first.test.texts == again.test.texts);
            QVERIFY(generated(kind, 200, 4).train.texts != first.train.texts);
        }
    }

    void drawsAreTheSameOnEveryMachine()
    {
        // The 10000th number of a default-seeded mt19937_64, as the C++ standard gives it, must
        // come through below() unchanged but for the remainder.
        core::Draws draws(5489);
        size_t value = 0;
        for (int i = 0; i < 10000; ++i)
            value = draws.below(1'000'000'007);
        QCOMPARE(value, static_cast<size_t>(9981545732273789042ULL % 1'000'000'007ULL));
        for (int i = 0; i < 1000; ++i)
            QVERIFY(draws.below(3) < 3);
        QCOMPARE(draws.below(1), size_t{0});
    }

    void aBagOfWordsFailsOnTheReviews()
    {
        const double accuracy = bagOfWordsAccuracy(generated("reviews", 8000, 1));
        QVERIFY2(accuracy > 0.6 && accuracy < 0.8, std::to_string(accuracy).c_str());
    }

    void aBagOfWordsIsEnoughForTopics()
    {
        QVERIFY(bagOfWordsAccuracy(generated("topics", 4000, 1)) > 0.9);
    }

    void onlyTheFirstWordIsTheMemorysClass()
    {
        const core::Selection sample{"memory", {{"texts", 400}, {"seed", 1}, {"steps", 7}}};
        const auto corpus = core::generateSample(sample, core::ColumnKind::Class);
        std::set<size_t> lengths;
        std::map<std::string, std::set<int32_t>> classesOfLetters;
        for (size_t i = 0; i < corpus.train.size(); ++i) {
            const Strings all = words(corpus.train.texts[i]);
            lengths.insert(all.size());
            QCOMPARE(all[0], corpus.classes[static_cast<size_t>(corpus.train.labels[i])]);
            for (size_t w = 1; w < all.size(); ++w)
                classesOfLetters[all[w]].insert(corpus.train.labels[i]);
        }
        QCOMPARE(lengths, (std::set<size_t>{6, 7, 8})); // The word, and 5 to 7 letters.
        QCOMPARE(classesOfLetters.size(), size_t{16});
        for (const auto& [letter, classes] : classesOfLetters)
            QCOMPARE(classes.size(), size_t{4});
    }

    void coloursFurtherBackMakeTheOrderMatter()
    {
        core::Selection sample{"memory", {{"texts", 4000}, {"seed", 1}, {"steps", 8}}};
        QVERIFY(bagOfWordsAccuracy(core::generateSample(sample, core::ColumnKind::Class)) > 0.99);
        sample.options["distraction"] = 0.25;
        const auto corpus = core::generateSample(sample, core::ColumnKind::Class);
        QVERIFY(bagOfWordsAccuracy(corpus) < 0.8);
        int64_t colours = 0, letters = 0;
        for (size_t i = 0; i < corpus.train.size(); ++i) {
            const Strings all = words(corpus.train.texts[i]);
            QCOMPARE(all[0], corpus.classes[static_cast<size_t>(corpus.train.labels[i])]);
            for (size_t w = 1; w < all.size(); ++w)
                ++(all[w].size() > 1 ? colours : letters);
        }
        const double share = double(colours) / double(colours + letters);
        QVERIFY(share > 0.23 && share < 0.27);
    }

    void noWordOfTheReviewsGivesTheVerdictAway()
    {
        const auto corpus = generated("reviews", 8000, 2);
        std::map<std::string, std::array<int, 2>> counts;
        for (size_t i = 0; i < corpus.train.size(); ++i)
            for (const std::string& word : words(corpus.train.texts[i]))
                ++counts[word][static_cast<size_t>(corpus.train.labels[i])];
        for (const auto& [word, count] : counts) {
            const int all = count[0] + count[1];
            const double share = static_cast<double>(count[0]) / all;
            // Each word that is not rare is seen in both, adjectives and "not" included.
            if (all >= 400)
                QVERIFY2(share > 0.25 && share < 0.75,
                         (word + " " + std::to_string(share)).c_str());
        }
    }

    void reviewsAreWellFormedSentences()
    {
        for (const std::string& text : generated("reviews", 2000, 5).train.texts) {
            QVERIFY2(text[0] >= 'A' && text[0] <= 'Z', text.c_str());
            QVERIFY2(text.back() == '.' || text.back() == '!', text.c_str());
            for (const char* wrong : {" a a", " a e", " a i", " a o", " a u", " an b", " an g",
                                      "  ", "..", " a annoying"})
                QVERIFY2(text.find(wrong) == std::string::npos, text.c_str());
        }
    }

    void aGrammarFillsSlotsInSlots()
    {
        const core::Grammar grammar({{"noun", {"{size} cat"}}, {"size", {"old"}}});
        core::Draws draws(1);
        QCOMPARE(grammar.expand("a {noun} sees {who}", {{"who", "a {size} dog"}}, draws),
                 "a old cat sees a old dog"s);
        // What is bound comes before the lists.
        QCOMPARE(grammar.expand("{size}", {{"size", "big"}}, draws), "big"s);
        QVERIFY_EXCEPTION_THROWN(grammar.expand("{nothing}", {}, draws), core::Error);
    }

    void sentencesArePutRight()
    {
        QCOMPARE(core::asSentences("a old film. what a end! was it? a cat"),
                 "An old film. What an end! Was it? A cat"s);
        QCOMPARE(core::asSentences("data are a, banana a"), "Data are a, banana a"s);
    }

    void aGrammarWithTooFewTextsIsASentence()
    {
        const core::Failure failure = support::failureOf([&] {
            core::buildCorpus({"x"}, 16, 1, [](int32_t, core::Draws& draws) {
                return std::to_string(draws.below(10));
            });
        });
        QCOMPARE(failure.code, core::ErrorCode::BadSetting);
        QVERIFY(support::contains(failure.sentence(), "10"));
    }

    void noSampleIsASentence()
    {
        for (const char* kind : {"none", "nosuch"}) {
            QCOMPARE(
                support::failureOf([&] {
                    core::generateSample({kind, core::Json::object()}, core::ColumnKind::Class);
                }).code,
                core::ErrorCode::BadSetting);
        }
        QCOMPARE(core::sampleKinds(tasks::kBoth).front().id, "none"s);
    }

    /// Each text has one ambiguous word, in one of its meanings, about half of them in each.
    void passagesAreAsLongAsIsWished()
    {
        for (const int64_t sentences : {1, 2, 5})
            for (const std::string& text :
                 core::generateSample({"world", {{"texts", 200}, {"sentences", sentences}}},
                                      core::ColumnKind::Text)
                     .train.texts)
                QCOMPARE(std::count(text.begin(), text.end(), '.'), sentences);
    }

    void meaningsOfWordsAreKnown()
    {
        const core::Selection sample{"senses", {{"texts", 400}, {"seed", 3}}};
        const Strings ambiguous = core::ambiguousWords(sample);
        QVERIFY(ambiguous.size() >= 9);
        QVERIFY(core::ambiguousWords({"stories", {}}).empty());
        const GeneratedCorpus corpus = core::generateSample(sample, core::ColumnKind::Text);
        std::map<std::string, std::map<std::string, int>> counts;
        for (const std::string& text : corpus.train.texts) {
            int found = 0;
            for (const std::string& word : words(text))
                if (std::count(ambiguous.begin(), ambiguous.end(), word) > 0) {
                    const std::string sense = core::senseOf(sample, word, text);
                    QVERIFY2(!sense.empty(), text.c_str());
                    ++counts[word][sense];
                    ++found;
                }
            QVERIFY2(found == 1, text.c_str());
        }
        for (const auto& [word, senses] : counts)
            QVERIFY2(senses.size() == 2, word.c_str());
        QCOMPARE(core::senseOf(sample, "bank", "He borrowed money from the bank."), "money"s);
        QCOMPARE(core::senseOf(sample, "bank", "A bank."), ""s);
    }
};

UNROLL_TEST(SampleTest, QCoreApplication)
#include "sample_test.moc"
