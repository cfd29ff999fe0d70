target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/shape_picture.cpp ${CMAKE_CURRENT_LIST_DIR}/shape_picture.h
    ${CMAKE_CURRENT_LIST_DIR}/start_view.cpp ${CMAKE_CURRENT_LIST_DIR}/start_view.h)
