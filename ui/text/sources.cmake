target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/monitor.cpp
    ${CMAKE_CURRENT_LIST_DIR}/monitor.h
    ${CMAKE_CURRENT_LIST_DIR}/score_text.cpp
    ${CMAKE_CURRENT_LIST_DIR}/score_text.h
    ${CMAKE_CURRENT_LIST_DIR}/sentences.cpp
    ${CMAKE_CURRENT_LIST_DIR}/sentences.h
    ${CMAKE_CURRENT_LIST_DIR}/setting_names.cpp
    ${CMAKE_CURRENT_LIST_DIR}/setting_names.h
    ${CMAKE_CURRENT_LIST_DIR}/typed_number.cpp
    ${CMAKE_CURRENT_LIST_DIR}/typed_number.h)
