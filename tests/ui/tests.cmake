# Views, forms and the window on real widgets. UNROLL_SCREENSHOTS=folder saves what they draw.
unroll_tests(ui_tests HEADERS widgets LIBRARIES ui core_search
    TESTS answer_set answer_view asker attention_lines attention_test_view bleu_by_hand both_sides by_hand change_marks crf_view curve_export
          curve_series curves curves_of_runs decoding_comparison decoding_node decoding_steps
          decoding_tree decoding_view epochs fill_in formulas
          glass language_results number_results
          gradient_laboratory_view gradients_view in_context_view map neighbours pointing positions run_store printed_html prompt_decoding readable results run_list_model runs search_by_hand sentence settings similar_texts start_view state_plane_view states_view filter_windows_view
          setup/column_header setup/field_fits
          setup/cell_text setup/model_flow setup/number_box setup/option_form setup/sentences setup/setup_history
          setup/preview_pages setup/setup_panel setup/theme setup/tuning_bar splitter tags translation_attention
          translation_results translation_tokens translation_view unrolled unrolled_map unrolled_view updates_view view_frame window/closing
          window/hall
          window/main_window window/plain_text window/second_pane window/side_panels
          window/stage window/undo window/view_tabs
          window/window_access word_effects counterfactuals_view influence_view word_vectors_views writing window/window_pictures)
target_sources(ui_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/ui_answers.cpp
               ${PROJECT_SOURCE_DIR}/tests/support/ui_fixture.cpp
               ${PROJECT_SOURCE_DIR}/tests/support/ui_fixture.h)
