#include "core/base/json.h"
#include "core/metric/bleu.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <fstream>
#include <random>

namespace {

/// Sentences of a few words, numbers and marks, so that n-grams repeat; some are empty.
struct DrawnSentences {
    explicit DrawnSentences(uint32_t seed) : random(seed) { }

    std::string sentence()
    {
        static const Strings words{"the",   "cat",    "sat",   "on",   "a",       "mat",
                                   ",",     ".",      "1,000", "x-2",  "1990-95", "Genève",
                                   "don't", "\"so\"", "&amp;", "(it)", "is"};
        std::string text;
        for (size_t i = random() % 14; i > 0; --i)
            text += (text.empty() ? "" : " ")
                + words[std::min(random() % words.size(), random() % words.size())];
        return text;
    }
    /// Each word is kept, exchanged or left out.
    std::string like(const std::string& text)
    {
        std::string changed;
        for (const std::string& word : wordsOf(text))
            if (const auto draw = random() % 5; draw > 0)
                changed += (changed.empty() ? "" : " ") + (draw == 1 ? std::string("cat") : word);
        return changed;
    }

    std::mt19937 random;
};

/// How many references each sentence of a case has.
struct ReferenceCounts {
    std::string name;
    size_t fewest = 1, most = 1;
};

core::Json caseOf(const ReferenceCounts& like)
{
    DrawnSentences drawn(static_cast<uint32_t>(10 * like.fewest + like.most));
    Strings hypotheses;
    std::vector<Strings> references;
    core::Json json;
    for (int i = 0; i < 40; ++i) {
        const std::string first = drawn.sentence();
        Strings others{first};
        const size_t count = like.fewest + drawn.random() % (like.most - like.fewest + 1);
        while (others.size() < count)
            others.push_back(drawn.random() % 3 == 0 ? drawn.sentence() : drawn.like(first));
        hypotheses.push_back(drawn.like(first));
        json["sentence_bleu"].push_back(core::sentenceBleu(hypotheses.back(), others).score);
        json["sentence_chrf"].push_back(core::sentenceChrf(hypotheses.back(), others));
        references.push_back(std::move(others));
    }
    json["hypotheses"] = hypotheses;
    json["references"] = references;
    json["bleu"] = core::corpusBleu(hypotheses, references).score;
    json["chrf"] = core::corpusChrf(hypotheses, references).score;
    return json;
}

} // namespace

class BleuParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scoresAreThoseOfSacrebleusDefinition()
    {
        const std::vector<ReferenceCounts> cases{
            {"one", 1, 1}, {"two", 2, 2}, {"four", 4, 4}, {"varying", 1, 4}};
        parity::compareInPython(
            UNROLL_PARITY_SCRIPTS "/bleu_parity.py", cases,
            [](const ReferenceCounts& each, const std::filesystem::path& path) {
                const core::Json json = caseOf(each);
                for (const char* score : {"bleu", "chrf"}) // Neither all nor nothing matches.
                    QVERIFY(json.at(score) > 20.0 && json.at(score) < 95.0);
                std::ofstream(path.string() + ".json") << json.dump();
            },
            u"json"_s);
    }
};

UNROLL_TEST(BleuParityTest, QCoreApplication)
#include "bleu_parity_test.moc"
