#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "ui/setup/model_page.h"
#include "ui/widgets/theme.h"

using core::LayerSide;
using core::SourceUse;

namespace {

core::LayerSummary layer(const std::string& type, const std::string& shape,
                         LayerSide side = LayerSide::Whole, SourceUse source = SourceUse::None)
{
    core::LayerSummary summary;
    summary.type = type;
    summary.outputShape = shape;
    summary.side = side;
    summary.source = source;
    return summary;
}

core::ModelSummary classifier()
{
    core::ModelSummary summary;
    summary.layers
        = {layer("Embedding", "batch x length x 20"), layer("LSTM", "batch x length x 30"),
           layer("Last state", "batch x 30"), layer("Linear", "batch x 2")};
    return summary;
}

core::ModelSummary translator(SourceUse ofDecoder, SourceUse ofAttention)
{
    core::ModelSummary summary;
    summary.layers = {
        layer("Embedding", "batch x source length x 20", LayerSide::Source),
        layer("Bidirectional LSTM", "batch x source length x 60", LayerSide::Source),
        layer("Linear, tanh", "1 x batch x 30", LayerSide::Source),
        layer("Linear, tanh", "1 x batch x 30", LayerSide::Source), // of the cell state
        layer("Embedding", "batch x target length x 20", LayerSide::Target),
        layer("LSTM", "batch x target length x 30", LayerSide::Target, ofDecoder),
        layer("Additive", "batch x target length x source length", LayerSide::Target, ofAttention),
        layer("Linear", "batch x target length x 90", LayerSide::Target)};
    return summary;
}

/// Pixels of the gap between both stacks, which is in the middle, that something is drawn on.
int crossingPixels(ui::ModelFlow& flow)
{
    flow.resize(1000, flow.sizeHint().height());
    const QImage picture = flow.grab().toImage();
    const int legend = ui::ModelStack::rowHeight() + 8;
    int count = 0;
    for (int y = 0; y < picture.height() - legend; ++y)
        for (int x = 470; x < 530; ++x)
            count += picture.pixel(x, y) != picture.pixel(500, 1) ? 1 : 0;
    return count;
}

} // namespace

/// The drawing of a network.
class ModelFlowTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void oneSideIsOneStack()
    {
        ui::ModelFlow flow;
        flow.setSummary(classifier());
        QCOMPARE(flow.accessibleDescription(),
                 u"From the tokens up: Embedding 20, LSTM 30, Last state 30, Linear 2"_s);
        QCOMPARE(flow.sizeHint().height() / ui::ModelStack::rowHeight(), 5); // and the tokens
    }

    void anEncoderDecoderIsTwoStacks()
    {
        ui::ModelFlow flow;
        flow.setSummary(translator(SourceUse::Start, SourceUse::Attention));
        QCOMPARE(flow.accessibleDescription(),
                 u"Encoder, from the source up: Embedding 20, Bidirectional LSTM 60, "
                 "Linear, tanh 30. "
                 "Decoder, from the target up: Embedding 20, LSTM 30, "
                 "Additive, Linear 90"_s);
        // The higher of both, the tokens, and what the lines mean.
        QCOMPARE(flow.sizeHint().height() / ui::ModelStack::rowHeight(), 6);
    }

    /// A cell's own name says nothing: what the layer is called in the network does.
    void anyCellIsDrawnRecurrent_data()
    {
        addColumn<QString>("name");
        newRow("of an encoder", "encoder.rnn");
        newRow("of a decoder", "decoder");
    }
    void anyCellIsDrawnRecurrent()
    {
        QFETCH(QString, name);
        const auto drawn = [](const QString& called) {
            core::ModelSummary summary;
            summary.layers
                = {layer("Embedding", "batch x length x 20"), layer("MUT1", "batch x length x 30")};
            summary.layers.back().name = called.toStdString();
            ui::ModelFlow flow;
            flow.setSummary(summary);
            flow.resize(1000, flow.sizeHint().height());
            return flow.grab().toImage();
        };
        QCOMPARE(drawn("convolutions"), drawn("hidden")); // No name is written there.
        QVERIFY(drawn(name) != drawn("hidden"));
    }

    void onlyWhatTheDecoderTakesCrossesTheGap()
    {
        ui::ModelFlow flow;
        flow.setSummary(translator(SourceUse::None, SourceUse::None));
        QCOMPARE(crossingPixels(flow), 0);
        flow.setSummary(translator(SourceUse::Start, SourceUse::None));
        const int dashed = crossingPixels(flow);
        QVERIFY(dashed > 20);
        flow.setSummary(translator(SourceUse::None, SourceUse::Attention));
        QVERIFY(crossingPixels(flow) > dashed); // a full line
    }
};

UNROLL_TEST(ModelFlowTest, QApplication)
#include "model_flow_test.moc"
