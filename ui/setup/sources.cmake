foreach(name column_header data_page decision_lines field_fits model_page model_stack plan_text
        preview_page preview_plots preview_tables raw_rows_table section_options setup_bars setup_history
        setup_pages setup_panel spec_access text_page training_page)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
