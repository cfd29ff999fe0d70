#include "core/decode/search.h"
#include "tests/support/test_case.h"
#include "tests/ui/decoding_sample.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/by_hand/number_grid.h"
#include "ui/decoding/hypothesis_tree.h"
#include "ui/decoding/search_column.h"
#include "ui/decoding/transport_bar.h"
#include "ui/search_by_hand/search_by_hand_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"

/// Searches over a tree whose probabilities are typed, without a run.
class SearchByHandViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    static QTableWidget* cells(const ui::SearchByHandView& view)
    {
        return namedChild<ui::NumberGrid>(view, "treeGrid")->findChild<QTableWidget*>();
    }
    static void type(const ui::SearchByHandView& view, int row, int column, const char* number)
    {
        cells(view)->item(row, column)->setText(QString::fromUtf8(number));
    }
    static void takeExample(const ui::SearchByHandView& view, int index)
    {
        auto* examples = namedChild<QComboBox>(view, "treeExamples");
        examples->setCurrentIndex(index);
        Q_EMIT examples->activated(index);
    }
    static QString said(const ui::SearchByHandView& view)
    {
        return labelText(view, "searchHeadline");
    }
    static ui::SearchColumn* column(const ui::SearchByHandView& view, int index)
    {
        return namedChild<ui::SearchColumn>(view, qPrintable(u"searchColumn%1"_s.arg(index)));
    }

private Q_SLOTS:
    void initTestCase() { m_context.kinds = decoding_sample::catalogue(); }

    /// Lecture 002, figure 10.11.
    void greedyStandsBesideTheBest()
    {
        const ui::SearchByHandView view(m_context);
        QCOMPARE(said(view),
                 u"Greedy search: \"yes yes\" with probability 0.2, after 3 distributions.\n"
                 "Exhaustive search: \"ok ok\" with probability 0.28, after 7 distributions.\n"
                 "The likeliest of 7 texts is \"ok ok\" with 0.28."_s);
        QCOMPARE(column(view, 0)->search().count(), 3);
        QCOMPARE(column(view, 1)->search().decoding().trace.ranking.size(), size_t{7});
        QCOMPARE(columnTexts(*namedChild<QTableView>(view, "treeTexts"), 0).mid(0, 3),
                 QStringList({"ok ok", "yes yes", "yes"}));
        QCOMPARE(cells(view)->verticalHeaderItem(2)->text(), u"ok"_s);
        QCOMPARE(cells(view)->horizontalHeaderItem(2)->text(), u"</s>"_s);
        QVERIFY(m_context.asked.empty());
    }

    void whatIsTypedIsSearched()
    {
        const ui::SearchByHandView view(m_context);
        type(view, 1, 0, "0.6");
        QVERIFY(labelText(view, "treeProblem").contains("after \"yes\" to 1.2"));
        type(view, 1, 1, "0.1");
        QVERIFY(said(view).contains("Greedy search: \"yes yes\" with probability 0.3,"));
        type(view, 1, 1, "2");
        QCOMPARE(cells(view)->item(1, 1)->text(), u"0.1"_s);
        QVERIFY(labelText(view, "treeProblem").contains("\"2\" is not a probability"));
    }

    void wrongSumsAreSaidAndNormalised()
    {
        ui::SearchByHandView view(m_context);
        showSized(view, {1200, 800});
        auto* normalise = namedChild<QPushButton>(view, "treeNormalise");
        QVERIFY(!normalise->isEnabled());
        type(view, 2, 1, "0.2"); // 0.2 + 0.2 + 0.1
        QCOMPARE(labelText(view, "treeProblem"),
                 u"The probabilities must sum to 1. They sum after \"ok\" to 0.5."_s);
        const auto* bar = view.findChild<ui::MessageBar*>();
        QVERIFY(bar->isVisible());
        QCOMPARE(said(view), QString());
        QCOMPARE(namedChild<QTableView>(view, "treeTexts")->model()->rowCount(), 0);
        normalise->click();
        QCOMPARE(cells(view)->item(2, 2)->text(), u"0.2"_s);
        QVERIFY(!bar->isVisible() && !normalise->isEnabled());
        QVERIFY(said(view).contains("likeliest of 7 texts is \"yes yes\" with 0.2."));
    }

    void otherWordsAndLengthsMakeAnotherTable()
    {
        const ui::SearchByHandView view(m_context);
        namedChild<QSpinBox>(view, "treeDepth")->setValue(3);
        QCOMPARE(cells(view)->rowCount(), 7);
        QCOMPARE(cells(view)->item(0, 0)->text(), u"0.5"_s);
        QVERIFY(said(view).contains("likeliest of 7 texts")); // Zeros: the text ends.
        auto* words = namedChild<QLineEdit>(view, "treeWords");
        words->setText("ok  maybe yes ok");
        Q_EMIT words->editingFinished();
        QCOMPARE(words->text(), u"ok maybe yes"_s);
        QCOMPARE(cells(view)->rowCount(), 13);
        QCOMPARE(cells(view)->item(0, 0)->text(), u"0.4"_s); // Words keep their numbers.
        QCOMPARE(cells(view)->item(0, 2)->text(), u"0.5"_s);
        QVERIFY(said(view).contains("\"ok ok\""));
        for (const char* wrong : {"", "a b c d e f g", "</s>", "a=b"}) {
            words->setText(QString::fromUtf8(wrong));
            Q_EMIT words->editingFinished();
            QCOMPARE(words->text(), u"ok maybe yes"_s);
            QVERIFY(labelText(view, "treeProblem").contains("1 to 6 words"));
        }
    }

    void everySearchWalksOverIt()
    {
        ui::SearchByHandView view(m_context);
        showSized(view, {1200, 800});
        namedChild<QToolButton>(view, "compareButton")->click();
        QCOMPARE(column(view, 2)->selection().kind, "beam"s);
        QVERIFY(column(view, 2)->search().decoding().best.front().text == "ok ok");
        // Forcing a word is a question to the tree as well.
        Q_EMIT column(view, 0)->forceRequested(column(view, 0)->search().find({5}));
        QVERIFY(said(view).contains("Greedy search: \"ok ok\""));
        takeExample(view, 1); // It belonged to another tree.
        QVERIFY(said(view).contains("Greedy search: \"yes yes\""));
    }

    /// a b a b: 0.6, 0.3 / 0.6207, ... as core's token rules have it.
    void penaltiesLeaveTheCircle()
    {
        ui::SearchByHandView view(m_context);
        takeExample(view, 3);
        QVERIFY(said(view).contains("Greedy search: \"yes yes yes yes\" with"));
        core::Json state = core::Json::parse(view.state().toStdString());
        state["searches"] = {{{"kind", "greedy"}, {"frequency_penalty", 1.0}},
                             {{"kind", "greedy"}, {"stop_sequences", {"yes yes"}}},
                             {{"kind", "none"}},
                             {{"kind", "beam"}, {"width", "many"}}};
        view.setState(QByteArray::fromStdString(state.dump()));
        QVERIFY(said(view).contains("Greedy search: \"yes ok yes ok\""));
        QVERIFY(said(view).contains("Greedy search: the empty text"));
        QVERIFY(column(view, 2)->isHidden()); // What cannot be read is left out.
    }

    void lengthNormalisationChangesTheWinner()
    {
        const ui::SearchByHandView view(m_context);
        takeExample(view, 2);
        QVERIFY(said(view).contains("likeliest of 4 texts is \"no\" with 0.3."));
        QVERIFY(said(view).contains("Exhaustive search: \"no\""));
    }

    void itIsExported()
    {
        const ui::SearchByHandView view(m_context);
        QVERIFY(arePicturesExported(view, "search-tree", 2000));
        QVERIFY(exportedTable(view, "candidates").contains("yes"));
        QVERIFY(exportedTable(view, "tree-texts", "texts").contains("ok ok,0.2"));
        QVERIFY(figureOf(view, "tree-texts").words().contains("The likeliest of 7 texts"));
    }

    void whatWasTypedComesBack()
    {
        const ui::SearchByHandView view(m_context);
        type(view, 0, 0, "0.45");
        type(view, 0, 1, "0.45");
        ui::SearchByHandView other(m_context);
        other.setState(view.state());
        QCOMPARE(cells(other)->item(0, 1)->text(), u"0.45"_s);
        QCOMPARE(said(other), said(view));
        for (const char* damaged :
             {"", "[]", "{", R"({"tree": 3, "searches": 4})",
              R"({"tree": {"words": ["a"], "depth": 90, "probabilities": []}})",
              R"({"tree": {"words": ["a", "a"], "depth": 1, "probabilities": [1, 0, 0]}})",
              R"({"tree": {"words": ["a"], "depth": 1, "probabilities": [7, 0]}})"})
            other.setState(damaged);
        QCOMPARE(cells(other)->item(0, 1)->text(), u"0.45"_s);
    }

    void pictures()
    {
        ui::SearchByHandView view(m_context);
        takePictures(view, u"search_by_hand"_s, {{1000, 640}, {1500, 900}});
    }
};

UNROLL_TEST(SearchByHandViewTest, QApplication)
#include "search_by_hand_test.moc"
