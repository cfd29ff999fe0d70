#pragma once

#include "tests/support/test_case.h"
#include "tests/ui/views_sample.h"
#include "ui/runs/run_list_model.h"

/// Runs as the list of runs has them.
namespace listed {

/// Some settings, and how often they were read.
struct Settings {
    static inline int reads = 0;

    static std::vector<core::SettingValue> valuesOf(const core::ExperimentSpec& spec)
    {
        ++reads;
        const auto rate = spec.training.optimiser.options.value("learning_rate", 0.001);
        return {{"name", spec.name + std::to_string(reads)}, // never worth a word
                {"task.kind", spec.task.kind},
                {"data.sample.kind", spec.data.sample.kind},
                {"model.network.kind", spec.model.network.kind},
                {"model.network.dropout", "0.5"},
                {"model.embedding.dropout", "0.25"},
                {"training.optimiser.kind", spec.training.optimiser.kind},
                {"training.optimiser.learning_rate", core::Json(rate).dump()},
                {"training.epochs", std::to_string(spec.training.epochs)}};
    }
    static std::vector<core::SettingDifference> compare(
        const std::vector<core::SettingValue>& base, const std::vector<core::SettingValue>& other)
    {
        std::vector<core::SettingDifference> all;
        for (size_t i = 0; i < base.size(); ++i)
            if (base[i].value != other[i].value)
                all.push_back({base[i].path, base[i].value, other[i].value});
        return all;
    }
    static ui::SettingSource source() { return {valuesOf, compare}; }
};

inline std::vector<ui::RunRow> rows()
{
    std::vector<ui::RunRow> rows{sample::row("lstm", 0),
                                 sample::row("gru", 1, core::RunState::Stopped),
                                 sample::row("transformer", 2, core::RunState::Running),
                                 sample::row("broken", 3, core::RunState::Fresh)};
    rows[1].summary.spec.model.network.kind = "gru";
    rows[1].summary.spec.training.epochs = 8;
    rows[1].summary.spec.training.monitor = "valid_accuracy";
    rows[1].summary.spec.training.optimiser = {"sgd", {{"learning_rate", 0.01}}};
    rows[0].deletable = rows[1].deletable = rows[2].deletable = true;
    rows[1].summary.bestValue = 0.871;
    rows[2].live = true;
    rows[2].summary.bestEpoch = 0;
    rows[3].summary.problem = {"%1 is missing.", {"spec.json"}};
    return rows;
}

} // namespace listed
