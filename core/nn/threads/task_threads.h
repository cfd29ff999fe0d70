#pragma once

namespace core {

/// The threads on which runTasks() works when this one calls it: at most `most`, the calling one
/// among them, and fewer while that is quicker because other programs use the machine
/// (team_size.h). Without this, the calling one.
void setTaskThreads(int most);

/// How many there are for the next call; 0 where they were never set.
int taskThreads();

} // namespace core
