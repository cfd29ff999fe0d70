#include "tests/core/train/small_run.h"

#include <cstdio>

/// train_small_run SPEC RUN: begins the run, or resumes it where there is one already.
int main(int count, char** arguments)
{
    if (count != 3)
        return 2;
    const std::filesystem::path run = arguments[2];
    const core::EndReport end = core::isRunFolder(run)
        ? small::resume(run)
        : small::train(core::readSpec(arguments[1]), run);
    if (end.failure)
        std::fprintf(stderr, "%s\n", end.failure->sentence().c_str());
    return end.state == core::RunState::Completed ? 0 : 1;
}
