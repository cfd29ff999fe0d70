#pragma once

#include "core/base/error.h"
#include "core/data/preview.h"
#include "task_columns.h"
#include "tests/support/test_case.h"

/// The preview of `spec`, after checking that training reads what the preview accepts: the same
/// rows, the same classes.
inline core::DataPreview agreedPreview(const core::DataSpec& spec)
{
    const core::DataPreview preview = core::previewData(tasks::kLabelled, spec, {});
    if (!preview.problems.empty())
        return preview;
    try {
        const tasks::Loaded data = tasks::loadData(preview.spec, {});
        const auto rows
            = [](const tasks::Rows& texts) { return static_cast<int64_t>(texts.size()); };
        [&] {
            QCOMPARE(rows(data.train), preview.trainRows);
            QCOMPARE(rows(data.valid), preview.validRows);
            QCOMPARE(rows(data.test), preview.testRows);
            QCOMPARE(data.classes.size(), preview.classes.size());
            for (size_t i = 0; i < data.classes.size(); ++i)
                QCOMPARE(data.classes[i], preview.classes[i].name);
        }();
    } catch (const core::Error& error) {
        QTest::qFail(
            ("The preview accepts what training refuses: " + error.failure().sentence()).c_str(),
            __FILE__, __LINE__);
    }
    return preview;
}
