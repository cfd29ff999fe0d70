// The unrolled network as a picture: places, timeline, numbers and words.
#include "tests/support/test_case.h"
#include "tests/ui/unrolled_sample.h"
#include "ui/unrolled/trace_between.h"
#include "ui/unrolled/unrolled_picture.h"
#include "ui/unrolled/unrolled_text.h"
#include "ui/widgets/theme.h"

#include <QFontMetricsF>

using namespace unrolled;

class UnrolledTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

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
        // The way back is part of the timeline before its gradients are computed.
        const ui::UnrolledLayout plain = laidOut(answered({}));
        QVERIFY(made.hasGradients() && !plain.hasGradients());
        QCOMPARE(plain.end(), made.end());
    }

    void valuesMoveFromOneTraceToTheNext()
    {
        const core::Trace from = traced();
        core::Trace to = from;
        to.rows[1].output.values[4] += 2.0F;
        to.attention[0].weights = {0.5F, 0.25F, 0.25F};
        to.outputs[0] = {{"negative", 0.625}, {"neutral", 0.375}};
        QVERIFY(ui::haveSameShape(from, to));
        const core::Trace half = ui::traceBetween(from, to, 0.5);
        QCOMPARE(half.rows[1].output.values[4], from.rows[1].output.values[4] + 1.0F);
        QCOMPARE(half.attention[0].weights[1], 0.475F);
        QCOMPARE(half.outputs[0][0].probability, 0.625); // Numbers are those of a network.
        QCOMPARE(ui::traceBetween(from, to, 1.0).rows[1].output.values, to.rows[1].output.values);
        to.tokens[1] = "good";
        QVERIFY(!ui::haveSameShape(from, to));
    }

    void everyBeatHasASentence()
    {
        for (const core::Trace& trace : {traced(), answered({})}) {
            const ui::UnrolledLayout shown = laidOut(trace);
            for (double beat = 0.0; beat <= shown.end(); beat += 0.5) {
                const QString text = ui::beatText(shown, beat);
                QVERIFY2(!text.isEmpty() && !text.endsWith(u": "_s), qPrintable(text));
            }
        }
    }

    void theTextFormNamesEveryVector()
    {
        const QString words = ui::unrolledWords(layout());
        QVERIFY(words.contains(QStringLiteral("Embedding at \u201cbad\u201d: norm ")));
        QVERIFY(words.contains(QStringLiteral("gates open on average: z_t 75.0 %")));
        QVERIFY(words.contains(QStringLiteral("gradient of the loss 0.1")));
        QVERIFY(words.contains(QStringLiteral("positive 87.5 %")));
        QVERIFY(words.contains(QStringLiteral("Attention: norm ")));
        QVERIFY(words.contains(QStringLiteral(
            "attends to \u201cbad\u201d 70.0 %, \u201cfilm\u201d 20.0 %, \u201cnot\u201d 10.0 %")));
        QVERIFY(words.contains(QStringLiteral("prediction positive 87.5 %; gradient")));
        QVERIFY(words.contains(
            QStringLiteral("Loss 0.25, taking the prediction \u201cpositive\u201d as the target")));
        core::Trace trace = traced();
        trace.verdict.lossOfTruth = true;
        QCOMPARE(ui::unrolledLossText(trace),
                 QStringLiteral("Loss 0.25 for the target \u201cpositive\u201d"));
        trace.verdict.lossOf.clear(); // The next tokens of a language model.
        QCOMPARE(ui::unrolledLossText(trace), QStringLiteral("Loss 0.25"));
        trace.verdict.lossOfTruth = false;
        trace.verdict.classes.clear();
        trace.targetTokens = {"<bos>"};
        QCOMPARE(ui::unrolledLossText(trace),
                 QStringLiteral("Loss 0.25, taking its own translation as the target"));
    }

    /// By the equation h_t = (1 - z) h_{t-1} + z x'.
    void openCellsHaveTheNumbersOfAUnit()
    {
        const ui::UnrolledLayout made = layout();
        const ui::CellDiagram& diagram = made.diagram();
        const auto number = [&](size_t operation, size_t row, size_t step, int unit) {
            return diagram.number(operation, made.rows()[row], step, unit);
        };
        const auto state = [&](size_t row, size_t step, size_t unit) {
            return double(made.rows()[row].trace->quantities[1].vectors.values[step * 5 + unit]);
        };
        QVERIFY(!number(0, 1, 1, 2).has_value()); // The input has other units.
        QVERIFY(!number(1, 1, 0, 2).has_value()); // There is no step before the first.
        QCOMPARE(*number(1, 1, 2, 3), state(1, 1, 3));
        QCOMPARE(*number(1, 2, 1, 3), state(2, 2, 3)); // Backward: the step to the right.
        QVERIFY(!number(1, 2, 2, 3).has_value());
        QCOMPARE(*number(2, 1, 1, 2), 0.75);
        QCOMPARE(*number(3, 1, 1, 2), 0.25);
        QCOMPARE(*number(4, 1, 1, 2), 0.25 * state(1, 0, 2));
        QVERIFY(!number(5, 1, 1, 2).has_value()); // Behind weights.
        QVERIFY(!number(6, 1, 1, 2).has_value());
        QCOMPARE(*number(7, 1, 1, 2), state(1, 1, 2));
        QCOMPARE(*number(2, 1, 1, -1), 0.75); // The mean of all units.
        QVERIFY(!number(2, 1, 1, 5).has_value());
        QCOMPARE(diagram.columns(), 6); // Inputs, gate, 1 - z, product, sum, end.
    }

    void thePictureFillsItsRoomAtOnce()
    {
        ui::UnrolledPicture picture;
        picture.setTrace(std::make_shared<core::Trace>(traced()));
        for (const QSize room : {QSize(900, 420), QSize(1280, 560)}) {
            picture.fit(room, 1.0);
            QVERIFY2(picture.size().height() <= room.height()
                         && picture.size().height() > room.height() - 20,
                     qPrintable(QString::number(picture.size().height())));
            QVERIFY(picture.size().width() <= room.width());
        }
        // In a hall, a text is at least as high as the smallest that can be read.
        picture.fit(QSize(1900, 1000), 1.0, 27.0);
        QVERIFY(QFontMetricsF(picture.font()).height() >= 27.0);
    }

    /// From the description alone: no layer is known by its name.
    void layersThatAddToTheirInputHaveAStream()
    {
        core::Trace trace = traced();
        trace.layers[1].flow = {core::TokenFlow::Attention, 0, false, true};
        for (core::TraceRow& row : trace.rows)
            row.quantities.clear();
        trace.rows.erase(trace.rows.begin() + 2); // One direction.
        const ui::UnrolledLayout made = laidOut(trace);
        QVERIFY(has(made, ui::UnrolledEdge::Kind::Residual, 0, 1));
        QVERIFY(has(made, ui::UnrolledEdge::Kind::Attention, 0, 1));
        trace.layers[1].flow.residual = false;
        QVERIFY(!has(laidOut(trace), ui::UnrolledEdge::Kind::Residual, 0, 1));
    }

    /// A class enters at each token, at the first one, or as the initial state.
    /// Each direction reads only its own, and a prediction reads the neighbours of its token.
    void directionsThatAreApartDoNotMeet()
    {
        using Kind = ui::UnrolledEdge::Kind;
        core::Trace trace = traced();
        trace.layers.erase(trace.layers.begin() + 2); // The pooling.
        trace.rows.erase(trace.rows.begin() + 3);
        trace.layers.insert(trace.layers.begin() + 2, trace.layers[1]);
        for (const size_t direction : {1, 2}) {
            core::TraceRow above = trace.rows[direction];
            above.layer = 2;
            trace.rows.insert(trace.rows.end() - 1, std::move(above));
        }
        trace.rows.back().layer = 3;
        trace.rows.back().output = trace.rows[1].output;
        for (const size_t layer : {1, 2})
            trace.layers[layer].flow.directionsApart = true;
        trace.layers[3].flow.kind = core::TokenFlow::Neighbours;
        const ui::UnrolledLayout made = laidOut(trace);
        for (const size_t from : {1, 2})
            for (const size_t to : {3, 4}) {
                QCOMPARE(has(made, Kind::Vertical, from, to), to == from + 2);
                QVERIFY(has(made, Kind::Vertical, 0, from));
                QVERIFY(has(made, Kind::Neighbours, to, 5));
            }
    }

    void theThreeWaysOfAClassDiffer()
    {
        using Kind = ui::UnrolledEdge::Kind;
        const auto made = [](core::LayerPlace place, bool everywhere) {
            core::Trace trace = traced();
            core::LayerSummary condition{.name = "condition",
                                         .type = "Embedding of the class",
                                         .outputShape = "batch x 4",
                                         .place = place};
            condition.flow.kind = core::TokenFlow::Condition;
            condition.flow.everyToken = everywhere;
            trace.layers.push_back(condition);
            const bool initial = place == core::LayerPlace::Beside;
            trace.rows.insert(trace.rows.begin() + (initial ? 3 : 1),
                              {4, 0, 0, 4, vectors(1, 4, 1.0), {}});
            return laidOut(trace);
        };
        const ui::UnrolledLayout every = made(core::LayerPlace::Added, true);
        QVERIFY(has(every, Kind::Everywhere, 1, 2) && !has(every, Kind::Start, 1, 2));
        const ui::UnrolledLayout first = made(core::LayerPlace::Added, false);
        QVERIFY(has(first, Kind::Start, 1, 2) && !has(first, Kind::Everywhere, 1, 2));
        const ui::UnrolledLayout initial = made(core::LayerPlace::Beside, false);
        QVERIFY(has(initial, Kind::Start, 3, 1)); // Into the layer beside it.
        QVERIFY(!has(initial, Kind::Start, 3, 4)); // Not into the pooling above.
        for (const ui::UnrolledLayout* each : {&every, &first, &initial}) {
            const size_t row = each == &initial ? 3 : 1;
            QVERIFY(each->rows()[row].cells[0].place.right()
                    < each->rows()[0].cells[0].place.left());
            QCOMPARE(each->columns(), 4);
            QCOMPARE(each->rows()[row].cells[0].born, 1.0);
        }
    }

    /// A pair: the target stands to the right, and what attends to the source stands above it.
    void theTargetStandsBesideTheSource()
    {
        core::Trace pair = traced();
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
        // So is the mark of the end, with which the prediction is complete.
        QVERIFY(made.outputBorn(1) > rows[5].cells[1].born);
        QVERIFY(made.outputBorn(1) <= made.predicted());
    }
};
UNROLL_TEST(UnrolledTest, QApplication)
#include "unrolled_test.moc"
