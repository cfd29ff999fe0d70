target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/run_delegate.cpp ${CMAKE_CURRENT_LIST_DIR}/run_delegate.h
    ${CMAKE_CURRENT_LIST_DIR}/run_list_model.cpp ${CMAKE_CURRENT_LIST_DIR}/run_list_model.h
    ${CMAKE_CURRENT_LIST_DIR}/run_row.h
    ${CMAKE_CURRENT_LIST_DIR}/runs_panel.cpp ${CMAKE_CURRENT_LIST_DIR}/runs_panel.h)
