foreach(name cell_diagram cell_panel trace_between unrolled_cells unrolled_edges unrolled_labels
             unrolled_layout unrolled_map unrolled_network unrolled_overview unrolled_picture
             unrolled_text unrolled_view)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
