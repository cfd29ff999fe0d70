foreach(name answer_results_view answer_view)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
