#pragma once

#include "core/model/classifier.h"
#include "core/model/model_entry.h"

namespace core {

using NetworkEntry = ModelEntry<Classifier, NetworkContext>;
using NetworkRegistry = Registry<std::shared_ptr<Classifier>, const NetworkContext&>;

NetworkEntry meanNetwork();
NetworkEntry fastTextNetwork();
NetworkEntry convolutionalNetwork();
NetworkEntry rnnNetwork();
NetworkEntry lstmNetwork();
NetworkEntry gruNetwork();
NetworkEntry transformerNetwork();

} // namespace core
