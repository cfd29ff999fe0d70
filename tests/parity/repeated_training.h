#pragma once

#include "core/base/atomic_file.h"
#include "core/data/corpus.h"
#include "core/task/batch_plan.h"
#include "core/task/task_kinds.h"
#include "core/train/open_run.h"
#include "tests/core/train/small_run.h"
#include "tests/support/test_case.h"

/// Trainings that Python repeats, as repeated_training.py reads them.
namespace parity {

/// The folder of one case, and a run that is trained for it.
class RepeatedTraining {
public:
    /// Trains; module/ becomes the network before its first update.
    RepeatedTraining(const core::ExperimentSpec& spec, std::filesystem::path folder)
        : m_spec(spec), m_folder(std::move(folder))
    {
        std::filesystem::create_directories(m_folder);
        core::TrainingListener listener;
        listener.started = [&](const core::StartReport&) {
            core::exportRun(run(), "last", "python", m_folder / "module");
        };
        core::RunControl control;
        const core::EndReport end = core::train(spec, run(), control, listener);
        if (end.state != core::RunState::Completed)
            qFatal("%s", small::sentence(end));
        for (const core::UpdateReport& update : core::readRunHistory(run()).updates)
            m_losses.push_back(update.loss);
    }

    std::filesystem::path run() const
    {
        return std::filesystem::path(m_place.path().toStdString()) / "run";
    }
    size_t updates() const { return m_losses.size(); }

    core::Corpus data() const
    {
        return core::loadCorpus(m_spec.data, core::columnsOfTask(m_spec.task), core::Monitor());
    }

    /// The batches of all epochs of texts of these lengths, as the training makes them.
    core::Json batches(const std::vector<int32_t>& lengths) const
    {
        core::Json batches = core::Json::array();
        for (int64_t epoch = 1; epoch <= m_spec.training.epochs; ++epoch) {
            const core::BatchPlan plan = core::planEpoch(lengths, {m_spec.training.batchSize, 0},
                                                         m_spec.training.seed, epoch);
            for (int64_t i = 0; i < plan.batchCount(); ++i)
                batches.push_back(std::vector<int32_t>(plan.batch(i).begin(), plan.batch(i).end()));
        }
        return batches;
    }

    /// training.json: what every case has, and `more`.
    void store(const core::Json& more) const
    {
        core::Json training{
            {"learning_rate", m_spec.training.optimiser.options.at("learning_rate")},
            {"clip_norm", m_spec.training.clipNorm},
            {"losses", m_losses}};
        training.update(more);
        core::writeFileAtomically(m_folder / "training.json", training.dump());
    }

private:
    core::ExperimentSpec m_spec;
    std::filesystem::path m_folder;
    QTemporaryDir m_place;
    core::Json m_losses = core::Json::array();
};

} // namespace parity
