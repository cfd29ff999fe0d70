# Forms, the set-up and the window. UNROLL_SCREENSHOTS=folder saves what they draw.
add_library(ui_fixture STATIC ${PROJECT_SOURCE_DIR}/tests/support/ui_answers.cpp
            ${PROJECT_SOURCE_DIR}/tests/support/ui_fixture.cpp
                              ${PROJECT_SOURCE_DIR}/tests/support/ui_fixture.h)
target_link_libraries(ui_fixture PUBLIC unroll_options ui)
unroll_test(setup/theme_test.cpp ui_fixture)
unroll_test(setup/sentences_test.cpp ui_fixture)
unroll_test(setup/number_box_test.cpp ui_fixture)
unroll_test(setup/model_flow_test.cpp ui_fixture)
unroll_test(setup/option_form_test.cpp ui_fixture)
unroll_test(setup/setup_panel_test.cpp ui_fixture)
unroll_test(window/main_window_test.cpp ui_fixture)
unroll_test(window/plain_text_test.cpp ui_fixture core_search)
target_compile_definitions(plain_text_test PRIVATE UNROLL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
unroll_test(window/window_pictures_test.cpp ui_fixture)
