foreach(name class_scores_table evaluation_frame gains_table results_table results_view
        translation_results_view translation_table)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
