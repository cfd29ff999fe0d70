#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/data/preview.h"
#include "data_files.h"
#include "task_columns.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::Json;
using support::contains;
using support::plain;
using tasks::kTagged;

namespace {

struct Tagged {
    core::DataPreview preview;
    tasks::Loaded data;
};

core::DataSpec taggedSpec(const std::string& path, const core::Selection& format)
{
    core::DataSpec spec;
    spec.train = {path};
    spec.format = format;
    spec.validFraction = 0.0;
    return spec;
}

core::DataPreview taggedPreview(const std::string& path,
                                const core::Selection& format = {"auto", Json::object()})
{
    return core::previewData(kTagged, taggedSpec(path, format), {});
}

/// The preview, and the data that training reads by it; they must agree.
Tagged read(const std::string& path, const core::Selection& format = {"auto", Json::object()})
{
    Tagged tagged{taggedPreview(path, format), {}};
    [&] { QVERIFY2(tagged.preview.problems.empty(), plain(tagged.preview.problems).c_str()); }();
    if (!tagged.preview.problems.empty())
        return tagged;
    tagged.data = tasks::load(tagged.preview.spec, kTagged);
    [&] {
        QCOMPARE(static_cast<int64_t>(tagged.data.train.size()), tagged.preview.trainRows);
        QCOMPARE(tagged.data.classes.size(), tagged.preview.classes.size());
    }();
    return tagged;
}

/// Sentences of five words in two columns of tags.
std::string sentences(const std::string& between, const std::string& lineEnd, const Strings& spans,
                      int count = 20)
{
    const char* const words[] = {"Peter", "Blackburn", "sees", "old", "Rome"};
    const char* const parts[] = {"NNP", "NNP", "VBZ", "JJ", "NNP"};
    std::string text;
    for (int i = 0; i < count; ++i) {
        for (size_t k = 0; k < 5; ++k)
            text += words[k] + (k == 2 ? ""s : std::to_string(i)) + between + parts[k] + between
                + spans[k] + lineEnd;
        text += lineEnd;
    }
    return text;
}

const Strings kIob1{"I-PER", "I-PER", "O", "I-LOC", "B-LOC"};
const Strings kBio{"B-PER", "I-PER", "O", "B-LOC", "B-LOC"};
const Strings kBioes{"B-PER", "E-PER", "O", "S-LOC", "S-LOC"};

core::Selection conll(const Json& options)
{
    return {"conll", options};
}

std::string row(const std::string& id, const std::string& form, const std::string& upos,
                const std::string& xpos)
{
    return id + "\t" + form + "\t_\t" + upos + "\t" + xpos + "\t_\t0\troot\t_\t_\n";
}

} // namespace

class TaggedFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// By name in any case or by number; each is a column behind words and tags.
    void furtherColumnsAreReadAsFeatures()
    {
        const DataFiles files;
        std::string text;
        for (int i = 0; i < 20; ++i)
            text += row("1", "word", "NOUN", "NN") + row("2", ".", "PUNCT", "SENT") + "\n";
        const core::DataSpec spec
            = taggedSpec(files.file("a.conllu", text), {"auto", Json::object()});
        core::TaskColumns columns = kTagged;
        columns.features = {"xpos", "3"};
        const core::Corpus data = core::loadCorpus(spec, columns, {});
        QCOMPARE(data.train.columns.size(), size_t{4});
        QCOMPARE(std::string(data.train.texts(1)[0]), "NOUN PUNCT"s);
        QCOMPARE(std::string(data.train.texts(2)[0]), "NN SENT"s);
        QCOMPARE(std::string(data.train.texts(3)[0]), "_ _"s);
        for (const char* wrong : {"upos", "FORM", "11", "pos"}) {
            columns.features = {wrong};
            QVERIFY_THROWS_EXCEPTION(core::Error, core::loadCorpus(spec, columns, {}));
        }
    }
    void columnsAndSchemesAreRecognised_data()
    {
        addColumns<QString, QString, QStringList, QString, QString>("between", "lineEnd", "spans",
                                                                    "note", "tags");
        const auto add = [](const char* name, const char* between, const char* lineEnd,
                            const Strings& spans, const char* note, const char* tags) {
            QStringList list;
            for (const std::string& span : spans)
                list.append(QString::fromStdString(span));
            newRow(name, between, lineEnd, list, note, tags);
        };
        const char* const bio = "B-PER I-PER O B-LOC B-LOC";
        add("IOB1", " ", "\n", kIob1, "by the scheme IOB1; they are read as BIO", bio);
        add("BIO, tabs", "\t", "\n", kBio, "by the scheme BIO.", bio);
        add("BIO, CRLF", " ", "\r\n", kBio, "by the scheme BIO.", bio);
        add("BIOES", " ", "\n", kBioes, "by the scheme BIOES.", "B-PER E-PER O S-LOC S-LOC");
    }

    void columnsAndSchemesAreRecognised()
    {
        QFETCH(QString, between);
        QFETCH(QString, lineEnd);
        QFETCH(QStringList, spans);
        QFETCH(QString, note);
        QFETCH(QString, tags);
        Strings list;
        for (const QString& span : spans)
            list.push_back(span.toStdString());
        const DataFiles files;
        const std::string text = sentences(between.toStdString(), lineEnd.toStdString(), list);
        for (const std::string& path :
             {files.file("a.txt", text), files.gzip("a.conll.gz", text),
              files.file("mark.txt", "\xEF\xBB\xBF\n" + text.substr(0, text.size() - 3))}) {
            const auto [preview, data] = read(path);
            QCOMPARE(preview.formatTitle, "Words in columns (CoNLL)"s);
            QCOMPARE(data.train.size(), size_t{20});
            QCOMPARE(data.train.texts[0], "Peter0 Blackburn0 sees old0 Rome0"s);
            QCOMPARE(data.train.target[0], tags.toStdString());
            QCOMPARE(preview.textColumns, std::vector<int64_t>{0});
            QCOMPARE(preview.labelColumn, int64_t{2});
            QVERIFY2(contains(plain(preview.notes), note.toStdString()),
                     plain(preview.notes).c_str());
            QCOMPARE(preview.lengths.longest, int64_t{5});
        }
    }

    /// The words of each tag are counted.
    void tagsAreCounted()
    {
        const DataFiles files;
        const auto preview = taggedPreview(files.file("a.txt", sentences(" ", "\n", kIob1)));
        QCOMPARE(preview.classes.size(), size_t{4});
        QCOMPARE(preview.classes[0].name, "B-LOC"s);
        QCOMPARE(preview.classes[0].train, int64_t{40});
        QCOMPARE(preview.classes[3].name, "O"s);
        QCOMPARE(preview.classes[3].train, int64_t{20});
        QCOMPARE(preview.tagScheme, "BIO"s);
        QCOMPARE(preview.rows[0][1], "NNP NNP VBZ JJ NNP"s);
        QCOMPARE(preview.sampleLabels[0], "B-PER I-PER O B-LOC B-LOC"s);
    }

    void documentsAreNoSentences()
    {
        const DataFiles files;
        const std::string some = sentences(" ", "\n", kBio, 4);
        const std::string head = "-DOCSTART- -X- -X-";
        const auto [preview, data]
            = read(files.file("a.txt",
                              "\n" + head + "\n\n" + some + head + "\n" + some
                                  + some.substr(0, some.size() - 1) + head + "\n" + some + head));
        QCOMPARE(data.train.size(), size_t{16});
        for (const std::string& text : data.train.texts)
            QCOMPARE(core::tokensOf(text).size(), size_t{5});
    }

    void columnsAndSchemeAreChosen()
    {
        const DataFiles files;
        const std::string path = files.file("a.txt", sentences(" ", "\n", kIob1));
        const auto parts = read(path, conll({{"tag_column", "2"}}));
        QCOMPARE(parts.data.train.target[0], "NNP NNP VBZ JJ NNP"s);
        QVERIFY(parts.preview.tagScheme.empty());
        const auto swapped = read(path, conll({{"word_column", "2"}, {"tag_column", "3"}}));
        QCOMPARE(swapped.data.train.texts[0], "NNP NNP VBZ JJ NNP"s);
        const auto raw = read(path, conll({{"tag_scheme", "as_read"}}));
        QCOMPARE(raw.data.train.target[0], "I-PER I-PER O I-LOC B-LOC"s);
        const auto bioes = read(path, conll({{"tag_scheme", "bioes"}}));
        QCOMPARE(bioes.data.train.target[0], "B-PER E-PER O S-LOC S-LOC"s);
        QVERIFY(contains(plain(taggedPreview(path, conll({{"tag_column", "7"}})).problems),
                         "a.txt has no column \"7\". Its columns are numbered from 1 to 3."));
        QVERIFY(contains(
            plain(taggedPreview(path, conll({{"tag_column", "3"}, {"word_column", "3"}})).problems),
            "Choose two different columns."));
    }

    void aRowWithTooFewColumnsIsNamedByLine()
    {
        const DataFiles files;
        const std::string path
            = files.file("a.txt",
                         sentences(" ", "\n", kBio, 10) + "Bonn NNP\nis VBZ O\n\n"
                             + sentences(" ", "\n", kBio, 10));
        const auto preview = taggedPreview(path);
        QCOMPARE(preview.badRowCount, int64_t{1});
        QCOMPARE(preview.badRows[0].line, int64_t{61});
        QCOMPARE(preview.trainRows, int64_t{20});
        const core::Failure failure
            = support::failureOf([&] { tasks::load(preview.spec, kTagged); });
        QVERIFY2(contains(failure.sentence(), "line 61: It has 2 columns, the other rows have 3."),
                 failure.sentence().c_str());
        core::DataSpec skipping = preview.spec;
        skipping.skipBadRows = true;
        QCOMPARE(tasks::load(skipping, kTagged).train.size(), size_t{20});
    }

    void universalDependenciesAreRead()
    {
        const DataFiles files;
        std::string text = "# newdoc\n";
        for (int i = 0; i < 5; ++i)
            text += "# text = x\n" + row("1", "They", "PRON", "PRP") + row("2-3", "don't", "_", "_")
                + row("2", "do", "AUX", "VBP") + row("3", "n't", "PART", "RB")
                + row("3.1", "really", "ADV", "RB") + row("4", "pay", "VERB", "VB")
                + row("5", "10 000", "NUM", "CD") + "\n";
        const std::string path = files.file("a.conllu", text);
        const auto [preview, data] = read(path);
        QCOMPARE(preview.formatTitle, "Universal Dependencies (CoNLL-U)"s);
        QCOMPARE(data.train.size(), size_t{5});
        QCOMPARE(data.train.texts[0],
                 "They do n't pay 10" + std::string(core::kBlankOfToken) + "000");
        QCOMPARE(data.train.target[0], "PRON AUX PART VERB NUM"s);
        const auto xpos = read(path, {"conllu", {{"tag_column", "XPOS"}}});
        QCOMPARE(xpos.data.train.target[0], "PRP VBP RB VB CD"s);
        QVERIFY(contains(plain(taggedPreview(path, {"conllu", {{"tag_column", "POS"}}}).problems),
                         "CoNLL-U has no column \"POS\""));
        const auto broken = taggedPreview(files.file("b.conllu", text + "1\tword\tNOUN\n\n"));
        QCOMPARE(broken.badRows.size(), size_t{1});
        QCOMPARE(broken.badRows[0].line, int64_t{47});
    }

    void wordsWithTheirTagsAreRead()
    {
        const DataFiles files;
        std::string text, under;
        for (int i = 0; i < 12; ++i) {
            const std::string n = std::to_string(i);
            text += "They" + n + "/PRON own/VERB 1/2/NUM boats" + n + "/NOUN ./PUNCT\n";
            under += "They" + n + "_PRON own_VERB and/or_CCONJ boats_NOUN ._PUNCT\n\n";
        }
        const auto [preview, data] = read(files.file("a.txt", text));
        QCOMPARE(preview.formatTitle, "Words with their tags (word/tag)"s);
        QCOMPARE(data.train.texts[0], "They0 own 1/2 boats0 ."s);
        QCOMPARE(data.train.target[0], "PRON VERB NUM NOUN PUNCT"s);
        QCOMPARE(read(files.file("b.txt", under)).data.train.texts[0], "They0 own and/or boats ."s);
        const auto broken = taggedPreview(files.file("c.txt", text + "no tag/NOUN here\n"));
        QCOMPARE(broken.badRows[0].line, int64_t{13});
        QVERIFY(contains(plain({broken.badRows[0].reason}), "\"no\" has no tag"));
    }

    /// Like GermEval's: a remark with the source, numbered words, an outer and an inner column of
    /// names.
    void numberedNamesWithRemarksAreRead()
    {
        const DataFiles files;
        std::string text;
        for (int i = 0; i < 40; ++i) {
            const std::string number = std::to_string(i);
            text += "#\thttp://de.example.org/wiki/" + number + " [2009-10-17]\n1\tDas" + number
                + "\tO\tO\n2\tHaus" + number + "\tB-ORG\tO\n3\tRom\tI-ORG\tB-LOC\n4\tsteht\tO\tO\n"
                + "5\tParis" + number + "\tB-LOC\tO\n\n";
        }
        const std::string path = files.file("ner.tsv", text);
        const std::vector<core::TaskColumns> all{tasks::kLabelled, tasks::kPairs, kTagged};
        const auto data = core::recogniseData({path}, "classification", all, {});
        QCOMPARE(data.task, "tagging"s);
        const Tagged tagged = read(path);
        QCOMPARE(tagged.preview.spec.format.kind, "conll"s);
        QCOMPARE(tagged.preview.textColumns, std::vector<int64_t>{1});
        QCOMPARE(tagged.preview.labelColumn, int64_t{2}); // The outer one.
        QCOMPARE(tagged.preview.trainRows, int64_t{40});
        QCOMPARE(tagged.preview.badRowCount, int64_t{0});
        QCOMPARE(tagged.data.train.texts[1], "Das1 Haus1 Rom steht Paris1"s);
        QVERIFY(contains(plain(tagged.preview.notes), "choose another column of tags"));
    }

    /// Like the Brown corpus: a file a text, tags in lower case, a list of contents beside them.
    void aFolderOfTextsWithLowerCaseTagsIsRead()
    {
        const DataFiles files;
        std::string list = "Contents of the corpus\n\n";
        for (int i = 0; i < 250; ++i) {
            const std::string name = "c" + std::string(1, char('a' + i / 50)) + std::to_string(i);
            list += name + " Some newspaper, some day, number " + std::to_string(i) + "\n";
            files.file("brown/" + name,
                       "\n\n\tThe/at County" + std::to_string(i)
                           + "/nn-tl Jury/nn-tl said/vbd Friday/nr ./.\n\n\tIt/pps was/bedz an/at "
                             "investigation/nn of/in it/ppo ./.\n");
        }
        files.file("brown/CONTENTS", list);
        files.file("brown/cats.txt", "ca0 news\nca1 news\n");
        const std::vector<core::TaskColumns> all{tasks::kLabelled, tasks::kPairs, kTagged};
        const auto data = core::recogniseData({files.path("brown")}, "classification", all, {});
        QCOMPARE(data.task, "tagging"s);
        const Tagged tagged = read(files.path("brown"));
        QCOMPARE(tagged.preview.spec.format.kind, "word_tag"s);
        QCOMPARE(tagged.preview.trainRows, int64_t{500});
        QCOMPARE(tagged.preview.badRowCount, int64_t{0});
        // For another task it is said, not read as classes.
        const auto classes = core::previewData(
            tasks::kLabelled, taggedSpec(files.path("brown"), {"auto", Json::object()}), {});
        QVERIFY(contains(plain(classes.problems), "holds words with tags (word/tag)"));
    }

    /// Test data may have other characters between its columns than the training data.
    void testFilesMayHaveOtherDelimiters()
    {
        const DataFiles files;
        core::DataSpec spec = taggedSpec(files.file("train.conll", sentences("\t", "\n", kBio)),
                                         {"auto", Json::object()});
        const std::string test = files.file("test.conll", sentences(" ", "\n", kBio, 3));
        const Strings tags{"B-LOC", "B-PER", "I-PER", "O"};
        const auto rows = core::loadScoredRows(spec, {{test}}, kTagged, tags, {});
        QCOMPARE(rows.size(), size_t{3});
        spec.format = taggedPreview(spec.train.front()).spec.format; // As a window keeps it.
        QCOMPARE(core::loadScoredRows(spec, {{test}}, kTagged, tags, {}).size(), size_t{3});
    }

    void filesGoToTheTaskThatTheyAreFor()
    {
        const DataFiles files;
        const std::string tagged = files.file("a.txt", sentences(" ", "\n", kBio));
        std::string table = "label,text\n";
        for (int i = 0; i < 40; ++i)
            table += std::string(i % 2 ? "pos" : "neg") + ",\"a film like number "
                + std::to_string(i) + ", all in all\"\n";
        const std::string labelled = files.file("b.csv", table);
        const std::vector<core::TaskColumns> all{tasks::kLabelled, tasks::kPairs, tasks::kNumbers,
                                                 kTagged};
        for (const char* chosen : {"classification", "regression", "translation", "tagging"}) {
            QCOMPARE(core::recogniseData({tagged}, chosen, all, {}).task, "tagging"s);
            if (std::string(chosen) == "tagging")
                QCOMPARE(core::recogniseData({labelled}, chosen, all, {}).task, "classification"s);
        }
        const std::string english = files.file("en-train.conll", sentences(" ", "\n", kBio));
        QCOMPARE(core::recogniseData({english}, "translation", all, {}).task, "tagging"s);
        // Held-out tags are no part of a text that is loaded.
        core::DataSpec text;
        text.train = {files.file("play.txt", "Some prose.\nAnd more.\n")};
        const std::string held = files.file("ud-dev.conllu", sentences(" ", "\n", kBio));
        const auto own
            = core::recogniseData({held}, tasks::kTexts.task,
                                  {tasks::kLabelled, tasks::kPairs, tasks::kTexts, kTagged}, text);
        QCOMPARE(own.task, "tagging"s);
        QCOMPARE(own.spec.train, Strings{held});
        QVERIFY(own.spec.valid.empty());
        const std::string few
            = files.file("few.txt",
                         "-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\nrejects VBZ I-VP O\n"
                         "German JJ I-NP I-MISC\ncall NN I-NP O\n");
        QCOMPARE(core::recogniseData({few}, "classification", all, {}).task, "tagging"s);
        QVERIFY(contains(plain(taggedPreview(labelled).problems), "holds texts with a label each"));
        QVERIFY(
            contains(plain(taggedPreview(files.file("c.txt", "Some prose.\nAnd more.\n")).problems),
                     "c.txt was not recognised as words with tags."));
        QVERIFY(contains(
            plain(taggedPreview(files.file("d.txt", "one\ntwo\n\nthree\n"), conll(Json::object()))
                      .problems),
            "d.txt has no second column"));
    }

    void tagsOfHeldOutTextsCount()
    {
        const DataFiles files;
        core::DataSpec spec = taggedSpec(files.file("train.txt", sentences(" ", "\n", kBio)),
                                         {"auto", Json::object()});
        spec.test = {files.file("test.txt", "Oslo1 NNP B-ORG\nruns VBZ O\n\n")};
        const auto preview = core::previewData(kTagged, spec, {});
        const auto data = tasks::load(preview.spec, kTagged);
        QCOMPARE(data.classes, (Strings{"B-LOC", "B-ORG", "B-PER", "I-PER", "O"}));
        for (const auto& notes : {preview.notes, data.notes})
            QVERIFY2(contains(plain(notes),
                              "occur in no training text, and cannot be learned: 1 "
                              "(\"B-ORG\")"),
                     plain(notes).c_str());
        const auto rows = core::loadScoredRows(spec, {spec.test}, kTagged, data.classes, {});
        QCOMPARE(rows.texts(1)[0], std::string_view("B-ORG O"));
        QVERIFY(contains(support::sentenceOf([&] {
                             core::loadScoredRows(spec, {spec.test}, kTagged, {"B-LOC", "O"}, {});
                         }),
                         "test.txt, line 1: the model has no tag \"B-ORG\""));
    }

    void anUnknownTagIsNamedAsTheFileHasIt()
    {
        const DataFiles files;
        core::DataSpec spec = taggedSpec(files.file("train.txt", sentences(" ", "\n", kIob1)),
                                         {"auto", Json::object()});
        spec.test = {files.file("test.txt",
                                "Oslo1 NNP I-LOC\nruns VBZ O\n\n"
                                "He PRP O\nsees VBZ O\nThe DT I-MISC\n\n")};
        const auto preview = core::previewData(kTagged, spec, {});
        const std::string said = support::sentenceOf(
            [&] { core::loadScoredRows(preview.spec, {spec.test}, kTagged, kBio, {}); });
        QVERIFY2(contains(said,
                          "test.txt, line 6: the model has no tag \"I-MISC\" (read as "
                          "\"B-MISC\")."),
                 said.c_str());
    }

    void oneTagOnlyIsAProblem()
    {
        const DataFiles files;
        const Strings same{"O", "O", "O", "O", "O"};
        const std::string path = files.file("a.txt", sentences(" ", "\n", same));
        const auto preview = taggedPreview(path, conll({{"tag_column", "3"}}));
        QVERIFY(contains(plain(preview.problems), "All words have the same tag, \"O\"."));
        QVERIFY_THROWS_EXCEPTION(core::Error, tasks::load(preview.spec, kTagged));
    }
};
UNROLL_TEST(TaggedFilesTest, QCoreApplication)
#include "tagged_files_test.moc"
