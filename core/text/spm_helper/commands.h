#pragma once

namespace spm {

// The two conversations of subword_protocol.h. Both return when theirs is over and throw
// std::runtime_error when the other side does not keep to it.

void train();
void serve();

} // namespace spm
