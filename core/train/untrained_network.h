#pragma once

#include "core/base/monitor.h"
#include "core/experiment/spec.h"
#include "core/probe/live_model.h"

#include <memory>
#include <string>

namespace core {

class TemporaryFolder;

/// The network of a set-up before its first update: the weights from which its training begins, to
/// the bit. Belongs to the compute thread.
///
/// Vocabulary and answers are learned from the training data when these, the settings of text or
/// the task are new, which takes as long as at the start of a training; another network for the
/// same data takes milliseconds.
class UntrainedNetwork {
public:
    UntrainedNetwork();
    ~UntrainedNetwork();

    /// It stays valid until the next call. Its step and epoch are 0. Draws no random number of the
    /// surrounding program.
    /// @throws Error{BadData, BadSetting, FileMissing, FileMalformed, FileUnwritable, Cancelled}.
    LiveModel& open(const ExperimentSpec& spec, const Monitor& monitor);

private:
    /// @return whether it was necessary.
    bool learn(const ExperimentSpec& spec, const Monitor& monitor);

    ExperimentSpec m_learned; ///< Its settings of data, text and task,
    std::string m_stamps; ///< and the state of its files.
    std::unique_ptr<TemporaryFolder> m_folder; ///< Vocabulary and answers; null: none yet.
    ExperimentSpec m_spec; ///< That of m_model.
    std::unique_ptr<LiveModel> m_model;
};

/// A new folder with the vocabulary and the answers that a training would learn from the data.
/// @throws Error as UntrainedNetwork::open().
std::unique_ptr<TemporaryFolder> learnedFolder(const ExperimentSpec& spec, const Monitor& monitor);

/// Whether two set-ups begin with the same network: they differ in nothing but name and training.
bool beginAlike(const ExperimentSpec& a, const ExperimentSpec& b);

} // namespace core
