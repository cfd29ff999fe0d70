#include "core/data/pairs/side_agreement.h"
#include "core/data/pairs/side_words.h"
#include "pair_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <tuple>

using pairs::Texts;
using support::contains;

namespace {

/// Sentence lengths of `count` pairs: related, but not the same.
core::SideLengths relatedLengths(size_t count, unsigned seed)
{
    std::mt19937 generator(seed);
    core::SideLengths lengths;
    for (size_t i = 0; i < count; ++i) {
        const auto source = 20 + static_cast<uint32_t>(generator() % 120);
        lengths.source.push_back(source);
        lengths.target.push_back(source * (85 + static_cast<uint32_t>(generator() % 60)) / 100);
    }
    return lengths;
}

void removeLine(std::vector<uint32_t>& lengths, size_t index)
{
    lengths.erase(lengths.begin() + static_cast<std::ptrdiff_t>(index));
}

} // namespace

/// Sides whose lines do not belong together are noticed.
class SideAgreementTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void driftIsFoundWhereItBegins_data()
    {
        addColumn<int>("count");
        addColumn<QList<int>>("removed"); // Of the target, in descending order.
        addRow("one") << 2000 << QList<int>{700};
        addRow("at the beginning") << 500 << QList<int>{0};
        addRow("late") << 3000 << QList<int>{2950};
        addRow("several") << 2000 << QList<int>{1800, 1200, 400};
        addRow("a block") << 1000 << QList<int>{303, 302, 301, 300};
    }

    void driftIsFoundWhereItBegins()
    {
        QFETCH(int, count);
        QFETCH(QList<int>, removed);
        for (unsigned seed = 1; seed <= 5; ++seed) {
            core::SideLengths lengths = relatedLengths(static_cast<size_t>(count), seed);
            for (const int index : removed)
                removeLine(lengths.target, static_cast<size_t>(index));
            const int64_t first = *std::min_element(removed.begin(), removed.end()) + 1;
            auto line = core::driftLine(lengths);
            QVERIFY(line.has_value());
            QVERIFY2(std::abs(*line - first) <= 12,
                     qPrintable(QString("%1 for %2").arg(*line).arg(first)));
            std::swap(lengths.source, lengths.target);
            line = core::driftLine(lengths);
            QVERIFY(line && std::abs(*line - first) <= 12);
        }
    }

    void filesThatGoTogetherHaveNoDrift()
    {
        for (unsigned seed = 1; seed <= 10; ++seed) {
            core::SideLengths lengths = relatedLengths(1000, seed);
            lengths.target.resize(960);
            QVERIFY(!core::driftLine(lengths));
        }
        QVERIFY(!core::driftLine({}));
        QVERIFY(!core::driftLine({{5, 3}, {5}}));
    }

    void exchangedSidesOfValidationAreNoticed()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(100);
        const auto held = pairs::sentences(30, 99);
        core::DataSpec spec = pairs::specOf({files.file("t.de", pairs::lines(source))},
                                            {files.file("t.en", pairs::lines(target))});
        spec.valid = {files.file("first.txt", pairs::lines(held.second))};
        spec.validTarget = {files.file("second.txt", pairs::lines(held.first))};
        QVERIFY(contains(support::plain(pairs::preview(spec).problems),
                         "The sides of the validation pairs are swapped"));
        QVERIFY(contains(support::plain(tasks::loadPairs(spec, {}).notes), "are swapped"));
        std::swap(spec.valid, spec.validTarget);
        QCOMPARE(support::plain(pairs::preview(spec).problems), ""s);
    }

    void heldOutFilesNamedForOtherLanguagesAreRefused()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(60);
        core::DataSpec spec = pairs::specOf({files.file("t.cs", pairs::lines(source))},
                                            {files.file("t.en", pairs::lines(target))});
        const auto refused = [&](const char* testSource, const char* testTarget) {
            spec.test = {files.file(testSource, pairs::lines(source))};
            spec.testTarget = {files.file(testTarget, pairs::lines(target))};
            const std::string shown = support::plain(pairs::preview(spec).problems);
            const core::Failure failure = pairs::failureOf([&] { tasks::loadPairs(spec, {}); });
            return (failure.what.empty() ? ""s : failure.what.plain() + "\n") == shown ? shown
                                                                                       : "unequal"s;
        };
        QVERIFY(contains(refused("new.de-en.de", "new.de-en.en"),
                         "other languages than the training files, by their names: de and en "
                         "instead of cs and en"));
        QVERIFY(contains(refused("old.en", "old.cs"), "are swapped"));
        QCOMPARE(refused("new.cs", "new.en"), ""s);
        QCOMPARE(refused("news.src", "news.tgt"), ""s);
        QCOMPARE(refused("news.ces", "news.eng"), ""s); // The same languages by other codes.
        const auto evaluated = [&](const char* first, const char* second) {
            return pairs::failureOf([&] {
                       tasks::readPairs(spec, {files.file(first, pairs::lines(source))},
                                        {files.file(second, pairs::lines(target))}, {});
                   })
                .what.plain();
        };
        QVERIFY(contains(evaluated("e.en", "e.cs"), "are swapped"));
        QVERIFY(contains(evaluated("e.de", "e.en"), "other languages"));
        QCOMPARE(evaluated("e.cs", "e.en"), ""s);
    }

    void heldOutPairsOfOtherWordsAreNoticed()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(200);
        const auto held = pairs::sentences(60, 99);
        core::DataSpec spec
            = pairs::specOf({files.file("t.tsv", pairs::columns({source, target}, "\t"))});
        Texts foreign;
        for (const std::string& text : held.first) {
            foreign.emplace_back(text);
            for (char& c : foreign.back()) // Other words of the same length.
                c = c == 'o' ? 'y' : c == 't' ? 'g' : c;
        }
        spec.test = {files.file("test.tsv", pairs::columns({foreign, held.second}, "\t"))};
        const std::string said = "One side of the test pairs has hardly any words";
        QVERIFY(contains(support::plain(pairs::preview(spec).notes), said));
        QVERIFY(contains(support::plain(tasks::loadPairs(spec, {}).notes), said));
        spec.test = {files.file("own.tsv", pairs::columns(held, "\t"))};
        QVERIFY(!contains(support::plain(pairs::preview(spec).notes), "hardly any words"));
    }

    void shiftedSidesAreRefused_data()
    {
        addColumns<int, int, bool>("line", "shift", "table");
        for (const int shift : {1, 3, -2})
            for (const int line : {1, 130, 400})
                for (const bool table : {false, true})
                    addRow("%d at %d%s", shift, line, table ? ", table" : "")
                        << line << shift << table;
    }

    void shiftedSidesAreRefused()
    {
        QFETCH(int, line);
        QFETCH(int, shift);
        QFETCH(bool, table);
        auto [source, target] = pairs::sentences(600);
        Texts& longer = shift > 0 ? target : source;
        const Texts more = pairs::sentences(3, 5).first; // In front of what belongs there.
        longer.insert(longer.begin() + line - 1, more.begin(), more.begin() + std::abs(shift));
        longer.resize(600);
        const DataFiles files;
        const core::DataSpec spec = table
            ? pairs::specOf({files.file("t.tsv", pairs::columns({source, target}, "\t"))})
            : pairs::specOf({files.file("t.de", pairs::lines(source))},
                            {files.file("t.en", pairs::lines(target))});
        const std::string problem = support::plain(pairs::preview(spec).problems);
        const std::string place
            = "line N "s + (shift > 0 ? "+ " : "- ") + std::to_string(std::abs(shift)) + ".";
        QVERIFY2(contains(problem, "the sides are shifted") && contains(problem, place),
                 problem.c_str());
        const size_t at = problem.find("about line ") + 11;
        QVERIFY2(std::abs(std::stoi(problem.substr(at)) - line) < 64, problem.c_str());
        QCOMPARE(pairs::failureOf([&] { tasks::loadPairs(spec, {}); }).what.plain() + "\n",
                 problem);
    }

    void shuffledSidesAreDoubted()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(900);
        const auto notesWith = [&](const Texts& other) {
            const core::DataSpec spec = pairs::specOf({files.file("t.de", pairs::lines(source))},
                                                      {files.file("t.en", pairs::lines(other))});
            const core::DataPreview preview = pairs::preview(spec);
            const std::string notes = support::plain(preview.notes);
            const bool doubted = contains(notes, "do not seem to belong together");
            const bool told = contains(support::plain(tasks::loadPairs(spec, {}).notes),
                                       "do not seem to belong together");
            return preview.problems.empty() && doubted == told ? notes : "unequal"s;
        };
        std::mt19937 generator(3);
        Texts shuffled = target;
        std::shuffle(shuffled.begin() + 320, shuffled.end(), generator);
        const std::string partly = notesWith(shuffled);
        QVERIFY2(contains(partly, "from about line 321 on"), partly.c_str());
        std::shuffle(shuffled.begin(), shuffled.end(), generator);
        const std::string wholly = notesWith(shuffled);
        QVERIFY2(contains(wholly, "t.de: sources and targets do not seem"), wholly.c_str());
        QVERIFY(!contains(notesWith(target), "belong together"));
    }

    void whatBelongsTogetherIsNotDoubted()
    {
        const DataFiles files;
        for (const auto& sides :
             {pairs::drill(1000), pairs::sentences(40), pairs::sentences(3000)}) {
            const auto preview
                = pairs::preview(pairs::specOf({files.file("t.tsv", pairs::columns(sides, "\t"))}));
            QCOMPARE(support::plain(preview.problems), ""s);
            QVERIFY(!contains(support::plain(preview.notes), "belong together"));
        }
    }

    void sidesOfTheSameWordsAreNotExchanged()
    {
        core::SideWords words;
        const auto [source, target] = pairs::sentences(60);
        for (size_t i = 0; i < 60; ++i)
            words.add(i < 30 ? core::Split::Train : core::Split::Test, source[i], source[i]);
        QVERIFY(words.exchanged().empty());
    }

    void namesOfLanguagesAgainstTheirWordsAreNoticed()
    {
        const DataFiles files;
        const auto [german, english] = pairs::drill(40);
        const std::string de = files.file("t.de", pairs::lines(german));
        const std::string en = files.file("t.en", pairs::lines(english));
        const std::string wrongDe = files.file("w.de", pairs::lines(english));
        const std::string wrongEn = files.file("w.en", pairs::lines(german));
        const auto notes
            = [](const core::DataSpec& spec) { return support::plain(pairs::preview(spec).notes); };
        const std::string said = notes(pairs::specOf({wrongDe}, {wrongEn}));
        QVERIFY(contains(said, "The source is named de, but its words are those of en"));
        QVERIFY(contains(said, "Swap the sides"));
        QVERIFY(!contains(said, "The translation is from"));
        QVERIFY(contains(notes(pairs::specOf({de}, {en})), "The translation is from de to en."));
        core::DataSpec renamed = pairs::specOf({wrongDe}, {wrongEn});
        renamed.sourceLanguage = "en";
        renamed.targetLanguage = "de";
        QVERIFY(!contains(notes(renamed), "is named"));
        std::tie(renamed.sourceLanguage, renamed.targetLanguage) = std::pair("German", "en-GB");
        QVERIFY(contains(notes(renamed), "The source is named German"));
        // Of made-up words, and of languages without a list, nothing can be told.
        const auto [source, target] = pairs::sentences(40);
        QVERIFY(!contains(notes(pairs::specOf({files.file("m.de", pairs::lines(source))},
                                              {files.file("m.en", pairs::lines(target))})),
                          "is named"));
        QVERIFY(!contains(notes(pairs::specOf({files.file("x.yo", pairs::lines(english))},
                                              {files.file("x.zu", pairs::lines(german))})),
                          "is named"));
    }
};

UNROLL_TEST(SideAgreementTest, QCoreApplication)
#include "side_agreement_test.moc"
