// unroll-spm: SentencePiece for Unroll, in a process of its own. See subword_protocol.h.

#include "core/text/spm_helper/confinement.h"
#include "core/text/spm_helper/stream.h"
#include "core/text/subword/subword_protocol.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>

int main(int count, char** words)
{
    const std::string_view command = count > 1 ? words[1] : "";
    const std::string_view type = count > 2 ? words[2] : "";
    const bool trains = command == "train" && count == 2;
    const bool serves = command == "serve" && count == 3 && (type == "bpe" || type == "unigram");
    if (!trains && !serves) {
        std::cerr << "usage: unroll-spm train\n"
                     "       unroll-spm serve bpe|unigram\n"
                     "Part of Unroll, which speaks to it over standard input and output.\n";
        return 2;
    }
    spm::openStreams();
    spm::confine(trains ? spm::Work::Training : spm::Work::Serving);
    try {
        if (trains)
            spm::train();
        else
            spm::serve(type);
    } catch (const std::bad_alloc&) {
        spm::writeFrame(static_cast<char>(core::subword::Status::Failed), spm::kOutOfMemory);
        std::_Exit(1);
    } catch (const std::exception& error) {
        spm::writeFrame(static_cast<char>(core::subword::Status::Failed), error.what());
        std::_Exit(1);
    }
    // A thread may still wait for the input's end.
    std::_Exit(0);
}
