foreach(name baseline_panel class_results evaluation_view grouped_scores_page number_results_view results_view scatter_plot
        translation_results_view translation_tables)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
