#pragma once

namespace app {

/// Reads a report as HTML from standard input and writes it as a PDF to standard output, each in a
/// frame (subword_protocol.h): for unroll-cli, which has no fonts of its own. Needs no display.
/// @return the exit code.
int printReport(int argc, char** argv);

} // namespace app
