#include "core/bench/benchmark_work.h"

#include "core/base/error.h"
#include "core/base/schema.h"
#include "core/catalogue/spec_json.h"

namespace core {

const std::vector<BenchmarkEntry>& benchmarkEntries()
{
    static const auto all = [] {
        std::vector<BenchmarkEntry> entries;
        for (const auto& kind : {classifierBenchmarks(), tokenBenchmarks(), translatorBenchmarks()})
            entries.insert(entries.end(), kind.begin(), kind.end());
        return entries;
    }();
    return all;
}

const BenchmarkEntry& benchmarkEntry(const std::string& name)
{
    std::string known;
    for (const BenchmarkEntry& entry : benchmarkEntries()) {
        if (entry.name == name)
            return entry;
        known += (known.empty() ? "" : ", ") + entry.name;
    }
    throw Error(ErrorCode::BadSetting, {"There is no benchmark named \"%1\".", {shown(name)}},
                {"Choose one of: %1.", {known}});
}

ModelSpec benchmarkModel(const Json& network, const EmbeddingSpec& embedding)
{
    ExperimentSpec spec;
    spec.model.embedding = embedding;
    spec.model.network = selectionFromJson(network);
    return completedSpec(spec).model;
}

} // namespace core
