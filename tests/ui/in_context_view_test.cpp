#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/in_context/in_context_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QScrollBar>

#include <limits>

namespace {

core::InContext answeredUses(const core::AskInContext& question)
{
    core::InContext found;
    found.word = question.word.empty() ? "bank" : question.word;
    found.given = {{"the bank of the river", 1, "river"}, {"money in the bank", 3, "money"}};
    found.inData = 40;
    found.senses = 2;
    found.commonestSense = 0.5;
    found.layers = {{"encoder.embedding", {1.0F, 1.0F, 1.0F, 1.0F}, 1.0, 0.25, 0.5},
                    {"encoder.rnn", {1.0F, 0.125F, 0.125F, 1.0F}, 0.5, 0.0625, 0.875}};
    found.nearestLayer = question.layer.empty() ? "encoder.rnn" : question.layer;
    found.nearest = {{"on the bank grew reeds", "river", 0.75}};
    found.step = 1240;
    found.epoch = 3;
    return found;
}

} // namespace

class InContextViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theWordIsComparedAtEachLayer()
    {
        FakeContext context;
        context.answerWith<core::AskInContext>(answeredUses);
        ui::InContextView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        auto* layers = view.findChild<ui::RowView*>(u"contextLayersTable"_s);
        auto* uses = view.findChild<ui::RowView*>(u"nearestUsesTable"_s);
        auto* word = view.findChild<ui::SentenceInput*>(u"contextWordBox"_s);
        auto* sentences = view.findChild<ui::TextBox*>(u"contextSentencesBox"_s);
        QVERIFY(layers != nullptr && uses != nullptr && word != nullptr && sentences != nullptr);

        // Without a word one of the data is chosen.
        QVERIFY(context.last<core::AskInContext>().word.empty());
        QCOMPARE(layers->model()->rowCount(), 2);
        QCOMPARE(layers->model()->index(1, 1).data().toString(), u"0.125"_s);
        QCOMPARE(layers->model()->headerData(1, Qt::Horizontal).toString(), u"Cosine 1\u20132"_s);
        QVERIFY(layers->isColumnHidden(2)); // Two sentences are one pair.
        QCOMPARE(layers->model()->index(1, 8).data().toString(), u"0.500"_s);
        QCOMPARE(layers->model()->index(1, 10).data().toString(), u"87.5 %"_s);
        QCOMPARE(layers->currentRow(), 1);
        QCOMPARE(uses->model()->index(0, 2).data().toString(), u"on the bank grew reeds"_s);
        takePictures(view, u"in_context"_s);
        QVERIFY(exportedTable(view, "in_context", "layers")
                    .startsWith(u"layer,self_similarity,baseline,adjusted,sense_accuracy\n"
                                "encoder.embedding,1,0.25,0.75,0.5\n"_s));

        sentences->setPlainText(u"a bank\n\nthe bank \n"_s);
        word->setText(u"bank"_s);
        Q_EMIT word->asked();
        QCOMPARE(context.last<core::AskInContext>().word, "bank"s);
        QCOMPARE(context.last<core::AskInContext>().sentences, (Strings{"a bank", "the bank"}));
        // The box grows with its lines, and sentences without the word are said to be left out.
        QTRY_VERIFY(sentences->height() >= 3 * sentences->fontMetrics().lineSpacing());
        auto* given = view.findChild<QLabel*>(u"givenUsesLabel"_s);
        QVERIFY(!given->text().contains(u"not used"_s));
        core::InContext found = answeredUses(context.last<core::AskInContext>());
        found.without = {"a film"};
        view.setFound(found);
        QVERIFY(given->text().contains(u"1 of your sentences without this word"_s));
        QVERIFY(given->text().contains(u"1. the bank of the river (river) \u00b7 2. "_s));
        // Three sentences are three pairs, each with its cosine.
        found.given.push_back({"by the bank", 2, ""});
        for (core::LayerUses& layer : found.layers)
            layer.cosines = {1.0F, 0.5F, 0.25F, 0.5F, 1.0F, 0.125F, 0.25F, 0.125F, 1.0F};
        view.setFound(found);
        const std::map<QString, QString> cosines{{u"Cosine 1\u20132"_s, u"0.500"_s},
                                                 {u"Cosine 1\u20133"_s, u"0.250"_s},
                                                 {u"Cosine 2\u20133"_s, u"0.125"_s}};
        for (int column = 1; column <= 3; ++column) {
            QVERIFY(!layers->isColumnHidden(column));
            const QString title = layers->model()->headerData(column, Qt::Horizontal).toString();
            QCOMPARE(layers->model()->index(1, column).data().toString(), cosines.at(title));
        }
        QVERIFY(layers->isColumnHidden(4) && layers->isColumnHidden(7));
        takePictures(view, u"in_context_three"_s);
        QVERIFY(!given->text().contains(u"vocabulary"_s));
        found.unknown = {"bank", "xyzzy"};
        found.given[0].unknown = true;
        view.setFound(found);
        QVERIFY(given->text().contains(u"which is not in the vocabulary"_s));
        QVERIFY(view.figures().front().words().contains(u"not in the vocabulary: bank, xyzzy"_s));
        layers->setFocus();
        keyClick(layers, Qt::Key_Up);
        QCOMPARE(context.last<core::AskInContext>().layer, "encoder.embedding"s);
        QCOMPARE(layers->currentRow(), 0);
    }

    void moreThanFourSentencesHaveAMapOfTheirPairs()
    {
        FakeContext context;
        context.answerWith<core::AskInContext>([](const core::AskInContext& question) {
            core::InContext found = answeredUses(question);
            found.given.resize(5, {"by the bank", 2, ""});
            for (core::LayerUses& layer : found.layers) {
                layer.cosines.assign(25, 0.5F);
                layer.cosines[1 * 5 + 4] = layer.layer == "encoder.rnn" ? -0.25F : 0.75F;
            }
            return found;
        });
        ui::InContextView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        auto* map = view.findChild<ui::HeatMap*>(u"pairsMap"_s);
        QVERIFY(map != nullptr && map->isVisible());
        QVERIFY(map->describe(1, 4).contains(u"2 and 5: cosine -0.250"_s));
        auto* layers = view.findChild<ui::RowView*>(u"contextLayersTable"_s);
        QVERIFY(!layers->isColumnHidden(7)); // The mean.
        layers->setFocus();
        keyClick(layers, Qt::Key_Up); // The map is that of the chosen layer.
        QVERIFY(map->describe(1, 4).contains(u"0.750"_s));
        takePictures(view, u"in_context_five"_s);
        view.setFound(answeredUses({}));
        QVERIFY(!map->isVisible());
    }

    /// One sentence with a network that has no data: there is nothing to compare with.
    void emptyColumnsAreHiddenAndOneLineSaysWhy()
    {
        FakeContext context;
        context.answerWith<core::AskInContext>([](const core::AskInContext& question) {
            constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
            core::InContext found = answeredUses(question);
            found.given.resize(1);
            found.inData = found.senses = 0;
            found.nearest.clear();
            for (core::LayerUses& layer : found.layers)
                layer = {layer.layer, {1.0F}, kNone, kNone, kNone};
            return found;
        });
        ui::InContextView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        auto* layers = view.findChild<ui::RowView*>(u"contextLayersTable"_s);
        for (int column = 1; column < layers->model()->columnCount(); ++column)
            QVERIFY(layers->isColumnHidden(column));
        auto* help = view.findChild<QLabel*>(u"contextHelpLabel"_s);
        QVERIFY(help->text().contains(u"A single use has no cosine"_s));
        QVERIFY(help->text().contains(u"need uses of the word in the data"_s));
        QVERIFY(!help->text().contains(u"nearest uses at this layer"_s));
        auto* uses = view.findChild<ui::RowView*>(u"nearestUsesTable"_s);
        QVERIFY(!uses->isVisible());
        takePictures(view, u"in_context_one"_s);
        view.setFound(answeredUses({}));
        QVERIFY(uses->isVisible() && !layers->isColumnHidden(1));
        QVERIFY(help->text().contains(u"nearest uses at this layer"_s));
        QVERIFY(!help->text().contains(u"single use"_s));
    }

    void newAnswersLeaveTheLayersWhereTheUserScrolledTo()
    {
        FakeContext context;
        const auto answered = [](const core::AskInContext& question) {
            core::InContext found = answeredUses(question);
            found.layers.resize(60, found.layers.back());
            found.nearestLayer = found.layers.back().layer = "encoder.last";
            return found;
        };
        context.answerWith<core::AskInContext>(answered);
        ui::InContextView view(context);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
        auto* layers = view.findChild<ui::RowView*>(u"contextLayersTable"_s);
        QCOMPARE(layers->currentRow(), 59);
        QCOMPARE(layers->verticalScrollBar()->value(), 0);
        layers->verticalScrollBar()->setValue(7);
        view.setFound(answered({}));
        QCOMPARE(layers->verticalScrollBar()->value(), 7);
    }
};

UNROLL_TEST(InContextViewTest, QApplication)
#include "in_context_view_test.moc"
