# Views, forms and the window on real widgets. UNROLL_SCREENSHOTS=folder saves what they draw.
unroll_tests(ui_tests HEADERS widgets LIBRARIES ui core_search
    TESTS asker attention_lines curve_export curve_series curves decoding_comparison decoding_node decoding_steps
          decoding_tree decoding_view epochs number_results positions results runs sentence setup/model_flow
          setup/number_box setup/option_form setup/sentences setup/setup_panel setup/theme splitter
          translation_attention translation_results translation_tokens translation_view
          window/main_window window/plain_text window/side_panels window/view_tabs
          window/window_access window/window_pictures)
target_sources(ui_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/ui_answers.cpp
               ${PROJECT_SOURCE_DIR}/tests/support/ui_fixture.cpp
               ${PROJECT_SOURCE_DIR}/tests/support/ui_fixture.h)
