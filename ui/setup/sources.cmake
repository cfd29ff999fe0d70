foreach(name bad_rows_table class_bars column_choice column_header data_page data_source_bar field_fits histogram_plot length_plot
             model_flow model_page model_stack pair_plots plan_curve plan_text preview_page preview_view ratio_plot raw_rows_model raw_rows_table
     section_options setup_history setup_panel setup_panel_state side_name step_header tagged_rows text_page
          text_side training_page tuning_bar vocabulary_table)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/spec_access.h)
