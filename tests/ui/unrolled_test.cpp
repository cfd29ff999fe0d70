#include "tests/support/test_case.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/decoding/transport_bar.h"
#include "ui/unrolled/trace_between.h"
#include "ui/unrolled/unrolled_map.h"
#include "ui/unrolled/unrolled_text.h"
#include "ui/unrolled/unrolled_view.h"
#include "ui/widgets/theme.h"

#include <cmath>

namespace {

core::TraceVectors vectors(int64_t steps, int64_t units, double scale)
{
    core::TraceVectors made{steps, units, {}, {}, {}};
    for (int64_t step = 0; step < steps; ++step) {
        double squares = 0.0;
        for (int64_t unit = 0; unit < units; ++unit) {
            made.values.push_back(float(scale * std::sin(double(1 + 3 * step + unit))));
            squares += std::pow(double(made.values.back()), 2);
        }
        made.norms.push_back(std::sqrt(squares));
        made.gradientNorms.push_back(std::pow(10.0, -double(step)));
    }
    return made;
}

core::TraceQuantity quantity(const char* name, bool gate, int64_t steps)
{
    core::TraceVectors made = vectors(steps, 5, 1.0);
    if (gate)
        std::fill(made.values.begin(), made.values.end(), 0.75F);
    return {{name, std::string(name) + "_t", "", gate, !gate}, std::move(made)};
}

/// Three tokens through an embedding, a bidirectional GRU, an attention pooling and a linear layer.
core::Trace answered(const core::AskTrace& question)
{
    using core::TokenFlow;
    core::Trace trace;
    trace.text = question.example.text;
    trace.tokens = {"not", "bad", "film"};
    const auto layer = [](const char* name, const char* type, TokenFlow flow) {
        return core::LayerSummary{.name = name,
                                  .type = type,
                                  .outputShape = "batch x 5",
                                  .parameters = 1234,
                                  .flow = {flow}};
    };
    trace.layers = {layer("encoder.embedding", "Embedding", TokenFlow::EachToken),
                    layer("encoder.rnn", "Bidirectional GRU", TokenFlow::Steps),
                    layer("head.pooling", "Attention", TokenFlow::Pool),
                    layer("head.output", "Linear", TokenFlow::EachToken)};
    trace.rows.push_back({0, 0, 0, 4, vectors(3, 4, 1.0), {}});
    for (const int64_t direction : {0, 1})
        trace.rows.push_back({1,
                              0,
                              direction,
                              5,
                              vectors(3, 5, 0.5),
                              {quantity("z", true, 3), quantity("h", false, 3)}});
    trace.rows.push_back({2, 0, 0, 10, vectors(1, 10, 1.0), {}});
    trace.rows.push_back({3, 0, 0, 2, vectors(1, 2, 1.0), {}});
    core::AttentionMap& pooling = trace.attention.emplace_back();
    pooling.group = "pooling";
    pooling.rows = 1;
    pooling.columns = 3;
    pooling.weights = {0.1F, 0.7F, 0.2F};
    trace.outputs = {{{"positive", 0.875}, {"negative", 0.125}}};
    trace.verdict.said = {"positive"};
    trace.verdict.loss = 0.25;
    trace.verdict.lossOf = "positive";
    trace.step = 1240;
    trace.epoch = 3;
    return trace;
}

} // namespace

class UnrolledTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    /// A view whose questions are answered.
    struct Answered {
        FakeContext context;
        ui::UnrolledView view{context};

        Answered()
        {
            context.answerWith<core::AskTrace>(answered);
            view.resize(1000, 640);
            view.show();
        }
        void look()
        {
            context.lead(view);
            context.look(QStringLiteral("not bad film"));
        }
        ui::UnrolledMap* map() { return view.findChild<ui::UnrolledMap*>(u"unrolledMap"_s); }
    };

    static ui::UnrolledLayout layout() { return {std::make_shared<core::Trace>(answered({})), {}}; }

private Q_SLOTS:
    void timeRunsToTheRightAndDepthUpwards()
    {
        const ui::UnrolledLayout made = layout();
        const auto& rows = made.rows();
        QCOMPARE(rows.size(), size_t{5});
        for (size_t row = 0; row < 3; ++row)
            for (size_t step = 0; step + 1 < 3; ++step)
                QVERIFY(rows[row].cells[step].place.right()
                        < rows[row].cells[step + 1].place.left());
        for (size_t row = 0; row + 1 < rows.size(); ++row)
            QVERIFY(rows[row].cells[0].place.top() > rows[row + 1].cells[0].place.bottom());
        for (size_t token = 0; token < 3; ++token) {
            QVERIFY(made.token(false, token).top() >= rows[0].cells[token].place.bottom());
            QCOMPARE(made.token(false, token).center().x(),
                     rows[0].cells[token].place.center().x());
        }
        QVERIFY(QRectF({0, 0}, made.size()).contains(made.outputs(0)));
    }

    /// Both directions of a layer meet; the gradient takes the same way back.
    void theTimelineFollowsTheWayOfTheData()
    {
        const ui::UnrolledLayout made = layout();
        const auto& rows = made.rows();
        for (size_t step = 0; step < 3; ++step) {
            QCOMPARE(rows[0].cells[step].born, 1.0);
            QCOMPARE(rows[1].cells[step].born, 2.0 + double(step));
            QCOMPARE(rows[2].cells[step].born, 4.0 - double(step));
        }
        QCOMPARE(rows[3].cells[0].born, 5.0);
        QCOMPARE(rows[4].cells[0].born, 6.0);
        QCOMPARE(made.predicted(), 7.0);
        QVERIFY(made.back(rows[4].cells[0].born) < made.back(rows[3].cells[0].born));
        QVERIFY(made.back(rows[1].cells[2].born) < made.back(rows[1].cells[0].born));
        QVERIFY(made.back(rows[0].cells[0].born) <= made.end());
        // A trace without gradients ends with the loss.
        core::Trace forward = answered({});
        for (core::TraceRow& row : forward.rows)
            row.output.gradientNorms.clear();
        const ui::UnrolledLayout plain(std::make_shared<core::Trace>(forward), {});
        QCOMPARE(plain.end(), plain.lossBeat());
    }

    void keysStepAndChoose()
    {
        Answered shown;
        shown.look();
        ui::UnrolledView& view = shown.view;
        ui::UnrolledMap* map = shown.map();
        auto* bar = view.findChild<ui::TransportBar*>(QStringLiteral("unrolledTransportBar"));
        auto* beat = view.findChild<QLabel*>(QStringLiteral("beatLabel"));
        QVERIFY(map != nullptr && bar != nullptr && beat != nullptr);
        QCOMPARE(bar->step(), 7); // The prediction is shown first.
        QCOMPARE(bar->count(), 16);
        takePictures(view, QStringLiteral("unrolled"));

        map->setFocus();
        QTest::keyClick(map, Qt::Key_Home);
        QCOMPARE(bar->step(), 0);
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(map, Qt::Key_Right);
        QCOMPARE(bar->step(), 2);
        QVERIFY(
            beat->text().contains(QStringLiteral("\u2192 Bidirectional GRU at \u201cnot\u201d")));
        QVERIFY(
            beat->text().contains(QStringLiteral("\u2190 Bidirectional GRU at \u201cfilm\u201d")));
        map->setCurrent({0, 1});
        auto* cell = view.findChild<QLabel*>(QStringLiteral("unrolledCellLabel"));
        QVERIFY(cell != nullptr && cell->isVisible());
        QVERIFY(cell->text().contains(QStringLiteral("z_t 75.0 %")));
        QTest::keyClick(map, Qt::Key_Right); // The chosen vector follows the reading.
        QCOMPARE(map->current(), QPoint(1, 1));
        QTest::keyClick(map, Qt::Key_Up);
        QCOMPARE(map->current(), QPoint(1, 0));
        QTest::keyClick(map, Qt::Key_Escape);
        QVERIFY(!cell->isVisible());
        QTest::keyClick(map, Qt::Key_End);
        QCOMPARE(bar->step(), 16);
        takePictures(view, QStringLiteral("unrolled_back"));
        QTest::keyClick(map, Qt::Key_Space); // Plays from the beginning.
        QVERIFY(bar->isPlaying());
        QTRY_VERIFY(bar->step() > 0 && bar->step() < 16);
    }

    /// Without a run the set-up's network is shown; with one, from an edit to the next run.
    void theSetUpIsShownWhileItIsEdited()
    {
        Answered shown;
        FakeContext& context = shown.context;
        ui::UnrolledView& view = shown.view;
        auto* button = view.findChild<QToolButton*>(QStringLiteral("unrolledSetUpButton"));
        QVERIFY(button != nullptr);
        core::ExperimentSpec spec;
        spec.name = "drafted";
        const auto first = std::make_shared<const core::ExperimentSpec>(spec);
        context.shown.text = QStringLiteral("not bad film");
        const auto show = [&](const char* run, const auto& setUp) {
            context.shown.choice.run = QString::fromLatin1(run);
            context.shown.setUp = setUp;
            view.follow(context.shown);
        };
        const auto isOfSetUp = [&] { return context.asked.back()->choice.setUp != nullptr; };
        show("", first);
        QVERIFY(isOfSetUp());
        QVERIFY(!button->isVisible()); // There is nothing else.
        const auto words = [&] { return view.figures().front().words(); };
        QVERIFY(words().contains(QStringLiteral("random values")));
        show("/runs/one", first);
        QVERIFY(!isOfSetUp());
        QVERIFY(button->isVisible() && !button->isChecked());
        QVERIFY(!words().contains(QStringLiteral("random values")));
        const auto edited = std::make_shared<const core::ExperimentSpec>(spec);
        show("/runs/one", edited);
        QVERIFY(isOfSetUp() && button->isChecked());
        QCOMPARE(context.asked.back()->choice.setUp, edited);
        button->click();
        QVERIFY(!isOfSetUp());
        button->click();
        QVERIFY(isOfSetUp());
        show("/runs/two", edited);
        QVERIFY(!isOfSetUp() && !button->isChecked());
        show("/runs/two", std::shared_ptr<const core::ExperimentSpec>()); // A training.
        QVERIFY(!button->isVisible());
    }

    void cellsOpenIntoTheirEquations()
    {
        Answered shown;
        shown.look();
        ui::UnrolledView& view = shown.view;
        ui::UnrolledMap* map = shown.map();
        const auto linesOfTheGru = [&] {
            const ui::UnrolledLayout& made = map->picture().layout();
            return made.lines(made.rows()[1]);
        };
        QVERIFY(!map->picture().layout().sizes().isOpen);
        QCOMPARE(linesOfTheGru().size(), size_t{2});
        QVERIFY(linesOfTheGru()[1].isBar); // The gate stands below the state.
        map->setFocus();
        map->setCurrent({2, 1});
        QTest::keyClick(map, Qt::Key_Return);
        QVERIFY(map->picture().layout().sizes().isOpen);
        QCOMPARE(linesOfTheGru()[0].quantity->description.name, "z"s);
        QVERIFY(!linesOfTheGru()[0].isBar);
        QCOMPARE(map->current(), QPoint(2, 1));
        takePictures(view, QStringLiteral("unrolled_open"));
        QTest::keyClick(map, Qt::Key_Return);
        QVERIFY(!map->picture().layout().sizes().isOpen);
    }

    void valuesMoveFromOneTraceToTheNext()
    {
        const core::Trace from = answered({});
        core::Trace to = from;
        to.rows[1].output.values[4] += 2.0F;
        to.attention[0].weights = {0.5F, 0.25F, 0.25F};
        to.outputs[0] = {{"negative", 0.625}, {"neutral", 0.375}};
        QVERIFY(ui::haveSameShape(from, to));
        const core::Trace half = ui::traceBetween(from, to, 0.5);
        QCOMPARE(half.rows[1].output.values[4], from.rows[1].output.values[4] + 1.0F);
        QCOMPARE(half.attention[0].weights[1], 0.475F);
        QCOMPARE(half.outputs[0][0].probability, 0.375); // Between 0.125 and 0.625.
        QCOMPARE(half.outputs[0][1].probability, 0.1875); // From 0.
        QCOMPARE(ui::traceBetween(from, to, 1.0).rows[1].output.values, to.rows[1].output.values);
        to.tokens[1] = "good";
        QVERIFY(!ui::haveSameShape(from, to));
    }

    void theTextFormNamesEveryVector()
    {
        const QString words = ui::unrolledWords(layout());
        QVERIFY(words.contains(QStringLiteral("Embedding at \u201cbad\u201d: norm ")));
        QVERIFY(words.contains(QStringLiteral("gates open on average: z_t 75.0 %")));
        QVERIFY(words.contains(QStringLiteral("gradient of the loss 0.1")));
        QVERIFY(words.contains(QStringLiteral("positive 87.5 %")));
        QVERIFY(words.contains(QStringLiteral("Loss 0.25")));
    }

    /// A pair: the target stands to the right, and what attends to the source stands above it.
    void theTargetStandsBesideTheSource()
    {
        core::Trace pair = answered({});
        pair.targetTokens = {"<bos>", "kein"};
        using core::TokenFlow;
        const auto add = [&](const char* name, TokenFlow flow, core::SourceUse source) {
            pair.layers.push_back({.name = name,
                                   .type = name,
                                   .outputShape = "batch x 5",
                                   .side = core::LayerSide::Target,
                                   .source = source,
                                   .flow = {flow, 0, flow == TokenFlow::Steps}});
            pair.rows.push_back({std::ssize(pair.layers) - 1, 0, 0, 5, vectors(2, 5, 1.0), {}});
        };
        pair.layers.resize(2);
        pair.rows.resize(3);
        add("target_embedding", TokenFlow::EachToken, core::SourceUse::None);
        add("decoder", TokenFlow::Steps, core::SourceUse::Start);
        add("attention", TokenFlow::Attention, core::SourceUse::Attention);
        const ui::UnrolledLayout made(std::make_shared<core::Trace>(pair), {});
        const auto& rows = made.rows();
        QCOMPARE(rows.size(), size_t{6});
        QVERIFY(rows[3].isTarget && rows[3].cells[0].place.left() > rows[2].cells[2].place.right());
        QVERIFY(rows[5].cells[0].place.bottom() < rows[2].cells[0].place.top());
        QVERIFY(std::any_of(made.edges().begin(), made.edges().end(), [](const auto& edge) {
            return edge.group == "cross" && edge.from == 2 && edge.to == 5;
        }));
        QVERIFY(std::any_of(made.edges().begin(), made.edges().end(), [](const auto& edge) {
            return edge.kind == ui::UnrolledEdge::Kind::Start && edge.to == 4;
        }));
        // A token is written before the next one is read.
        QVERIFY(rows[5].cells[0].born < rows[3].cells[1].born);
    }
};
UNROLL_TEST(UnrolledTest, QApplication)
#include "unrolled_test.moc"
