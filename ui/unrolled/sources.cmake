target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/cell_panel.cpp ${CMAKE_CURRENT_LIST_DIR}/cell_panel.h
    ${CMAKE_CURRENT_LIST_DIR}/unrolled_layout.cpp ${CMAKE_CURRENT_LIST_DIR}/unrolled_layout.h
    ${CMAKE_CURRENT_LIST_DIR}/unrolled_map.cpp ${CMAKE_CURRENT_LIST_DIR}/unrolled_map.h
    ${CMAKE_CURRENT_LIST_DIR}/unrolled_picture.cpp ${CMAKE_CURRENT_LIST_DIR}/unrolled_picture.h
    ${CMAKE_CURRENT_LIST_DIR}/unrolled_text.cpp ${CMAKE_CURRENT_LIST_DIR}/unrolled_text.h
    ${CMAKE_CURRENT_LIST_DIR}/unrolled_view.cpp ${CMAKE_CURRENT_LIST_DIR}/unrolled_view.h)
