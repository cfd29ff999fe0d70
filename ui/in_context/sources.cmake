target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/in_context_view.cpp ${CMAKE_CURRENT_LIST_DIR}/in_context_view.h)
