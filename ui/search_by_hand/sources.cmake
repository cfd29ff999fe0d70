target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/search_by_hand_view.cpp ${CMAKE_CURRENT_LIST_DIR}/search_by_hand_view.h
    ${CMAKE_CURRENT_LIST_DIR}/tree_form.cpp ${CMAKE_CURRENT_LIST_DIR}/tree_form.h)
