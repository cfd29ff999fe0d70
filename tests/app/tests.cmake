unroll_tests(cli_tests HEADERS plain LIBRARIES app_cli LibArchive::LibArchive
    DEFINITIONS UNROLL_CLI="$<TARGET_FILE:unroll-cli>" NEEDS unroll-cli unroll-spm
    TESTS cli cli_ask cli_bench cli_help cli_recording cli_system cli_translation cli_usage earlier_runs line_reader)
# The program itself, without a display: a window that opened would not end.
add_test(NAME window_usage COMMAND env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM sh -c
    "\"$0\" -platform offscreen --bad; echo \"exit code $?\"; \"$0\" --help" $<TARGET_FILE:unroll>)
set_tests_properties(window_usage PROPERTIES TIMEOUT 60
    PASS_REGULAR_EXPRESSION "no option \"--bad\".*exit code 2.*Usage: unroll")
# The programs as `cmake --install` and the package put them: they find one another and need nothing of the sources.
add_test(NAME installed_programs COMMAND env -u UNROLL_SPM_HELPER LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen
    bash ${CMAKE_CURRENT_LIST_DIR}/installed_programs.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR})
set_tests_properties(installed_programs PROPERTIES TIMEOUT ${time_limit})
unroll_tests(lab_tests HEADERS widgets LIBRARIES app_lab LibArchive::LibArchive NEEDS unroll-cli
    TESTS language_views laboratory laboratory_data laboratory_defaults laboratory_open
          laboratory_runs laboratory_undo lost_process model_service training_controller
          tuning_in_the_window two_panes updates_window
          window_program worker_thread map_worker)
