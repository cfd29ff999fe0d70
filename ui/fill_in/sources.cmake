target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/fill_in_view.cpp ${CMAKE_CURRENT_LIST_DIR}/fill_in_view.h)
