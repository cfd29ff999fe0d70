#include "core/data/cells/cell_text.h"
#include "core/data/sample.h"
#include "core/metric/tag_scheme.h"
#include "task_columns.h"
#include "tests/support/test_case.h"

namespace {

core::GeneratedCorpus generatedTags(const char* kind, int64_t texts, int64_t seed)
{
    return core::generateSample({kind, {{"texts", texts}, {"seed", seed}}}, core::ColumnKind::Tags);
}

using TagsOfWord = std::map<std::string, std::map<std::string, int64_t>>;

TagsOfWord tagsOfWords(const core::LabelledTexts& texts)
{
    TagsOfWord all;
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto tokens = core::tokensOf(texts.texts[i]), tags = core::tokensOf(texts.tags[i]);
        for (size_t k = 0; k < tokens.size(); ++k)
            ++all[std::string(tokens[k])][std::string(tags[k])];
    }
    return all;
}

} // namespace

class TaggedSampleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void samplesKeepTheirPromises_data()
    {
        addColumn<QString>("kind");
        newRow("tagged", "tagged");
        newRow("entities", "entities");
    }

    void samplesKeepTheirPromises()
    {
        QFETCH(QString, kind);
        const std::string name = kind.toStdString();
        const auto corpus = generatedTags(name.c_str(), 4000, 1);
        QCOMPARE(corpus.train.size(), size_t{4000});
        QCOMPARE(corpus.valid.size(), size_t{500});
        QCOMPARE(corpus.test.size(), size_t{500});
        std::set<std::string> seen;
        for (const auto* part : {&corpus.train, &corpus.valid, &corpus.test})
            for (size_t i = 0; i < part->size(); ++i) {
                QVERIFY(seen.insert(part->texts[i]).second);
                const auto tags = core::tokensOf(part->tags[i]);
                QCOMPARE(tags.size(), core::tokensOf(part->texts[i]).size());
                QVERIFY(tags.size() >= 3 && tags.size() <= 40);
                for (const std::string_view tag : tags)
                    QVERIFY(std::binary_search(corpus.classes.begin(), corpus.classes.end(), tag));
            }
        QCOMPARE(generatedTags(name.c_str(), 4000, 1).test.tags, corpus.test.tags);
        QVERIFY(generatedTags(name.c_str(), 4000, 2).test.texts != corpus.test.texts);
        QVERIFY(generatedTags(name.c_str(), 50000, 1).train.size() == 50000);
    }

    /// A table of words cannot do it: held-out words are unknown, and known ones have several tags.
    void wordsAloneDoNotTellTheTag_data() { samplesKeepTheirPromises_data(); }
    void wordsAloneDoNotTellTheTag()
    {
        QFETCH(QString, kind);
        const std::string name = kind.toStdString();
        const auto corpus = generatedTags(name.c_str(), 8000, 1);
        const TagsOfWord known = tagsOfWords(corpus.train);
        int64_t tokens = 0, right = 0, unknown = 0;
        for (const auto& [word, tags] : tagsOfWords(corpus.test))
            for (const auto& [tag, count] : tags) {
                tokens += count;
                const auto found = known.find(word);
                unknown += found == known.end() ? count : 0;
                if (found == known.end())
                    continue;
                const auto best = std::max_element(
                    found->second.begin(), found->second.end(),
                    [](const auto& one, const auto& other) { return one.second < other.second; });
                right += best->first == tag ? count : 0;
            }
        const double share = double(right) / double(tokens);
        const double unseen = double(unknown) / double(tokens);
        qInfo("%s: %.3f by words alone, %.3f unseen", name.c_str(), share, unseen);
        QVERIFY(share > 0.6 && share < 0.93);
        QVERIFY(unseen > 0.01 && unseen < 0.15);
    }

    void ambiguousWordsHaveTheirTags()
    {
        TagsOfWord words = tagsOfWords(generatedTags("tagged", 8000, 1).train);
        for (const char* word : {"book", "play", "watch", "run"})
            QVERIFY2(words[word]["NOUN"] > 0 && words[word]["VERB"] > 0, word);
        QVERIFY(words["can"]["AUX"] > 0 && words["can"]["NOUN"] > 0 && words["can"]["VERB"] > 0);
        QVERIFY(words["light"]["ADJ"] > 0 && words["light"]["NOUN"] > 0
                && words["light"]["VERB"] > 0);
        TagsOfWord names = tagsOfWords(generatedTags("entities", 8000, 1).train);
        QVERIFY(names["Jordan"]["B-PER"] > 0 && names["Jordan"]["I-PER"] > 0
                && names["Jordan"]["B-LOC"] > 0);
        QVERIFY(names["Washington"]["B-LOC"] > 0 && names["Washington"]["B-ORG"] > 0
                && names["Washington"]["I-PER"] > 0);
        QVERIFY(names["May"]["B-DATE"] > 0 && names["May"]["B-PER"] > 0 && names["May"]["O"] > 0);
    }

    void entitiesAreBio()
    {
        const auto corpus = generatedTags("entities", 500, 3);
        QVERIFY(core::tagSchemeOf(corpus.classes) == core::TagScheme::Bio);
        for (const std::string& row : corpus.train.tags) {
            const auto tags = core::tokensOf(row);
            QVERIFY(core::isLegalMove(core::TagScheme::Bio, std::nullopt, tags.front()));
            for (size_t i = 1; i < tags.size(); ++i)
                QVERIFY(core::isLegalMove(core::TagScheme::Bio, tags[i - 1], tags[i]));
        }
    }

    void theCorpusHoldsTokensAndTags()
    {
        core::DataSpec spec;
        spec.sample = {"tagged", {{"texts", 200}, {"seed", 1}}};
        const auto data = core::loadCorpus(spec, tasks::kTagged, {});
        QCOMPARE(data.train.size(), size_t{200});
        QCOMPARE(data.train.columns[1].texts.size(), size_t{200});
        const auto preview = core::previewData(tasks::kTagged, spec, {});
        QVERIFY(preview.problems.empty());
        QCOMPARE(preview.classes.size(), data.classes.size());
        QCOMPARE(preview.trainRows, int64_t{200});
    }
};
UNROLL_TEST(TaggedSampleTest, QCoreApplication)
#include "tagged_sample_test.moc"
