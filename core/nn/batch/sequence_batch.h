#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// The distinct words of a batch as they are written: what looks into words works on each once,
/// however often it occurs. Word 0 stands at padding and is none of them.
struct WordForms {
    torch::Tensor ofToken; ///< [batch, length] int64: which word; on the device.
    torch::Tensor characters; ///< [words, longest] int64, padded with 0; on the device.
    torch::Tensor lengths; ///< [words] int64, on the CPU; each at least 1.
    torch::Tensor cases; ///< [words] int64: how each is capitalised; on the device.
    /// [words, columns] int64: the values of further columns of the data; on the device. Undefined
    /// where there are no such columns.
    torch::Tensor features{};
};

/// Numbers of texts as they are on the CPU, on `device`: made there where all are equal.
/// @param lengths [batch] int64
torch::Tensor lengthsOn(torch::Device device, const torch::Tensor& lengths);

/// A batch of token sequences of different lengths.
struct SequenceBatch {
    torch::Tensor ids; ///< [batch, length] int64, padded with kPadId at the end; on the device.
    torch::Tensor lengths; ///< [batch] int64, on the CPU; true lengths, each at least 1.
    std::shared_ptr<const WordForms> words{}; ///< Null where nothing looks into words.
    /// On the device of `ids`: what each text is written for (conditionsOf()); undefined: for none.
    torch::Tensor classes{};
    /// [batch, length] what the vectors of the tokens are multiplied by; undefined: 1. Derivatives
    /// by them are gradient x input of each token.
    torch::Tensor factors{};

    /// Whether there is no padding.
    bool isFull() const { return lengths.eq(ids.size(1)).all().item<bool>(); }
    /// "32 x 100"
    std::string shape() const
    {
        return std::to_string(ids.size(0)) + " x " + std::to_string(ids.size(1));
    }
    /// [batch, length] bool on the device of `ids`: true = real token.
    torch::Tensor mask() const
    {
        const auto places = torch::arange(ids.size(1), ids.options());
        return places.unsqueeze(0) < lengthsOn(ids.device(), lengths).unsqueeze(1);
    }
};

/// The ids of one text; borrowed.
using IdRow = std::span<const int32_t>;

/// As WordForms, before they become tensors.
struct PaddedWords {
    std::vector<int64_t> ofToken; ///< [rows, longest row]
    int64_t longest = 0; ///< Characters.
    std::vector<int64_t> characters; ///< [words, longest]
    std::vector<int64_t> lengths, cases; ///< [words]
    std::vector<int64_t> features{}; ///< [words, columns]; empty: there are no such columns.
};

/// Rows side by side, padded with 0 to the longest, before they become tensors: made on any thread.
struct PaddedIds {
    int64_t longest = 0;
    std::vector<int64_t> ids; ///< [rows, longest]
    std::vector<int64_t> lengths; ///< [rows]
    std::optional<PaddedWords> words{};
};

/// @param before, after  ids put in front of and behind every row; none where negative.
/// @pre every row holds at least one id, counting those.
PaddedIds paddedIds(std::span<const IdRow> rows, int64_t before = -1, int64_t after = -1);

/// The same numbers as tensors; on the CPU in the same memory.
SequenceBatch sequenceBatch(PaddedIds padded, torch::Device device);

/// Both at once.
SequenceBatch paddedBatch(std::span<const IdRow> rows, torch::Device device, int64_t before = -1,
                          int64_t after = -1);

/// The numbers [count] int64 on the CPU; nothing is copied.
inline torch::Tensor tensorOf(std::vector<int64_t> numbers)
{
    const auto owner = std::make_shared<std::vector<int64_t>>(std::move(numbers));
    return torch::from_blob(
        owner->data(), {static_cast<int64_t>(owner->size())}, [owner](void*) {}, torch::kInt64);
}

/// `data` of the CPU on `device`; itself where that is the CPU. To CUDA it goes through pinned
/// memory without waiting: the copy runs beside the computing, which is queued behind it, and
/// LibTorch keeps the memory until it is done.
/// @throws Error{Internal} while there is a NothingSent.
torch::Tensor sentTo(torch::Device device, const torch::Tensor& data);

/// While it lives, sentTo() of the calling thread must not be called for a GPU: what it would send
/// belongs to one batch.
class NothingSent {
public:
    NothingSent();
    NothingSent(const NothingSent&) = delete;
    NothingSent& operator=(const NothingSent&) = delete;
    ~NothingSent();
};

} // namespace core
