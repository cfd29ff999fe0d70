#pragma once

#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/options.h"

namespace core {

/// Options of every optimiser that keeps a mean and a mean square of the gradient.
struct AdamOptions {
    double learningRate = 0.001;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weightDecay = 0.0;
    bool amsgrad = false; ///< Adam and AdamW only.
};

/// The five that all of them describe alike.
inline Schema<AdamOptions> adamSchema(const std::string& decay)
{
    return Schema<AdamOptions>()
        .add(&AdamOptions::learningRate, learningRateOption())
        .add(&AdamOptions::weightDecay, weightDecayOption(decay))
        .add(&AdamOptions::beta1, beta1Option())
        .add(&AdamOptions::beta2, beta2Option())
        .add(&AdamOptions::epsilon, epsilonOption());
}

inline OptionDescription amsgradOption()
{
    return {.name = "amsgrad",
            .label = "AMSGrad",
            .help = "Training gets worse late in the run: divides by the largest mean square seen "
                    "so far, so that steps never grow again.",
            .advanced = true};
}

enum class Decay { IntoGradient, Decoupled };

/// Adam (Kingma & Ba 2015, arXiv:1412.6980) with weight decay in the gradient, or AdamW
/// (Loshchilov & Hutter 2019, arXiv:1711.05101) with decay apart from it; AMSGrad after Reddi et
/// al. (2018). The order of operations is that of torch.optim.
class Adam : public Optimiser {
public:
    Adam(const AdamOptions& options, Decay decay, std::vector<torch::Tensor> parameters);

private:
    void update(size_t index, torch::Tensor& parameter, const ScaledGradient& gradient,
                double learningRate) override;

    AdamOptions m_options;
    Decay m_decay;
    size_t m_mean = 0, m_square = 0, m_largest = 0;
};

} // namespace core
