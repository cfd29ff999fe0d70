foreach(name candidate_table decoding_steps decoding_view decoding_state
             distribution_plot fate_text gains_panel hypothesis_tree node_panel result_list search_column
             search_form transport_bar tree_controls tree_layout tree_painter tree_picture
             written_text)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
