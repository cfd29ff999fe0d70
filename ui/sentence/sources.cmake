target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/attention_grid.cpp ${CMAKE_CURRENT_LIST_DIR}/attention_grid.h
    ${CMAKE_CURRENT_LIST_DIR}/attention_panel.cpp ${CMAKE_CURRENT_LIST_DIR}/attention_panel.h
    ${CMAKE_CURRENT_LIST_DIR}/sentence_text.cpp ${CMAKE_CURRENT_LIST_DIR}/sentence_text.h
    ${CMAKE_CURRENT_LIST_DIR}/sentence_view.cpp ${CMAKE_CURRENT_LIST_DIR}/sentence_view.h)
