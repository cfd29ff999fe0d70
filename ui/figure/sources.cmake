foreach(name figure_file figure_menu table_text)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/figure.h)
