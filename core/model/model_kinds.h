#pragma once

#include "core/experiment/spec.h"

#include <string>
#include <vector>

namespace core {

/// The registry that has the networks of a task.
enum class NetworkFamily {
    Encoder, ///< An encoder with a head (model/encoder, model/head).
    Translator, ///< An encoder-decoder (model/translators).
    WordVectors ///< A table of word vectors with its own way to learn (model/word_vectors).
};

/// The parts of a task's networks.
struct TaskNetworks {
    std::string task;
    NetworkFamily family = NetworkFamily::Encoder;
    std::string head; ///< That an encoder gets.
};

/// Family "network": each with those of `tasks` that it serves.
std::vector<KindDescription> networkKinds(const std::vector<TaskNetworks>& tasks = {});
std::vector<KindDescription> poolingKinds(); ///< Family "pooling": the sentence vector.
std::vector<KindDescription> attentionKinds(); ///< Family "attention": scores of a decoder.
std::vector<KindDescription> initialisationKinds(); ///< Family "initialisation".

/// Rules of a network that concern several fields (heads divide the dimension ...).
/// @pre the spec's selections are complete.
std::vector<Problem> checkModel(const ModelSpec& spec);

} // namespace core
