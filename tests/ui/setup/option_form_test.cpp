#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/shown_widgets.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/option_fields_path.h"
#include "ui/widgets/option_fields_selection.h"
#include "ui/widgets/option_form.h"
#include "ui/widgets/problem_line.h"
#include "ui/widgets/selection_item.h"
#include "ui/widgets/theme.h"

using core::Json;

class OptionFormTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    core::Catalogue m_catalogue = fixture::catalogue();

    std::unique_ptr<ui::OptionForm> form(const std::string& section)
    {
        for (const core::OptionDescription& option : fixture::specOptions()) {
            if (option.name == section) {
                auto made = std::make_unique<ui::OptionForm>(m_catalogue, "classification",
                                                             option.children, section);
                made->resize(340, 600);
                made->setValue(fixture::spec()[section]);
                return made;
            }
        }
        return nullptr;
    }

    static void choose(QComboBox& box, const QString& id)
    {
        box.setCurrentIndex(box.findData(id));
        Q_EMIT box.activated(box.currentIndex());
    }

    /// Where the fields are, and how much room they have.
    static QList<QRect> places(const ui::OptionForm& made)
    {
        auto* scroll = made.findChild<QScrollArea*>();
        QList<QRect> all{scroll->geometry()};
        for (const auto* field : made.findChildren<ui::OptionField*>())
            if (field->isVisible())
                all << QRect(field->mapTo(scroll->widget(), QPoint()), field->size());
        return all;
    }

    static QStringList visibleProblems(const QWidget& parent)
    {
        QStringList texts;
        for (const auto* line : parent.findChildren<ui::ProblemLine*>()) {
            if (!line->text().isEmpty())
                texts << line->text();
        }
        return texts;
    }

private Q_SLOTS:
    void hintsAndProblemsMoveNothing()
    {
        const core::Message long_{"It is not right, for a reason that takes a sentence of more "
                                  "than one line to be told in a form of this width.",
                                  {}};
        for (const char* section : {"data", "text", "model", "training"}) {
            const auto made = form(section);
            showSized(*made, {340, 600});
            const QList<QRect> before = places(*made);
            int shown = 0;
            for (auto* field : made->findChildren<ui::OptionField*>()) {
                if (!field->isVisible())
                    continue;
                field->control()->setFocus();
                QCoreApplication::processEvents();
                QCOMPARE(places(*made), before);
                const std::string path = field->path();
                made->setProblems({{path, long_}});
                QCoreApplication::processEvents();
                QCOMPARE(places(*made), before);
                for (const auto* line : made->findChildren<ui::FieldProblem*>()) {
                    if (!line->isVisible())
                        continue;
                    ++shown;
                    const QRect place(line->mapTo(made.get(), QPoint()), line->size());
                    const QRect own(field->mapTo(made.get(), QPoint()), field->size());
                    QVERIFY2(!place.intersects(own), path.c_str());
                    QVERIFY(line->height() > 2 * line->fontMetrics().lineSpacing());
                }
                made->setProblems({});
            }
            QVERIFY2(shown > 0, section);
        }
    }

    void aProblemStandsWhereTheUserDoesNotWork()
    {
        const auto made = form("training");
        showSized(*made, {340, 600});
        made->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(made.get()));
        auto* epochs = namedChild<ui::NumberBox>(*made, "training.epochs");
        auto* batch = namedChild<ui::NumberBox>(*made, "training.batch_size");
        epochs->setFocus();
        made->setProblems({{"training.epochs", {"Too many.", {}}}});
        const auto isShown = [&] {
            const auto lines = made->findChildren<ui::FieldProblem*>();
            return std::any_of(lines.begin(), lines.end(),
                               [](const auto* line) { return line->isVisible(); });
        };
        QTRY_VERIFY(isShown());
        for (QWidget* field : {batch, epochs}) { // Users leave a field for the one below it.
            field->setFocus();
            const QRect used(field->mapTo(made.get(), QPoint()), field->size());
            const auto isClear = [&] {
                const auto lines = made->findChildren<ui::FieldProblem*>();
                return std::none_of(lines.begin(), lines.end(), [&](const auto* line) {
                    return line->isVisible()
                        && used.intersects(QRect(line->mapTo(made.get(), QPoint()), line->size()));
                });
            };
            QTRY_VERIFY(isClear());
            QVERIFY(isShown());
        }
        made->setProblems({});
        QVERIFY(!isShown());
    }

    void showsAndGivesBackWhatItWasGiven()
    {
        for (const char* section : {"data", "text", "model", "training"}) {
            const auto made = form(section);
            QCOMPARE(QString::fromStdString(made->value().dump()),
                     QString::fromStdString(fixture::spec()[section].dump()));
        }
    }

    void missingMembersGetTheirDefaultsAndUnknownOnesStay()
    {
        const auto made = form("training");
        made->setValue({{"epochs", 7}, {"from_the_future", true}});
        const Json value = made->value();
        QCOMPARE(value["epochs"].get<int>(), 7);
        QCOMPARE(value["batch_size"].get<int>(), 64);
        QCOMPARE(value["from_the_future"].get<bool>(), true);
        QCOMPARE(value["optimiser"]["learning_rate"].get<double>(), 0.001);
    }

    void eachKindOfControlEditsItsMember()
    {
        const auto training = form("training");
        QSignalSpy edited(training.get(), &ui::OptionForm::edited);
        auto* epochs = namedChild<ui::NumberBox>(*training, "training.epochs");
        epochs->selectAll();
        keyClicks(epochs, u"9"_s);
        QCOMPARE(training->value()["epochs"].dump(), "9"s);
        choose(*namedChild<QComboBox>(*training, "training.monitor"), u"valid_accuracy"_s);
        QCOMPARE(training->value()["monitor"].get<std::string>(), "valid_accuracy"s);
        auto* device = namedChild<QLineEdit>(*training, "training.device");
        QCOMPARE(device->cursorPosition(), 0); // Of a long text the beginning is seen.
        keyClick(device, Qt::Key_End);
        keyClicks(device, u"x"_s);
        QCOMPARE(training->value()["device"].get<std::string>(), "cpux"s);
        QCOMPARE(edited.count(), 3);
        const auto data = form("data");
        namedChild<QCheckBox>(*data, "data.skip_bad_rows")->click();
        QCOMPARE(data->value()["skip_bad_rows"].get<bool>(), true);
    }

    void programmaticValuesAreNoEdits()
    {
        const auto made = form("model");
        QSignalSpy edited(made.get(), &ui::OptionForm::edited);
        made->setValue({{"network", {{"kind", "gru"}, {"hidden_size", 32}}}});
        QCOMPARE(edited.count(), 0);
        QCOMPARE(made->value()["network"]["hidden_size"].get<int>(), 32);
    }

    void switchingTheKindKeepsWhatBothHave()
    {
        const auto made = form("model");
        namedChild<ui::NumberBox>(*made, "model.network.hidden_size")->setValue(48);
        namedChild<ui::NumberBox>(*made, "model.network.dropout")->setValue(0.25);
        choose(*namedChild<QComboBox>(*made, "model.network"), u"gru"_s);
        QCOMPARE(made->value()["network"].dump(),
                 Json({{"kind", "gru"},
                       {"hidden_size", 48},
                       {"layers", 1},
                       {"bidirectional", false},
                       {"pooling", {{"kind", "attention"}, {"attention_size", 64}}}})
                     .dump());
        choose(*namedChild<QComboBox>(*made, "model.network"), u"lstm"_s);
        QCOMPARE(made->value()["network"]["dropout"].get<double>(), 0.25); // Remembered.
        QCOMPARE(made->value()["network"]["hidden_size"].get<int>(), 48);
    }

    void aDefaultThatNobodyTouchedGivesWayToTheOtherKinds()
    {
        const auto made = form("training");
        choose(*namedChild<QComboBox>(*made, "training.optimiser"), u"sgd"_s);
        QCOMPARE(made->value()["optimiser"]["learning_rate"].get<double>(), 0.1);
    }

    void kindsOfOtherTasksAreNotOffered()
    {
        const auto made = form("model");
        auto* network = namedChild<QComboBox>(*made, "model.network");
        QVERIFY(network->findData(u"cnn"_s) >= 0);
        QVERIFY(network->findData(u"tagger"_s) < 0);
    }

    void whatTheCatalogueDoesNotKnowIsShownAndKept()
    {
        const auto made = form("model");
        const Json strange = {{"kind", "quantum"}, {"qubits", 3}};
        made->setValue({{"network", strange}});
        QCOMPARE(made->value()["network"].dump(), strange.dump());
        QVERIFY(
            namedChild<QComboBox>(*made, "model.network")->currentText().contains(u"quantum"_s));
    }

    void listsOfNumbersAreReadAndRefused()
    {
        const auto made = form("model");
        choose(*namedChild<QComboBox>(*made, "model.network"), u"cnn"_s);
        auto* widths = namedChild<QLineEdit>(*made, "model.network.widths");
        QCOMPARE(widths->text(), u"3, 4, 5"_s);
        widths->clear();
        keyClicks(widths, u"2,7"_s);
        QCOMPARE(made->value()["network"]["widths"].dump(), "[2,7]"s);
        // The beginning "2, 7" is not in force while the whole cannot be read.
        keyClicks(widths, u",x"_s);
        QCOMPARE(made->value()["network"]["widths"].dump(), "[3,4,5]"s);
        QCOMPARE(visibleProblems(*made).size(), 1);
        QVERIFY(visibleProblems(*made).first().contains(u'x'));
        QVERIFY(visibleProblems(*made).first().contains(u"3, 4, 5 is kept."_s));
        QCOMPARE(widths->text(), u"2,7,x"_s); // What was typed stays, to be corrected.
        QTest::keyClick(widths, Qt::Key_Backspace);
        keyClicks(widths, u"9"_s);
        QCOMPARE(made->value()["network"]["widths"].dump(), "[2,7,9]"s);
        QVERIFY(visibleProblems(*made).isEmpty());
    }

    void textsWithCommasStandInQuotes()
    {
        const auto made = form("data");
        choose(*namedChild<QComboBox>(*made, "data.format"), u"delimited"_s);
        auto* columns = namedChild<QLineEdit>(*made, "data.format.text_columns");
        keyClicks(columns, u"title, 'a, b', c"_s.replace(u'\'', u'"'));
        QCOMPARE(made->value()["format"]["text_columns"].dump(),
                 Json({"title", "a, b", "c"}).dump());
        made->setValue({{"format", {{"kind", "delimited"}, {"text_columns", {"a, b", "c"}}}}});
        QCOMPARE(namedChild<QLineEdit>(*made, "data.format.text_columns")->text(),
                 u"'a, b', c"_s.replace(u'\'', u'"'));
    }

    void stepsAreAddedMovedAndRemovedByKeyboardAndMouse()
    {
        const auto made = form("text");
        made->show();
        QVERIFY(QTest::qWaitForWindowExposed(made.get()));
        const auto kinds = [&] {
            std::string all;
            const Json list = made->value()["cleaning"];
            for (const Json& item : list)
                all += item["kind"].get<std::string>() + " ";
            return all;
        };
        QSignalSpy edited(made.get(), &ui::OptionForm::edited);
        namedChild<QToolButton>(*made, "text.cleaning")->menu()->actions().at(2)->trigger();
        QCOMPARE(kinds(), "lower_case urls html "s);
        keyClick(namedChild<ui::SelectionItem>(*made, "text.cleaning[2]"), Qt::Key_Up,
                 Qt::AltModifier);
        QCOMPARE(kinds(), "lower_case html urls "s);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        mouseClick(namedChild<QToolButton>(*made, "text.cleaning[0].down"), Qt::LeftButton);
        QCOMPARE(kinds(), "html lower_case urls "s);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        keyClick(namedChild<ui::SelectionItem>(*made, "text.cleaning[1]"), Qt::Key_Delete);
        QCOMPARE(kinds(), "html urls "s);
        QCOMPARE(edited.count(), 4);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(made->value()["cleaning"][1]["replacement"].get<std::string>(), ""s);
        keyClicks(namedChild<QLineEdit>(*made, "text.cleaning[1].replacement"), u"u"_s);
        QCOMPARE(made->value()["cleaning"][1]["replacement"].get<std::string>(), "u"s);
    }

    void aStepIsDraggedByItsHandle()
    {
        const auto made = form("text");
        made->show();
        QVERIFY(QTest::qWaitForWindowExposed(made.get()));
        auto* first = namedChild<ui::SelectionItem>(*made, "text.cleaning[0]");
        auto* second = namedChild<ui::SelectionItem>(*made, "text.cleaning[1]");
        QLabel* handle = first->findChild<QLabel*>();
        QTest::mousePress(handle, Qt::LeftButton);
        const QPoint target
            = handle->mapFromGlobal(second->mapToGlobal(QPoint(5, second->height() - 4)));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, target);
        QCOMPARE(made->value()["cleaning"][0]["kind"].get<std::string>(), "urls"s);
        QCOMPARE(made->value()["cleaning"][1]["kind"].get<std::string>(), "lower_case"s);
    }

    void droppedPathsAreTakenOnce()
    {
        const auto made = form("data");
        auto* field = made->findChild<ui::PathListField*>();
        QSignalSpy edited(made.get(), &ui::OptionForm::edited);
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(u"/a/b.csv"_s), QUrl::fromLocalFile(u"/a/b.csv"_s)});
        QDragEnterEvent enter(QPoint(3, 3), Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(field, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(3, 3), Qt::CopyAction, &mime, Qt::LeftButton, {});
        QCoreApplication::sendEvent(field, &drop);
        QCOMPARE(made->value()["train"].dump(), Json::array({"/a/b.csv"}).dump());
        QCOMPARE(edited.count(), 1);
        namedChild<QToolButton>(*made, "data.train[0].remove")->click();
        QCOMPARE(made->value()["train"].dump(), "[]"s);
    }

    void problemsStandAtTheirFields()
    {
        const auto made = form("training");
        made->show();
        QVERIFY(QTest::qWaitForWindowExposed(made.get()));
        auto* threads = namedChild<ui::NumberBox>(*made, "training.threads");
        QVERIFY(!threads->isVisible()); // Behind "More".
        const auto homeless = made->setProblems(
            {{"training.optimiser.learning_rate", {"%1 is too large.", {"The rate"}}},
             {"training.threads", {"No.", {}}},
             {"training.no_such_field", {"Unknown.", {}}}});
        QCOMPARE(homeless.size(), size_t{1});
        QCOMPARE(homeless.front().path, "training.no_such_field"s);
        const QStringList shown = visibleProblems(*made);
        QCOMPARE(shown.size(), 2);
        QVERIFY(shown.contains(u"The rate is too large."_s));
        QVERIFY(shown.contains(u"No."_s));
        QVERIFY(threads->isVisible());
        made->setProblems({});
        QVERIFY(visibleProblems(*made).isEmpty());
    }

    void aLockedFormCanBeReadButNotChanged()
    {
        const auto made = form("text");
        made->show();
        made->setEditable(false);
        QVERIFY(!namedChild<ui::NumberBox>(*made, "text.maximum_length")->isEnabled());
        QVERIFY(!namedChild<QToolButton>(*made, "text.cleaning[0].down")->isEnabled());
        QVERIFY(made->findChild<QScrollArea*>()->isEnabled());
        made->setEditable(true);
        QVERIFY(namedChild<ui::NumberBox>(*made, "text.maximum_length")->isEnabled());
    }

    void helpFollowsTheFocus()
    {
        const auto made = form("training");
        made->show();
        made->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(made.get()));
        namedChild<ui::NumberBox>(*made, "training.clip_norm")->setFocus();
        QVERIFY(made->helpShown().startsWith(u"Clip gradient norm"_s));
        QVERIFY(made->helpShown().contains(u"From 0 to 1000000"_s));
    }

    void everyControlHasNameDescriptionAndPath()
    {
        for (const char* section : {"data", "text", "model", "training"}) {
            const auto made = form(section);
            for (const auto* field : made->findChildren<ui::OptionField*>()) {
                const QWidget* control = field->control();
                QVERIFY2(!control->accessibleName().isEmpty(), field->path().c_str());
                QVERIFY2(!control->accessibleDescription().isEmpty(), field->path().c_str());
                QCOMPARE(control->objectName().toStdString(), field->path());
                QVERIFY(!control->whatsThis().isEmpty());
            }
        }
    }

    void labelsHaveBuddiesAndDifferentLetters()
    {
        const auto made = form("training");
        QString letters;
        for (const QLabel* label : made->findChildren<QLabel*>()) {
            if (label->property("optionLabel").toString().isEmpty())
                continue;
            QVERIFY(label->buddy() != nullptr);
            const qsizetype mark = label->text().indexOf(u'&');
            if (mark < 0)
                continue;
            const QChar letter = label->text().at(mark + 1).toUpper();
            QVERIFY2(!letters.contains(letter), qPrintable(label->text()));
            letters += letter;
        }
        QVERIFY(letters.size() >= 8);
        for (const QChar reserved : u"FRVH"_s)
            QVERIFY(!letters.contains(reserved));
    }
};

UNROLL_TEST(OptionFormTest, QApplication)
#include "option_form_test.moc"
