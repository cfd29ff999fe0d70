#include "core/model/head/head.h"

#include "core/base/error.h"
#include "core/base/python_piece.h"

namespace core {

HeadEntry classHead();
HeadEntry numberHead();
HeadEntry tagHead();
HeadEntry crfHead();
HeadEntry spanHead();
HeadEntry nextTokenHead();
HeadEntry maskedTokenHead();
HeadEntry neighbourTokenHead();

const std::vector<HeadEntry>& headEntries()
{
    static const std::vector<HeadEntry> entries
        = {classHead(), numberHead(),    tagHead(),         crfHead(),
           spanHead(),  nextTokenHead(), maskedTokenHead(), neighbourTokenHead()};
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

std::string Head::pythonNetwork(const Json& words) const
{
    return pythonPiece("heads/network", {{"WORDS", words}});
}

} // namespace core
