#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// What coverage-guided fuzzing drives, and what the test suite replays its corpora through: the
/// readers of everything that comes from outside, fed from memory.
namespace fuzz {

/// One reader. `run` returns or crashes: every core::Error is caught in it, and what must hold for
/// whatever was read is checked by require().
struct Target {
    const char* name; ///< Also that of its corpus: corpora/NAME.zip.
    void (*run)(std::string_view input);
    std::vector<std::string> seeds; ///< Small good inputs, from which fuzzing begins.
};

std::vector<Target> parserTargets(); ///< Parsers alone: thousands of inputs a second.
std::vector<Target> dataTargets(); ///< Recognition of encoding and format, then the parser.
std::vector<Target> textTargets();
std::vector<Target> exchangeTargets();
std::vector<Target> runTargets();

/// The first three: without LibTorch, so that their fuzzer is built and started much sooner.
std::vector<Target> readerTargets();
/// The others: run folders and files of tensors.
std::vector<Target> storedTargets();

/// Runs `target` over its seeds and over what fuzzing has kept of its inputs: each once took
/// another path through the reader, or brought it down.
/// @return how many kept inputs there were; 0 when there is no corpus.
int replay(const Target& target);

/// Ends the process with `what` unless `holds`: a finding.
void require(bool holds, const char* what);

/// Runs `read`, which may throw core::Error with a sentence and nothing else.
void expectSentence(const std::function<void()>& read);

/// A file that exists in memory only, for readers that want a path. One for each use in a process.
class MemoryFile {
public:
    MemoryFile();
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    void write(std::string_view content);
    const std::string& path() const { return m_path; }

private:
    int m_descriptor = -1;
    std::string m_path;
};

} // namespace fuzz
