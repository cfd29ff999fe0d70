#pragma once

#include "core/train/run_folder.h"
#include "ui/view/view_context.h"

#include <cmath>
#include <random>

namespace sample {

/// How a made-up run learns.
struct Course {
    int epochs = 5;
    int updatesPerEpoch = 200;
    double learningRate = 0.001;
    double overfit = 0.0; ///< How fast validation loss rises again.
    unsigned seed = 1;
};

inline core::UpdateReport update(const Course& course, int64_t step, std::mt19937& random)
{
    std::normal_distribution<double> noise(0.0, 1.0);
    const double epochs = double(step) / course.updatesPerEpoch;
    core::UpdateReport report;
    report.step = step;
    report.epoch = (step - 1) / course.updatesPerEpoch + 1;
    report.epochPosition = epochs;
    report.loss = std::max(0.01, 0.12 + 0.58 * std::exp(-epochs / 1.4) + 0.07 * noise(random));
    report.scores
        = {{"accuracy",
            std::clamp(0.96 - 0.46 * std::exp(-epochs / 1.2) + 0.05 * noise(random), 0.0, 1.0)}};
    const double progress = double(step) / (course.epochs * course.updatesPerEpoch);
    report.learningRate = course.learningRate * std::min(1.0, progress / 0.1)
        * (0.5 + 0.5 * std::cos(3.14159265 * progress));
    report.gradientNorm = 0.6 * std::exp(0.5 * noise(random));
    report.clipped = report.gradientNorm > 1.0;
    report.tokens = step * 64 * 23;
    report.seconds = double(step) * 0.118;
    report.tokensPerSecond = 12400.0 + 300.0 * noise(random);
    return report;
}

inline core::EpochReport epoch(const Course& course, int64_t number)
{
    core::EpochReport report;
    report.epoch = number;
    report.step = number * course.updatesPerEpoch;
    report.trainLoss = 0.12 + 0.58 * std::exp(-double(number) / 1.4);
    const double accuracy = 0.96 - 0.46 * std::exp(-double(number) / 1.2);
    const double validAccuracy = accuracy - 0.03 - 0.4 * course.overfit * double(number);
    report.trainScores = {{"accuracy", accuracy}};
    report.validLoss = report.trainLoss + 0.05 + course.overfit * double(number) * double(number);
    report.validScores = {{"accuracy", validAccuracy}, {"macro_f1", validAccuracy - 0.01}};
    report.tokens = report.step * 64 * 23;
    report.seconds = double(report.step) * 0.118;
    return report;
}

inline core::RunHistory history(const Course& course)
{
    core::RunHistory history;
    std::mt19937 random(course.seed);
    double best = 1e9;
    for (int64_t step = 1; step <= int64_t(course.epochs) * course.updatesPerEpoch; ++step) {
        history.updates.push_back(update(course, step, random));
        if (step % course.updatesPerEpoch != 0)
            continue;
        history.epochs.push_back(epoch(course, step / course.updatesPerEpoch));
        core::EpochReport& last = history.epochs.back();
        last.best = last.validLoss < best;
        best = std::min(best, last.validLoss);
    }
    return history;
}

/// Four updates, the third without a finite loss, and one epoch.
inline core::RunHistory smallHistory()
{
    core::RunHistory history;
    const double losses[] = {1.0, 2.0, std::nan(""), 4.0};
    for (int i = 0; i < 4; ++i) {
        core::UpdateReport update;
        update.step = i + 1;
        update.epoch = 1;
        update.epochPosition = 0.25 * (i + 1);
        update.loss = losses[i];
        update.scores = {{"accuracy", 0.5}};
        update.learningRate = 0.001;
        update.gradientNorm = 1.0 + i;
        update.tokens = 100 * (i + 1);
        update.seconds = 0.5 * (i + 1);
        update.tokensPerSecond = 200.0;
        update.clipped = i == 3;
        history.updates.push_back(update);
    }
    core::EpochReport epoch;
    epoch.epoch = 1;
    epoch.step = 4;
    epoch.trainLoss = 2.5;
    epoch.trainScores = {{"accuracy", 0.5}};
    epoch.validLoss = 1.75;
    epoch.validScores = {{"accuracy", 0.625}, {"macro_f1", 0.6}};
    epoch.tokens = 400;
    epoch.seconds = 2.25;
    epoch.best = true;
    history.epochs.push_back(epoch);
    return history;
}

/// A translator's: scheduled sampling, and scores of its translations.
inline core::RunHistory translationHistory()
{
    core::RunHistory all = history({});
    const auto steps = double(all.updates.size());
    for (core::UpdateReport& report : all.updates)
        report.teacherForcing = 1.0 - 0.75 * double(report.step) / steps;
    for (core::EpochReport& report : all.epochs) {
        const double left = std::exp(-double(report.epoch) / 1.5);
        report.validScores = {{"accuracy", core::scoreValue(report.validScores, "accuracy")},
                              {"bleu", 96.0 * (1.0 - left)},
                              {"chrf", 98.0 * (1.0 - left)},
                              {"alignment_error_rate", 0.02 + 0.9 * left}};
    }
    return all;
}

inline ui::RunRow row(const std::string& name, int colourIndex,
                      core::RunState state = core::RunState::Completed)
{
    ui::RunRow row;
    row.id = QString::fromStdString("/runs/" + name);
    row.summary.path = "/runs/" + name;
    row.summary.name = name;
    row.summary.state = state;
    row.summary.epochs = 5;
    row.summary.steps = 1000;
    row.summary.bestEpoch = 3;
    row.summary.bestValue = 0.4123;
    row.summary.seconds = 118.0;
    row.colourIndex = colourIndex;
    return row;
}

} // namespace sample
