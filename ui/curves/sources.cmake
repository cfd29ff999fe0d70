foreach(name baseline_line curve_controls curve_drawing curve_legend curve_plot curve_settings curve_table
        curves_view hover_table)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/curve_plot_input.cpp ${CMAKE_CURRENT_LIST_DIR}/curves_view_runs.cpp)
