#include "core/exchange/safetensors.h"
#include "core/exchange/safetensors_header.h"
#include "core/exchange/vectors.h"
#include "tests/fuzz/target.h"

#include <cmath>

namespace fuzz {

namespace {

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

void readVectors(std::string_view input)
{
    static MemoryFile file;
    file.write(input);
    expectSentence([] {
        const core::VectorTable table = core::loadVectors(file.path(), {"the", ". . .", ""}, 2, {});
        require(table.values.size() == 6 && table.covered.size() == 3, "a row for each word");
        for (const float value : table.values)
            require(std::isfinite(value), "vectors are finite");
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
        {"vectors", &readVectors, {"3 2\nthe 0.5 1\nof -2 1e-3\n. . . 4 5\n", "the 1 2\n"}}};
}

} // namespace fuzz
