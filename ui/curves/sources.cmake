target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/change_marks.cpp ${CMAKE_CURRENT_LIST_DIR}/change_marks.h
    ${CMAKE_CURRENT_LIST_DIR}/curve_controls.cpp ${CMAKE_CURRENT_LIST_DIR}/curve_controls.h
    ${CMAKE_CURRENT_LIST_DIR}/curve_table.cpp ${CMAKE_CURRENT_LIST_DIR}/curve_table.h
    ${CMAKE_CURRENT_LIST_DIR}/curve_legend.cpp ${CMAKE_CURRENT_LIST_DIR}/curve_legend.h
    ${CMAKE_CURRENT_LIST_DIR}/curve_plot.cpp ${CMAKE_CURRENT_LIST_DIR}/curve_plot.h
    ${CMAKE_CURRENT_LIST_DIR}/curve_plot_input.cpp
    ${CMAKE_CURRENT_LIST_DIR}/curve_sampling.cpp ${CMAKE_CURRENT_LIST_DIR}/curve_sampling.h
    ${CMAKE_CURRENT_LIST_DIR}/curve_sentence.cpp ${CMAKE_CURRENT_LIST_DIR}/curve_sentence.h
    ${CMAKE_CURRENT_LIST_DIR}/curve_settings.cpp ${CMAKE_CURRENT_LIST_DIR}/curve_settings.h
    ${CMAKE_CURRENT_LIST_DIR}/curve_style.cpp ${CMAKE_CURRENT_LIST_DIR}/curve_style.h
    ${CMAKE_CURRENT_LIST_DIR}/curves_view.cpp ${CMAKE_CURRENT_LIST_DIR}/curves_view.h
    ${CMAKE_CURRENT_LIST_DIR}/curves_view_cursor.cpp
    ${CMAKE_CURRENT_LIST_DIR}/curves_view_runs.cpp
    ${CMAKE_CURRENT_LIST_DIR}/curves_view_state.cpp ${CMAKE_CURRENT_LIST_DIR}/curves_view_state.h
    ${CMAKE_CURRENT_LIST_DIR}/fast_graph.cpp ${CMAKE_CURRENT_LIST_DIR}/fast_graph.h
    ${CMAKE_CURRENT_LIST_DIR}/hover_table.cpp ${CMAKE_CURRENT_LIST_DIR}/hover_table.h)
