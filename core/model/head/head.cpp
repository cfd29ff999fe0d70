#include "core/model/head/head.h"

#include "core/base/error.h"
#include "core/model/python_text.h"

namespace core {

HeadEntry classHead();
HeadEntry numberHead();
HeadEntry tagHead();
HeadEntry crfHead();
HeadEntry nextTokenHead();

const std::vector<HeadEntry>& headEntries()
{
    static const std::vector<HeadEntry> entries
        = {classHead(), numberHead(), tagHead(), crfHead(), nextTokenHead()};
    return entries;
}

const HeadEntry& findHead(const std::string& id)
{
    for (const HeadEntry& head : headEntries())
        if (head.id == id)
            return head;
    throw Error(ErrorCode::Internal, {"There is no head named \"%1\".", {id}});
}

torch::Tensor Head::choiceTerm(const torch::Tensor&, const torch::Tensor&)
{
    throw Error(ErrorCode::Internal, {"This head draws nothing.", {}});
}

std::string Head::pythonNetwork(bool readsWords) const
{
    return filledIn(R"(

class Network(nn.Module):
    """An encoder with a head on it."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.head = Head()

    def forward(self, ids, lengths<<words>>):
        places = torch.arange(ids.size(1), device=ids.device)
        mask = places < lengths.to(ids.device).unsqueeze(1)
        return self.head(self.encoder(ids, lengths, mask<<words>>), mask)
)",
                    {{"words", readsWords ? ", words" : ""}});
}

} // namespace core
