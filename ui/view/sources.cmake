foreach(name asker looking_pace view_context view_frame)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/answer_set.h ${CMAKE_CURRENT_LIST_DIR}/beside_runs.h ${CMAKE_CURRENT_LIST_DIR}/run_row.h ${CMAKE_CURRENT_LIST_DIR}/shown.h ${CMAKE_CURRENT_LIST_DIR}/view.h)
