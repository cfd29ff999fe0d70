#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/bleu_by_hand/bleu_by_hand_view.h"
#include "ui/bleu_by_hand/bleu_tables.h"
#include "ui/table/row_view.h"
#include "ui/widgets/theme.h"

/// BLEU of typed sentences, without a run.
class BleuByHandTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    static ui::RowView* table(const ui::BleuByHandView& view, const char* name)
    {
        return namedChild<ui::RowView>(view, name);
    }
    static void type(const ui::BleuByHandView& view, const char* field, const QString& text)
    {
        namedChild<QLineEdit>(view, field)->setText(text);
    }
    /// The underlined words of a cell.
    static QStringList marked(const ui::RowView& rows, int row, int column)
    {
        const QModelIndex index = rows.model()->index(row, column);
        QStringList words;
        for (const ui::TextPart& part :
             index.data(ui::RowModel::MarksRole).value<std::vector<ui::TextPart>>())
            words << index.data().toString().mid(part.first, part.length);
        return words;
    }
    static void takeExample(const ui::BleuByHandView& view, int index)
    {
        auto* examples = namedChild<QComboBox>(view, "bleuExamples");
        examples->setCurrentIndex(index);
        Q_EMIT examples->activated(index);
    }

private Q_SLOTS:
    /// Lecture 002: a good paraphrase gets a poor score.
    void aGoodParaphraseIsPunished()
    {
        const ui::BleuByHandView view(m_context);
        const auto scoreOf
            = [&] { return labelText(view, "bleuScore").section(u' ', 1, 1).toDouble(); };
        QVERIFY(scoreOf() > 0.0 && scoreOf() < 20.0);
        takeExample(view, 2); // The opposite meaning.
        QVERIFY(scoreOf() > 60.0);
        takeExample(view, 3); // The paraphrase with more references.
        QVERIFY(scoreOf() > 40.0);
        QCOMPARE(table(view, "bleuReferences")->model()->rowCount(), 3);
        QVERIFY(m_context.asked.empty());
    }

    void countedNgramsAreUnderlined()
    {
        const ui::BleuByHandView view(m_context);
        type(view, "bleuHypothesis", u"the cat sat on the mat"_s);
        type(view, "bleuReference1", u"the cat is on the mat"_s);
        auto* orders = table(view, "bleuOrders");
        QCOMPARE(marked(*orders, 0, 1), QStringList({"the cat", "on the mat"}));
        QCOMPARE(marked(*orders, 2, 1), QStringList({"on the mat"}));
        QCOMPARE(marked(*orders, 3, 1), QStringList());
        QCOMPARE(columnTexts(*orders, 2), QStringList({"5", "3", "1", "0"}));
        QCOMPARE(columnTexts(*orders, 3), QStringList({"6", "5", "4", "3"}));
        // A row chooses the order of what is below.
        QCOMPARE(table(view, "bleuNgrams")->model()->rowCount(), 5);
        Q_EMIT orders->rowChosen(1);
        QCOMPARE(columnTexts(*table(view, "bleuNgrams"), 0),
                 QStringList({"the cat", "cat sat", "sat on", "on the", "the mat"}));
        QCOMPARE(columnTexts(*table(view, "bleuNgrams"), 3),
                 QStringList({"1", "0", "0", "1", "1"}));
        QCOMPARE(marked(*table(view, "bleuReferences"), 0, 0),
                 QStringList({"the cat", "on the mat"}));
        QCOMPARE(labelText(view, "bleuOrderTitle"), u"n-grams of 2: 3 of 5 counted"_s);
    }

    /// 100 * (5/6 * 3/5 * 1/4 * 1/6)^(1/4), the last one smoothed.
    void theScoreIsWrittenOut()
    {
        const ui::BleuByHandView view(m_context);
        type(view, "bleuHypothesis", u"the cat sat on the mat"_s);
        type(view, "bleuReference1", u"the cat is on the mat"_s);
        QVERIFY2(labelText(view, "bleuScore")
                     .startsWith(u"BLEU 37.99 = 100 · 1 · (0.8333 · 0.6 · 0.25 · 0.1667)^(1/4)"_s),
                 qPrintable(labelText(view, "bleuScore")));
        QVERIFY(labelText(view, "bleuPenalty")
                    .endsWith(u"Without smoothing of precisions that are 0, BLEU would be 0."_s));
        const QStringList precisions = columnTexts(*table(view, "bleuOrders"), 4);
        QCOMPARE(precisions[2], u"25 %"_s);
        QCOMPARE(precisions[3], u"16.67 %, smoothed"_s);
        type(view, "bleuHypothesis", u"the cat"_s);
        QVERIFY2(
            labelText(view, "bleuPenalty")
                .startsWith(u"Brevity penalty e^(1 − 6/2) = 0.1353: the hypothesis has 2 tokens, "
                            "the closest reference 6."_s),
            qPrintable(labelText(view, "bleuPenalty")));
    }

    void withoutAReferenceItSaysWhatToDo()
    {
        ui::BleuByHandView view(m_context);
        showSized(view, {1000, 700});
        QVERIFY(table(view, "bleuOrders")->isVisible());
        type(view, "bleuReference1", {});
        QVERIFY(!table(view, "bleuOrders")->isVisible());
        QVERIFY(view.figures().empty());
        type(view, "bleuReference4", u"a"_s);
        QVERIFY(table(view, "bleuOrders")->isVisible());
        type(view, "bleuHypothesis", {});
        QVERIFY(labelText(view, "bleuScore").startsWith("BLEU 0 "));
    }

    void optionsChangeTheComparison()
    {
        const ui::BleuByHandView view(m_context);
        type(view, "bleuHypothesis", u"The Cat"_s);
        type(view, "bleuReference1", u"the cat"_s);
        QCOMPARE(columnTexts(*table(view, "bleuOrders"), 2).first(), u"0"_s);
        namedChild<QCheckBox>(view, "bleuLowercase")->setChecked(true);
        QCOMPARE(columnTexts(*table(view, "bleuOrders"), 2).first(), u"2"_s);
        namedChild<QSpinBox>(view, "bleuOrder")->setValue(2);
        QCOMPARE(table(view, "bleuOrders")->model()->rowCount(), 2);
        QVERIFY(labelText(view, "bleuScore").startsWith("BLEU 100 "));
        auto* tokens = namedChild<QComboBox>(view, "bleuTokeniser");
        tokens->setCurrentIndex(1);
        Q_EMIT tokens->activated(1);
        QCOMPARE(columnTexts(*table(view, "bleuOrders"), 3).first(), u"6"_s);
    }

    void itIsExported()
    {
        const ui::BleuByHandView view(m_context);
        QVERIFY(arePicturesExported(view, "bleu_by_hand", 1000));
        QVERIFY(
            exportedTable(view, "bleu_by_hand", "precisions").startsWith("order,matches,total"));
        QVERIFY(exportedTable(view, "bleu_by_hand", "ngrams").contains("come,1,1,1"));
        QVERIFY(figureOf(view, "bleu_by_hand").words().startsWith("BLEU "));
    }

    void whatWasTypedComesBack()
    {
        const ui::BleuByHandView view(m_context);
        type(view, "bleuReference3", u"a third one"_s);
        namedChild<QSpinBox>(view, "bleuOrder")->setValue(3);
        ui::BleuByHandView other(m_context);
        other.setState(view.state());
        QCOMPARE(namedChild<QLineEdit>(other, "bleuReference3")->text(), u"a third one"_s);
        QCOMPARE(labelText(other, "bleuScore"), labelText(view, "bleuScore"));
        for (const char* damaged : {"", "[]", "{", R"({"order": 9})", R"({"references": 3})"})
            other.setState(damaged);
        QCOMPARE(namedChild<QLineEdit>(other, "bleuReference3")->text(), u"a third one"_s);
    }

    void pictures()
    {
        ui::BleuByHandView view(m_context);
        takePictures(view, u"bleu_by_hand"_s, {{1000, 640}, {1500, 900}});
    }
};

UNROLL_TEST(BleuByHandTest, QApplication)
#include "bleu_by_hand_test.moc"
