#include "core/exchange/fasttext_model.h"
#include "core/exchange/pickle.h"
#include "core/exchange/pytorch_file.h"
#include "core/exchange/safetensors.h"
#include "core/exchange/safetensors_header.h"
#include "core/exchange/vectors.h"
#include "tests/fuzz/target.h"
#include "tests/support/binary_vectors.h"

#include <cmath>

namespace fuzz {

namespace {

const std::string kStateDict
    = std::string("\x80\x02}X\1\0\0\0wctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storage"
                  "ctorch\nFloatStorage\nX\1\0\0\0"
                  "0X\3\0\0\0cpuK\1tQK\0(K\1t(K\1t\x89}tRs.",
                  110);

/// A header and, in its first byte, how many bytes of data follow it.
void readHeader(std::string_view input)
{
    if (input.empty())
        return;
    const uint64_t dataBytes = static_cast<unsigned char>(input[0]);
    expectSentence([&] {
        const auto header = core::safetensors::parseHeader(input.substr(1), dataBytes, "f");
        uint64_t end = 0;
        for (const core::safetensors::Entry& entry : header.entries) {
            require(entry.begin == end && entry.end >= entry.begin, "tensors lie side by side");
            end = entry.end;
            for (const int64_t size : entry.shape)
                require(size >= 0, "no size is negative");
        }
        require(end == dataBytes, "tensors cover the data");
    });
}

/// A whole file: its frame, header, data and hash.
void readTensors(std::string_view input)
{
    static MemoryFile file;
    file.write(input);
    expectSentence([] {
        for (const auto& [name, tensor] : core::readSafetensors(file.path()).tensors)
            require(tensor.is_contiguous() && tensor.numel() >= 0, "a tensor is whole");
    });
}

/// A file of torch.save() in either form; in the same file what lies in it.
void readPytorch(std::string_view input)
{
    static MemoryFile file;
    file.write(input);
    expectSentence([] {
        const core::TensorFile shapes
            = core::readPytorchFile(file.path(), core::TensorContents::ShapesOnly);
        const core::TensorFile values = core::readPytorchFile(file.path());
        require(shapes.tensors.size() == values.tensors.size(), "each tensor has numbers");
        for (size_t i = 0; i < values.tensors.size(); ++i)
            require(values.tensors[i].second.sizes() == shapes.tensors[i].second.sizes()
                        && values.tensors[i].second.is_contiguous(),
                    "a tensor is whole");
    });
}

void readPickle(std::string_view input)
{
    expectSentence([&] {
        const core::pickle::Reading reading = core::pickle::read(input, "f");
        require(reading.root != nullptr && reading.bytes <= input.size(), "it has a value");
    });
}

/// A state dict with a tensor of one number, as torch.save() wrote it before PyTorch 1.6.
std::string oldStateDict()
{
    using namespace std::string_literals;
    const std::string names = "\x80\x02]X\1\0\0\0"
                              "0a."s;
    return "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03."s
           "\x80\x02}."s
        + kStateDict + names + "\1\0\0\0\0\0\0\0\0\0\x80?"s;
}

/// Text or binary, whole and for the words of a vocabulary.
void readVectors(std::string_view input)
{
    static MemoryFile file;
    file.write(input);
    expectSentence([] { core::vectorDimension(file.path()); });
    expectSentence([] {
        const core::WordVectors all = core::readVectors(file.path(), {});
        require(all.values.size() == all.words.size() * static_cast<size_t>(all.dimension),
                "each word has a vector");
    });
    expectSentence([] {
        const core::VectorTable table = core::loadVectors(file.path(), {"the", ". . .", ""}, 2, {});
        require(table.values.size() == 6 && table.covered.size() == 3, "a row for each word");
        for (const float value : table.values)
            require(std::isfinite(value), "vectors are finite");
    });
}

/// A model of fastText as a whole, and the vectors of its words.
void readModel(std::string_view input)
{
    static MemoryFile file;
    file.write(input);
    expectSentence([&] {
        const core::FastTextModel model = core::readFastText(file.path());
        require(model.input.size() + model.output.size() <= input.size() / sizeof(float),
                "matrices come from the file");
        const core::WordVectors vectors = core::wordVectors(model);
        require(vectors.words.size() == model.words.size(), "each word has a vector");
    });
}

std::string framed(const std::string& header, const std::string& data)
{
    const auto length = static_cast<uint64_t>(header.size());
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

} // namespace

std::vector<Target> exchangeTargets()
{
    const std::string header
        = R"({"__metadata__":{"a":"b"},"x":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
          R"("y":{"dtype":"BOOL","shape":[3],"data_offsets":[8,11]}})";
    return {
        {"safetensors_header", &readHeader, {'\x0B' + header, std::string("\0{}", 3)}},
        {"safetensors", &readTensors, {framed(header, std::string(11, '\1')), framed("{}", {})}},
        {"pickle", &readPickle, {kStateDict}},
        {"pytorch_file", &readPytorch, {oldStateDict()}},
        {"vectors", &readVectors, {"3 2\nthe 0.5 1\nof -2 1e-3\n. . . 4 5\n", "the 1 2\n"}},
        {"vectors_binary",
         &readVectors,
         {support::word2vecBytes({{"the", {0.5F, 1}}, {"of", {-2, 1e-3F}}}, "\n"),
          support::word2vecBytes({{"the", {0.5F, 1}}, {"of", {-2, 1e-3F}}}, "")}},
        {"vectors_fasttext", &readVectors, {support::FastTextParts().joined()}},
        {"fasttext_model", &readModel, {support::FastTextParts().joined()}}};
}

} // namespace fuzz
