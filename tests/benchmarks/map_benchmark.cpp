// Maps of vectors: principal components, t-SNE with the share of neighbours that it keeps, and the
// frames of the picture. One thread.
//
//   map_benchmark [VECTORS]
//
// VECTORS is a text file with a word and its numbers on each line, such as GloVe's; without it,
// 10,000 vectors of 100 numbers are drawn around 200 centres.
#include "core/projection/principal_components.h"
#include "core/projection/tsne.h"
#include "ui/map/map_picture.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPixmap>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <random>
#include <string>

namespace {

struct Vectors {
    std::vector<float> numbers;
    size_t size = 0;
};

Vectors drawnVectors(size_t count)
{
    constexpr size_t kSize = 100, kCentres = 200;
    std::mt19937_64 random(1);
    std::normal_distribution<float> bell;
    std::vector<float> centres(kCentres * kSize);
    for (float& each : centres)
        each = bell(random);
    Vectors vectors{{}, kSize};
    for (size_t i = 0; i < count * kSize; ++i)
        vectors.numbers.push_back(centres[i / kSize % kCentres * kSize + i % kSize] + bell(random));
    return vectors;
}

/// The numbers of each line behind its first blank.
Vectors readVectors(const char* path)
{
    Vectors vectors;
    std::FILE* file = std::fopen(path, "r");
    std::string line;
    for (int c = 0; file != nullptr && (c = std::fgetc(file)) != EOF;) {
        if (c != '\n') {
            line += char(c);
            continue;
        }
        size_t count = 0;
        for (size_t at = line.find(' '); at < line.size(); at = line.find(' ', at + 1)) {
            float number = 0.0F;
            if (std::from_chars(line.data() + at + 1, line.data() + line.size(), number).ec
                == std::errc()) {
                vectors.numbers.push_back(number);
                ++count;
            }
        }
        vectors.size = count;
        line.clear();
    }
    if (file != nullptr)
        std::fclose(file);
    return vectors;
}

double seconds(const std::function<void()>& work)
{
    QElapsedTimer clock;
    clock.start();
    work();
    return double(clock.nsecsElapsed()) / 1e9;
}

void measureMaps(const core::VectorsView& vectors)
{
    std::printf("%zu vectors of %zu numbers\n", vectors.count, vectors.size);
    std::printf("principal components  %8.3f s\n",
                seconds([&] { core::principalComponents(vectors); }));
    std::optional<core::Tsne> tsne;
    const double start = seconds([&] { tsne.emplace(vectors, core::TsneOptions()); });
    const double steps = seconds([&] { tsne->step(750); });
    std::printf("t-SNE, 750 iterations %8.2f s, of them %.2f s for neighbours\n", start + steps,
                start);
    const core::NearestRows map
        = core::nearestRows(core::VectorsView(tsne->points(), 2), 50, {}, 1);
    std::printf("recall of neighbours  %8.4f of 10, %.4f of 50\n",
                core::neighbourRecall(tsne->nearest(), map, 10),
                core::neighbourRecall(tsne->nearest(), map, 50));
}

void measureFrames(int points)
{
    constexpr int kFrames = 40;
    ui::MapPicture picture;
    picture.resize(1400, 900);
    std::mt19937_64 random(2);
    std::normal_distribution<float> bell;
    core::MapPoints places(size_t(2 * points));
    QStringList labels;
    for (float& each : places)
        each = bell(random);
    std::vector<std::string> names;
    for (int i = 0; i < points; ++i) {
        labels << QStringLiteral("word%1").arg(i);
        names.push_back("class " + std::to_string(i % 6));
    }
    picture.setPoints(places, labels);
    picture.setColouring(ui::MapColouring::byNames(QStringLiteral("class"), names));
    QPixmap frame(picture.size());
    std::vector<double> times;
    for (int i = 0; i < kFrames; ++i) {
        for (float& each : places)
            each *= 1.001F;
        times.push_back(seconds([&] {
            picture.movePoints(places);
            picture.render(&frame);
        }));
    }
    std::sort(times.begin(), times.end());
    std::printf("%7d moving points   %8.1f ms a frame (median), %.1f ms (slowest)\n", points,
                1000.0 * times[kFrames / 2], 1000.0 * times.back());
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const ui::Theme theme;
    const Vectors vectors = argc > 1 ? readVectors(argv[1]) : drawnVectors(10000);
    measureMaps(core::VectorsView(vectors.numbers, vectors.size));
    for (const int points : {2000, 10000, 100000})
        measureFrames(points);
    return 0;
}
