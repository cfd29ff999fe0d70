target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/run_actions.cpp ${CMAKE_CURRENT_LIST_DIR}/run_actions.h
    ${CMAKE_CURRENT_LIST_DIR}/run_delegate.cpp ${CMAKE_CURRENT_LIST_DIR}/run_delegate.h
    ${CMAKE_CURRENT_LIST_DIR}/run_filter.cpp ${CMAKE_CURRENT_LIST_DIR}/run_filter.h
    ${CMAKE_CURRENT_LIST_DIR}/run_list_model.cpp ${CMAKE_CURRENT_LIST_DIR}/run_list_model.h
    ${CMAKE_CURRENT_LIST_DIR}/run_note.cpp ${CMAKE_CURRENT_LIST_DIR}/run_note.h
    ${CMAKE_CURRENT_LIST_DIR}/run_search.cpp ${CMAKE_CURRENT_LIST_DIR}/run_search.h
    ${CMAKE_CURRENT_LIST_DIR}/runs_panel.cpp ${CMAKE_CURRENT_LIST_DIR}/runs_panel.h)
