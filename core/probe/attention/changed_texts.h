#pragma once

#include "core/probe/attention/attention_changes.h"
#include "core/probe/states/live_encoder.h"

#include <span>
#include <vector>

namespace core {

/// Texts side by side, as the model is given them.
/// @pre one text alone where its words are looked into.
SequenceBatch batchOfTexts(const LiveEncoder& model,
                           std::span<const LiveEncoder::Text* const> texts);

/// Self-attention and pooling of the first text of what was opened.
std::vector<AttentionMap> attentionMaps(const OpenedNetwork& opened);

/// The outputs of each text of a batch by itself, as the head gives those of one text:
/// [1, outputs], [tokens, outputs] or [1, tokens, outputs].
std::vector<torch::Tensor> byText(const torch::Tensor& outputs, const torch::Tensor& lengths);

/// One text once with each change: its outputs, in the order of `planned`.
std::vector<torch::Tensor> outputsChanged(const LiveEncoder& model, const LiveEncoder::Text& text,
                                          const std::vector<PlannedChange>& planned,
                                          const Monitor& monitor);

/// The text without each of its tokens in turn. @pre at least two tokens.
std::vector<torch::Tensor> outputsWithout(const LiveEncoder& model, const LiveEncoder::Text& text);

} // namespace core
