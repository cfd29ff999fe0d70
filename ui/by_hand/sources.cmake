target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/by_hand_form.cpp ${CMAKE_CURRENT_LIST_DIR}/by_hand_form.h
    ${CMAKE_CURRENT_LIST_DIR}/by_hand_steps.cpp ${CMAKE_CURRENT_LIST_DIR}/by_hand_steps.h
    ${CMAKE_CURRENT_LIST_DIR}/by_hand_view.cpp ${CMAKE_CURRENT_LIST_DIR}/by_hand_view.h
    ${CMAKE_CURRENT_LIST_DIR}/number_grid.cpp ${CMAKE_CURRENT_LIST_DIR}/number_grid.h
    ${CMAKE_CURRENT_LIST_DIR}/head_panel.cpp ${CMAKE_CURRENT_LIST_DIR}/head_panel.h)
