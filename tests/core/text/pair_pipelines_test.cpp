#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/text/pair_pipelines.h"
#include "core/text/text_preview.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::Json;
using core::PairPipelines;

namespace {

const Strings kSources = {"ein Hund bellt", "Paris bellt", "ein Hund"};
const Strings kTargets = {"a DOG barks", "Paris barks barks", "a dog"};

core::TextSpec wordSpec()
{
    core::TextSpec spec;
    spec.tokeniser = {"white_space", Json::object()};
    spec.minimumFrequency = 1;
    return spec;
}

core::TextSpec jointTarget()
{
    core::TextSpec spec;
    spec.cleaning = {{"lower_case", Json::object()}};
    spec.tokeniser = {"byte", Json::object()}; // not looked at
    spec.vocabularySize = 7; // nor this
    spec.maximumLength = 2;
    spec.joint = true;
    return spec;
}

PairPipelines learnt(const core::TextSpec& source, const core::TextSpec& target)
{
    return PairPipelines::learn(source, target, kSources, kTargets, {});
}

Strings vocabularyOf(const core::TextPipeline& pipeline)
{
    Strings tokens;
    for (int64_t id = core::kSpecialTokens; id < pipeline.vocabularySize(); ++id)
        tokens.push_back(pipeline.token(id));
    return tokens;
}

} // namespace

class PairPipelinesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// What takes the place of a folder that is held is left alone, and a link is none of ours.
    void aHeldFolderIsNotExchanged()
    {
        namespace fs = std::filesystem;
        const QTemporaryDir temporary;
        const fs::path root = temporary.path().toStdString();
        fs::create_directories(root / "run");
        fs::create_directories(root / "outside");
        const core::FilePlace run = core::FilePlace::held(root / "run");
        fs::rename(root / "run", root / "aside");
        fs::create_directory_symlink(root / "outside", root / "run");
        const PairPipelines pipelines = learnt(wordSpec(), wordSpec());
        pipelines.save(run);
        QVERIFY(fs::is_empty(root / "outside"));
        QVERIFY(fs::exists(root / "aside" / "target" / "text.json"));
        QCOMPARE(vocabularyOf(*PairPipelines::load(run).target), vocabularyOf(*pipelines.target));
        fs::rename(root / "aside" / "target", root / "away");
        fs::create_directory_symlink(root / "outside", root / "aside" / "target");
        QVERIFY_THROWS_EXCEPTION(core::Error, pipelines.save(run));
        QVERIFY_THROWS_EXCEPTION(core::Error, PairPipelines::load(run));
        QVERIFY(fs::is_empty(root / "outside"));
    }

    void eachSideLearnsItsOwn()
    {
        core::TextSpec target = wordSpec();
        target.vocabularySize = 6;
        const PairPipelines pipelines = learnt(wordSpec(), target);
        QCOMPARE(vocabularyOf(*pipelines.source), (Strings{"Hund", "bellt", "ein", "Paris"}));
        QCOMPARE(vocabularyOf(*pipelines.target), (Strings{"barks", "a"}));
        QVERIFY(!pipelines.target->hasVocabularyOf(*pipelines.source));
    }

    void aJointVocabularyIsLearntFromBoth()
    {
        const PairPipelines pipelines = learnt(wordSpec(), jointTarget());
        // barks 3; Hund a bellt dog ein 2; then once each. The target's cleaning made "dog" and
        // "paris", the source has none.
        const Strings expected = {"barks", "Hund", "a", "bellt", "dog", "ein", "Paris", "paris"};
        QCOMPARE(vocabularyOf(*pipelines.source), expected);
        QCOMPARE(vocabularyOf(*pipelines.target), expected);
        QVERIFY(pipelines.target->hasVocabularyOf(*pipelines.source));
        QCOMPARE(pipelines.target->spec().tokeniser.kind, "white_space"s);
        QVERIFY(pipelines.target->spec().joint);
        QVERIFY(!pipelines.source->spec().joint);
        // Cleaning and maximum length of each side.
        const std::string text = "a DOG Paris";
        QCOMPARE(pipelines.target->ids(text), (std::vector<int32_t>{6, 8}));
        QCOMPARE(pipelines.source->ids(text), (std::vector<int32_t>{6, 1, 10}));
    }

    void savedAndLoadedAreTheSame_data()
    {
        addColumn<bool>("joint");
        newRow("each its own", false);
        newRow("joint", true);
    }
    void savedAndLoadedAreTheSame()
    {
        QFETCH(bool, joint);
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const PairPipelines saved = learnt(wordSpec(), joint ? jointTarget() : wordSpec());
        saved.save(path);
        const PairPipelines loaded = PairPipelines::load(path);
        for (const auto side : {&PairPipelines::source, &PairPipelines::target}) {
            QVERIFY((loaded.*side)->spec() == (saved.*side)->spec());
            QVERIFY((loaded.*side)->hasVocabularyOf(*(saved.*side)));
            for (const std::string& text : kTargets)
                QCOMPARE((loaded.*side)->ids(text), (saved.*side)->ids(text));
        }
        QCOMPARE(loaded.target->hasVocabularyOf(*loaded.source), joint);
    }

    void aJointSubwordModelIsOne()
    {
        core::TextSpec source = wordSpec();
        source.tokeniser = {"sentencepiece_bpe", {{"character_coverage", 1.0}}};
        source.vocabularySize = 40;
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        learnt(source, jointTarget()).save(path);
        const PairPipelines pipelines = PairPipelines::load(path);
        QVERIFY(pipelines.target->hasVocabularyOf(*pipelines.source));
        // Letters of both languages are known to both.
        const Strings text = {"Hund barks"};
        const auto ids = pipelines.source->allIds(text, {}).front();
        QCOMPARE(std::count(ids.begin(), ids.end(), core::kUnknownId), 0);
        QCOMPARE(pipelines.source->text(ids), text.front());
        QCOMPARE(pipelines.target->text(ids), text.front());
        QCOMPARE(core::readFile(path / "tokeniser.model"),
                 core::readFile(path / "target" / "tokeniser.model"));
    }

    void aForeignVocabularyIsASentence()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        learnt(wordSpec(), jointTarget()).save(path);
        core::TextPipeline::learn(wordSpec(), kSources, {}).save(path);
        const core::Failure failure = support::failureOf([&] { PairPipelines::load(path); });
        QCOMPARE(failure.code, core::ErrorCode::FileMalformed);
        QVERIFY(support::contains(failure.sentence(), "target/text.json"));
    }

    void aMissingSideIsNamed()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        core::TextPipeline::learn(wordSpec(), kSources, {}).save(path);
        const core::Failure failure = support::failureOf([&] { PairPipelines::load(path); });
        QCOMPARE(failure.code, core::ErrorCode::FileMissing);
        QVERIFY(support::contains(failure.sentence(), "target"));
    }

    void learningCanBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(support::failureOf([&] {
                     PairPipelines::learn(wordSpec(), jointTarget(), kSources, kTargets,
                                          core::Monitor(stop.get_token(), {}));
                 }).code,
                 core::ErrorCode::Cancelled);
    }

    void previewsShowBothSides()
    {
        const Strings unseen = {"Katze bellt"}, unseenTarget = {"cat barks barks"};
        const auto span = [](const auto& texts) { return std::span(texts).subspan(0, 1); };
        const auto preview = core::previewPairText(wordSpec(), jointTarget(), {kSources, kTargets},
                                                   {unseen, unseenTarget}, {},
                                                   {span(kSources), span(kTargets)}, {});
        QCOMPARE(preview.source.vocabularySize, int64_t{12});
        QCOMPARE(preview.target.vocabularySize, int64_t{12});
        // "barks" stands first for both; the source never says it.
        QCOMPARE(preview.source.mostFrequent[4].token, "barks"s);
        QCOMPARE(preview.source.mostFrequent[4].count, int64_t{0});
        QCOMPARE(preview.target.mostFrequent[4].count, int64_t{3});
        QCOMPARE(preview.source.splits.size(), size_t{2});
        QCOMPARE(preview.source.splits[1].unknownShare, 1.0 / 2.0);
        QCOMPARE(preview.target.splits[1].unknownShare, 1.0 / 3.0);
        QCOMPARE(preview.target.splits[0].cutShare, 2.0 / 3.0);
        QCOMPARE(preview.source.samples.front().raw, kSources.front());
        QCOMPARE(preview.target.samples.front().tokens, (Strings{"a", "dog"}));
    }
};

UNROLL_TEST(PairPipelinesTest, QCoreApplication)
#include "pair_pipelines_test.moc"
