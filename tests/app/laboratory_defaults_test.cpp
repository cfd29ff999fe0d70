#include "tests/core/data/workbooks.h"
#include "tests/support/kinds_of_data.h"
#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/setup/data_page.h"

#include <QToolButton>
#include <QUndoStack>

using support::KindOfData;
using support::kLongMs;
using support::Program;

/// The whole program: dropped data decide the set-up, whatever was open before.
class LaboratoryDefaultsTest : public QObject {
    Q_OBJECT
private:
    struct Dropped {
        QString name;
        QStringList paths;
        QString alone; ///< The set-up that it gives in a new window.
    };

    static std::vector<Dropped> writtenTo(const Program& program)
    {
        std::vector<Dropped> all;
        for (const KindOfData& kind : support::kindsOfData()) {
            Dropped dropped{QString::fromLatin1(kind.name), {}, {}};
            for (const auto& [name, content] : kind.files)
                dropped.paths << program.write(QString::fromStdString(name),
                                               QByteArray::fromStdString(content));
            all.push_back(dropped);
        }
        return all;
    }

    /// Drops data on the window and waits until they can be trained on.
    static void drop(Program& program, const Dropped& data)
    {
        const auto files = [&] {
            const core::Json section = program.window.setup().spec()["data"];
            QStringList names;
            for (const char* list : {"train", "train_target"})
                for (const core::Json& file : section.value(list, core::Json::array()))
                    names << QString::fromStdString(file.get<std::string>());
            names.sort();
            return names;
        };
        QStringList wanted = data.paths;
        wanted.sort();
        program.laboratory.open(data.paths);
        QTRY_COMPARE_WITH_TIMEOUT(files(), wanted, kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
    }

    static QString setUp(Program& program)
    {
        return QString::fromStdString(program.window.setup().spec().dump(1));
    }

    /// A sequence of 0 ... n - 1 in which each ordered pair of different numbers follows each
    /// other.
    static std::vector<size_t> allPairs(size_t n)
    {
        std::vector<std::vector<size_t>> left(n);
        for (size_t i = 0; i < n; ++i)
            for (size_t j = n; j-- > 0;)
                if (i != j)
                    left[i].push_back(j);
        std::vector<size_t> path{0}, circuit; // Hierholzer's algorithm: an Euler circuit.
        while (!path.empty()) {
            std::vector<size_t>& next = left[path.back()];
            if (next.empty()) {
                circuit.push_back(path.back());
                path.pop_back();
            } else {
                path.push_back(next.back());
                next.pop_back();
            }
        }
        std::reverse(circuit.begin(), circuit.end());
        return circuit;
    }

private Q_SLOTS:
    void sameDataGiveTheSameSetUpAfterAnyOther()
    {
        const auto home = std::make_shared<support::Home>();
        std::vector<Dropped> all;
        for (size_t i = 0; i < support::kindsOfData().size(); ++i) {
            Program program(home);
            program.laboratory.begin();
            if (all.empty())
                all = writtenTo(program);
            drop(program, all[i]);
            all[i].alone = setUp(program);
            QFile::remove(program.folder.filePath(u"session.unroll"_s));
        }
        Program program(home);
        program.laboratory.begin();
        std::set<std::pair<size_t, size_t>> seen;
        size_t before = all.size();
        for (const size_t now : allPairs(all.size())) {
            drop(program, all[now]);
            const QString after = before < all.size() ? all[before].name : u"nothing"_s;
            QVERIFY2(setUp(program) == all[now].alone,
                     qPrintable(all[now].name + u" after "_s + after + u":\n"_s + setUp(program)
                                + u"\ninstead of\n"_s + all[now].alone));
            seen.insert({before, now});
            before = now;
        }
        QCOMPARE(seen.size(), all.size() * (all.size() - 1) + 1);
        // After the samples of all tasks.
        for (const core::KindDescription& task : core::taskKinds())
            for (size_t i = 0; i < all.size(); i += 3) {
                const Dropped& data = all[i];
                program.laboratory.open({program.tinySpec("1")});
                program.window.setup().chooseTask(task.id);
                QVERIFY(program.window.setup().spec()["data"]["train"].empty());
                drop(program, data);
                QCOMPARE(program.window.setup().spec()["text"].dump(),
                         core::Json::parse(data.alone.toStdString())["text"].dump());
                QCOMPARE(program.window.setup().spec()["task"].dump(),
                         core::Json::parse(data.alone.toStdString())["task"].dump());
            }
    }

    void eachDecisionHasItsReasonAndLeadsToItsSetting()
    {
        Program program;
        program.window.resize(1280, 800);
        program.window.show();
        QVERIFY(QTest::qWaitForWindowActive(&program.window));
        program.laboratory.begin();
        drop(program, writtenTo(program).front());
        const QWidget* preview = program.window.setup().preview();
        const auto why = [&](const QString& path) {
            const auto* label = preview->findChild<QLabel*>(u"why."_s + path);
            return label == nullptr ? QString() : label->text();
        };
        QTRY_VERIFY_WITH_TIMEOUT(
            why(u"text.tokeniser"_s)
                .startsWith(u"The texts are read as characters. 95 % of the texts"_s),
            kLongMs);
        QVERIFY(why(u"task"_s).contains(u"one of 2 labels in \"nationality\""_s));
        QVERIFY(why(u"training.epochs"_s).startsWith(u"Training lasts up to "_s));
        for (const char* path :
             {"task", "text.tokeniser", "text.maximum_length", "model.network.hidden_size",
              "training.batch_size", "training.patience"}) {
            program.window.setup().setStep(ui::SetupStep::Data);
            auto* change = preview->findChild<QToolButton*>(u"change."_s + QLatin1String(path));
            QVERIFY2(change != nullptr && change->isVisible(), path);
            QVERIFY(!change->accessibleName().isEmpty() && !change->toolTip().isEmpty());
            change->click();
            const QWidget* focus = QApplication::focusWidget();
            QVERIFY2(focus != nullptr, path);
            const QString field = focus->objectName().isEmpty() && focus->parentWidget() != nullptr
                ? focus->parentWidget()->objectName()
                : focus->objectName();
            QCOMPARE(field, QString::fromLatin1(path));
            QVERIFY(!focus->visibleRegion().isEmpty());
        }
        // A value that was typed is no decision of the data any more, and stays.
        core::Json edited = program.window.setup().spec();
        edited["training"]["batch_size"] = 7;
        program.window.setup().takeSpec(edited);
        Q_EMIT program.window.setup().specChanged(edited);
        QCOMPARE(why(u"training.batch_size"_s),
                 u"Batch size (Training) has been changed by hand."_s);
        program.laboratory.open({program.write(
            u"surnames.test.csv"_s, "name,nationality\nkatmobanov,Russian\nriteini,Italian\n"_ba)});
        QTRY_COMPARE_WITH_TIMEOUT(program.window.setup().spec()["data"]["test"].size(), size_t{1},
                                  kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QCOMPARE(program.window.setup().spec()["training"]["batch_size"].get<int>(), 7);
    }

    /// Naive Bayes is right about every text of the table; the most frequent class about half.
    void theBestBaselineIsNamedBeforeATraining()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.window.setup().setStep(ui::SetupStep::Data);
        auto* line = program.window.setup().preview()->findChild<QLabel*>(u"baselineLabel"_s);
        QVERIFY(line != nullptr && line->text().isEmpty());
        drop(program,
             {u"table"_s, {program.write(u"spam.csv"_s, support::labelledTable(120))}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(line->isVisible(), kLongMs);
        QVERIFY2(line->text().startsWith(u"A network has to beat \"Naive Bayes"_s)
                     && line->text().endsWith(u"is 100.0 %."_s),
                 qPrintable(line->text()));
        program.laboratory.open({program.tinySpec("1")});
        QTRY_VERIFY_WITH_TIMEOUT(line->text().isEmpty(), kLongMs); // Not of these data.
    }

    /// Alone or with the data: the file is no data, but what the network starts from.
    void wordVectorsBecomeASetting()
    {
        Program program;
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        const auto embedding = [&] { return program.window.setup().spec()["model"]["embedding"]; };
        const auto startsFrom = [&](const QString& file) {
            return embedding().value("vectors", ""s) == file.toStdString();
        };
        const auto dropVectors = [&](const QString& name, int dimension, QStringList paths = {}) {
            QByteArray lines = "300 " + QByteArray::number(dimension) + '\n';
            for (const char* word : {"the", "film", "good"})
                lines += word + QByteArray(" 0.5").repeated(dimension) + '\n';
            paths << program.write(name, lines);
            program.laboratory.open(paths);
            return paths.back();
        };
        const QString table = program.write(u"spam.csv"_s, support::labelledTable(80));
        const QString both = dropVectors(u"glove.txt"_s, 24, {table});
        QTRY_VERIFY_WITH_TIMEOUT(startsFrom(both), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        const core::Json data = program.window.setup().spec()["data"];
        QCOMPARE(data["train"].dump(), core::Json::array({table.toStdString()}).dump());
        QCOMPARE(embedding()["dimension"].get<int>(), 24);
        const auto why = [&](const QString& path) {
            const auto* label
                = program.window.setup().preview()->findChild<QLabel*>(u"why."_s + path);
            return label == nullptr ? QString() : label->text();
        };
        QTRY_VERIFY_WITH_TIMEOUT(why(u"model.embedding.vectors"_s).contains(u"glove.txt"_s),
                                 kLongMs);
        const QString alone = dropVectors(u"other.vec"_s, 30);
        QTRY_VERIFY_WITH_TIMEOUT(startsFrom(alone), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QCOMPARE(program.window.setup().spec()["data"].dump(), data.dump());
        QCOMPARE(why(u"model.embedding.dimension"_s),
                 u"A token's vector has 30 numbers. The vectors in other.vec have as many."_s);
        QVERIFY(!why(u"training.batch_size"_s).isEmpty()); // The earlier lines stay.
        // A network that has no such setting stays as it is, and a message says so.
        program.laboratory.open({program.tinyTranslation("1")});
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        const QString before = setUp(program);
        dropVectors(u"third.vec"_s, 30);
        QTRY_VERIFY_WITH_TIMEOUT(program.says(u"cannot start from them"_s), kLongMs);
        QCOMPARE(setUp(program), before);
        QVERIFY(program.canStart());
    }

    /// They are found again in the data; a value that was typed has none.
    void decisionsSurviveARestart()
    {
        const auto home = std::make_shared<support::Home>();
        const auto lines = [](const Program& program) {
            QMap<QString, QString> all;
            for (const auto* label : program.window.setup().preview()->findChildren<QLabel*>())
                if (label->objectName().startsWith(u"why."_s))
                    all.insert(label->objectName(), label->text());
            return all;
        };
        QMap<QString, QString> before;
        {
            Program program(home);
            program.laboratory.begin();
            QVERIFY(lines(program).isEmpty());
            drop(program, writtenTo(program).front());
            QTRY_VERIFY_WITH_TIMEOUT(lines(program).size() > 5, kLongMs);
            core::Json edited = program.window.setup().spec();
            edited["training"]["batch_size"] = 7;
            program.window.setup().takeSpec(edited);
            Q_EMIT program.window.setup().specChanged(edited);
            before = lines(program);
        }
        Program program(home);
        program.laboratory.begin();
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QCOMPARE(before.remove(u"why.training.batch_size"_s), qsizetype{1});
        QTRY_COMPARE_WITH_TIMEOUT(lines(program), before, kLongMs);
        // They belong to these data alone.
        program.laboratory.open({program.tinySpec("1")});
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(lines(program).isEmpty(), kLongMs);
    }

    /// The numbers in their reasons are those of the rows that are read now.
    void anotherSheetOrLabelColumnDecidesAnew()
    {
        const DataFiles files;
        const auto sheet = [](int rows, const std::string& words) {
            std::string all
                = workbooks::row(workbooks::inlined("label") + workbooks::inlined("text")
                                 + workbooks::inlined("mood"));
            for (int i = 0; i < rows; ++i)
                all += workbooks::row(workbooks::inlined(i % 2 ? "ham" : "spam")
                                      + workbooks::inlined(words + std::to_string(i))
                                      + workbooks::inlined(i % 3 ? "good" : "bad"));
            return all;
        };
        const std::string longer = "a text with so many words that its length is quite another "
                                   "one than that of the texts in the first sheet of the two ";
        const auto path = files.zip(
            "book.xlsx",
            workbooks::xlsx({{"Short", sheet(60, "a few words ")}, {"Long", sheet(90, longer)}}));
        Program program;
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        drop(program, {u"book"_s, {QString::fromStdString(path)}, {}});
        auto* preview = program.window.setup().preview();
        const auto why = [&](const QString& setting) {
            const auto* label = preview->findChild<QLabel*>(u"why."_s + setting);
            return label == nullptr ? QString() : label->text();
        };
        const auto spec = [&] { return program.window.setup().spec(); };
        const auto choose = [&](const QString& name) {
            auto* sheets = preview->findChild<QComboBox*>(u"sheetBox"_s);
            sheets->setCurrentIndex(sheets->findData(name));
            Q_EMIT sheets->activated(sheets->currentIndex());
            QTRY_COMPARE_WITH_TIMEOUT(spec()["data"]["format"]["sheet"].get<std::string>(),
                                      name.toStdString(), kLongMs);
            QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        };
        QTRY_VERIFY_WITH_TIMEOUT(!why(u"text.maximum_length"_s).isEmpty(), kLongMs);
        const QString before = why(u"text.maximum_length"_s);
        const core::Json shortText = spec()["text"];
        core::Json edited = spec();
        edited["training"]["batch_size"] = 7; // By hand.
        program.window.setup().takeSpec(edited);
        Q_EMIT program.window.setup().specChanged(edited);
        choose(u"Long"_s);
        QTRY_VERIFY_WITH_TIMEOUT(why(u"text.maximum_length"_s) != before, kLongMs);
        QVERIFY(spec()["text"]["maximum_length"].get<int>()
                > shortText["maximum_length"].get<int>());
        QCOMPARE(spec()["training"]["batch_size"].get<int>(), 7);
        const QString ofLong = why(u"text.maximum_length"_s);
        const QString task = why(u"task"_s);
        QVERIFY2(task.contains(u"\"label\""_s), qPrintable(task));
        // The label is chosen in the page, and another sheet that has it keeps it.
        Q_EMIT preview->findChild<ui::DataPage*>()->columnsChosen({1}, 2);
        QTRY_VERIFY_WITH_TIMEOUT(why(u"task"_s).contains(u"\"mood\""_s), kLongMs);
        choose(u"Short"_s);
        QCOMPARE(spec()["data"]["format"]["label_column"].get<std::string>(), "mood"s);
        QTRY_COMPARE_WITH_TIMEOUT(why(u"text.maximum_length"_s), before, kLongMs);
        QVERIFY(why(u"task"_s).contains(u"\"mood\""_s));
        // An undo brings back the settings with their reasons, and nothing to redo is lost.
        QUndoStack& history = program.window.setup().history();
        const int steps = history.count();
        while (history.index() > 0 && spec()["data"]["format"]["sheet"] != "Long")
            history.undo();
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        while (history.index() < steps)
            history.redo();
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QTRY_COMPARE_WITH_TIMEOUT(why(u"text.maximum_length"_s), before, kLongMs);
        QCOMPARE(history.count(), steps);
        QVERIFY(ofLong != before);
    }

    /// A class may also be what texts are written for: the files stay, and decide anew.
    void anotherTaskKeepsTheFiles()
    {
        Program program;
        program.laboratory.begin();
        const std::vector<Dropped> all = writtenTo(program);
        drop(program, all.front());
        const core::Json data = program.window.setup().spec()["data"]["train"];
        program.window.setup().chooseTask("class_to_text");
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QCOMPARE(program.window.setup().spec()["data"]["train"].dump(), data.dump());
        QCOMPARE(program.window.setup().spec()["text"]["tokeniser"]["kind"].get<std::string>(),
                 "character"s);
        program.window.setup().chooseTask("translation"); // For which they are no data.
        QVERIFY(program.window.setup().spec()["data"]["train"].empty());
    }
};

UNROLL_TEST(LaboratoryDefaultsTest, QApplication)
#include "laboratory_defaults_test.moc"
