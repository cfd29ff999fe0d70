#include "tests/core/data/workbooks.h"
#include "tests/support/binary_vectors.h"
#include "tests/support/command_line.h"
#include "tests/support/test_case.h"

#include <csignal>
#include <random>

using cli::Outcome;
using cli::run;
using cli::words;

namespace {

/// A bundled sample made small: a few seconds of training.
QStringList tinyTraining(const QString& folder, const char* more = "")
{
    return words("train reviews-mean --threads 1 --set training.epochs=2 "
                 "--set data.sample.texts=400 --out")
        + QStringList{folder} + words(more);
}

} // namespace

class CliTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void presetsBeginWithTheBundledSample()
    {
        const Outcome outcome = run({u"presets"_s});
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.lines().front().startsWith("reviews "));
    }

    void specPrintsJsonWithTheSettingsAsked()
    {
        const Outcome outcome = run(words("spec reviews --set training.seed=7"));
        QCOMPARE(outcome.code, 0);
        const QJsonObject spec = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(spec["training"]["seed"].toInt(), 7);
        QCOMPARE(spec["name"].toString(), u"reviews"_s);
    }

    void wrongUsageIsTwoAndFailureIsOne_data()
    {
        addColumns<QStringList, int>("arguments", "code");
        newRow("no command", QStringList(), 2);
        newRow("unknown command", words("fly"), 2);
        newRow("missing --out", words("train reviews"), 2);
        newRow("preset without data", words("train imdb-transformer --out /tmp/x"), 2);
        newRow("--set without =", words("spec reviews --set training.seed"), 2);
        newRow("unknown preset", words("spec revews"), 2);
        newRow("bad value", words("spec reviews --set training.epochs=0"), 2);
        newRow("no value", words("spec reviews --set training.epochs=abc"), 2);
        newRow("missing run", words("predict /nowhere/run"), 1);
        newRow("missing data", words("preview /nowhere/data.csv"), 1);
        newRow("help", words("--help"), 0);
    }

    void wrongUsageIsTwoAndFailureIsOne()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, code);
        QVERIFY(code == 0 || !outcome.err.trimmed().isEmpty());
    }

    void previewSaysWhatWouldBeRead()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"small.csv"_s);
        cli::write(file,
                   "text,label\n\"good, really\",pos\nbad one,neg\nfine day,pos\nso dull,neg\n");
        const Outcome outcome = run({u"preview"_s, file, u"--json"_s});
        QCOMPARE(outcome.code, 0);
        const QJsonObject preview = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(preview["label_column"].toInt(), 1);
        QCOMPARE(preview["rows"][0][0].toString(), u"good, really"_s);
    }

    /// Every text of a class has a word of its own: naive Bayes is right about all, and the most
    /// frequent class about half.
    void previewComputesBaselinesWithoutARun()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"small.csv"_s);
        QByteArray rows = "text,label\n";
        for (int i = 0; i < 200; ++i)
            rows += (i % 2 ? "a good film number " : "the bad film number ") + QByteArray::number(i)
                + (i % 2 ? ",pos\n" : ",neg\n");
        cli::write(file, rows);
        const QJsonObject plain = run({u"preview"_s, file, u"--json"_s}).whole();
        QVERIFY(!plain.contains(u"baselines"_s));
        const QJsonObject all = run({u"preview"_s, file, u"--json"_s, u"--baselines"_s})
                                    .whole()[u"baselines"_s]
                                    .toObject();
        QCOMPARE(all["split"].toString(), u"valid"_s);
        const QJsonArray baselines = all["baselines"].toArray();
        QCOMPARE(baselines[0].toObject()["name"].toString(), u"majority"_s);
        QCOMPARE(baselines[1].toObject()["name"].toString(), u"naive_bayes"_s);
        QCOMPARE(baselines[1].toObject()["accuracy"].toDouble(), 1.0);
        const Outcome text = run({u"preview"_s, file, u"--baselines"_s});
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains("Naive Bayes"), text.out.constData());
    }

    void wordVectorsAreNoTextsButWhatANetworkStartsFrom()
    {
        const QTemporaryDir folder;
        const QString table = folder.filePath(u"small.csv"_s), glove = folder.filePath(u"g.txt"_s);
        QByteArray rows = "text,label\n";
        for (int i = 0; i < 40; ++i)
            rows += (i % 2 ? "a good film number ,pos\n" : "the bad film number ,neg\n");
        cli::write(table, rows);
        cli::write(glove, "9 3\ngood 1 2 3\nbad 3 2 1\n");
        const Outcome alone = run({u"preview"_s, glove});
        QCOMPARE(alone.code, 1);
        QVERIFY2(alone.err.contains("holds word vectors of 3 numbers, not texts."),
                 alone.err.constData());
        const QJsonObject embedding = run({u"spec"_s, u"--data"_s, table, glove})
                                          .whole()[u"model"_s][u"embedding"_s]
                                          .toObject();
        QCOMPARE(embedding["vectors"].toString(), glove);
        QCOMPARE(embedding["dimension"].toInt(), 3);
        const QString trained = folder.filePath(u"run"_s);
        const Outcome training = run({u"train"_s, u"reviews-mean"_s, u"--data"_s, table, glove,
                                      u"--out"_s, trained, u"--set"_s, u"training.epochs=1"_s});
        QVERIFY2(training.err.contains("Note: The network starts from the word vectors in g.txt."),
                 training.err.constData());
        QCOMPARE(training.code, 0);
        support::FastTextParts model;
        cli::write(glove, QByteArray::fromStdString(model.joined()));
        const Outcome composed
            = run({u"train"_s, u"reviews-mean"_s, u"--data"_s, table, glove, u"--out"_s,
                   trained + u'2', u"--set"_s, u"training.epochs=1"_s});
        QVERIFY2(composed.out.contains(" are made from their n-grams."), composed.out.constData());
        model.input[0] = 1;
        cli::write(glove, QByteArray::fromStdString(model.joined()));
        const Outcome quantised = run({u"preview"_s, glove});
        QCOMPARE(quantised.code, 1);
        QVERIFY2(quantised.err.contains("is a quantised fastText model"),
                 quantised.err.constData());
    }

    void aWorkbookIsTrainedOnLikeAnyTable()
    {
        const DataFiles files;
        const QString book = QString::fromStdString(files.zip(
            "book.xlsx", workbooks::xlsx({{"Empty", {}}, {"Reviews", workbooks::reviews(40)}})));
        const QString folder = QString::fromStdString(files.path("run"));
        const Outcome trained = run({u"train"_s, u"reviews-mean"_s, u"--data"_s, book, u"--out"_s,
                                     folder, u"--set"_s, u"training.epochs=1"_s});
        QVERIFY2(trained.code == 0, trained.err.constData());
        QVERIFY2(trained.out.contains("The sheet \"Reviews\" of book.xlsx is read."),
                 trained.out.constData());
        const Outcome scored = run({u"evaluate"_s, folder, u"--data"_s, book, u"--json"_s});
        QVERIFY2(scored.code == 0, scored.err.constData());
        const Outcome other
            = run({u"preview"_s, book, u"--set"_s, u"data.format.kind=spreadsheet"_s, u"--set"_s,
                   u"data.format.sheet=Empty"_s});
        QCOMPARE(other.code, 1);
        QVERIFY2((other.out + other.err).contains("The sheet \"Empty\" of book.xlsx is empty"),
                 other.err.constData());
        const Outcome wrong
            = run({u"preview"_s, book, u"--set"_s, u"data.format.kind=spreadsheet"_s, u"--set"_s,
                   u"data.format.sheet=Review"_s});
        QCOMPARE(wrong.code, 1);
        QCOMPARE(wrong.out, ""_ba);
        QVERIFY2(
            wrong.err.contains("book.xlsx has no sheet \"Review\"; there are: Empty, Reviews."),
            wrong.err.constData());
    }

    void aRunIsTrainedScoredAskedAndExported()
    {
        const QTemporaryDir folder;
        const QString runFolder = folder.filePath(u"run"_s);
        const Outcome trained = run(tinyTraining(runFolder, "--json"));
        QVERIFY2(trained.code == 0, trained.err.constData());
        const auto first = QJsonDocument::fromJson(trained.lines().front()).object();
        const auto last = QJsonDocument::fromJson(trained.lines().back()).object();
        QCOMPARE(first["event"].toString(), u"start"_s);
        QCOMPARE(last["event"].toString(), u"end"_s);

        const Outcome predicted
            = run({u"predict"_s, runFolder}, "this film was good\n\nnever again\n");
        QVERIFY2(predicted.code == 0, predicted.err.constData());
        const QByteArrayList lines = predicted.out.split('\n');
        QCOMPARE(lines.size(), 4); // With the end of the last one.
        QVERIFY(lines[1].isEmpty()); // A blank text has no class.
        QVERIFY(lines[0].contains('\t') && lines[2].contains('\t'));
        const Outcome blank = run({u"predict"_s, runFolder, u"--json"_s}, "good\n \n");
        QVERIFY(blank.object(0).contains(u"class"_s));
        QVERIFY(!blank.object(1).contains(u"class"_s));

        const Outcome inspected
            = run({u"inspect"_s, runFolder, u"--text"_s, u"not bad"_s, u"--json"_s});
        QVERIFY2(inspected.code == 0, inspected.err.constData());
        QCOMPARE(QJsonDocument::fromJson(inspected.out)["tokens"].toArray().size(), 2);

        const QString weights = folder.filePath(u"w.safetensors"_s);
        const Outcome exported
            = run({u"export"_s, runFolder, u"--format"_s, u"safetensors"_s, u"--out"_s, weights});
        QVERIFY2(exported.code == 0, exported.err.constData());
        QVERIFY(QFile::exists(weights));
    }

    void aRegressorIsTrainedScoredAndAsked()
    {
        const QTemporaryDir folder;
        const QString runFolder = folder.filePath(u"run"_s);
        const Outcome trained = run(
            words("train ratings-mean --threads 1 --set training.epochs=3 "
                  "--set data.sample.texts=800 --set training.optimiser.learning_rate=0.02 --out")
            + QStringList{runFolder});
        QVERIFY2(trained.code == 0, trained.err.constData());
        const QString file = folder.filePath(u"rated.csv"_s);
        cli::write(file,
                   "text,stars\nThe plot is superb.,9.5\nThe cast is dreadful.,0.5\n"
                   "The ending was ordinary.,5\n");
        const Outcome scored = run({u"evaluate"_s, runFolder, u"--data"_s, file, u"--json"_s});
        QVERIFY2(scored.code == 0, scored.err.constData());
        const QJsonObject scores = QJsonDocument::fromJson(scored.out).object();
        QCOMPARE(scores["count"].toInt(), 3);
        QVERIFY2(scores["pearson"].toDouble() > 0.8, scored.out.constData());
        QVERIFY(scores["mean_absolute_error"].toDouble() < 3.0);
        QVERIFY(!scores.contains(u"unknown_share"_s));
        cli::write(file, "text,stars\nThe zork is blip.,9.5\nThe cast is dreadful.,0.5\n");
        const Outcome foreign = run({u"evaluate"_s, runFolder, u"--data"_s, file});
        QVERIFY2(foreign.out.contains("Share of unknown tokens: 0.2"), foreign.out.constData());

        const Outcome predicted
            = run({u"predict"_s, runFolder}, "The plot is superb.\nThe cast is dreadful.\n");
        QVERIFY2(predicted.code == 0, predicted.err.constData());
        QCOMPARE(predicted.lines().size(), 2);
        QVERIFY2(predicted.lines()[0].toDouble() > predicted.lines()[1].toDouble() + 2.0,
                 predicted.out.constData());
        const Outcome inspected
            = run({u"inspect"_s, runFolder, u"--text"_s, u"The plot is superb."_s, u"--json"_s});
        const QJsonObject seen = QJsonDocument::fromJson(inspected.out).object();
        QVERIFY(std::abs(seen["number"].toDouble() - predicted.lines()[0].toDouble()) < 1e-3);
        QVERIFY(!seen.contains(u"class"_s));
    }

    void aTaggerIsTrainedScoredAndAsked()
    {
        const QTemporaryDir folder;
        const QString runFolder = folder.filePath(u"run"_s);
        const Outcome trained = run(words("train entities --threads 1 --set training.epochs=2 "
                                          "--set data.sample.texts=800 --out")
                                    + QStringList{runFolder});
        QVERIFY2(trained.code == 0, trained.err.constData());
        const QString file = folder.filePath(u"names.conll"_s);
        cli::write(file, "Anna B-PER\nmet O\nPeter B-PER\n. O\n\nPeter B-PER\nslept O\n. O\n");
        const Outcome scored = run({u"evaluate"_s, runFolder, u"--data"_s, file, u"--json"_s});
        QVERIFY2(scored.code == 0, scored.err.constData());
        const QJsonObject scores = QJsonDocument::fromJson(scored.out).object();
        QCOMPARE(scores["tokens"].toInt(), 7);
        QCOMPARE(scores["spans"]["gold"].toInt(), 3);
        QVERIFY2(scores["token_accuracy"].toDouble() > 0.5, scored.out.constData());
        cli::write(file, "Zork B-PER\nmet O\nBlip B-PER\n. O\n");
        const Outcome unknown = run({u"evaluate"_s, runFolder, u"--data"_s, file, u"--json"_s});
        QCOMPARE(unknown.object(0)["unknown_share"].toDouble(), 0.5);

        const Outcome tagged = run({u"tag"_s, runFolder}, "Anna met Peter.\n\nPeter slept\n");
        QVERIFY2(tagged.code == 0, tagged.err.constData());
        QCOMPARE(tagged.lines().size(), 4 + 2);
        QVERIFY2(tagged.lines()[1].startsWith("met\t"), tagged.out.constData());
        const Outcome given
            = run({u"tag"_s, runFolder, u"--text"_s, u"Anna met Peter."_s, u"--json"_s});
        QCOMPARE(given.object(0)["tokens"].toArray().size(), 4);
        const Outcome blank = run({u"tag"_s, runFolder, u"--json"_s}, "Peter slept\n\nAnna\n");
        QCOMPARE(blank.lines().size(), 3);
        QCOMPARE(blank.object(1)["tokens"].toArray().size(), 0);
        const Outcome foreign = run({u"tag"_s, runFolder}, "Anna\n\xE9t\xE9\n");
        QCOMPARE(foreign.code, 0);
        QVERIFY2(foreign.err.contains("Standard input, line 2: the text is not UTF-8"),
                 foreign.err.constData());
        QVERIFY(tagged.err.isEmpty());
        const Outcome inspected = run({u"inspect"_s, runFolder, u"--text"_s, u"Anna slept"_s});
        QVERIFY2(inspected.out.contains("  Anna ") && inspected.out.contains("  slept "),
                 inspected.out.constData());
        const Outcome predicted = run({u"predict"_s, runFolder}, "Anna\n");
        QCOMPARE(predicted.code, 1);
        QVERIFY2(predicted.err.contains("Use tag."), predicted.err.constData());
    }

    void generateTellsWhatItsTextsDoNotShow()
    {
        const QTemporaryDir folder;
        const QString runFolder = folder.filePath(u"run"_s);
        const Outcome trained
            = run(words("train stories --threads 1 --set data.sample.texts=40 --set "
                        "training.maximum_updates=3 --json --out")
                  + QStringList{runFolder});
        QVERIFY2(trained.code == 0, trained.err.constData());
        const QJsonObject end = trained.object(-1);
        QVERIFY(end["test_scores"].toObject().contains(u"unknown_share"_s));

        const QStringList generate{u"generate"_s, runFolder};
        const Outcome greedy = run(generate + words("--search greedy --count 5 --length 4 --prompt")
                                   + QStringList{u"the zzyzx said"_s});
        QVERIFY2(greedy.code == 0, greedy.err.constData());
        QVERIFY2(greedy.err.contains("gives 1 text, not 5"), greedy.err.constData());
        QVERIFY2(greedy.err.contains("read as unknown: \"zzyzx\""), greedy.err.constData());
        const Outcome known = run(generate + words("--count 3 --length 4 --prompt the"));
        QCOMPARE(known.err, QByteArray());
        const Outcome wrong = run(generate + words("--search-set temperature=-1"));
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("task.writing.search.temperature"), wrong.err.constData());
    }

    /// Divided text keeps its tokens, and a file of words in columns gets its tags.
    void dividedTextIsTaggedAsItIs()
    {
        const QTemporaryDir folder;
        const QString runFolder = folder.filePath(u"run"_s);
        const Outcome trained = run(words("train entities --threads 1 --set training.epochs=1 "
                                          "--set data.sample.texts=400 --out")
                                    + QStringList{runFolder});
        QVERIFY2(trained.code == 0, trained.err.constData());
        const auto tag = [&](const char* options, const QByteArray& input) {
            return run(QStringList{u"tag"_s, runFolder} + words(options), input);
        };
        const Outcome tokens = tag("--tokens", "l' http://t.co/x hoy, .\n");
        QCOMPARE(tokens.lines().size(), 4);
        QVERIFY2(tokens.lines()[2].startsWith("hoy,\t"), tokens.out.constData());

        const QByteArray universal = "# text = della casa\n1-2\tdella\t_\t_\t_\t_\t_\t_\t_\t_\n"
                                     "1\tdi\tdi\t_\tE\t_\t3\tcase\t_\t_\n"
                                     "2\tla\til\t_\tRD\t_\t3\tdet\t_\t_\n"
                                     "3\t10 000\t_\t_\tN\t_\t0\troot\t_\t_\n\n";
        const Outcome completed = tag("--format conllu", universal);
        QVERIFY2(completed.code == 0, completed.err.constData());
        const auto before = universal.split('\n'), after = completed.out.split('\n');
        QCOMPARE(after.size(), before.size());
        for (int line : {0, 1, 5})
            QCOMPARE(after[line], before[line]);
        for (int line : {2, 3, 4}) {
            auto cells = after[line].split('\t');
            QCOMPARE(cells.size(), 10);
            QVERIFY(cells[3] != "_");
            cells[3] = "_";
            QCOMPARE(cells.join('\t'), before[line]);
        }
        QCOMPARE(tag("--format conllu --tag-column NOWHERE", universal).code, 1);

        const QByteArray columns = "-DOCSTART- -X-\n\nAnna NNP\nslept VBD\n\nPeter NNP\n";
        const Outcome added = tag("--format conll", columns);
        const auto rows = added.out.split('\n');
        QCOMPARE(rows[0], "-DOCSTART- -X-"_ba);
        QCOMPARE(rows[2].split(' ').size(), 3);
        QVERIFY2(rows[2].startsWith("Anna NNP "), added.out.constData());
        const Outcome replaced = tag("--format conll --tag-column 2", columns);
        QCOMPARE(replaced.out.split('\n')[2].split(' ').size(), 2);
        const Outcome json = tag("--format conll --json", columns);
        QCOMPARE(json.lines().size(), 2);
        QCOMPARE(json.object(0)["tokens"].toArray().size(), 2);
    }

    /// The name of a file has no meaning if the preset names the task.
    void thePresetsTaskGoesBeforeAnyGuess()
    {
        const QTemporaryDir folder;
        const auto write = [&](const char* name, const char* word, int lines) {
            const QString path = folder.filePath(QString::fromLatin1(name));
            QDir().mkpath(QFileInfo(path).path());
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly))
                return QString();
            for (int i = 0; i < lines; ++i)
                file.write("Once" + QByteArray::number(i) + " upon a time " + word
                           + " story began and went on\n");
            return path;
        };
        const QString text = write("wiki_en.txt", "a", 300);
        const Outcome stories
            = run(words("train stories --threads 1 --set training.epochs=1 --data")
                  + QStringList{text, u"--out"_s, folder.filePath(u"stories"_s)});
        QVERIFY2(stories.code == 0, stories.err.constData());
        const Outcome preview = run({u"preview"_s, text, u"--json"_s});
        QCOMPARE(preview.whole()["task"].toString(), u"language_model"_s);

        write("both/en.txt", "an", 60);
        write("both/de.txt", "ein", 60);
        const QString both = folder.filePath(u"both"_s);
        const Outcome languages
            = run(words("train names --threads 1 --set training.epochs=1 --data")
                  + QStringList{both, u"--out"_s, folder.filePath(u"names"_s)});
        QVERIFY2(languages.code == 0, languages.err.constData());
        const Outcome asked
            = run({u"preview"_s, both, u"--task"_s, u"classification"_s, u"--json"_s});
        QCOMPARE(asked.whole()["classes"].toArray().size(), 2);
        // The languages that --set names say which side is the source.
        write("pair/t.en", "an", 60);
        write("pair/t.de", "ein", 60);
        const Outcome pair = run(
            {u"preview"_s, folder.filePath(u"pair"_s), u"--task"_s, u"translation"_s, u"--json"_s,
             u"--set"_s, u"data.source_language=en"_s, u"--set"_s, u"data.target_language=de"_s});
        QVERIFY2(pair.whole()["data"][u"train"_s][0].toString().endsWith(u"t.en"_s),
                 pair.out.constData());
    }

    void aPresetIsSuitedToFewTexts()
    {
        const QTemporaryDir folder;
        const QString data = folder.filePath(u"few.csv"_s);
        QFile file(data);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("text,label\n");
        for (int i = 0; i < 60; ++i)
            file.write((i % 2 ? "a win of number " : "a loss of number ") + QByteArray::number(i)
                       + (i % 2 ? ",good\n" : ",bad\n"));
        file.close();
        struct Trained {
            Outcome outcome;
            QJsonObject training;
        };
        const auto train = [&](const QString& spec, const char* more) {
            static int runs = 0;
            const QString place = folder.filePath(u"run%1"_s.arg(++runs));
            const Outcome outcome
                = run(QStringList{u"train"_s, spec, u"--data"_s, data, u"--out"_s, place}
                      + words("--threads 1") + words(more));
            QFile spent(place + u"/spec.json"_s);
            return Trained{outcome,
                           spent.open(QIODevice::ReadOnly)
                               ? QJsonDocument::fromJson(spent.readAll())["training"].toObject()
                               : QJsonObject()};
        };
        const auto numbers = [](const Trained& trained) {
            return QList<int>{trained.training["batch_size"].toInt(),
                              trained.training["epochs"].toInt(),
                              trained.training["patience"].toInt()};
        };
        const QString tweets = u"tweets"_s;
        // 54 texts to learn from: 7 updates of 8 texts in each of 72 epochs.
        const Trained suited = train(tweets, "");
        QVERIFY2(suited.outcome.code == 0, suited.outcome.err.constData());
        QCOMPARE(numbers(suited), (QList<int>{8, 72, 29}));
        QVERIFY2(suited.outcome.err.contains("would have only 1 update with the settings")
                     && suited.outcome.err.contains("training.batch_size 64 \u2192 8")
                     && suited.outcome.err.contains("--as-written"),
                 suited.outcome.err.constData());
        QCOMPARE(suited.training["monitor"].toString(), u"valid_loss"_s);
        const Trained written = train(tweets, "--as-written");
        QCOMPARE(written.training["monitor"].toString(), u"valid_accuracy"_s);
        QCOMPARE(numbers(written), (QList<int>{64, 12, 3}));
        QVERIFY2(!written.outcome.err.contains("these were changed"),
                 written.outcome.err.constData());
        QCOMPARE(numbers(train(tweets, "--set training.epochs=2 --set training.batch_size=16")),
                 (QList<int>{16, 2, 3}));
        // What was saved says exactly what is wanted: a file stays as it is.
        const QString saved = folder.filePath(u"saved.unroll"_s);
        QVERIFY(QFile::copy(folder.filePath(u"run2/spec.json"_s), saved));
        QCOMPARE(numbers(train(saved, "")), (QList<int>{64, 12, 3}));
    }

    /// They are not read to count them; a few texts of validation are.
    void largeDataKeepThePresetsNumbers()
    {
        const QTemporaryDir folder;
        QFile large(folder.filePath(u"large.csv"_s)), valid(folder.filePath(u"valid.csv"_s));
        QVERIFY(large.open(QIODevice::WriteOnly) && valid.open(QIODevice::WriteOnly));
        const QByteArray word(1 << 16, 'a'); // 65 MiB, but only 17 batches of 64 texts.
        for (QFile* file : {&large, &valid})
            file->write("text,label\n");
        for (int i = 0; i < 1040; ++i)
            large.write("it is " + word + (i % 2 ? ",good\n" : ",bad\n"));
        for (int i = 0; i < 10; ++i)
            valid.write(i % 2 ? "it is,good\n" : "it is,bad\n");
        large.close();
        valid.close();
        const QString place = folder.filePath(u"run"_s);
        const Outcome outcome
            = run(QStringList{u"train"_s, u"tweets"_s, u"--data"_s, large.fileName(), u"--valid"_s,
                              valid.fileName(), u"--out"_s, place}
                  + words("--threads 1 --set training.maximum_updates=1"));
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QFile spent(place + u"/spec.json"_s);
        QVERIFY(spent.open(QIODevice::ReadOnly));
        const QJsonObject training
            = QJsonDocument::fromJson(spent.readAll())["training"].toObject();
        QCOMPARE(training["batch_size"].toInt(), 64);
        QCOMPARE(training["epochs"].toInt(), 12);
        QCOMPARE(training["monitor"].toString(), u"valid_loss"_s);
    }

    /// Which of a hundred sequences have a q in them: as it is written, the preset makes 20
    /// updates.
    void namesLearnsFromAHundredSequences()
    {
        const QTemporaryDir folder;
        std::mt19937 random(1); // The same numbers everywhere.
        const auto write = [&](const char* name, int rows) {
            const QString path = folder.filePath(QString::fromLatin1(name));
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly))
                return QString();
            file.write("name,language\n");
            for (int i = 0; i < rows; ++i) {
                QByteArray sequence;
                for (unsigned left = 10 + random() % 7; left > 0; --left)
                    sequence += char('a' + random() % 8);
                if (i % 2 != 0)
                    sequence[3 + int(random() % unsigned(sequence.size() - 6))] = 'q';
                file.write(sequence + (i % 2 != 0 ? ",with\n" : ",without\n"));
            }
            return path;
        };
        const QString train = write("train.csv", 100), test = write("test.csv", 200);
        const auto accuracy = [&](const char* out, const char* more) {
            const Outcome outcome
                = run(QStringList{u"train"_s, u"names"_s, u"--data"_s, train, u"--test"_s, test,
                                  u"--out"_s, folder.filePath(QLatin1String(out))}
                      + words("--threads 1 --json") + words(more));
            return outcome.object(-1)["test_accuracy"].toDouble();
        };
        const double suited = accuracy("suited", ""), written = accuracy("written", "--as-written");
        QVERIFY2(suited > 0.95, qPrintable(QString::number(suited)));
        QVERIFY2(written > 0.0 && written < 0.95, qPrintable(QString::number(written)));
    }

    void answersThatCannotBeWrittenAreAFailure()
    {
        const Outcome outcome = run({u"presets"_s}, {}, u"/dev/full"_s);
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("Standard output"), outcome.err.constData());
    }

    void wrongDataLeaveTheFolderForTheNextTry()
    {
        const QTemporaryDir folder;
        const QString runFolder = folder.filePath(u"run"_s);
        const Outcome failed
            = run(words("train reviews-mean --threads 1 --data /nowhere/reviews.csv --out")
                  + QStringList{runFolder});
        QCOMPARE(failed.code, 1);
        QCOMPARE(failed.err.count('\n'), 1);
        QVERIFY2(failed.err.contains("/nowhere/reviews.csv"), failed.err.constData());
        const Outcome trained = run(tinyTraining(runFolder));
        QVERIFY2(trained.code == 0, trained.err.constData());
    }

    void whatIsNoRunFolderIsSaid()
    {
        const QTemporaryDir folder;
        for (const char* command : {"predict", "resume"}) {
            const Outcome outcome = run({QString::fromLatin1(command), folder.path()});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("is not a run folder"), outcome.err.constData());
        }
    }

    void interruptingKeepsACheckpointAndResumeGoesOn()
    {
        const QTemporaryDir folder;
        const QString runFolder = folder.filePath(u"run"_s);
        QProcess process;
        process.start(QStringLiteral(UNROLL_CLI),
                      words("train reviews --threads 1 --json --set training.epochs=2 "
                            "--set data.sample.texts=600 --out")
                          + QStringList{runFolder});
        // After the first updates, as a user would.
        QByteArray seen;
        while (!seen.contains("\"event\":\"update\"") && process.waitForReadyRead(120000))
            seen += process.readAllStandardOutput();
        QVERIFY(seen.contains("\"event\":\"update\""));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 130);

        const Outcome resumed = run({u"resume"_s, runFolder, u"--json"_s});
        QVERIFY2(resumed.code == 0, resumed.err.constData());
        const auto last = QJsonDocument::fromJson(resumed.lines().back()).object();
        QCOMPARE(last["state"].toString(), u"completed"_s);

        const Outcome refused = run({u"resume"_s, runFolder, u"--set"_s, u"training.seed=7"_s});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("training.seed 1 → 7"), refused.err.constData());
        const Outcome more
            = run({u"resume"_s, runFolder, u"--json"_s, u"--set"_s, u"training.epochs=3"_s});
        QVERIFY2(more.code == 0, more.err.constData());
        QCOMPARE(more.object(-1)["epoch"].toInt(), 3);
        // The run's own settings from now on, and not those that were refused.
        const Outcome again = run({u"resume"_s, runFolder, u"--json"_s});
        QVERIFY2(again.code == 0, again.err.constData());
        QCOMPARE(again.object(-1)["epoch"].toInt(), 3);
    }
};
UNROLL_TEST(CliTest, QCoreApplication)
#include "cli_test.moc"
