#include "core/probe/question_kind.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/sentence/attention_grid.h"
#include "ui/sentence/attention_panel.h"
#include "ui/sentence/embedding_panel.h"
#include "ui/sentence/sentence_text.h"
#include "ui/sentence/sentence_view.h"
#include "ui/view/picked_head.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/token_line.h"

#include <random>

namespace {

core::Inspection plain()
{
    core::Inspection inspection;
    inspection.text = "The film was not bad";
    inspection.tokens = {"the", "film", "was", "not", "bad"};
    inspection.ids = {4, 57, 12, 33, 1}; // "bad" is not in the vocabulary
    inspection.classes = {"negative", "positive"};
    inspection.probabilities = {0.25F, 0.75F};
    inspection.predicted = 1;
    inspection.step = 1240;
    inspection.epoch = 3;
    inspection.milliseconds = 4.5;
    return inspection;
}

core::Inspection weighted()
{
    core::Inspection inspection = plain();
    inspection.tokenWeights = {0.05F, 0.1F, 0.05F, 0.5F, 0.3F};
    return inspection;
}

/// Rows of random weights that sum to 1, brighter near one column.
core::AttentionMap attentionMap(int64_t layer, int64_t head, int64_t size, std::mt19937& random)
{
    core::AttentionMap map;
    map.group = "encoder";
    map.layer = layer;
    map.head = head;
    map.rows = map.columns = size;
    std::uniform_real_distribution<float> even(0.0F, 1.0F);
    for (int64_t row = 0; row < size; ++row) {
        std::vector<float> weights;
        float sum = 0.0F;
        for (int64_t column = 0; column < size; ++column) {
            const auto apart = float(std::abs((row + head) % size - column));
            weights.push_back(std::exp(-apart * (0.3F + 0.2F * float(layer)) + even(random)));
            sum += weights.back();
        }
        for (const float weight : weights)
            map.weights.push_back(weight / sum);
    }
    return map;
}

core::Inspection attended(int layers, int heads, const Strings& tokens)
{
    core::Inspection inspection = plain();
    inspection.tokens = tokens;
    inspection.ids.clear();
    for (size_t i = 0; i < tokens.size(); ++i)
        inspection.ids.push_back(i % 11 == 7 ? 1 : int64_t(4 + i * 13 % 9000));
    std::mt19937 random(5);
    for (int layer = 0; layer < layers; ++layer) {
        for (int head = 0; head < heads; ++head)
            inspection.attention.push_back(
                attentionMap(layer, head, int64_t(tokens.size()), random));
    }
    return inspection;
}

Strings longText(size_t tokens)
{
    const Strings words{"this", "film",   "was",       "not",   "nearly", "as",
                        "bad",  "as",     "everybody", "said",  ",",      "although",
                        "the",  "second", "half",      "drags", "and",    "unforgettable",
                        "."};
    Strings text;
    for (size_t i = 0; i < tokens; ++i)
        text.push_back(words[i * 7 % words.size()]);
    return text;
}

} // namespace

class SentenceTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    static void open(ui::SentenceView& view, const core::Inspection& inspection)
    {
        view.setInspection(inspection);
        showSized(view, {900, 700});
    }

private Q_SLOTS:
    void typingAsksAtMostEvery150Milliseconds()
    {
        ui::SentenceView view(m_context);
        view.show();
        QSignalSpy asked(&m_context, &ui::ViewContext::looked);
        auto* edit = view.findChild<QComboBox*>("sentenceTextBox")->lineEdit();
        keyClicks(edit, "not bad");
        QCOMPARE(asked.count(), 0);
        QVERIFY(asked.wait(1000));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.first().first().toString(), u"not bad"_s);
    }

    void returnAsksAtOnceAndRemembers()
    {
        ui::SentenceView view(m_context);
        view.show();
        QSignalSpy asked(&m_context, &ui::ViewContext::looked);
        auto* box = view.findChild<QComboBox*>("sentenceTextBox");
        for (const char* text : {"first", "second", "first"}) {
            box->lineEdit()->setText(QLatin1String(text));
            keyClick(box->lineEdit(), Qt::Key_Return);
            QVERIFY(asked.wait(1000));
        }
        QCOMPARE(asked.count(), 3);
        QCOMPARE(box->count(), 2); // each text once, newest first
        QCOMPARE(box->itemText(0), u"first"_s);
        QCOMPARE(view.text(), u"first"_s);
    }

    void anEmptiedFieldEmptiesTheView()
    {
        ui::SentenceView view(m_context);
        QSignalSpy asked(&m_context, &ui::ViewContext::looked);
        ui::Shown shown;
        shown.choice = {QStringLiteral("/runs/a"), -1};
        shown.askable = true;
        shown.text = QStringLiteral("not bad");
        view.follow(shown);
        open(view, plain());
        QVERIFY(!view.figures().empty());
        view.setText({});
        QCOMPARE(asked.last().first().toString(), QString());
        shown.text.clear();
        view.follow(shown);
        QVERIFY(view.figures().empty());
        QVERIFY(labelText(view, "emptyTitle").startsWith(QStringLiteral("No text yet")));
    }

    void settingATextAsksForIt()
    {
        ui::SentenceView view(m_context);
        QSignalSpy asked(&m_context, &ui::ViewContext::looked);
        QSignalSpy pinned(&m_context, &ui::ViewContext::pinned);
        view.setText(u"a b"_s);
        QCOMPARE(asked.count(), 1);
        view.findChild<QToolButton*>("pinButton")->click();
        QCOMPARE(pinned.first().first().toString(), u"a b"_s);
    }

    void tokensShowIdsUnknownsAndWeights()
    {
        ui::SentenceView view(m_context);
        open(view, weighted());
        auto* line = view.findChild<ui::TokenLine*>("tokenLine");
        QCOMPARE(line->tokens().size(), size_t(5));
        QVERIFY(line->tokens()[4].unknown);
        QVERIFY(!line->tokens()[3].unknown);
        QTest::mouseMove(line, line->chipRect(3).center());
        QCOMPARE(view.findChild<QLabel*>("tokenPointed")->text(),
                 u"\u201cnot\u201d, id 33, weight 0.5"_s);
        keyClick(line, Qt::Key_End);
        QCOMPARE(view.findChild<QLabel*>("tokenPointed")->text(),
                 u"\u201cbad\u201d, id 1, not in the vocabulary, weight 0.3"_s);
        for (int i = 1; i < 5; ++i)
            QVERIFY(!line->chipRect(i).intersects(line->chipRect(i - 1)));
    }

    void theStateSaysOfWhichUpdateAndWhatWasCut()
    {
        core::Inspection inspection = plain();
        inspection.cutTokens = 7;
        const QString state = ui::inspectionState(inspection);
        QVERIFY(state.startsWith(u"After update 1,240 in epoch 3"_s));
        QVERIFY(state.contains(u"unknown: 1"_s));
        QVERIFY(state.contains(u"not seen by the network: 7"_s));
        inspection.step = 0;
        inspection.cutTokens = 0;
        QVERIFY(ui::inspectionState(inspection).startsWith(u"Before the first"_s));
        inspection.epoch = core::kImportedEpoch;
        QVERIFY(ui::inspectionState(inspection).startsWith(u"As imported"_s));
        QVERIFY(!ui::inspectionState(inspection).contains(u"not seen"_s));
    }

    void theTextFormNamesTheLargestWeightsFirst()
    {
        const QString text = ui::inspectionText(weighted(), -1);
        QVERIFY(text.contains(u"Predicted: positive. Probabilities: negative 25.0 %, "
                              "positive 75.0 %."_s));
        QVERIFY(text.contains(u"Largest weights: \u201cnot\u201d 0.5, \u201cbad\u201d "
                              "0.3, \u201cfilm\u201d 0.1, "_s));
        core::Inspection inspection = plain();
        inspection.tokens = {"a", "b"};
        inspection.attention.push_back({"encoder", 0, 1, 2, 2, {0.25F, 0.75F, 0.9F, 0.1F}, {}, {}});
        const QString links = ui::inspectionText(inspection, 0);
        QVERIFY(links.contains(u"Layer 1, head 2"_s));
        QVERIFY(links.contains(u"a \u2192 b: 0.75\nb \u2192 a: 0.9"_s));
    }

    void hoveringACellSaysItsWords()
    {
        core::Inspection inspection = plain();
        inspection.tokens = {"film", "not"};
        inspection.attention.push_back(
            {"encoder", 0, 0, 2, 2, {0.877F, 0.123F, 0.5F, 0.5F}, {}, {}});
        ui::SentenceView view(m_context);
        open(view, inspection);
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        QTest::mouseMove(map->viewport(), map->cellRect(0, 1).center());
        QCOMPARE(view.findChild<QLabel*>("attentionPointed")->text(), u"film \u2192 not: 0.123"_s);
        mouseClick(map->viewport(), Qt::LeftButton, {}, map->cellRect(0, 0).center());
        keyClick(map, Qt::Key_Down);
        QCOMPARE(view.findChild<QLabel*>("attentionPointed")->text(), u"not \u2192 film: 0.5"_s);
    }

    void aCellIsTakenByHand()
    {
        core::Inspection inspection = plain();
        inspection.tokens = {"film", "not"};
        inspection.attention.push_back(
            {"encoder", 2, 1, 2, 2, {0.877F, 0.123F, 0.5F, 0.5F}, {}, {}});
        ui::SentenceView view(m_context);
        open(view, inspection);
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        mouseClick(map->viewport(), Qt::LeftButton, {}, map->cellRect(1, 0).center());
        QSignalSpy picked(&m_context, &ui::ViewContext::headPicked);
        QSignalSpy shown(&m_context, &ui::ViewContext::viewRequested);
        namedChild<QPushButton>(view, "attentionByHandButton")->click();
        QCOMPARE(picked.size(), 1);
        const auto head = picked[0][0].value<std::shared_ptr<const ui::PickedHead>>();
        QCOMPARE(head->question.site, (core::AttentionSite{"encoder", 2, 1}));
        QCOMPARE(head->question.query, int64_t{1});
        QCOMPARE(head->question.key, int64_t{0});
        QCOMPARE(shown[0][0].toString(), u"by_hand"_s);
        // The weights of a pooling are no products of queries and keys.
        inspection.attention.front().group = "pooling";
        view.setInspection(inspection);
        QVERIFY(!namedChild<QPushButton>(view, "attentionByHandButton")->isEnabled());
    }

    void runAndTrueClassAreNamed()
    {
        FakeContext context;
        context.answerWith<core::AskInspection>([](const core::AskInspection& question) {
            core::Inspection answer = plain();
            answer.text = question.example.text;
            return answer;
        });
        const core::Inspection sample = plain();
        const auto said = QString::fromStdString(sample.classes[size_t(sample.predicted)]);
        ui::SentenceView view(context);
        context.lead(view);
        context.look(u"of the data"_s, said);
        QVERIFY(labelText(view, "stateLabel").startsWith(u"one \u00b7 "_s));
        QVERIFY(labelText(view, "stateLabel").endsWith(u"true class: %1 \u2713"_s.arg(said)));
        context.look(u"of the data"_s, u"another"_s);
        QVERIFY(labelText(view, "stateLabel")
                    .contains(u"true class: another \u2717 predicted wrongly"_s));
        context.look(u"typed"_s);
        QVERIFY(!labelText(view, "stateLabel").contains(u"true class"_s));
    }

    void liveValuesKeepHeadCellAndScrolling()
    {
        ui::SentenceView view(m_context);
        const core::Inspection inspection = attended(3, 4, longText(80));
        open(view, inspection);
        auto* grid = view.findChild<ui::AttentionGrid*>("attentionGrid");
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        QCOMPARE(grid->describe(grid->current()).left(7), u"layer 3"_s);
        mouseClick(grid, Qt::LeftButton, {}, grid->thumbnailRect(6).center());
        QCOMPARE(grid->current(), 6);
        keyClick(grid, Qt::Key_Down);
        QCOMPARE(grid->describe(grid->current()), u"layer 3, head 3"_s);
        map->setCurrentCell({70, 60});
        const int scrolled = map->verticalScrollBar()->value();
        QVERIFY(scrolled > 0);
        core::Inspection later = inspection;
        later.step += 10;
        std::swap(later.attention[0].weights, later.attention[10].weights);
        view.setInspection(later);
        QCOMPARE(grid->current(), 10);
        QCOMPARE(map->currentCell(), QPoint(70, 60));
        QCOMPARE(map->verticalScrollBar()->value(), scrolled);
        QCOMPARE(map->content().values, inspection.attention[0].weights);
    }

    void weightsStandAsBarsAboveTheWords()
    {
        ui::TokenLine line(ui::TokenLine::Size::Large);
        line.setTokens({{"not", 33, false, -1.0}, {"bad", 7, false, -1.0}}, 1.0);
        const int plainHeight = line.chipRect(0).height();
        line.setTokens({{"not", 33, false, 0.75}, {"bad", 7, false, 0.25}}, 0.75);
        line.resize(300, line.heightForWidth(300));
        QVERIFY(line.chipRect(0).height() > plainHeight + 40);
        const QImage picture = line.grab().toImage();
        const auto barHeight = [&](int index) {
            const int x = line.chipRect(index).center().x();
            int tall = 0;
            for (int y = 0; y < picture.height(); ++y)
                tall += picture.pixelColor(x, y) == m_theme.accent() ? 1 : 0;
            return tall;
        };
        QVERIFY(barHeight(1) > 10);
        QVERIFY2(std::abs(barHeight(0) - 3 * barHeight(1)) <= 3,
                 qPrintable(u"%1 %2"_s.arg(barHeight(0)).arg(barHeight(1))));
    }

    void theCurrentTokenStaysWhileWeightsChange()
    {
        ui::SentenceView view(m_context);
        open(view, weighted());
        auto* line = view.findChild<ui::TokenLine*>("tokenLine");
        line->setCurrent(2);
        core::Inspection later = weighted();
        later.tokenWeights = {0.2F, 0.2F, 0.2F, 0.2F, 0.2F};
        view.setInspection(later);
        QCOMPARE(line->current(), 2);
        later.tokens[0] = "a";
        view.setInspection(later);
        QCOMPARE(line->current(), -1);
    }

    void aChosenTokenShowsTheWayToItsVector()
    {
        ui::SentenceView view(m_context);
        core::Inspection inspection = plain();
        inspection.embeddings = {{0.5F}, {-1.0F}, {0.25F}, {2.0F}, {0.0F}};
        inspection.vocabularySize = 100;
        open(view, inspection);
        auto* panel = view.findChild<ui::EmbeddingPanel*>("embeddingPanel");
        auto* line = view.findChild<ui::TokenLine*>("tokenLine");
        QTest::mouseMove(line, line->chipRect(1).center());
        QVERIFY(panel->isHidden()); // only pointed at
        mouseClick(line, Qt::LeftButton, {}, line->chipRect(1).center());
        QVERIFY(panel->isVisible());
        QCOMPARE(panel->findChild<QLabel*>("embeddingRow")->text(), u"E\u1d40x = row 57"_s);
        inspection.embeddings.clear();
        view.setInspection(inspection);
        QVERIFY(panel->isHidden()); // not known
    }

    void manyHeadsOfALongTextAreShownQuickly()
    {
        ui::SentenceView view(m_context);
        const core::Inspection inspection = attended(12, 12, longText(200));
        QElapsedTimer watch;
        watch.start();
        open(view, inspection);
        qInfo("12 x 12 heads of 200 tokens: %lld ms until shown", qlonglong(watch.elapsed()));
        auto* grid = view.findChild<ui::AttentionGrid*>("attentionGrid");
        QCOMPARE(grid->layers(), 12);
        QCOMPARE(grid->heads(), 12);
        auto* map = view.findChild<ui::HeatMap*>("attentionMap");
        const int line = QFontMetrics(m_theme.textFont()).height();
        QVERIFY(map->cellRect(0, 0).height() >= line); // labels cannot overlap
    }

    void wordsAndNumbersAreExported()
    {
        ui::SentenceView view(m_context);
        core::Inspection inspection = weighted();
        inspection.attention.push_back({"encoder", 1, 2, 2, 2, {0.25F, 0.75F, 0.5F, 0.5F}, {}, {}});
        open(view, inspection);
        QVERIFY(arePicturesExported(view, "sentence", 300));
        QVERIFY(exportedTable(view, "sentence", "values")
                    .contains(u"\nprobabilities.positive,0.75,\n"_s));
        const QStringList tokens = exportedTable(view, "sentence", "tokens").split('\n');
        QCOMPARE(tokens[0], u"tokens,ids,token_weights"_s);
        QVERIFY(tokens[4].startsWith(u"not,"_s) && tokens[4].endsWith(u",0.5"_s));
        QVERIFY(exportedTable(view, "sentence", "attention.weights")
                    .contains(u"\n0,encoder,1,2,0,the,1,film,0.75\n"_s));
        QVERIFY(exported(view, "sentence", ui::FigureFormat::Text).startsWith("After update"));
    }

    void aFailureIsSaidInPlaceAndGoesWithTheNextAnswer()
    {
        ui::SentenceView view(m_context);
        open(view, plain());
        auto* bar = view.findChild<ui::MessageBar*>();
        view.setFailure({core::ErrorCode::FileMissing, {"No checkpoint in %1.", {"x"}}, {}, {}});
        QCOMPARE(bar->text(), u"No checkpoint in x."_s);
        view.setInspection(plain());
        QVERIFY(!bar->isVisible());
        view.setFailure({core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
        QVERIFY(!bar->isVisible());
    }

    void looks()
    {
        ui::SentenceView view(m_context);
        takePictures(view, "sentence-empty", {{900, 600}});
        view.setText("The film was not bad");
        core::Inspection inspection = weighted();
        inspection.cutTokens = 3;
        view.setInspection(inspection);
        takePictures(view, "sentence-weights", {{900, 600}});
        view.setInspection(attended(2, 4, longText(14)));
        takePictures(view, "sentence-small");
        core::Inspection large = attended(12, 12, longText(200));
        large.classes.clear();
        large.probabilities.clear();
        for (int i = 0; i < 14; ++i) {
            large.classes.push_back("class with a long name " + std::to_string(i));
            large.probabilities.push_back(i == 3 ? 0.35F : 0.05F);
        }
        large.predicted = 3;
        view.setInspection(large);
        takePictures(view, "sentence-large");
        m_theme.setPresentation(true);
        view.setInspection(attended(2, 4, longText(14)));
        takePictures(view, "sentence-presentation", {{1400, 900}});
        m_theme.setPresentation(false);
    }
};

UNROLL_TEST(SentenceTest, QApplication)
#include "sentence_test.moc"
