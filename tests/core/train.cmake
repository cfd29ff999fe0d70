# A program that trains until it is killed; kill_and_resume_test starts it.
add_executable(train_small_run train/train_small_run.cpp)
set_target_properties(train_small_run PROPERTIES
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
target_link_libraries(train_small_run PRIVATE unroll_options core)

unroll_test(train/batch_plan_test.cpp core_train)
unroll_test(train/batches_ahead_test.cpp core_train)
unroll_test(train/benchmark_test.cpp core core_train)
unroll_test(train/schedule_test.cpp core core_train)
unroll_test(train/run_control_test.cpp core_train)
unroll_test(train/memory_limit_test.cpp core_train)
unroll_test(train/reports_test.cpp core_train)
unroll_test(train/event_log_test.cpp core_train)
unroll_test(train/run_folder_test.cpp core)
unroll_test(train/teacher_forcing_test.cpp core_train)
unroll_test(train/optimiser_test.cpp core core_train torch)
unroll_test(train/gradients_test.cpp core core_train torch)
unroll_test(train/training_test.cpp core core_train torch)
unroll_test(train/training_failure_test.cpp core core_train torch)
unroll_test(train/resume_test.cpp core core_train torch)
unroll_test(train/kill_and_resume_test.cpp core core_train torch)
target_compile_definitions(kill_and_resume_test PRIVATE
                           TRAIN_SMALL_RUN="$<TARGET_FILE:train_small_run>")
add_dependencies(kill_and_resume_test train_small_run)
unroll_test(train/translation_training_test.cpp core core_train torch)
target_compile_definitions(translation_training_test PRIVATE
                           TRAIN_SMALL_RUN="$<TARGET_FILE:train_small_run>")
add_dependencies(translation_training_test train_small_run)
