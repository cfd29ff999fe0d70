#pragma once

#include <string>

namespace core {

/// Lets OpenBLAS multiply with the widest vectors that the processor has.
///
/// OpenBLAS chooses its kernels by the processor's name; the 0.3.21 of Debian 12 knows AMD's of
/// 2022 and later (Zen 4, Zen 5) only as ones without AVX-512 and leaves half of their speed
/// unused. Where it took kernels of AVX2 and the processor has all parts of AVX-512 that its
/// SkylakeX kernels use, these are taken. Nothing happens where the user chose (OPENBLAS_CORETYPE
/// is set), with another BLAS, or with an OpenBLAS that was built for one processor only.
///
/// The choice depends on the processor alone, so that results stay the same from run to run.
///
/// Only the first call does anything. @pre no product is being computed on any thread.
void useWidestBlasKernels();

/// The name of the kernels in use, as OpenBLAS calls them: "Haswell"; empty for another BLAS.
std::string blasKernels();

} // namespace core
