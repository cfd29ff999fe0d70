target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/word_plane.cpp ${CMAKE_CURRENT_LIST_DIR}/word_plane.h
    ${CMAKE_CURRENT_LIST_DIR}/word_sums_view.cpp ${CMAKE_CURRENT_LIST_DIR}/word_sums_view.h)
