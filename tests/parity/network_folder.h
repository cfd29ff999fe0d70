#pragma once

#include "core/base/atomic_file.h"
#include "core/base/json.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

/// A network and what it computes, as parity_cases.py reads them.
namespace parity {

/// Adds something to fresh weights, so that nothing is zero that need not be: of a table of
/// vectors the row of padding.
inline void scatter(torch::nn::Module& network)
{
    const torch::NoGradGuard noGradient;
    for (const auto& item : network.named_parameters()) {
        torch::Tensor value = item.value();
        value.add_(torch::randn_like(value) * 0.1);
        if (item.key().ends_with("embedding.weight") || item.key().ends_with("bigrams.weight"))
            value[0].zero_();
    }
}

/// All parameters, one after another.
inline torch::Tensor joinedParameters(const torch::nn::Module& network)
{
    std::vector<torch::Tensor> parts;
    for (const torch::Tensor& parameter : network.parameters())
        parts.push_back(parameter.detach().flatten());
    return torch::cat(parts).clone();
}

/// Likewise; zero where nothing was computed.
inline torch::Tensor joinedGradients(const torch::nn::Module& network)
{
    std::vector<torch::Tensor> parts;
    for (const torch::Tensor& parameter : network.parameters())
        parts.push_back(
            (parameter.grad().defined() ? parameter.grad() : torch::zeros_like(parameter))
                .flatten());
    return torch::cat(parts).clone();
}

/// Twenty updates by the gradients that `backward` computes anew each time.
template <class Optimiser, class Backward>
void updateTwentyTimes(Optimiser& optimiser, const Backward& backward)
{
    for (int update = 0; update < 20; ++update) {
        backward();
        optimiser.step();
    }
}

/// The folder of one case: what Python needs, and what it is to find.
class NetworkFolder {
public:
    explicit NetworkFolder(const std::filesystem::path& folder) : m_folder(folder)
    {
        std::filesystem::create_directories(folder);
    }

    /// The numbers as they lie in memory.
    void store(const char* name, const torch::Tensor& tensor) const
    {
        const torch::Tensor whole = tensor.detach().contiguous();
        core::writeFileAtomically(
            m_folder / name,
            std::string_view(static_cast<const char*>(whole.data_ptr()), whole.nbytes()));
    }

    /// @param manifest  what else Python is to know.
    template <class Network> void storeNetwork(const Network& network, core::Json manifest) const
    {
        manifest["parameters"] = core::Json::array();
        for (const auto& item : network.named_parameters())
            manifest["parameters"].push_back(
                {{"name", item.key()}, {"shape", item.value().sizes().vec()}});
        core::writeFileAtomically(m_folder / "manifest.json", manifest.dump());
        core::writeFileAtomically(m_folder / "source.py", network.pythonSource());
        store("weights.bin", joinedParameters(network));
    }

private:
    std::filesystem::path m_folder;
};

} // namespace parity
