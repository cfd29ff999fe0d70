# The recurrent engine. Its inner loops are compiled once for each instruction set and chosen at run
# time, so that one binary runs on every processor of its kind and is fast on new ones.
set(recurrent_kernels recurrent_kernels_portable.cpp)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND recurrent_kernels recurrent_kernels_avx2.cpp recurrent_kernels_avx512.cpp)
    set_source_files_properties(recurrent_kernels.cpp PROPERTIES
        COMPILE_DEFINITIONS UNROLL_X86_KERNELS)
endif()
set(kernel_flags -O3 -ffp-contract=fast)
set_source_files_properties(recurrent_kernels_portable.cpp PROPERTIES
    COMPILE_OPTIONS "${kernel_flags}")
set_source_files_properties(recurrent_kernels_avx2.cpp PROPERTIES
    COMPILE_OPTIONS "${kernel_flags};-mavx2;-mfma")
set_source_files_properties(recurrent_kernels_avx512.cpp PROPERTIES
    COMPILE_OPTIONS "${kernel_flags};-mavx2;-mfma;-mavx512f;-mavx512vl;-mavx512dq;-mavx512bw;-mprefer-vector-width=512")

find_package(Threads REQUIRED)
target_link_libraries(core_nn PRIVATE Threads::Threads)

# These need no LibTorch, and flags of their own do not go with a precompiled header.
set_source_files_properties(recurrent_kernels.cpp ${recurrent_kernels}
    PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
target_sources(core_nn PRIVATE
    packed_layout.cpp
    memory_budget.cpp
    parallel_tasks.cpp
    recurrent.cpp
    recurrent_kernels.cpp
    ${recurrent_kernels}
    recurrent_layer.cpp
    recurrent_library.cpp
    recurrent_reference.cpp
    recurrent_step.cpp
    recurrent_sweep_backward.cpp
    recurrent_sweep_forward.cpp
    recurrent_sweep_weights.cpp
    recurrent_weights.cpp
    recycled_memory.cpp
    stepped_linear.cpp
    task_team.cpp
    team_size.cpp
)
