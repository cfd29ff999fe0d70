foreach(name answer_set asker view_context view_frame)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/view.h)
