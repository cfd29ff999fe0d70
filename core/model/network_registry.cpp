#include "core/model/network_registry.h"

namespace core {

const std::vector<NetworkEntry>& networkEntries()
{
    static const std::vector<NetworkEntry> entries
        = {meanNetwork(), fastTextNetwork(), convolutionalNetwork(), rnnNetwork(),
           lstmNetwork(), gruNetwork(),      transformerNetwork()};
    return entries;
}

} // namespace core
