#include "core/nn/layers/dropout.h"

#include "core/nn/kernels/second_derivative.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>

namespace core {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr int64_t kPart = int64_t{1} << 15; ///< Elements that a thread takes at a time.

class Dropout : public torch::autograd::Function<Dropout> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& input,
                                 const DropoutMask& mask, const torch::Tensor& marks)
    {
        context->saved_data["probability"] = mask.probability;
        context->saved_data["key"] = static_cast<int64_t>(mask.key);
        context->saved_data["marks"] = marks;
        return dropped(input, mask, marks);
    }
    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        refuseSecondDerivative();
        const DropoutMask mask{context->saved_data["probability"].toDouble(),
                               static_cast<uint64_t>(context->saved_data["key"].toInt())};
        return {dropped(gradients[0], mask, context->saved_data["marks"].toTensor()),
                torch::Tensor(), torch::Tensor()};
    }

private:
    static torch::Tensor dropped(const torch::Tensor& input, const DropoutMask& mask,
                                 const torch::Tensor& marks)
    {
        const torch::Tensor whole = input.contiguous();
        torch::Tensor result = torch::empty_like(whole);
        const int64_t rows = marks.numel();
        if (whole.numel() == 0)
            return result;
        const int64_t columns = whole.numel() / rows;
        const int64_t rowsOfPart = std::max<int64_t>(1, kPart / columns);
        runTasks((rows + rowsOfPart - 1) / rowsOfPart,
                 [&, out = result.data_ptr<float>(), in = whole.data_ptr<float>(),
                  mark = marks.data_ptr<int64_t>()](int64_t task) {
                     const int64_t first = task * rowsOfPart, begin = first * columns;
                     applyDropout(out + begin, in + begin, std::min(rowsOfPart, rows - first),
                                  columns, mask, mark + first);
                 });
        return result;
    }
};

} // namespace

torch::Tensor dropOut(const torch::Tensor& input, double probability, const torch::Tensor& marks)
{
    if (probability == 0.0)
        return input;
    return isFloatOnCpu(input) ? dropOut(input, drawDropoutMask(probability), marks)
                               : torch::dropout(input, probability, true);
}

torch::Tensor dropOut(const torch::Tensor& input, const DropoutMask& mask,
                      const torch::Tensor& marks)
{
    if (mask.probability == 0.0)
        return input;
    return isFloatOnCpu(input) ? Dropout::apply(input, mask, marksOr(marks, input))
                               : torch::dropout(input, mask.probability, true);
}

torch::Tensor lockedDropOut(const torch::Tensor& input, double probability)
{
    if (probability == 0.0)
        return input;
    return input
        * dropOut(torch::ones({input.size(0), 1, input.size(2)}, input.options()), probability);
}

torch::Tensor marksOfTexts(int64_t batch, int64_t places)
{
    torch::Tensor marks = torch::empty({batch * places}, torch::kInt64);
    int64_t* mark = marks.data_ptr<int64_t>();
    for (int64_t text = 0; text < batch; ++text)
        for (int64_t place = 0; place < places; ++place)
            *mark++ = tokenMark(text, place);
    return marks;
}

torch::Tensor marksOr(const torch::Tensor& marks, const torch::Tensor& input)
{
    if (marks.defined())
        return marks;
    int64_t places = 1;
    for (int64_t axis = 1; axis + 1 < input.dim(); ++axis)
        places *= input.size(axis);
    return marksOfTexts(input.size(0), places);
}

torch::Tensor uniformOf(const torch::Tensor& marks)
{
    torch::Tensor numbers = torch::empty(marks.sizes(), torch::kFloat64);
    drawUniform(numbers.data_ptr<double>(), marks.numel(), marks.data_ptr<int64_t>());
    return numbers;
}

} // namespace core
