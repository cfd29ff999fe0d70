# The inner loops are compiled once for each instruction set and chosen at run time, so that one
# binary runs on every processor of its kind and is fast on new ones.
set(instruction_sets kernels/instruction_sets)
set(recurrent_kernels ${instruction_sets}/base.cpp)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND recurrent_kernels ${instruction_sets}/avx2.cpp ${instruction_sets}/avx512.cpp)
    set_source_files_properties(kernels/recurrent_kernels.cpp PROPERTIES
        COMPILE_DEFINITIONS UNROLL_X86_KERNELS)
endif()
# From GCC 13 on, some loops would be without fused products for the sake of a few processors, and
# others with them: the bits of a text would depend on the size of its batch.
set(kernel_flags -O3 -ffp-contract=fast $<$<CXX_COMPILER_ID:GNU>:--param=avoid-fma-max-bits=0>)
set_source_files_properties(${instruction_sets}/base.cpp PROPERTIES
    COMPILE_OPTIONS "${kernel_flags}")
set_source_files_properties(${instruction_sets}/avx2.cpp PROPERTIES
    COMPILE_OPTIONS "${kernel_flags};-mavx2;-mfma;-mprfchw")
set_source_files_properties(${instruction_sets}/avx512.cpp PROPERTIES
    COMPILE_OPTIONS "${kernel_flags};-mavx2;-mfma;-mprfchw;-mavx512f;-mavx512vl;-mavx512dq;-mavx512bw;-mprefer-vector-width=512")

# These need no LibTorch, and flags of their own do not go with a precompiled header.
list(APPEND recurrent_kernels kernels/recurrent_kernels.cpp)
set_source_files_properties(${recurrent_kernels} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
target_sources(core_nn PRIVATE ${recurrent_kernels})
