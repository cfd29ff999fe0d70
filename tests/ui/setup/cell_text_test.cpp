#include "core/nn/cells/cell_text.h"
#include "tests/support/test_case.h"
#include "ui/widgets/cell_text_field.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace {

/// The field with its parts in a window.
struct Shown {
    Shown()
    {
        core::OptionDescription option{.name = "cell_text", .label = "Equations"};
        option.syntax = "cell";
        option.examples = {{"h = tanh(W x + U h + b)", "RNN"},
                           {"z = sigmoid(W_z x)\nh = (1 - z) * h + z * tanh(W_n x)", "Gate"}};
        field = new ui::CellTextField(option, "model.network.cell_text", nullptr);
        field->resize(400, 30);
        field->details()->setParent(&window);
        field->details()->resize(500, 400);
        field->setParent(&window);
        window.resize(520, 460);
        window.show();
        box = window.findChild<ui::TextBox*>();
        note = window.findChild<QLabel*>(u"cellNote"_s);
        equations = window.findChild<QLabel*>(u"cellEquations"_s);
    }

    ui::Theme theme;
    QWidget window;
    ui::CellTextField* field;
    ui::TextBox* box;
    QLabel *note, *equations;
};

} // namespace

class CellTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equationsAreShownAsTheyAreComputed()
    {
        Shown shown;
        QSignalSpy edited(shown.field, &ui::OptionField::edited);
        shown.field->setValue("c = c * sigmoid(W_f x)\nh = tanh(c)");
        QCOMPARE(edited.count(), 0);
        QCOMPARE(shown.note->text(), u"Kept from step to step: h, c"_s);
        QCOMPARE(shown.equations->text(),
                 u"c<sub>t</sub> = c<sub>t−1</sub> ⊙ σ(W<sub>f</sub> x<sub>t</sub>)<br>"
                 "h<sub>t</sub> = tanh(c<sub>t</sub>)"_s);
        QVERIFY(shown.box->extraSelections().isEmpty());
        QTest::keyClicks(shown.box, u" "_s);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(shown.field->value().get<std::string>(), shown.box->text().toStdString());
    }

    void aFaultIsUnderlined()
    {
        Shown shown;
        shown.field->setValue("z = σ(W x)\nh = z * gat");
        QCOMPARE(shown.box->extraSelections().size(), 1);
        const QTextEdit::ExtraSelection mark = shown.box->extraSelections().first();
        QCOMPARE(mark.cursor.selectedText(), u"gat"_s);
        QCOMPARE(mark.format.underlineStyle(), QTextCharFormat::WaveUnderline);
        QVERIFY(shown.note->text().contains(u"Line 2 of the equations: No line defines gat."_s));
        QVERIFY(shown.equations->text().isEmpty());
        // What was typed stays, so that nothing is lost.
        QCOMPARE(shown.field->value(), core::Json("z = σ(W x)\nh = z * gat"));
    }

    void namesAreCompleted()
    {
        Shown shown;
        shown.field->setValue("gate = sigmoid(W_gate x)\nh = ");
        QTextCursor cursor = shown.box->textCursor();
        cursor.movePosition(QTextCursor::End);
        shown.box->setTextCursor(cursor);
        shown.box->setFocus();
        auto* completer = shown.field->findChild<QCompleter*>();
        QTest::keyClicks(shown.box, u"ga"_s);
        QTRY_VERIFY(completer->popup()->isVisible());
        QCOMPARE(completer->completionCount(), 1);
        QTest::keyClick(completer->popup(), Qt::Key_Down);
        QCOMPARE(completer->popup()->currentIndex().data().toString(), u"gate"_s);
        QTest::keyClick(completer->popup(), Qt::Key_Return);
        QCOMPARE(shown.box->text(), u"gate = sigmoid(W_gate x)\nh = gate"_s);
        QTest::keyClicks(shown.box, u" + ga"_s);
        QTRY_VERIFY(completer->popup()->isVisible());
        QTest::keyClick(completer->popup(), Qt::Key_Tab);
        QVERIFY(shown.box->text().endsWith(u"h = gate + gate"_s));
        // Where nothing is chosen in the list, Return ends the line.
        QTest::keyClicks(shown.box, u" * ga"_s);
        QTRY_VERIFY(completer->popup()->isVisible());
        QTest::keyClick(completer->popup(), Qt::Key_Return);
        QVERIFY(shown.box->text().endsWith(u" * ga\n"_s));
        QVERIFY(!completer->popup()->isVisible());
        QVERIFY(core::typedCell(shown.box->text().toStdString()).fault.has_value());
    }

    void knownCellsCanBePutIn()
    {
        Shown shown;
        QSignalSpy edited(shown.field, &ui::OptionField::edited);
        auto* button = shown.window.findChild<QToolButton*>();
        QCOMPARE(button->menu()->actions().size(), 2);
        button->menu()->actions().at(1)->trigger();
        QCOMPARE(edited.count(), 1);
        QVERIFY(shown.equations->text().startsWith(u"z<sub>t</sub> = σ("_s));
        shown.box->undo();
        QVERIFY(shown.box->text().isEmpty());
    }
};

UNROLL_TEST(CellTextTest, QApplication)
#include "cell_text_test.moc"
