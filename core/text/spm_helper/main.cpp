// unroll-spm: SentencePiece for Unroll, in a process of its own. See subword_protocol.h.

#include "core/text/spm_helper/commands.h"
#include "core/text/spm_helper/stream.h"
#include "core/text/subword/subword_protocol.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

int main(int count, char** words)
{
    const std::string_view command = count == 2 ? words[1] : "";
    if (command != "train" && command != "serve") {
        std::cerr << "usage: unroll-spm train|serve\n"
                     "Part of Unroll, which speaks to it over standard input and output.\n";
        return 2;
    }
    spm::openStreams();
    try {
        command == "train" ? spm::train() : spm::serve();
    } catch (const std::exception& error) {
        spm::writeFrame(static_cast<char>(core::subword::Status::Failed), error.what());
        std::_Exit(1);
    }
    // A thread may still wait for the input's end.
    std::_Exit(0);
}
