#include "tests/support/command_line.h"
#include "tests/support/test_case.h"

using cli::Outcome;
using cli::run;
using cli::words;

/// Every question that the window asks is answered from the command line.
class CliAskTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString runOf(const char* task) const { return m_folder.filePath(QString::fromUtf8(task)); }
    Outcome ask(const char* task, const char* question, const QStringList& more = {}) const
    {
        return run(QStringList{u"ask"_s, runOf(task), QString::fromUtf8(question)} + more);
    }
    static QStringList set(const char* setting) { return {u"--set"_s, QString::fromUtf8(setting)}; }

private Q_SLOTS:
    void initTestCase()
    {
        const std::pair<const char*, const char*> trainings[]{
            {"classification", "reviews-transformer --set data.sample.texts=60"},
            {"regression", "ratings --set data.sample.texts=60"},
            {"tagging", "entities --set data.sample.texts=60"},
            {"question_answering", "facts --set data.sample.texts=60"},
            {"translation", "dates --set data.sample.pairs=60"},
            {"language_model", "stories --set data.sample.texts=40"},
            {"class_to_text", "names-writing --set data.sample.texts=60"},
            {"numbers_to_text", "ratings-writing --set data.sample.texts=60"},
            {"masked_language_model", "fill-in --set data.sample.texts=60"},
            {"bidirectional_language_model", "both-sides --set data.sample.texts=60"}};
        for (const auto& [task, preset] : trainings) {
            const Outcome trained
                = run(words("train") + words(preset)
                      + words("--threads 1 --as-written --set training.epochs=1 --record --out")
                      + QStringList{runOf(task)});
            QVERIFY2(trained.code == 0, trained.err.constData());
        }
    }

    /// How the error begins that explains why a question does not apply; empty: it applies.
    static QByteArray refusalOf(const QString& task, const QString& question)
    {
        const QStringList recurrent{u"states"_s, u"state_pattern"_s, u"gradient_flow"_s,
                                    u"batch_gradients"_s, u"network_plane"_s};
        const QStringList transformers{u"classification"_s, u"masked_language_model"_s};
        const QStringList attentive = transformers + QStringList{u"regression"_s, u"translation"_s};
        if (question == "set_plane"_L1)
            return "Weights can be set only while their network is trained";
        if (transformers.contains(task) && recurrent.contains(question))
            return "This network has no recurrent layers.";
        if (question.endsWith("_windows"_L1))
            return "This network has no filters.";
        if (question == "network_plane"_L1)
            return "This network has no RNN layer with two units.";
        if (!transformers.contains(task) && question == "positions"_L1)
            return "This network adds no vectors for positions.";
        if (!attentive.contains(task) && question.startsWith("attention_"_L1))
            return "This network has no attention.";
        if (task == "regression"_L1 && question == "attention_by_hand"_L1) // of a pooling
            return "The scores of this attention are no products";
        if (task == "language_model"_L1 && question == "written_classes"_L1)
            return "This model generates texts without a class.";
        return {};
    }

    void everyQuestionIsAnswered_data()
    {
        addColumns<QString, QString>("task", "question");
        for (const char* task : {"classification", "regression", "tagging", "question_answering",
                                 "translation", "language_model", "class_to_text",
                                 "numbers_to_text", "masked_language_model",
                                 "bidirectional_language_model"})
            for (const QByteArray& line : run({u"ask"_s, runOf(task)}).lines()) {
                const QString question = QString::fromUtf8(line.split(' ').value(0));
                newRow(qPrintable(QString::fromUtf8(task) + QLatin1Char(' ') + question),
                       QString::fromUtf8(task), question);
            }
    }
    void everyQuestionIsAnswered()
    {
        QFETCH(QString, task);
        QFETCH(QString, question);
        QStringList more;
        if (question == "state_pattern"_L1)
            more = words("--set units=[{\"unit\":0}] --set quantity=h");
        if (question == "landscape"_L1)
            more = words("--set points=3");
        const Outcome json = ask(task.toUtf8().constData(), question.toUtf8().constData(),
                                 more + QStringList{u"--json"_s});
        if (const QByteArray refusal = refusalOf(task, question); !refusal.isEmpty()) {
            QCOMPARE(json.code,
                     more.isEmpty() ? 1 : 2); // A setting that it cannot have is wrong usage.
            QVERIFY(json.out.isEmpty());
            QVERIFY2(json.err.contains(refusal), json.err.constData());
            return;
        }
        QVERIFY2(json.code == 0, json.err.constData());
        QCOMPARE(json.lines().size(), 1);
        QVERIFY(!json.whole().isEmpty());
        if (task != "classification"_L1) // Each start of the program takes a while.
            return;
        const Outcome text = ask("classification", question.toUtf8().constData(), more);
        QVERIFY2(text.code == 0, text.err.constData());
        QVERIFY(text.out.contains(':') && !text.out.startsWith('{'));
    }

    void weightsOfAttentionComeAsATable()
    {
        const Outcome csv = ask("classification", "inspection",
                                set("text=not a good film") + words("--table attention.0.weights"));
        QVERIFY2(csv.code == 0, csv.err.constData());
        const QByteArrayList lines = csv.lines();
        const QByteArrayList heading = lines.value(0).split(',');
        QCOMPARE(lines.size(), heading.size()); // As many queries as keys, and the heading.
        for (qsizetype row = 1; row < lines.size(); ++row) {
            const QByteArrayList cells = lines[row].split(',');
            QCOMPARE(cells[0], heading[row]);
            double sum = 0.0;
            for (qsizetype column = 1; column < cells.size(); ++column)
                sum += cells[column].toDouble();
            QVERIFY(std::abs(sum - 1.0) < 1e-5);
        }
    }

    void optionsReachTheQuestion()
    {
        const Outcome answer
            = ask("tagging", "trellis",
                  set("text=Anna met Bob") + set("paths=2")
                      + set(R"(changes=[{"from":-1,"to":0,"score":-1000}])") + words("--json"));
        QVERIFY2(answer.code == 0, answer.err.constData());
        const QJsonObject json = answer.whole();
        QCOMPARE(json["paths"].toArray().size(), 2);
        QCOMPARE(json["start"].toArray().at(0).toDouble(), -1000.0);
        const QString first = json["tag_names"].toArray().at(0).toString();
        QVERIFY(json["paths"].toArray().at(0)["tags"].toArray().at(0).toString() != first);
    }

    void theTextOfTheDataIsNamed()
    {
        const Outcome answer = ask("classification", "brief");
        QVERIFY2(answer.err.contains("No text was set"), answer.err.constData());
        const Outcome own = ask("classification", "brief", set("text=fine"));
        QVERIFY2(own.err.isEmpty(), own.err.constData());
        const Outcome blank = ask("classification", "similar_texts", set("text= "));
        QVERIFY2(blank.err.contains("No text was set"), blank.err.constData());
        const Outcome prompt = ask("language_model", "suggestions", set("text="));
        QVERIFY2(prompt.err.isEmpty(), prompt.err.constData());
    }

    void listsOfOneThingAreATable()
    {
        const Outcome similar = ask("classification", "similar_texts");
        QVERIFY2(similar.out.contains("Cosine  Label     Text"), similar.out.constData());
        const QStringList tokens = set("what=tokens") + QStringList{u"--table"_s, u"points"_s};
        const Outcome points = ask("language_model", "map", tokens);
        QVERIFY2(points.out.startsWith("points,context,pca_x,pca_y,next,predicted,wrong,place\n"),
                 points.out.left(100).constData());
    }

    void filesTakeThePlaceOfTheData()
    {
        const QString path = m_folder.filePath(u"lines.txt"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("the old king slept\nthe queen sang\n");
        file.close();
        const QStringList data{u"--data"_s, path};
        const Outcome map
            = ask("language_model", "map", set("what=texts") + data + words("--json"));
        QVERIFY2(map.code == 0, map.err.constData());
        QCOMPARE(map.whole()["points"].toArray(),
                 (QJsonArray{u"the old king slept"_s, u"the queen sang"_s}));
        const Outcome refused = ask("language_model", "positions", data);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("is not about data"), refused.err.constData());
    }

    void aReaderMayCloseThePipe()
    {
        QProcess process;
        process.start(u"bash"_s,
                      {u"-c"_s, u"\"$0\" ask \"$1\" map --set what=tokens --json | head -c 10"_s,
                       QStringLiteral(UNROLL_CLI), runOf("language_model")});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.readAllStandardOutput().size(), 10);
        QCOMPARE(process.readAllStandardError(), ""_ba);
    }

    void measuresAreNamedAsTheWindowNamesThem()
    {
        const Outcome text = ask("regression", "attention_scores");
        QVERIFY2(text.code == 0, text.err.constData());
        QVERIFY2(text.out.contains("Measure (mean absolute error)"), text.out.constData());
        const Outcome json = ask("regression", "attention_scores", words("--json"));
        QCOMPARE(json.whole()["measure"].toString(), u"mean_absolute_error"_s);
    }

    void importedNetworksHaveMadeNoUpdate()
    {
        const QString source = runOf("classification"), weights = runOf("weights.pt");
        const Outcome exported
            = run({u"export"_s, source, u"--format"_s, u"pytorch"_s, u"--out"_s, weights});
        QVERIFY2(exported.code == 0, exported.err.constData());
        const Outcome imported
            = run({u"import"_s, weights, u"--spec"_s, source + u"/spec.json"_s, u"--vocabulary"_s,
                   source + u"/vocabulary.txt"_s, u"--out"_s, runOf("imported")});
        QVERIFY2(imported.code == 0, imported.err.constData());
        const Outcome asked = run({u"ask"_s, runOf("imported"), u"landscape"_s});
        QCOMPARE(asked.code, 1);
        QVERIFY2(asked.err.contains("this run has made none"), asked.err.constData());
    }

    void wrongQuestionsAreRefused_data()
    {
        addColumns<QStringList, int, QString>("more", "code", "expected");
        newRow("question", words("trellis"), 1, u"\"tagging\""_s);
        newRow("name", words("trelis"), 2, u"no question \"trelis\"; did you mean trellis?"_s);
        newRow("option", words("positions --set lenght=3"), 2, u"length"_s);
        newRow("foreign", words("positions --set foo=1"), 2,
               u"There is no setting \"foo\". `kinds questions`"_s);
        newRow("value", words("positions --set length=-1"), 2, u"between 0 and"_s);
        newRow("no number", words("positions --set length=abc"), 2, u"\"abc\""_s);
        newRow("no value", words("positions --set length"), 2, u"NAME=VALUE"_s);
        newRow("units", words("state_pattern"), 1, u"needs at least one unit"_s);
        newRow("token", words("word_effects --set text=good --set token=1"), 2,
               u"There is no token 1: the text has 1 token. Choose a token from 0 to 0."_s);
        newRow("reference", words("influence --set text=good --set reference=foo"), 2,
               u"does not predict \"foo\", which \"reference\" names. Choose one of: negative, "
               "positive."_s);
        newRow("update", words("update_batch --set update=100000"), 2, u"no update 100000"_s);
        newRow("layer", words("in_context --set layer=nope"), 2, u"The layer \"nope\""_s);
        newRow("vectors", words("map --set what=output"), 2, u"no vectors named \"output\""_s);
        newRow("table", words("positions --table weights"), 2, u"has no table"_s);
    }
    void wrongQuestionsAreRefused()
    {
        QFETCH(QStringList, more);
        QFETCH(int, code);
        QFETCH(QString, expected);
        const Outcome outcome = run(QStringList{u"ask"_s, runOf("classification")} + more);
        QCOMPARE(outcome.code, code);
        QVERIFY2(outcome.err.contains(expected.toUtf8()), outcome.err.constData());
    }

    void anotherKindHasItsOwnOptions()
    {
        const Outcome answer = ask("translation", "decoding",
                                   set("search=sampling") + set("search.seed=7")
                                       + set("search.stop_sequences=-") + QStringList{u"--json"_s});
        QVERIFY2(answer.code == 0, answer.err.constData());
        const QJsonObject search = answer.whole()["search"].toObject();
        QCOMPARE(search["kind"].toString(), u"sampling"_s);
        QCOMPARE(search["seed"].toInt(), 7);
        QVERIFY(!answer.whole()["best"].toArray().first()["text"].toString().contains(u'-'));
    }

    void questionsByHandNeedNoRun()
    {
        const Outcome json = run(words("ask search_by_hand --set search=beam --set search.width=2 "
                                       "--set search.normalisation=none --json"));
        QVERIFY2(json.code == 0, json.err.constData());
        QCOMPARE(json.whole()["text"].toString(), u"ok ok"_s);
        QCOMPARE(json.whole()["texts"].toArray().size(), 7);
        const Outcome table
            = run({u"ask"_s, u"search_by_hand"_s, u"--set"_s,
                   u"tree=<s>: a=0.75 </s>=0.25,a: a=0.5 b=0.5"_s, u"--table"_s, u"texts"_s});
        QVERIFY2(table.code == 0, table.err.constData());
        QVERIFY(table.lines().value(1).startsWith("a a,0.375,"));
        const Outcome gradients
            = run(words("ask gradient_laboratory --set cell=linear --set beside=none "
                        "--set steps=100 --set singular_value=0.9 --table "
                        "cells.0.steps"));
        QVERIFY2(gradients.code == 0, gradients.err.constData());
        QVERIFY2(gradients.lines().value(1).startsWith("0,0,,2.65613989e-05"),
                 gradients.out.constData());
        const Outcome wrong
            = run({u"ask"_s, u"search_by_hand"_s, u"--set"_s, u"tree=<s>: a=0.75"_s});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("sum to 0.75, not to 1"), wrong.err.constData());
        const Outcome misplaced = run({u"ask"_s, runOf("classification"), u"search_by_hand"_s});
        QCOMPARE(misplaced.code, 2);
        QVERIFY2(misplaced.err.contains("needs no run"), misplaced.err.constData());
        const Outcome more = run(words("ask search_by_hand positions"));
        QCOMPARE(more.code, 2);
        QVERIFY2(more.err.contains("is about typed values"), more.err.constData());
        const Outcome kinds = run(words("kinds by_hand"));
        QVERIFY2(kinds.code == 0 && kinds.out.contains("search_by_hand"), kinds.err.constData());
    }

    void questionsAreListedWithTheirOptions()
    {
        const Outcome kinds = run(words("kinds questions --json"));
        QVERIFY2(kinds.code == 0, kinds.err.constData());
        for (const QJsonValue& kind : kinds.whole()["kinds"].toArray()) {
            QVERIFY2(!kind["summary"].toString().isEmpty(), qPrintable(kind["kind"].toString()));
        }
    }
};

UNROLL_TEST(CliAskTest, QCoreApplication)
#include "cli_ask_test.moc"
