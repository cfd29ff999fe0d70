#include "core/data/data_source.h"

#include "core/base/error.h"

namespace core {

void checkOneSource(const DataSpec& spec)
{
    if (spec.sample.kind == "none")
        return;
    for (const auto* paths : {&spec.train, &spec.valid, &spec.test, &spec.trainTarget,
                              &spec.validTarget, &spec.testTarget})
        if (!paths->empty())
            throw Error(ErrorCode::BadSetting,
                        {"The settings name two sources of data: the sample \"%1\" and the file "
                         "%2.",
                         {shown(spec.sample.kind), paths->front()}},
                        {"Keep one of them: with data.sample=none the files are read; without "
                         "data.train, data.valid and data.test the sample is made.",
                         {}});
}

} // namespace core
