#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/filter_windows/filter_windows_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>

namespace {

core::FilterWindows windows()
{
    return {
        .text = "not a good film",
        .tokens = {"not", "a", "good", "film"},
        .unknown = {"xyzzy"},
        .outputs = {"negative", "positive"},
        .predicted = 0,
        .prediction = "negative",
        .probability = 0.9375,
        .filters
        = {{0, 2, 2, 1.5, {0.25, -0.25}}, {1, 3, 0, 2.0, {1.75, -1.5}}, {2, 3, 1, 0.0, {0.0, 0.0}}},
        .step = 1240,
        .epoch = 3};
}

} // namespace

class FilterWindowsViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void windowsAreDrawnAndFiltersAreLookedUpInTheData()
    {
        FakeContext context;
        std::vector<core::AskStrongestWindows> asked;
        context.answerWith<core::AskFilterWindows>(
            [&](const core::AskFilterWindows&) { return windows(); });
        context.answerWith<core::AskStrongestWindows>(
            [&](const core::AskStrongestWindows& question) {
                asked.push_back(question);
                return core::StrongestWindows{
                    .filter = question.filter,
                    .width = 3,
                    .windows = {{"not a good", 2.25, 31, "it is not a good film", "negative"},
                                {"never a good", 1.5, 7, "never a good one", "negative"}},
                    .silent = 12,
                    .read = 50,
                    .available = 8000};
            });
        ui::FilterWindowsView view(context);
        view.resize(1180, 640);
        view.show();
        context.lead(view);
        context.look(u"not a good film"_s);
        auto* table = view.findChild<ui::RowView*>(u"filterWindowsTable"_s);
        QCOMPARE(table->model()->rowCount(), 3);
        // The largest share first; it is chosen.
        QCOMPARE(table->model()->index(0, 2).data().toString(), u"not a good"_s);
        QCOMPARE(table->model()->index(0, 4).data().toString(), u"+1.75"_s);
        QCOMPARE(table->model()->index(1, 2).data().toString(), u"good film"_s);
        QCOMPARE(asked.back().filter, int64_t{1});
        auto* line = view.findChild<ui::TokenLine*>(u"windowsTokenLine"_s);
        const auto marked = [&] {
            QStringList words;
            for (const ui::ShownToken& each : line->tokens())
                if (each.marked)
                    words << each.text;
            return words.join(u' ');
        };
        QCOMPARE(marked(), u"not a good"_s);
        QCOMPARE(line->tokens()[2].weight, 1.0); // In both windows that won.
        QCOMPARE(line->tokens()[3].weight, 0.5);
        auto* found = view.findChild<ui::RowView*>(u"strongestWindowsTable"_s);
        QCOMPARE(found->model()->rowCount(), 2);
        takePictures(view, u"filter_windows"_s);

        line->setCurrent(3); // Only filter 0 has it.
        Q_EMIT line->tokenPointed(3);
        QCOMPARE(asked.back().filter, int64_t{0});
        QCOMPARE(marked(), u"good film"_s);
        auto* split = view.findChild<QComboBox*>(u"strongestWindowsSplitBox"_s);
        split->setCurrentIndex(split->findData(u"test"_s));
        Q_EMIT split->activated(split->currentIndex());
        QCOMPARE(asked.back().split, "test"s);

        const QSignalSpy looked(&context, &ui::ViewContext::looked);
        Q_EMIT found->rowActivated(1);
        QCOMPARE(looked.count(), 1);
        QCOMPARE(looked.front().front().toString(), u"never a good one"_s);
    }

    void tablesAreWritten()
    {
        FakeContext context;
        context.answerWith<core::AskFilterWindows>(
            [&](const core::AskFilterWindows&) { return windows(); });
        context.answerWith<core::AskStrongestWindows>(
            [](const core::AskStrongestWindows&) { return core::StrongestWindows{}; });
        ui::FilterWindowsView view(context);
        view.show();
        context.lead(view);
        context.look(u"not a good film"_s);
        QCOMPARE(exportedTable(view, "windows", "filters"),
                 u"filter,width,first,words,value,share\n0,2,2,good film,1.5,0.25\n1,3,0,not a "
                 "good,2,1.75\n2,3,1,a good film,0,0\n"_s);
    }

    void onlyNetworksWithFiltersHaveIt()
    {
        core::ExperimentSpec spec;
        spec.model.network = {"cnn", {{"filters", 100}, {"widths", {3}}}};
        QVERIFY(ui::FilterWindowsView::fits(spec));
        spec.model.network = {"lstm", {{"hidden_size", 100}}};
        QVERIFY(!ui::FilterWindowsView::fits(spec));
    }
};

UNROLL_TEST(FilterWindowsViewTest, QApplication)
#include "filter_windows_view_test.moc"
