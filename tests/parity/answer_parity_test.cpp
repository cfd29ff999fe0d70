#include "core/base/json.h"
#include "core/metric/answer_match.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <fstream>
#include <random>

namespace {

struct AnswerCase {
    std::string name;
    uint32_t seed = 0;
    size_t references = 1; ///< The largest number of them.
};

/// Parts that normalisation treats in different ways.
std::string drawnAnswer(std::mt19937& random)
{
    static const Strings parts{
        "the",      "The",     "a",          "an",         "THE",          "Lindow",   "lindow.",
        "$1.2",     "o'clock", "--",         "\u00c9mile", "the\u2013end", "a\u0301b", "a_b",
        "x\u00a0y", "\u00df",  "\u0130zmir", "(the)",      "\u0664\u0662", "\u2160",   "a\u3000b"};
    std::string text;
    for (size_t i = random() % 5; i > 0; --i)
        text += (text.empty()            ? ""
                     : random() % 4 == 0 ? "  "
                                         : " ")
            + parts[random() % parts.size()];
    return text;
}

core::Json answersOf(const AnswerCase& each)
{
    std::mt19937 random(each.seed);
    core::Json json;
    for (int i = 0; i < 400; ++i) {
        const std::string answer = drawnAnswer(random);
        Strings references;
        for (size_t k = random() % each.references + 1; k > 0; --k)
            references.push_back(drawnAnswer(random));
        const core::AnswerMatch match = core::answerMatch(answer, references);
        json["answers"].push_back(answer);
        json["references"].push_back(references);
        json["normalised"].push_back(core::normalisedAnswer(answer));
        json["exact"].push_back(match.exact);
        json["f1"].push_back(match.f1);
    }
    return json;
}

} // namespace

class AnswerParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exactMatchAndF1AreThoseOfSquadsDefinition()
    {
        const std::vector<AnswerCase> cases{{"one", 1, 1}, {"several", 2, 4}};
        parity::compareInPython(
            UNROLL_PARITY_SCRIPTS "/answer_parity.py", cases,
            [](const AnswerCase& each, const std::filesystem::path& path) {
                std::ofstream(path.string() + ".json") << answersOf(each).dump();
            },
            u"json"_s);
    }
};

UNROLL_TEST(AnswerParityTest, QCoreApplication)
#include "answer_parity_test.moc"
