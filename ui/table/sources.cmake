foreach(name cosine_column row_filter row_model row_table row_view)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
