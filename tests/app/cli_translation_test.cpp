#include "tests/support/command_line.h"
#include "tests/support/test_case.h"

using cli::Outcome;
using cli::run;
using cli::words;

namespace {

/// The bundled sample made small: a second of training.
QStringList tinyTranslator(const QString& folder, const char* more = "")
{
    return words("train reverse --threads 1 --set training.epochs=2 --set data.sample.pairs=100 "
                 "--set data.sample.longest=4 --set data.sample.largest=6 "
                 "--set model.network.hidden_size=8 --set model.network.decoder_size=12 --out")
        + QStringList{folder} + words(more);
}

void writeLines(const QString& path, const QByteArrayList& lines)
{
    cli::write(path, lines.join('\n') + '\n');
}

} // namespace

/// The commands of a translator, on one small run of "reverse".
class CliTranslationTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QString m_run;

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    /// COMMAND RUN ...
    Outcome ask(const char* command, const QStringList& more, const QByteArray& input = {}) const
    {
        return run(QStringList{QString::fromLatin1(command), m_run} + more, input);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_run = path("run");
        const Outcome trained = run(tinyTranslator(m_run, "--json"));
        QVERIFY2(trained.code == 0, trained.err.constData());
        const QJsonObject start = trained.object(0);
        QCOMPARE(start["event"].toString(), u"start"_s);
        QCOMPARE(start["task"].toString(), u"translation"_s);
        QCOMPARE(start["target_vocabulary_size"].toInt(), 11);
        QCOMPARE(trained.object(1)["teacher_forcing"].toDouble(), 1.0);
        const QJsonObject end = trained.object(-1);
        QCOMPARE(end["event"].toString(), u"end"_s);
        for (const char* score : {"bleu", "chrf", "exact_match", "alignment_error_rate"})
            QVERIFY2(end["test_scores"].toObject().contains(QLatin1String(score)), score);
    }

    void predictNamesTheTasksThatItIsFor()
    {
        const Outcome refused = ask("predict", {}, "1 2 3\n");
        QCOMPARE(refused.code, 1);
        for (const char* part :
             {"(classification, regression, question_answering)", "\"translation\"", "translate."})
            QVERIFY2(refused.err.contains(part), refused.err.constData());
    }

    void translateAnswersLineByLine()
    {
        const QByteArray sources = "1 2 3\n\n6 6\n7 unheard of\n";
        const Outcome plain = ask("translate", {}, sources);
        QVERIFY2(plain.code == 0, plain.err.constData());
        QCOMPARE(plain.out.count('\n'), 4);
        const Outcome json = ask("translate", words("--json --nbest 3 --beam 4"), sources);
        QCOMPARE(json.lines().size(), 4);
        for (int i = 0; i < 4; ++i) {
            const QJsonObject line = json.object(i);
            const QJsonArray all = line["translations"].toArray();
            QCOMPARE(line["source"].toString().toUtf8(), sources.split('\n').at(i));
            QCOMPARE(line["line"].toInt(), i + 1);
            QCOMPARE(all.isEmpty(), i == 1);
            QVERIFY(all.size() <= 3);
            QCOMPARE(all.isEmpty() ? QJsonValue(QString()) : all[0]["text"], line["translation"]);
            for (int n = 1; n < all.size(); ++n)
                QVERIFY(all[n]["score"].toDouble() <= all[n - 1]["score"].toDouble()
                        || !all[n]["ended"].toBool());
        }
        // An empty line stays empty.
        QCOMPARE(plain.out.split('\n').at(1), QByteArray());
        QVERIFY(json.object(1)["translations"].toArray().isEmpty());
        // One line alone as among others.
        QCOMPARE(ask("translate", {}, "6 6\n").lines().value(0), plain.out.split('\n').at(2));
        QVERIFY(ask("translate", {}, {}).out.isEmpty());
    }

    void aLineThatCannotBeTranslatedHindersNoOther()
    {
        // After one number eleven tokens may stand before the end mark, after four fifteen.
        const QStringList search = words("--beam 2 --search-set minimum_length=12");
        const QByteArray sources = "1 2 3 4\n1\n\n4 3 2 1\n";
        const Outcome plain = ask("translate", search, sources);
        QCOMPARE(plain.code, 1);
        QCOMPARE(plain.out.count('\n'), 4);
        const QByteArrayList lines = plain.out.split('\n');
        QVERIFY(!lines[0].isEmpty() && !lines[3].isEmpty());
        QVERIFY(lines[1].isEmpty() && lines[2].isEmpty());
        QVERIFY2(plain.err.contains("Line 2: The minimum length"), plain.err.constData());
        QVERIFY2(!plain.err.contains("Line 3"), plain.err.constData());
        const Outcome json = ask("translate", search + words("--json"), sources);
        QCOMPARE(json.lines().size(), 4);
        QVERIFY(json.object(1)["problem"].toString().contains(u"minimum length"_s));
        QVERIFY(!json.object(0).contains(u"problem"_s));
        const Outcome best = ask("translate", search + words("--nbest 2"), sources);
        for (const QByteArray& line : best.lines())
            QVERIFY2(line.startsWith("1\t") || line.startsWith("4\t"), line.constData());
        QCOMPARE(best.lines().size(), 4);
    }

    void whatIsCutIsSaid()
    {
        const QByteArray longest = "1 2 3 " + "4 "_ba.repeated(400) + "\n";
        const Outcome plain = ask("translate", {}, "1\n" + longest);
        QCOMPARE(plain.code, 0);
        const int64_t cut
            = ask("translate", words("--json"), longest).object(0)["cut_tokens"].toInt();
        QVERIFY(cut > 0);
        const QByteArray said
            = "Line 2: the last " + QByteArray::number(cut) + " of its 403 tokens";
        QVERIFY2(plain.err.contains(said), plain.err.constData());
    }

    void noLineDrawsWhatAnotherDrew()
    {
        const Outcome drawn
            = ask("translate", words("--search sampling --search-set temperature=100"),
                  "1 2 3 4\n"_ba.repeated(300));
        QVERIFY2(drawn.code == 0, drawn.err.constData());
        const QByteArrayList lines = drawn.out.split('\n');
        QCOMPARE(lines.size(), 301);
        QVERIFY(lines.mid(0, 44) != lines.mid(256, 44));
    }

    void searchOptionsAreHeard()
    {
        const QByteArray sources = "1 2 3\n4 5 6 0\n";
        QCOMPARE(ask("translate", words("--beam 1"), sources).out,
                 ask("translate", words("--search greedy"), sources).out);
        const QStringList sampling = words("--search sampling --search-set temperature=100");
        const Outcome drawn = ask("translate", sampling, sources);
        QVERIFY2(drawn.code == 0, drawn.err.constData());
        QCOMPARE(ask("translate", sampling, sources).out, drawn.out);
        QVERIFY(ask("translate", sampling + words("--search-set seed=9"), sources).out
                != drawn.out);
        const Outcome power = ask("decode", words("--json --length-penalty 0.5 --text 3"));
        const QJsonObject search = power.object(0)["search"].toObject();
        QCOMPARE(search["normalisation"].toString(), u"length_power"_s);
        QCOMPARE(search["length_penalty"].toDouble(), 0.5);
    }

    void decodePrintsEveryStepWithEveryCandidate()
    {
        const Outcome outcome
            = ask("decode", words("--json --beam 3 --text") + QStringList{u"1 2 3"_s});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const QJsonObject all = outcome.object(0);
        QCOMPARE(all["source_tokens"].toArray().size(), 3);
        QCOMPARE(all["search"]["width"].toInt(), 3);
        QVERIFY(!all["best"].toArray().isEmpty() && !all["ending"].toString().isEmpty());
        const QJsonArray steps = all["steps"].toArray();
        QVERIFY(steps.size() >= 1);
        QSet<QString> fates;
        for (const QJsonValue& step : steps) {
            double before = std::numeric_limits<double>::infinity();
            for (const QJsonValue& candidate : step["candidates"].toArray()) {
                fates.insert(candidate["fate"].toString());
                if (candidate["rank"].toInt() == 0)
                    continue;
                QVERIFY(candidate["score"].toDouble() <= before);
                before = candidate["score"].toDouble();
            }
        }
        QVERIFY(fates.contains(u"kept"_s));
        QVERIFY(fates.contains(u"below_width"_s));
        const Outcome plain = ask("decode", words("--beam 3 --text") + QStringList{u"1 2 3"_s});
        QVERIFY2(plain.code == 0 && plain.out.contains("\nStep 1:\n"), plain.out.constData());
        const Outcome forced = ask("decode", words("--json --prefix 5 --text 1"));
        QVERIFY(forced.object(0)["best"][0]["text"].toString().startsWith(QLatin1Char('5')));
    }

    void evaluateScoresParallelFilesAndPairs()
    {
        writeLines(path("test.src"), {"1 2 3", "4 5", "6 0 1 1"});
        writeLines(path("test.trg"), {"3 2 1", "5 4", "1 1 0 6"});
        writeLines(path("test.tsv"), {"1 2 3\t3 2 1", "4 5\t5 4", "6 0 1 1\t1 1 0 6"});
        const Outcome parallel
            = ask("evaluate",
                  {u"--data"_s, path("test.src"), u"--target"_s, path("test.trg"), u"--json"_s});
        QVERIFY2(parallel.code == 0, parallel.err.constData());
        const QJsonObject scores = parallel.object(0);
        QCOMPARE(scores["count"].toInt(), 3);
        QVERIFY(scores["bleu_signature"].toString().startsWith(u"nrefs:1|case:"_s));
        QVERIFY(std::abs(scores["perplexity"].toDouble() - std::exp(scores["loss"].toDouble()))
                < 1e-9);
        QCOMPARE(scores["uniform_perplexity"].toDouble(), 11.0);
        QVERIFY(scores.contains(u"alignment_error_rate"_s));
        const Outcome pairs = ask("evaluate", {u"--data"_s, path("test.tsv"), u"--json"_s});
        QVERIFY2(pairs.code == 0, pairs.err.constData());
        for (const char* name : {"bleu", "chrf", "loss", "accuracy", "exact_match"})
            QCOMPARE(pairs.object(0)[QLatin1String(name)], scores[QLatin1String(name)]);
        const Outcome plain = ask("evaluate", {u"--data"_s, path("test.tsv")});
        QVERIFY2(plain.out.startsWith("Pairs: 3\n") && plain.out.contains("\nBLEU: "),
                 plain.out.constData());
    }

    /// The translation itself as a further reference, where there is one: all of it matches.
    void evaluateTakesFurtherReferences()
    {
        writeLines(path("more.src"), {"1 2 3 4 5", "5 4 3 2 1"});
        writeLines(path("more.trg"), {"0 0 0 0 0", "0 0 0 0 0"});
        const Outcome translated = ask("translate", {}, "1 2 3 4 5\n5 4 3 2 1\n");
        const QByteArrayList lines = translated.lines();
        QCOMPARE(lines.size(), 2);
        const auto evaluated = [&](const QByteArrayList& further) {
            QFile file(path("more.ref"));
            if (!file.open(QIODevice::WriteOnly))
                return Outcome();
            file.write("\xEF\xBB\xBF" + further.join("\r\n") + "\n\n");
            file.close();
            return ask("evaluate",
                       {u"--data"_s, path("more.src"), u"--target"_s, path("more.trg"),
                        u"--reference"_s, path("more.ref"), u"--json"_s});
        };
        const Outcome both = evaluated(lines);
        QVERIFY2(both.code == 0, both.err.constData());
        QCOMPARE(both.object(0)["exact_match"].toDouble(), 1.0);
        QVERIFY(both.object(0)["chrf"].toDouble() > 99.9);
        QVERIFY(both.object(0)["bleu_signature"].toString().startsWith(u"nrefs:2|case:"_s));
        const Outcome one = evaluated({"", lines[1]}); // A blank line is no reference.
        QVERIFY2(one.code == 0, one.err.constData());
        QCOMPARE(one.object(0)["exact_match"].toDouble(), 0.5);
        QVERIFY(one.object(0)["bleu_signature"].toString().startsWith(u"nrefs:var|case:"_s));
        const Outcome shorter = evaluated({lines[0]});
        QCOMPARE(shorter.code, 1);
        QVERIFY2(shorter.err.contains("has 1 line, but there are 2 pairs"),
                 shorter.err.constData());
        QVERIFY(evaluated({lines[0], "\xFF"}).err.contains("line 2"));
    }

    void inspectGivesTheMatrices()
    {
        const Outcome own = ask("inspect", words("--json --text") + QStringList{u"1 2 3"_s});
        QVERIFY2(own.code == 0, own.err.constData());
        QVERIFY(!own.object(0)["forced"].toBool());
        const Outcome outcome = ask("inspect",
                                    words("--json --text") + QStringList{u"1 2 3"_s}
                                        + words("--target") + QStringList{u"3 2 1"_s});
        const QJsonObject seen = outcome.object(0);
        QVERIFY(seen["forced"].toBool());
        QCOMPARE(seen["target_tokens"].toArray().size(), 4);
        QCOMPARE(seen["gold_alignment"].toArray(),
                 (QJsonArray{QJsonArray{0, 2}, QJsonArray{1, 1}, QJsonArray{2, 0}}));
        const QJsonArray maps = seen["attention"].toArray();
        QCOMPARE(maps.size(), 1);
        QCOMPARE(maps[0]["group"].toString(), u"cross"_s);
        double loss = 0.0;
        for (const QJsonValue& token : seen["target_tokens"].toArray())
            loss -= token["log_probability"].toDouble() / 4.0;
        QVERIFY(std::abs(loss - seen["loss"].toDouble()) < 1e-9);
    }

    void whatCannotBeDoneIsASentence_data()
    {
        addColumns<QStringList, int, QByteArray>("arguments", "code", "said");
        const auto row = [](const char* name, const char* arguments, int code,
                            const QByteArray& said) { newRow(name, words(arguments), code, said); };
        newRow("blank text", words("decode RUN --text") + QStringList{u" "_s}, 2,
               QByteArray("nothing to translate"));
        row("none wide", "decode RUN --text 1 --beam 0", 2, "width");
        row("too wide", "decode RUN --text 1 --beam 100000", 1, "only 11 tokens");
        row("beyond all", "translate RUN --beam 1000000", 2, "width");
        row("no number", "translate RUN --beam wide", 2, "beam");
        row("10^12", "decode RUN --text 1 --search exhaustive --search-set budget=1000", 1,
            "about 10^");
        row("no such search", "decode RUN --text 1 --search guess", 2, "guess");
        row("no such option", "decode RUN --text 1 --search-set wdth=3", 2,
            "did you mean task.decoding.search.width");
        row("no option", "decode RUN --text 1 --search-set width", 2, "NAME=VALUE");
        row("foreign option", "decode RUN --text 1 --search greedy --beam 3", 2, "width");
        row("unknown prefix", "decode RUN --text 1 --prefix giraffe", 1, "giraffe");
        row("no text", "decode RUN", 2, "--text");
        row("no best", "translate RUN --nbest 0", 2, "nbest");
        row("no file", "evaluate RUN --data /nowhere/a.src --target /nowhere/a.trg", 1,
            "/nowhere/a.src");
        row("one side", "evaluate RUN --data TEST.src --data TEST.src --target TEST.trg", 1,
            "target files: 1");
        row("not a classifier", "predict RUN", 1, "classification");
        row("no checkpoint", "translate RUN --checkpoint epoch-9", 1, "epoch-2");
        row("no run", "translate /nowhere/run", 1, "/nowhere/run");
        row("target without data", "train multi30k-transformer --target TEST.trg --out NEW", 2,
            "--data");
        row("target of another set", "train reverse --valid-target TEST.trg --out NEW", 2,
            "--valid");
        row("target of a classifier", "train reviews --data TEST.src --target TEST.trg --out NEW",
            2, "translation");
        row("foreign setting", "train reviews --set task.decoding.search=greedy --out NEW", 2,
            "does not exist for the task");
        row("setting of version 1", "train reverse --set decoding.search=greedy --out NEW", 2,
            "did you mean task.decoding.search?");
        row("foreign network", "train reverse --set model.network=lstm --out NEW", 2,
            "cannot be used for the task");
    }
    void whatCannotBeDoneIsASentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, said);
        writeLines(path("test.src"), {"1 2 3", "4 5"});
        writeLines(path("test.trg"), {"3 2 1", "5 4"});
        for (QString& argument : arguments) {
            argument.replace(u"RUN"_s, m_run);
            argument.replace(u"NEW"_s, path("new"));
            argument.replace(u"TEST"_s, path("test"));
        }
        const Outcome outcome = run(arguments, "1 2\n");
        QVERIFY2(outcome.code == code, outcome.err + outcome.out);
        QVERIFY2(outcome.err.contains(said), outcome.err.constData());
        QVERIFY2(code != 1 || outcome.err.count('\n') == 1, outcome.err.constData());
        QVERIFY(!QDir(path("new")).exists());
    }

    void aClassifierIsNotTranslatedWith()
    {
        const QString folder = path("classifier");
        const Outcome trained = run(words("train reviews-mean --threads 1 --set training.epochs=1 "
                                          "--set data.sample.texts=100 --out")
                                    + QStringList{folder});
        QVERIFY2(trained.code == 0, trained.err.constData());
        for (const char* command : {"translate", "decode --text good"}) {
            QStringList arguments = words(command);
            arguments.insert(1, folder);
            const Outcome outcome = run(arguments, "good\n");
            QCOMPARE(outcome.code, 1);
            QVERIFY2(outcome.err.contains("\"classification\"")
                         && outcome.err.contains("\"translation\""),
                     outcome.err.constData());
        }
        QCOMPARE(run({u"inspect"_s, folder, u"--text"_s, u"good"_s, u"--target"_s, u"x"_s}).code,
                 2);
        QCOMPARE(
            run({u"evaluate"_s, folder, u"--data"_s, path("test.tsv"), u"--beam"_s, u"3"_s}).code,
            2);
    }

    void parallelFilesAreTrainedOnAndResumed()
    {
        QByteArrayList sources, targets;
        for (int i = 0; i < 60; ++i) {
            sources << "w"_ba + QByteArray::number(i % 7) + " und w" + QByteArray::number(i);
            targets << "v"_ba + QByteArray::number(i) + " and v" + QByteArray::number(i % 7);
        }
        writeLines(path("train.de"), sources);
        writeLines(path("train.en"), targets);
        writeLines(path("valid.de"), sources.mid(50));
        writeLines(path("valid.en"), targets.mid(50));
        const QStringList common = words("train reverse --threads 1 --set training.epochs=2 "
                                         "--set model.network.hidden_size=6 --json");
        const auto sides = [&](const char* source, const char* target) {
            return QStringList{u"--data"_s, path(source), u"--target"_s, path(target)};
        };
        const QStringList valid{u"--valid"_s, path("valid.de"), u"--valid-target"_s,
                                path("valid.en")};
        const QStringList out{u"--out"_s, path("files")};
        const Outcome trained = run(common + sides("train.de", "train.en") + valid + out);
        QVERIFY2(trained.code == 0, trained.err.constData());
        QCOMPARE(trained.object(0)["train_texts"].toInt(), 60);
        QCOMPARE(trained.object(0)["valid_texts"].toInt(), 10);
        QVERIFY(!trained.object(-1)["tested"].toBool());
        // Without a sample there is no gold alignment.
        for (int i = 1; i < trained.lines().size(); ++i)
            if (trained.object(i)["event"] == u"epoch"_s)
                QVERIFY(!trained.object(i)["valid_scores"].toObject().contains(
                    u"alignment_error_rate"_s));
        const Outcome again = run({u"resume"_s, path("files")});
        QVERIFY2(again.code == 0, again.err.constData());

        targets.removeLast();
        targets.removeLast();
        writeLines(path("short.en"), targets);
        const Outcome uneven = run(common + sides("train.de", "short.en") + valid
                                   + QStringList{u"--out"_s, path("uneven")});
        QCOMPARE(uneven.code, 1);
        QVERIFY2(uneven.err.contains("60") && uneven.err.contains("58"), uneven.err.constData());
        QCOMPARE(uneven.err.count('\n'), 1);
        const Outcome scored = run({u"evaluate"_s, path("files"), u"--data"_s, path("train.de"),
                                    u"--target"_s, path("short.en")});
        QCOMPARE(scored.code, 1);
        QVERIFY2(scored.err.contains("60") && scored.err.contains("58"), scored.err.constData());
    }

    void whatIsOddAboutPairsIsSaid()
    {
        QByteArrayList sources, targets;
        for (int i = 0; i < 600; ++i) {
            sources << "ein wort "_ba.repeated(1 + i * i % 11) + "hier";
            targets << "a word "_ba.repeated(1 + i * i % 11) + "here";
        }
        QDir().mkpath(path("folder"));
        writeLines(path("folder/train.de"), sources);
        writeLines(path("folder/train.en"), targets);
        writeLines(path("folder/extra.de"), sources.mid(0, 9));
        const Outcome trained = run(words("train reverse --threads 1 --json "
                                          "--set training.maximum_updates=1 "
                                          "--set model.network.hidden_size=6 --out")
                                    + QStringList{path("odd"), u"--data"_s, path("folder")});
        QVERIFY2(trained.code == 0, trained.err.constData());
        QVERIFY2(trained.err.contains("the file with their other side is missing: 1 (extra.de)"),
                 trained.err.constData());
        const auto evaluated = [&](const char* source, const char* target) {
            return run({u"evaluate"_s, path("odd"), u"--data"_s, path(source), u"--target"_s,
                        path(target)});
        };
        std::sort(targets.begin(), targets.end());
        writeLines(path("sorted.en"), targets);
        writeLines(path("sorted.de"), sources);
        const Outcome sorted = evaluated("sorted.de", "sorted.en");
        QVERIFY2(sorted.code == 0 && sorted.err.contains("do not seem to belong together"),
                 sorted.err.constData());
        const Outcome exchanged = evaluated("sorted.en", "sorted.de");
        QVERIFY2(exchanged.code == 1 && exchanged.err.contains("are swapped"),
                 exchanged.err.constData());
    }

    void presetsOfTranslationAreListed()
    {
        const Outcome outcome = run(words("presets"));
        for (const char* preset :
             {"reverse ", "dates ", "multi30k-transformer ", "multi30k-lstm-attention "})
            QVERIFY2(outcome.out.contains(preset), preset);
        const QJsonObject spec
            = run(words("spec reverse --set task.decoding.search=greedy")).whole();
        QCOMPARE(spec["task"]["decoding"]["search"]["kind"].toString(), u"greedy"_s);
        const QJsonObject other = run(words("spec reviews")).whole()["task"].toObject();
        QCOMPARE(other.keys(),
                 QStringList(
                     {u"hidden_activation"_s, u"hidden_layers"_s, u"kind"_s, u"single_output"_s}));
    }

    void theRunIsExported()
    {
        const QString weights = path("w.safetensors");
        const Outcome exported
            = ask("export", {u"--format"_s, u"safetensors"_s, u"--out"_s, weights});
        QVERIFY2(exported.code == 0, exported.err.constData());
        QVERIFY(QFile::exists(weights));
    }
};
UNROLL_TEST(CliTranslationTest, QCoreApplication)
#include "cli_translation_test.moc"
