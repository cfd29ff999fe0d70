#include "core/data/formats/format.h"
#include "core/data/sample.h"
#include "pair_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::Json;
using pairs::Texts;
using support::contains;

namespace {

std::string optionText(const core::DataPreview& preview, const std::string& name)
{
    return preview.spec.format.options.at(name).dump();
}

core::DataPreview pairPreview(const std::string& path)
{
    return pairs::preview(pairs::specOf({path}));
}

/// Sorted like tatoeba.org: short sentences first, some several times on the left.
std::string shortPairs()
{
    std::string tsv = "Go.\tVa !\nHi.\tSalut !\nHi.\tSalut.\nRun!\tCours\u202F!\n";
    for (int i = 0; i < 40; ++i)
        tsv += "I won " + std::to_string(i) + ".\tJ'ai \"gagn\u00E9 " + std::to_string(i) + " !\n";
    return tsv;
}

} // namespace

/// Files that hold pairs.
class PairTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tabsWithoutHeaderAndWithLiteralQuotes()
    {
        const DataFiles files;
        const auto preview = pairPreview(files.gzip("eng-fra.txt.gz", shortPairs()));
        QCOMPARE(preview.spec.format.kind, "delimited"s);
        QCOMPARE(optionText(preview, "delimiter"), "\"tab\""s);
        QCOMPARE(optionText(preview, "quoting"), "\"none\""s);
        QCOMPARE(optionText(preview, "header"), "\"no\""s);
        QCOMPARE(preview.textColumns, std::vector<int64_t>{0});
        QCOMPARE(preview.labelColumn, int64_t{1});
        QCOMPARE(preview.trainRows, int64_t{44});
        QCOMPARE(preview.badRowCount, int64_t{0});
        QCOMPARE(preview.sampleLabels[3], "Cours\u202F!"s);
        QCOMPARE(support::plain(preview.problems), ""s);
        QVERIFY(contains(support::plain(preview.notes),
                         "the source is in \"column 1\", the target in \"column 2\""));
    }

    void anAttributionIsNoSide()
    {
        const DataFiles files;
        const std::string by = "\tCC-BY 2.0 (France) Attribution: tatoeba.org #28 (CM) & #11 (W)";
        std::string tsv = pairs::columns(pairs::sentences(40), "\t", by);
        const auto preview = pairPreview(files.file("deu.txt", tsv));
        QCOMPARE(preview.columns.size(), size_t{3});
        QCOMPARE(preview.textColumns, std::vector<int64_t>{0});
        QCOMPARE(preview.labelColumn, int64_t{1});
        std::string front;
        const auto [source, target] = pairs::sentences(40);
        for (size_t i = 0; i < 40; ++i)
            front += std::to_string(1276 + i) + "\t" + source[i] + "\t" + std::to_string(5000 + i)
                + "\t" + target[i] + "\n";
        const auto numbered = pairPreview(files.file("pairs.tsv", front));
        QCOMPARE(numbered.textColumns, std::vector<int64_t>{1});
        QCOMPARE(numbered.labelColumn, int64_t{3});
    }

    void namesOfColumnsDecide()
    {
        const DataFiles files;
        const std::string rows
            = "1,Good day,Guten Tag\n2,\"Well, no\",Nun ja\n3,Bye,Tsch\u00FCss\n";
        const auto roles = pairPreview(files.file("a.csv", "id,target,source\n" + rows));
        QCOMPARE(roles.textColumns, std::vector<int64_t>{2});
        QCOMPARE(roles.labelColumn, int64_t{1});
        QCOMPARE(roles.sampleTexts[1], "Nun ja"s);
        QCOMPARE(roles.sampleLabels[1], "Well, no"s);
        QCOMPARE(roles.spec.sourceLanguage, ""s);
        const auto languages = pairPreview(files.file("b.csv", "id,en,sentence_de\n" + rows));
        QCOMPARE(languages.textColumns, std::vector<int64_t>{1});
        QCOMPARE(languages.labelColumn, int64_t{2});
        QCOMPARE(languages.spec.sourceLanguage, "en"s);
        QCOMPARE(languages.spec.targetLanguage, "de"s);
        QCOMPARE(languages.trainRows, int64_t{3});
    }

    void aShortFirstPairIsNoHeader()
    {
        const DataFiles files;
        const auto preview = pairPreview(
            files.file("t.tsv", "Yes\tJa\n" + pairs::columns(pairs::sentences(30), "\t")));
        QCOMPARE(preview.trainRows, int64_t{31});
    }

    void columnsCanBeChosen()
    {
        const DataFiles files;
        core::DataSpec spec
            = pairs::specOf({files.file("t.tsv", pairs::columns(pairs::sentences(30), "\t"))});
        spec = pairPreview(spec.train[0]).spec;
        spec.format.options["text_columns"] = {"2"};
        spec.format.options["label_column"] = "1";
        const auto data = tasks::loadPairs(spec, {});
        QCOMPARE(data.train.target, pairs::sentences(30).first);
        spec.format.options["label_column"] = "7";
        QVERIFY(contains(support::plain(pairs::preview(spec).problems), "no column \"7\""));
    }

    void jsonLinesHoldPairs()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(20);
        std::string flat, nested;
        for (size_t i = 0; i < 20; ++i) {
            flat += Json{{"id", i}, {"src", source[i]}, {"tgt", target[i]}}.dump() + "\n";
            nested += Json{{"translation", {{"de", source[i]}, {"en", target[i]}}}}.dump() + "\n";
        }
        for (const auto& [name, content] : {std::pair{"a.jsonl", flat}, {"b.jsonl", nested}}) {
            const auto preview = pairPreview(files.file(name, content));
            QCOMPARE(preview.spec.format.kind, "json_lines"s);
            QCOMPARE(support::plain(preview.problems), ""s);
            const auto data = tasks::loadPairs(preview.spec, {});
            QCOMPARE(data.train.source, source);
            QCOMPARE(data.train.target, target);
        }
        const auto nestedPreview = pairPreview(files.path("b.jsonl"));
        QCOMPARE(nestedPreview.columns, (Texts{"translation.de", "translation.en"}));
        QCOMPARE(nestedPreview.spec.sourceLanguage, "de"s);
    }

    void anEmptySideIsABadRow()
    {
        const DataFiles files;
        auto spec = pairs::specOf({files.file("t.tsv",
                                              pairs::columns(pairs::sentences(20), "\t")
                                                  + "lonely\t \n\tnobody\nend\tEnde\n")});
        const auto preview = pairs::preview(spec);
        QCOMPARE(preview.badRowCount, int64_t{2});
        QCOMPARE(preview.badRows[0].line, int64_t{21});
        QCOMPARE(preview.badRows[0].reason.plain(), "Its target is empty."s);
        QCOMPARE(preview.badRows[1].reason.plain(), "Its source is empty."s);
        QVERIFY(contains(pairs::failureOf([&] { tasks::loadPairs(spec, {}); }).what.plain(),
                         "t.tsv, line 21"));
    }

    void sentencesThatBeginAlikeAreSides()
    {
        const DataFiles files;
        auto drill = pairs::drill(60);
        drill.second[7].clear();
        drill.first[20].clear();
        const std::string path = files.file("t.tsv", pairs::columns(drill, "\t"));
        const auto preview = pairPreview(path);
        QCOMPARE(preview.textColumns, std::vector<int64_t>{0});
        QCOMPARE(preview.labelColumn, int64_t{1});
        QCOMPARE(preview.problems.size(), size_t{1});
        QVERIFY(contains(preview.problems[0].plain(), "Rows that cannot be used: 2."));
        QCOMPARE(preview.badRows[0].line, int64_t{8});
        QCOMPARE(preview.badRows[0].reason.plain(), "Its target is empty."s);
        QCOMPARE(preview.badRows[1].line, int64_t{21});
        QCOMPARE(preview.badRows[1].reason.plain(), "Its source is empty."s);
        QCOMPARE(tasks::recognised({path}, "classification", {}).task, "translation"s);
        // Beside two other columns what begins alike is a remark.
        std::string remarked;
        const auto [source, target] = pairs::sentences(40);
        for (size_t i = 0; i < 40; ++i)
            remarked += "Licence of tatoeba.org, sentence " + std::to_string(i) + "\t" + source[i]
                + "\t" + target[i] + "\n";
        QCOMPARE(pairPreview(files.file("r.tsv", remarked)).textColumns, std::vector<int64_t>{1});
    }

    void sidesMayBeEmptyInMostRows()
    {
        const DataFiles files;
        auto drill = pairs::drill(60);
        for (size_t i = 0; i < 60; ++i)
            if (i % 4 != 0)
                drill.second[i].clear();
        const auto preview = pairPreview(files.file("t.tsv", pairs::columns(drill, "\t")));
        QCOMPARE(preview.textColumns, std::vector<int64_t>{0});
        QCOMPARE(preview.labelColumn, int64_t{1});
        QCOMPARE(preview.trainRows, int64_t{15});
        QCOMPARE(preview.badRowCount, int64_t{45});
    }

    void aFileNamedAsTableIsNoSide()
    {
        const DataFiles files;
        const auto [source, target] = pairs::drill(60);
        std::string stripped; // An editor took away the tab in front of an empty target.
        for (size_t i = 0; i < 60; ++i)
            stripped += source[i] + (i % 3 ? "\t" + target[i] : "") + "\n";
        const auto preview = pairPreview(files.file("t.tsv", stripped));
        QCOMPARE(preview.spec.format.kind, "delimited"s);
        QCOMPARE(preview.labelColumn, int64_t{1});
        QCOMPARE(preview.badRowCount, int64_t{20});
        QCOMPARE(preview.badRows[1].line, int64_t{4});
        // Of one column it is a side nevertheless.
        const auto lone
            = pairPreview(files.file("l.tsv", pairs::lines(pairs::sentences(60).first)));
        QCOMPARE(lone.spec.format.kind, "parallel"s);
    }

    void longTargetsAreTargets()
    {
        const DataFiles files;
        auto sides = pairs::sentences(20);
        sides.second[3] = std::string(1000, 'x') + " y z";
        const auto data = tasks::loadPairs(
            pairs::specOf({files.file("t.tsv", pairs::columns(sides, "\t"))}), {});
        QCOMPARE(data.train.target[3].size(), size_t{1004});
        QCOMPARE(data.skippedRows, int64_t{0});
    }

    void filesWithOwnSplitsAndArchives()
    {
        const DataFiles files;
        const std::string zip
            = files.zip("c.zip",
                        {{"c/train.tsv", pairs::columns(pairs::sentences(30), "\t")},
                         {"c/test.tsv", pairs::columns(pairs::sentences(9, 3), "\t")}});
        const auto recognised = tasks::recognised({zip}, "classification", {});
        QCOMPARE(recognised.task, "translation"s);
        core::DataSpec spec = recognised.spec;
        spec.validFraction = 0.0;
        const auto data = tasks::loadPairs(spec, {});
        QCOMPARE(data.train.size(), size_t{30});
        QCOMPARE(data.test.target, pairs::sentences(9, 3).second);
    }

    void datesAndNumbersMayBePairs()
    {
        const DataFiles files;
        std::string dates;
        for (int i = 0; i < 40; ++i)
            dates += std::to_string(1 + i % 28) + " May 19" + std::to_string(10 + i) + "\t19"
                + std::to_string(10 + i) + "-05-" + std::to_string(10 + i % 20) + "\n";
        const auto preview = pairPreview(files.file("dates.tsv", dates));
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.labelColumn, int64_t{1});
    }

    void labelledTextsAreNoPairs()
    {
        const DataFiles files;
        std::string csv = "text,label\n";
        for (int i = 0; i < 40; ++i)
            csv += "a quiet film number " + std::to_string(i) + (i % 2 ? ",pos\n" : ",neg\n");
        QVERIFY(contains(support::plain(pairPreview(files.file("t.csv", csv)).problems),
                         "No two columns look like sentences and their translations"));
    }

    void samplesOfPairsHaveAPreview()
    {
        for (const core::KindDescription& kind : core::sampleKinds(tasks::kBoth)) {
            if (kind.tasks != Texts{"translation"})
                continue;
            core::DataSpec spec;
            spec.sample.kind = kind.id;
            for (const core::OptionDescription& each : kind.options)
                spec.sample.options[each.name] = each.defaultValue;
            const auto preview = pairs::preview(spec);
            QCOMPARE(preview.formatTitle, kind.title);
            QCOMPARE(support::plain(preview.problems), ""s);
            QVERIFY(!contains(support::plain(preview.notes), "belong together"));
            const auto data = tasks::loadPairs(spec, {});
            QCOMPARE(static_cast<int64_t>(data.train.size()), preview.trainRows);
            QCOMPARE(static_cast<int64_t>(data.valid.size()), preview.validRows);
            QCOMPARE(preview.rows[0], (Texts{data.train.source[0], data.train.target[0]}));
        }
    }

    void kindsSayWhatTheyServe()
    {
        for (const core::KindDescription& kind : core::formatKinds(tasks::kBoth)) {
            const std::set<std::string> serveBoth{"auto", "delimited", "spreadsheet", "json_lines",
                                                  "json_document"};
            const bool both = serveBoth.contains(kind.id);
            QCOMPARE(core::servesTask(kind.tasks, "translation"), both || kind.id == "parallel");
            QCOMPARE(core::servesTask(kind.tasks, "classification"), both || kind.id != "parallel");
        }
    }
};

UNROLL_TEST(PairTableTest, QCoreApplication)
#include "pair_table_test.moc"
