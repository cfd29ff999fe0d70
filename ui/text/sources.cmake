target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/formula.cpp
    ${CMAKE_CURRENT_LIST_DIR}/formula.h
    ${CMAKE_CURRENT_LIST_DIR}/monitor.cpp
    ${CMAKE_CURRENT_LIST_DIR}/monitor.h
    ${CMAKE_CURRENT_LIST_DIR}/score_text.cpp
    ${CMAKE_CURRENT_LIST_DIR}/score_text.h
    ${CMAKE_CURRENT_LIST_DIR}/sentences.cpp
    ${CMAKE_CURRENT_LIST_DIR}/sentences.h)
