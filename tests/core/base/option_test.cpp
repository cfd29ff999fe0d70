#include "core/base/error.h"
#include "core/base/registry.h"
#include "core/base/schema.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

namespace {

struct Inner {
    double rate = 0.5;
};

struct Outer {
    bool on = false;
    int64_t size = 3;
    std::string name = "x";
    std::string mode = "slow";
    std::vector<int64_t> widths = {2, 3};
    Strings files;
    core::Selection shape{"round", core::Json::object()};
    std::vector<core::Selection> steps;
    Inner inner;
};

struct Round {
    int64_t radius = 4;
};

const core::Schema<Outer>& schema()
{
    static const auto all
        = core::Schema<Outer>()
              .add(&Outer::on, {.name = "on"})
              .add(&Outer::size, {.name = "size", .minimum = 1, .maximum = 9})
              .add(&Outer::name, {.name = "name"})
              .add(&Outer::mode, {.name = "mode", .choices = {{"slow", "Slow"}, {"fast", "Fast"}}})
              .add(&Outer::widths, {.name = "widths", .minimum = 1})
              .addPath(&Outer::files, {.name = "files"})
              .add(&Outer::shape, {.name = "shape", .family = "shape"})
              .add(&Outer::steps, {.name = "steps", .family = "shape"})
              .section(&Outer::inner, {.name = "inner"},
                       core::Schema<Inner>().add(&Inner::rate,
                                                 {.name = "rate", .minimum = 0, .maximum = 1}));
    return all;
}

using Shapes = core::Registry<int64_t, int64_t>;

const Shapes& shapes()
{
    static const Shapes all(
        "shape",
        {Shapes::entry<Round>(
             {"round", "Round", "", {}, {}, {}, {}},
             core::Schema<Round>().add(&Round::radius, {.name = "radius", .minimum = 1}),
             [](const Round& round, int64_t factor) { return round.radius * factor; }),
         Shapes::entry<core::NoOptions>(
             {"flat", "Flat", "", {}, {}, {}, {}}, core::Schema<core::NoOptions>(),
             [](const core::NoOptions&, int64_t) { return int64_t{0}; })});
    return all;
}

core::Catalogue catalogue()
{
    return {{"shape", shapes().descriptions()}};
}

} // namespace

class OptionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void missingFieldsAreFilledWithDefaults()
    {
        std::vector<core::Problem> problems;
        const auto whole
            = core::completed({{"size", 5}}, schema().options(), catalogue(), "", problems);
        QVERIFY(problems.empty());
        const Outer outer = schema().fromJson(whole);
        QCOMPARE(outer.size, int64_t{5});
        QCOMPARE(outer.mode, "slow"s);
        QCOMPARE(outer.inner.rate, 0.5);
        QCOMPARE(outer.shape.options.at("radius").get<int64_t>(), int64_t{4});
        QVERIFY(schema().toJson(outer) == whole);
    }

    void everythingThatIsWrongIsSaidAtOnce()
    {
        const core::Json bad = {{"on", 1},
                                {"size", 10},
                                {"mode", "quick"},
                                {"widths", {1, 0}},
                                {"files", "a"},
                                {"shape", {{"kind", "square"}}},
                                {"steps", {{{"kind", "round"}, {"radius", 0}}}},
                                {"inner", {{"rate", 2}, {"rats", 1}}},
                                {"sise", 4}};
        std::vector<core::Problem> problems;
        core::completed(bad, schema().options(), catalogue(), "", problems);
        Strings paths;
        for (const core::Problem& problem : problems)
            paths.push_back(problem.path);
        std::sort(paths.begin(), paths.end());
        const Strings expected
            = {"files", "inner.rate", "inner.rats",      "mode",     "on", "shape",
               "sise",  "size",       "steps[0].radius", "widths[1]"};
        std::string all;
        for (const std::string& path : paths)
            all += path + " ";
        QVERIFY2(paths == expected, all.c_str());
    }

    void anUnknownFieldIsComparedWithTheKnownOnes()
    {
        std::vector<core::Problem> problems;
        core::completed({{"sise", 4}}, schema().options(), catalogue(), "", problems);
        QCOMPARE(problems.size(), size_t{1});
        QVERIFY(problems.front().what.plain().find("did you mean size?") != std::string::npos);
    }

    void wholeNumbersWrittenAsRealsAreTaken()
    {
        std::vector<core::Problem> problems;
        const auto whole
            = core::completed({{"size", 5.0}}, schema().options(), catalogue(), "", problems);
        QVERIFY(problems.empty());
        QVERIFY(whole["size"].is_number_integer());
        core::completed({{"size", 5.5}}, schema().options(), catalogue(), "", problems);
        QCOMPARE(problems.size(), size_t{1});
    }

    void notANumberIsRefused()
    {
        std::vector<core::Problem> problems;
        core::completed({{"inner", {{"rate", std::nan("")}}}}, schema().options(), catalogue(), "",
                        problems);
        QCOMPARE(problems.size(), size_t{1});
    }

    void aKindAloneIsShortForItsDefaults()
    {
        std::vector<core::Problem> problems;
        const auto whole
            = core::completed({{"shape", "flat"}}, schema().options(), catalogue(), "", problems);
        QVERIFY(problems.empty());
        QVERIFY((whole["shape"] == core::Json{{"kind", "flat"}}));
    }

    void registriesMakeWhatIsSelected()
    {
        QCOMPARE(shapes().make({"round", {{"radius", 5}}}, 3), int64_t{15});
        QVERIFY(support::contains(support::sentenceOf([&] {
                                      shapes().make({"oval", {}}, 1);
                                  }),
                                  "round, flat"));
    }

    void nearWordsAreFoundAndFarOnesAreNot()
    {
        QCOMPARE(core::nearestWord("hiden_size", {"layers", "hidden_size"}), "hidden_size"s);
        QCOMPARE(core::nearestWord("zzz", {"layers", "hidden_size"}), ""s);
    }
};
UNROLL_TEST(OptionTest, QCoreApplication)
#include "option_test.moc"
