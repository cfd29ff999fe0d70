foreach(name before_after breaking_row busy_line canvas colour_raster colour_scale controls elided_label empty_state facts_row fit_line fold formula_label formula_sheet heat_map icons labels message_bar
             cell_text_field number_box option_field option_fields_path option_fields_selection option_fields_simple
             option_form option_rows plot pointing presentation probability_bars problem_line question_form quiet_combo_box quiet_style readable save_chooser
             selection_item sentence_input settings splitter swatch theme token_line value_strip)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
foreach(name heat_map_drawing.cpp key_help.h local_paths.h readable_interface.cpp)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name})
endforeach()
