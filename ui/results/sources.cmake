foreach(name class_scores_table confusion_panel evaluation_frame evaluation_view gains_table
        number_results_view number_table results_table results_view scatter_plot scores_and_rows
        translation_results_view translation_table)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
