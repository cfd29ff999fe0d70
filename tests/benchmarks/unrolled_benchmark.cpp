// How long a frame of the view Unrolled takes, painted in software at 1920 x 1080: a text of 20
// tokens through 4 bidirectional layers of LSTM with 100 units; standing, and while its values move
// to those of another epoch; and a Transformer of 4 layers with 8 heads over 128 tokens.
#include "ui/unrolled/trace_between.h"
#include "ui/unrolled/unrolled_picture.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

constexpr int64_t kTokens = 20, kLayers = 4, kUnits = 100;

core::TraceVectors vectors(int64_t steps, int64_t units)
{
    core::TraceVectors made{steps, units, {}, {}, {}};
    for (int64_t i = 0; i < steps * units; ++i)
        made.values.push_back(float(std::sin(double(i * i))));
    made.norms.assign(size_t(steps), 1.0);
    for (int64_t step = 0; step < steps; ++step)
        made.gradientNorms.push_back(std::exp(-double(step)));
    return made;
}

core::Trace trace()
{
    core::Trace made;
    const auto layer = [&](const char* type, core::TokenFlow flow) {
        made.layers.push_back({.name = type, .type = type, .outputShape = "", .flow = {flow}});
        return std::ssize(made.layers) - 1;
    };
    for (int64_t i = 0; i < kTokens; ++i)
        made.tokens.push_back("token" + std::to_string(i));
    made.rows.push_back({layer("Embedding", core::TokenFlow::EachToken),
                         0,
                         0,
                         kUnits,
                         vectors(kTokens, kUnits),
                         {}});
    const int64_t rnn = layer("Bidirectional LSTM", core::TokenFlow::Steps);
    for (int64_t depth = 0; depth < kLayers; ++depth)
        for (const int64_t direction : {0, 1}) {
            core::TraceRow row{rnn, depth, direction, kUnits, vectors(kTokens, kUnits), {}};
            for (const char* name : {"i", "f", "o", "c", "h"}) {
                const bool state = *name == 'c' || *name == 'h';
                row.quantities.push_back(
                    {{name, name, "", !state, state}, vectors(kTokens, kUnits)});
            }
            made.rows.push_back(std::move(row));
        }
    made.rows.push_back(
        {layer("Maximum", core::TokenFlow::Pool), 0, 0, kUnits, vectors(1, kUnits), {}});
    made.rows.push_back({layer("Linear", core::TokenFlow::EachToken), 0, 0, 2, vectors(1, 2), {}});
    made.outputs = {{{"positive", 0.9}, {"negative", 0.1}}};
    made.verdict.loss = 0.1;
    return made;
}

/// Each token attends to all, to few of them much.
core::Trace longTrace()
{
    constexpr int64_t kLong = core::Trace::kSteps, kHeads = 8;
    core::Trace made;
    for (int64_t i = 0; i < kLong; ++i)
        made.tokens.push_back("token" + std::to_string(i));
    for (int64_t layer = 0; layer <= kLayers; ++layer) {
        core::LayerSummary summary{
            .name = "layer" + std::to_string(layer), .type = "Layer", .outputShape = ""};
        summary.flow.kind = layer == 0 ? core::TokenFlow::EachToken : core::TokenFlow::Attention;
        made.layers.push_back(summary);
        made.rows.push_back({layer, 0, 0, kUnits, vectors(kLong, kUnits), {}});
        for (int64_t head = 0; layer > 0 && head < kHeads; ++head) {
            core::AttentionMap map{.group = "encoder",
                                   .layer = layer - 1,
                                   .head = head,
                                   .rows = kLong,
                                   .columns = kLong,
                                   .weights = {},
                                   .scores = {},
                                   .formula = {}};
            for (int64_t row = 0; row < kLong; ++row) {
                double sum = 0.0;
                std::vector<double> weights;
                for (int64_t column = 0; column < kLong; ++column)
                    sum += weights.emplace_back(
                        std::exp(3.0 * std::sin(double(row * column + head))));
                for (const double weight : weights)
                    map.weights.push_back(float(weight / sum));
            }
            made.attention.push_back(std::move(map));
        }
    }
    return made;
}

void report(const char* name, std::vector<double> milliseconds)
{
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto at = [&](double share) {
        return milliseconds[size_t(share * double(milliseconds.size() - 1))];
    };
    std::printf("%s, %zu frames: median %.2f ms, 99th percentile %.2f ms, longest %.2f ms\n", name,
                milliseconds.size(), at(0.5), at(0.99), at(1.0));
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const ui::Theme theme;
    const core::Trace from = trace();
    ui::UnrolledPicture picture;
    picture.setTrace(std::make_shared<core::Trace>(from));
    const QSize size(1920, 1080);
    picture.fit(size, 1.0);
    QImage screen(size, QImage::Format_RGB32);
    const auto frame = [&](double beat, const auto& prepare) {
        QElapsedTimer timer;
        timer.start();
        prepare();
        QPainter painter(&screen);
        painter.fillRect(screen.rect(), theme.base());
        picture.draw(painter, beat, {}, size, {{3, 2}, -1});
        painter.end();
        return double(timer.nsecsElapsed()) * 1e-6;
    };
    std::vector<double> standing, moving;
    for (double beat = 0.0; beat < picture.layout().end(); beat += 0.1)
        standing.push_back(frame(beat, [] {}));
    report("Standing", std::move(standing));
    const double end = picture.layout().end();
    for (int i = 0; i < 1000; ++i)
        moving.push_back(frame(end, [&] {
            picture.setTrace(
                std::make_shared<core::Trace>(ui::traceBetween(from, from, double(i % 20) / 20.0)));
        }));
    report("Moving", std::move(moving));
    picture.setTrace(std::make_shared<core::Trace>(longTrace()));
    picture.fit(size, 1.0);
    std::vector<double> longer, kept;
    const double last = picture.layout().end();
    for (int i = 0; i < 200; ++i) {
        longer.push_back(frame(last, [] {}));
        QElapsedTimer timer;
        timer.start();
        QPainter painter(&screen);
        picture.drawRest(painter, last, {}, size, {});
        painter.end();
        kept.push_back(double(timer.nsecsElapsed()) * 1e-6);
    }
    report("Transformer, 128 tokens", std::move(longer));
    report("The same on lines that are painted already", std::move(kept));
    return 0;
}
