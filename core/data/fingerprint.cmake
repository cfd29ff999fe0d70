# Writes the hash of all SOURCES as a C++ constant into OUT.
set(hashes "")
foreach(source IN LISTS SOURCES)
    file(SHA256 ${source} hash)
    string(APPEND hashes ${hash})
endforeach()
string(SHA256 fingerprint "${hashes}")
file(WRITE ${OUT} "#pragma once

namespace core {

inline constexpr char kReadersFingerprint[] = \"${fingerprint}\";

} // namespace core
")
